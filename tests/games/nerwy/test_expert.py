"""What is reckoned about decisions of nerwy: the odds are those of all worlds that a view allows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.compiled import compiled
from sprawdzam.engine.contract import SPECTATOR, TABLE, State
from sprawdzam.engine.game import Setup
from sprawdzam.engine.texts import texts
from sprawdzam.engine.view import View
from sprawdzam.games.nerwy import expert, instinct, rules
from sprawdzam.games.nerwy.odds import After, Row
from sprawdzam.games.nerwy.state import CALL, PASS, Phase
from sprawdzam.testing import Moment, Walk, imagined_worlds

from .small import few
from .tables import NERWY, at

WAYS = 4000
NAMES = ("Ola", "Kuba", "Iga", "Staś", "Ela", "Michał")
BOXES = [
    (2, {"S1": 1, "S5": 2, "BIN": 2, "TRAP": 1, "D5": 4}),
    (2, {"S2": 1, "S4": 1, "PL2": 1, "BIN": 1, "TRAP": 1, "D5": 4}),
    (3, {"S3": 1, "REV": 1, "BIN": 1, "TRAP": 1, "D5": 7}),
]


def moments(setup: Setup, number: int) -> Iterator[tuple[Moment, int]]:
    """Every moment of random matches, with each seat that has to decide."""
    for seed in range(number):
        for moment in Walk.of(setup, seed).moments:
            yield from ((moment, seat) for seat in moment.actors if seat != TABLE)


def decisions(setup: Setup, number: int) -> Iterator[View]:
    """Every view that decides in random matches where checks are rare, so that rows grow long."""
    rng = Random(number)
    for seed in range(number):
        match = setup.start(seed=seed)
        while not match.over:
            seat = rng.choice(match.actors)
            view = match.view(seat)
            yield view
            quiet = [action for action in view.actions if action != CALL]
            match.play(seat, rng.choice(quiet) if quiet and rng.random() > 0.05 else view.actions[-1])


def weighed(view: View) -> list[tuple[State, Fraction]]:
    """All worlds that a view allows; none if there are too many."""
    found = imagined_worlds(view, WAYS) or {}
    return [(view.game.record.from_row(iter(row)), weight) for row, weight in found.items()]


def totals(worlds: list[tuple[State, Fraction]]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for world, weight in worlds:
        found[int(rules.value(world))] += weight
    return dict(found)


@pytest.mark.parametrize(("seats", "deck"), BOXES)
def test_the_worth_of_a_row_is_that_of_all_worlds(seats: int, deck: dict[str, int]) -> None:
    """NE-18, NE-28: now, and after each card that could be placed, to whoever places it and to everybody."""
    setup = few(deck).setup(seats, max_rounds=3)
    rng = Fast(1)
    now = later = hidden = trapped = 0
    for moment, seat in moments(setup, 6):
        view = moment.view(seat)
        worlds = weighed(view)
        for action in view.actions if worlds else ():
            after = After.of(view.record, seat, action)
            own = after.own_row()
            if action >= CALL:
                assert own.worth() == totals(worlds)
                trap = sum((w for s, w in worlds if rules.trappers(s) & ~rules.trappers(view.record)), Fraction(0))
                if not rules.trappers(view.record):
                    assert own.trap() == trap
                    trapped += trap > 0
                now += 1
                continue
            for world, _ in worlds:
                rules.apply(world, seat, action, rng)
            hidden += own.hidden
            later += 1
            assert own.worth() == totals(worlds)
            true = moment.state.copy()
            rules.apply(true, seat, action, rng)
            if true.left == moment.state.left:  # a view forgets at a reshuffle what could not lie in the row
                assert after.open_row().worth() == totals(weighed(View.of(view.game, true, SPECTATOR)))
            worlds = weighed(view)
    assert now > 30 and later > 30 and hidden > 10 and trapped > 5


def test_a_row_by_hand() -> None:
    """Two hidden cards out of S5 S5 S1 BIN on a row of 10: 20 with 1 in 6, 16 with 2, 15 with 2, 11 with 1."""
    row = Row(10, 2, (1, 0, 0, 0, 2, 0, 0, 1, 0))
    worth = {20: Fraction(1, 6), 16: Fraction(2, 6), 15: Fraction(2, 6), 11: Fraction(1, 6)}
    assert row.worth() == worth and row.enough() == Fraction(1, 6) and row.trap() == 0
    assert Row(17, 2, (0, 0, 0, 0, 0, 0, 0, 2, 1)).trap() == Fraction(2, 3)


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"call_window": "commit", "window_after_each": True})])
def test_every_decision_is_told_in_words(seats: int, options: dict[str, str | bool]) -> None:
    told = set()
    for number, view in enumerate(decisions(NERWY.setup(seats, max_rounds=2, max_placements=30, **options), 1)):
        seat, world = view.seat, view.record.copy()
        rules.imagine(world, seat, Fast(number))
        again = View.of(NERWY, world, seat).record
        for action in view.actions:
            for language in ("en", "pl"):
                text = expert.why(view.record, seat, action, texts(language), NAMES)
                assert text == expert.why(again, seat, action, texts(language), NAMES)
                assert text[-1] == "." and "  " not in text and not set("{}") & set(text)
                told.add(text)
    assert len(told) > 40


def why(view: View, text: str, language: str = "en") -> str:
    return expert.why(view.record, view.seat, view.read(text), texts(language), NAMES)


def test_what_is_said() -> None:
    match = at(["D1 D2 D3", "S1 S5"], "0:D5 1:D5 0:D4 1:S2v", phase="window", turn=1)
    unseen = [3 if kind < 5 else 6 for kind in range(8)]  # all hearts: seat 0 has seen none
    enough = Fraction(sum(unseen[2:5]), 35)
    assert match.view(0).record.hearts[:8] == unseen and round(100 * enough) == 26
    assert why(match.view(0), "call") == ("The row is worth 17 or more with 26 %. A hidden trap lies there with 6 %.")
    assert why(match.view(0), "pass") == (
        "The row is worth less than 17 with 74 %. Your turn is next: you can check then, too."
    )


def test_what_is_said_about_placing() -> None:
    match = at(["S3 TRAP BIN", "D1 D2 D3"], "0:D5 1:D5 0:D3 1:D1", turn=0)
    view = match.view(0)
    assert why(view, "place S3^") == "The row is then worth 17, and everybody sees it."
    assert why(view, "place S3v") == (
        "The row is then worth 17. Going by what everybody sees, it is 17 or more with 26 %."
    )
    assert why(view, "place TRAPv").startswith("Whoever checks takes nerves, and you gain composure. The row")
    assert why(view, "place BIN^") == "The last card goes away: 1. The row is then worth 13, and everybody sees it."


def test_only_a_check_that_surely_wins_is_advised() -> None:
    """NE-33, NE-36: the row is worth enough, no trap can lie in it, and one composure is missing."""
    hands, row = ["D1 D2 D3", "S1 S5"], "0:D5 1:D5 0:D4 1:D4"
    rest = {"phase": "window", "turn": 1}
    view = at(hands, row, tokens=["2C1N", "2C0N"], **rest).view(0)
    assert expert.advise(view.record, 0) == {CALL: 1.0}
    for other, tokens in ((row, "1C0N"), ("0:D5 1:D5 0:D4 1:S4v", "2C0N"), (f"1:S1v {row}", "2C0N")):
        view = at(hands, other, tokens=[tokens, "0C0N"], **rest).view(0)
        assert expert.advise(view.record, 0) is None
    seen = at(["D1 TRAP TRAP", "S1 S5"], f"1:S1v {row}", tokens=["2C0N", "0C0N"], **rest).view(0)
    assert expert.advise(seen.record, 0) == {CALL: 1.0}


def test_what_is_advised_wins_in_every_world() -> None:
    """Random matches in which everybody is close to a win."""
    found = 0
    for view in decisions(NERWY.setup(3, max_rounds=4), 5):
        seat = view.seat
        for p in range(3):
            view.record.seat[p].composure = 2
        if expert.advise(view.record, seat) is None:
            continue
        found += 1
        rng = Fast(found)
        world = view.record.copy()
        rules.imagine(world, seat, rng)
        rules.apply(world, seat, CALL, rng)
        while world.phase != Phase.OVER:
            mask = rules.actors(world)
            p = next(p for p in range(TABLE + 1) if mask >> p & 1)
            rules.apply(world, p, 0 if p == TABLE else PASS, rng)
        assert world.seat[seat].composure == 3
        assert all(world.seat[p].composure < 3 for p in range(3) if p != seat)
    assert found


# --- evidence ---


def worlds_of(setup: Setup, number: int) -> Iterator[tuple[State, int]]:
    for i, view in enumerate(decisions(setup, number)):
        world = view.record.copy()
        rules.imagine(world, view.seat, Fast(i))
        yield world, view.seat


@pytest.mark.parametrize("seats", [2, 4])
def test_evidence_is_a_likelihood_and_looks_at_nothing_but_the_world(seats: int) -> None:
    found = set()
    for world, seat in worlds_of(NERWY.setup(seats, max_rounds=4), 3):
        before = world.row()
        likely = instinct.evidence(world, seat)
        assert 0 < likely <= 1 and world.row() == before
        found.add(likely)
    assert len(found) > 9


@pytest.mark.slow
def test_evidence_is_the_same_as_machine_code() -> None:
    code = compiled(NERWY).code
    for world, seat in worlds_of(NERWY.setup(3, max_rounds=4), 2):
        assert code.evidence(world.pack()[0], seat) == pytest.approx(instinct.evidence(world, seat), rel=1e-12)


def evidence(row: str) -> float:
    match = at(["D1 D2 D3", "D1 D2"], row, phase="window", turn=1, last=1)
    return float(instinct.evidence(match.state, 0))


def test_what_evidence_believes() -> None:
    """A trap is hidden whenever one can; near 17 a hidden card rather counts nothing; who knows of 17 checks."""
    assert evidence("0:D1 1:TRAPv") > evidence("0:D1 1:S4v") == evidence("0:D1 1:REVv")
    assert evidence("0:D5 1:D5 0:D4 1:REVv") > evidence("0:D5 1:D5 0:D4 1:S1v") > evidence("0:D5 1:D5 0:D4 1:S5v")
    assert evidence("1:S1v 0:D5 1:D5 0:D4 1:D1") > evidence("1:S5v 0:D5 1:D5 0:D4 1:D1")
