"""What is reckoned about decisions of rys: the odds are those of all worlds that a view allows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import State
from sprawdzam.engine.game import Setup
from sprawdzam.engine.odds import percent
from sprawdzam.engine.options import Value
from sprawdzam.engine.texts import texts
from sprawdzam.engine.view import View
from sprawdzam.games.rys import expert, rules
from sprawdzam.games.rys.odds import fitting, joker, thief
from sprawdzam.games.rys.state import DECK, JOKER, VALUES, Phase
from sprawdzam.testing import imagined_worlds

from .small import Box, few
from .tables import MODES, RYS, at

WAYS = 4000
NAMES = ("Ola", "Kuba", "Iga", "Staś", "Ela")
BOXES: list[tuple[int, Box, dict[str, Value]]] = [
    (3, ((3, 3, 3, 2), 3, 1, 0), {"mode": "basic", "max_turns": 8}),
    (3, ((3, *[0] * 11, 3, 3), 2, 1, 0), {"mode": "expert", "max_turns": 8}),
    (2, ((3, 3, 2, *[0] * 9, 2, 4), 4, 1, 1), {"max_turns": 8}),
]


def decisions(setup: Setup, number: int) -> Iterator[View]:
    """Every view that decides in random matches."""
    rng = Random(number)
    for seed in range(number):
        match = setup.start(seed=seed)
        while not match.over:
            (seat,) = match.actors
            view = match.view(seat)
            yield view
            match.play(seat, rng.choice(view.actions))


def can_beat(world: State, p: int, layer: int) -> bool:
    """By trying every play that the hand has."""
    out = [0] * rules.ACTIONS
    n = rules.legal_plays(world.seat[p], out)
    return any(rules.beats(world, action + 1, layer) for action in out[:n])


@pytest.mark.parametrize(("seats", "box", "options"), BOXES)
def test_a_thief_is_as_likely_as_in_all_worlds(seats: int, box: Box, options: dict[str, Value]) -> None:
    """RY-06, RY-10, RY-28: for every layer that could be played, of every rival."""
    between = compared = 0
    for view in decisions(few(*box).setup(seats, **options), 8):
        found = imagined_worlds(view, WAYS) if view.record.phase == Phase.PLAY else None
        worlds = [(view.game.record.from_row(iter(row)), weight) for row, weight in (found or {}).items()]
        for action in view.actions if worlds else ():
            for p in expert.others(view.record, view.seat):
                chance = sum((weight for s, weight in worlds if can_beat(s, p, action + 1)), Fraction(0))
                assert thief(view.record, p, action + 1) == chance
                between += 0 < chance < 1
                compared += 1
    assert compared > 60 and between > 15


def test_what_the_deck_gives_is_counted_in_all_worlds() -> None:
    seen = 0
    for view in decisions(few((5, 4, 3, 2), 2, 1).setup(3, mode="basic", max_turns=8), 6):
        v = view.record
        if DECK not in view.actions or (found := imagined_worlds(view, WAYS)) is None:
            continue
        worlds = [(view.game.record.from_row(iter(row)), weight) for row, weight in found.items()]
        held = [kind for kind in range(VALUES) if v.seat[view.seat].hand[kind]]
        assert joker(v) == sum(w * Fraction(s.deck[JOKER - 1], s.left) for s, w in worlds)
        assert fitting(v, view.seat) == sum(w * Fraction(sum(s.deck[k] for k in held), s.left) for s, w in worlds)
        seen += 1
    assert seen > 10


def test_a_thief_by_hand() -> None:
    """All of a hand is known; or one card of it is not, and is an 8 or a 2."""
    match = at(["7 7 1", "8 8 2", "J 9 3"], deck="1")
    seven = match.view(0).read("play 7x2") + 1
    assert thief(match.state, 1, seven) == 1 and thief(match.state, 2, seven) == 1
    hidden = at(["7 7 1", "8 2", "3 4 5"], known=["", "8", "3 4 5"], deck="8").view(0).record
    assert sum(hidden.deck) == 2 and thief(hidden, 1, seven) == Fraction(1, 2) and thief(hidden, 2, seven) == 0


@pytest.mark.parametrize(("seats", "options"), MODES[::2])
def test_every_decision_is_told_in_words(seats: int, options: dict[str, str]) -> None:
    told, phases = set(), set()
    rng = Random(seats)
    for number, view in enumerate(decisions(RYS.setup(seats, max_turns=60, **options), 1)):
        phases.add(view.record.phase)
        seat, world = view.seat, view.record.copy()
        rules.imagine(world, seat, Fast(number))
        again = View.of(RYS, world, seat).record
        for action in rng.sample(view.actions, min(6, len(view.actions))):
            for language in ("en", "pl"):
                text = expert.why(view.record, seat, action, texts(language), NAMES)
                assert text == expert.why(again, seat, action, texts(language), NAMES)
                assert text[-1] == "." and "  " not in text and not set("{}") & set(text)
                told.add(text)
    assert len(told) > 40 and {Phase.PLAY, Phase.LOOT, Phase.DRAW} <= phases


def why(view: View, text: str) -> str:
    return expert.why(view.record, view.seat, view.read(text), texts("en"), NAMES)


def test_what_is_said_about_a_play() -> None:
    view = at(["7 7 1 J", "10 11 12", "8 9 10"], ["", "5x2", "5x1"], known=["", "10 11 12", "8 9 10"]).view(0)
    assert why(view, "play 7x2") == "You gain 4 points; Kuba loses 4 points. Nobody holds cards that steal it."
    assert why(view, "play 7x1") == ("You gain 2 points; Iga loses 2 points. Kuba surely holds cards that steal it.")
    view = at(["7", "10 11", "8 9"], ["6x2", "5x2", "5x1"]).view(0)
    assert why(view, "play 7x1") == "That ends the match: you have 3 points, the best rival has 0."


def test_what_is_said_about_loot_and_draws() -> None:
    match = at(["7 7 5 1 J", "10 11", "8 9"], ["", "5x2", "5x1"])
    match.play(0, "play 7x2")
    assert why(match.view(0), "take") == "With that you hold 5 5 5 J. They cost 2 points until you play them."
    assert (
        why(match.view(0), "leave")
        == "You save 2 points. Kuba takes the cards back, or discards them and draws as many."
    )
    match.play(0, "leave")
    assert why(match.view(1), "reclaim") == "With that you hold 5 5."
    v = match.view(1).record
    chance = Fraction(v.deck[9] + v.deck[10], sum(v.deck))
    told = f"The deck gives a joker with {percent(Fraction(v.deck[13], sum(v.deck)))}, "
    assert why(match.view(1), "discard") == told + f"a value that you hold with {percent(chance)}."


def test_only_an_end_that_wins_is_advised() -> None:
    """RY-23, RY-24, RY-25: the last card is played or drawn, and nobody has as many points."""
    view = at(["7 7", "10 11", "8 9"], ["6x2", "5x2", "5x1"]).view(0)
    assert expert.advise(view.record, 0) == {view.read("play 7x2"): 1.0}
    behind = at(["7 7", "10 11", "8 9"], ["6x2", "12x8", "5x1"]).view(0)
    assert expert.advise(behind.record, 0) is None
    level = at(["7 7", "10 11", "8 9"], ["6x2", "12x6", "5x1"]).view(0)
    assert expert.advise(level.record, 0) is None


def test_what_is_advised_wins() -> None:
    found = 0
    for seats, options in MODES:
        for view in decisions(RYS.setup(seats, **options), 3):
            advice = expert.advise(view.record, view.seat)
            if advice is None:
                continue
            found += 1
            ((action, share),) = advice.items()
            world, rng = view.record.copy(), Fast(found)
            rules.imagine(world, view.seat, rng)
            rules.apply(world, view.seat, action, rng)
            out = [[0, 0] for _ in range(seats)]
            rules.score(world, out)
            assert share == 1 and world.phase == Phase.OVER
            assert [rank for _, rank in out].count(1) == 1 and out[view.seat][1] == 1
    assert found > 3


def test_percent_never_rounds_to_certainty() -> None:
    assert [percent(Fraction(n, 1000)) for n in (0, 1, 5, 6, 434, 996, 1000)] == [
        "0 %", "<1 %", "<1 %", "1 %", "43 %", ">99 %", "100 %",
    ]  # fmt: skip
