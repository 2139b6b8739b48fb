"""The rules against the independent referee: random matches step by step, what each seat can know of its own rack, and
exact numbers on tiny decks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import prod, sqrt
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from sprawdzam.engine.chance import Draw, Fast, Recorder
from sprawdzam.engine.contract import GO_ON, SPECTATOR, TABLE, State
from sprawdzam.engine.game import Game
from sprawdzam.engine.view import View
from sprawdzam.games.szacunki.deduce import agrees, hands
from sprawdzam.games.szacunki.notation import write_position
from sprawdzam.games.szacunki.state import ACTIONS
from sprawdzam.testing import imagined_worlds

from .. import tiny
from . import referee
from .referee import Luck, Rack, Referee, branches, key, perft, worlds
from .tables import COLOURS, SZACUNKI, known

SET_UPS = list(product((2, 3, 4), (5, 6)))
# Random matches of each set-up: the first ones, and some in which what comes seldom is met; the last three in small
MATCHES = {
    (2, 5): (*range(4), 4, 6, 9, 38),
    (2, 6): (*range(4), 18, 60),
    (3, 5): (*range(3), 5, 14, 27),
    (3, 6): (*range(4), 8, 19),
    (4, 5): (*range(3), 9, 11, 56),
    (4, 6): (*range(3), 14, 45),
}
SHARP = (-1.0, 0.0, 0.1, 0.5, 0.9)  # how likely a range is placed where it is right; if negative it never is
WORSE = (-1.0, -0.7, 0.2)  # the same where many cards shall be exchanged
CLEVER = (0.0, 0.5, 1.0)  # how likely a guess is right
LATE = ("guess", "score", "over")
USUAL = {
    "deal", "roll", "turn", "pick", "place", "check", "exchange", "guess", "score", "over", "keep", "turned", "correct",
    "higher", "lower", "miss", "right by a token of 1", "two equal dice", "three equal dice", "two pawns on a field",
    "exchange in the last round", "a stack is empty", "no cards left", "an own card is exchanged again",
    "blank", "guessed with 1", "guessed with 2", "guessed with 3", "wrong with 1", "wrong with 2", "wrong with 3",
    "behind the start", "a tie on the last field",
}  # fmt: skip
GREY = {"1 grey", "2 grey", "3 grey"}
SELDOM = {"3 grey", "two pawns on a field", "exchange in the last round"}  # not in every set-up in small


class Swift(Referee):
    """The referee without a way back from a step: every step that is handed to it is legal, or the test fails."""

    def play(self, seat: int | str, text: str, chance: Sequence[Luck] = ()) -> None:
        self.chance = list(chance)
        self._step(seat, text)
        assert not self.chance


@pytest.fixture
def uncopied(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee's views are compared at once, so that nothing in them needs to be copied."""
    monkeypatch.setattr(referee, "copy", SimpleNamespace(deepcopy=lambda value: value))


@cache
def text_of(action: int) -> str:
    return SZACUNKI.notation.write_action(None, 0, action)


def told(ref: Referee, text: str, draws: list[Draw]) -> list[Luck]:
    """Chance in the referee's words: the pawns from the bottom, then the cards; the dice."""
    drawn = {zone: [draw.value for draw in draws if draw.zone.name == zone] for zone in ("PAWNS", "CARDS", "DICE")}
    left, top_first = list(range(ref.seats)), list[int]()
    for place in drawn["PAWNS"]:
        top_first.append(left.pop(place))
    exchanged = text.removeprefix("exchange ")
    colours = exchanged if len(exchanged) == 1 else ref.colours * 4
    cards = [f"{colour}{number}" for colour, number in zip(colours, drawn["CARDS"], strict=False)]
    assert len(cards) == len(drawn["CARDS"])
    return [*reversed(top_first), *cards, *(COLOURS[die] for die in drawn["DICE"])]


def written(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def as_rounds(ref: Referee, starts: Sequence[int | str | None]) -> list[dict[str, Any]]:
    """All rounds, the running one as far as it has come, with these first fields."""
    found = []
    for past in ref.history:
        one = {
            "dice": " ".join(past["dice"]),
            "tokens": past["token"],
            "starts": [first for first, _ in past["range"]],
            "results": past["result"],
        }
        if any(past["exchange"]):
            one["exchanges"] = [f"{card[0]}{card[1]}" if card else "" for card in past["exchange"]]
        found.append(one)
    if len(ref.history) < ref.round:
        found.append({"dice": " ".join(ref.dice)})
        if any(size is not None for size in ref.token):
            found[-1]["tokens"] = ref.token
        if any(start is not None for start in starts):
            found[-1]["starts"] = list(starts)
    return found


def as_position(ref: Referee, order: list[int], watcher: int | None) -> dict[str, Any]:
    """The position, or the view of a seat or SPECTATOR, as the notation should tell it."""
    if ref.phase == "deal":
        return {"phase": "deal"}
    seen: Any = vars(ref) if watcher is None else ref.view(None if watcher == SPECTATOR else watcher)
    actors, seats = ref.actors(), range(ref.seats)
    starts = [
        "?" if seen["start"][p] is None and ref.phase == "place" and p not in actors else seen["start"][p]
        for p in seats
    ]
    racks = [seen["racks"][i] or dict.fromkeys(ref.colours, "?") for i in range(4)]
    found = {
        "phase": ref.phase,
        "track": {str(place): pawns for place, pawns in seen["track"].items()},
        "order": order,
        "racks": [" ".join(f"{colour}{number}" for colour, number in rack.items()) for rack in racks],
        "rounds": as_rounds(ref, starts),
    }
    if ref.phase in LATE:
        unknown = {p: "writing?" if p in actors else ["?"] * len(ref.colours) for p in seats}
        guesses = seen["guesses"]
        found["guesses"] = [unknown[p] if guesses[p] is None else [*map(written, guesses[p])] for p in seats]
    return found


def compare(s: State, ref: Referee, order: list[int]) -> dict[int, list[str]]:
    """What both tell must be the same, in truth and to everybody; returns what every seat may do."""
    rules, out = cast(Any, SZACUNKI.rules), [0] * ACTIONS
    mask = rules.actors(s)
    assert {"table" if seat == TABLE else seat for seat in range(TABLE + 1) if mask >> seat & 1} == ref.actors()
    assert (write_position(s), s.round) == (as_position(ref, order, None), ref.round)
    assert [stack.stack for stack in s.colour[: len(ref.colours)]] == [ref.stack(colour) for colour in ref.colours]
    assert unseen(s) == [*ref.unseen.values()]
    for watcher in range(SPECTATOR, s.seats):
        compare_view(s, ref, order, watcher)
    legal = {}
    for seat in range(s.seats):
        actions = out[: rules.legal(s, seat, out)]
        assert all(a < b for a, b in pairwise(actions))
        legal[seat] = ref.legal(seat)
        assert [text_of(action) for action in actions] == legal[seat]
    if ref.phase != "deal":
        result = [[0, 0] for _ in range(s.seats)]
        rules.score(s, result)
        assert [*map(tuple, result)] == [*zip(ref.scores(), ref.ranks(), strict=True)]
    return legal


def unseen(s: State) -> list[list[int]]:
    colours = [s.colour[c].unseen for c in range(s.option.colours)]
    assert all(set(row) <= {0, 1} for row in colours)
    return [[number for number, there in enumerate(row) if there] for row in colours]


def compare_view(s: State, ref: Referee, order: list[int], watcher: int) -> None:
    v = SZACUNKI.record.blank()
    SZACUNKI.rules.hide(s, watcher, v)
    assert write_position(v) == as_position(ref, order, watcher), watcher
    assert (v.waiting, v.round, v.step) == (s.waiting, s.round, s.step)
    assert [colour.stack for colour in v.colour] == [colour.stack for colour in s.colour]
    if ref.phase in ("deal", "score", "over"):
        assert unseen(v) == unseen(s)
    elif watcher != SPECTATOR:
        assert unseen(v) == [ref.candidates(watcher, colour) for colour in ref.colours]
    else:
        racks = [rack for p, rack in enumerate(ref.racks) if p < ref.seats]
        hidden = [sorted([*ref.unseen[c], *(rack[c] for rack in racks)]) for c in ref.colours]
        assert unseen(v) == hidden


class Mood:
    """How decisions of one match are drawn."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.sharp, self.clever = luck.choice(SHARP), luck.choice(CLEVER)

    def choose(self, ref: Referee, seat: int, texts: list[str]) -> str:
        size = ref.token[seat]
        if ref.phase == "place" and size is not None and self.luck.random() < abs(self.sharp):
            total, right = ref.total(seat), self.sharp > 0
            return self.luck.choice([text for text in texts if (0 <= total - int(text[6:]) < size) == right])
        if ref.phase == "guess":
            amount = self.luck.choice((0, 1, 1, 2, 2, 3))
            texts = [text for text in texts if text != "guess -" and len(text.split()) == 1 + amount] or texts[:1]
            card = ref.racks[seat][ref.colours[len(ref.guesses[seat])]]
            if amount and self.luck.random() < self.clever:
                texts = [text for text in texts if str(card) in text]
        return self.luck.choice(texts)


def play_both(
    seats: int, colours: int, seed: str, sharp: float | None = None
) -> Iterator[tuple[State, Referee, Counter[str]]]:
    """One random match: the engine draws, decisions are drawn, the referee follows; every state, and what was met.

    With a mood given only the states that ``moments`` looks at are compared.
    """
    luck, rules, met = Random(seed), cast(Any, SZACUNKI.rules), Counter[str](matches=1)
    mood, chance = Mood(luck), Recorder(Fast(luck.getrandbits(60)))
    mood.sharp = mood.sharp if sharp is None else sharp
    s = SZACUNKI.setup(seats, colours=colours).blank()
    rules.deal(s, chance)
    ref: Referee = Swift(seats, colours=colours)
    order: list[int] = []
    while True:
        if ref.phase not in ("guess", "score"):  # until the points are counted the engine keeps the last round's
            order = ref.order
        compared = sharp is None or ref.phase in ("roll", "exchange")
        legal = compare(s, ref, order) if compared else {seat: ref.legal(seat) for seat in range(seats)}
        met[ref.phase] += 1
        yield s, ref, met
        if ref.phase == "over":
            return
        chance.draws.clear()
        phase, actor = ref.phase, luck.choice(sorted(ref.actors(), key=str))
        if actor == "table":
            text = "go on"
            rules.apply(s, TABLE, GO_ON, chance)
        else:
            text = mood.choose(ref, int(actor), legal[int(actor)])
            rules.apply(s, actor, SZACUNKI.notation.read_action(s, int(actor), text), chance)
        note(ref, actor, text, met)
        ref.play(actor, text, told(ref, text, chance.draws))
        note_after(phase, ref, met)
        met["steps"] += 1


def note(ref: Referee, actor: int | str, text: str, met: Counter[str]) -> None:
    """What is met in this step, before it is made."""
    verb, *rest = text.split()
    if verb in ("keep", "turn"):
        met["keep" if verb == "keep" else "turned"] += 1
    elif verb == "exchange":
        met["exchange in the last round"] += ref.round == ref.rounds
        met["a stack is empty"] += any(ref.stack(colour) == 0 for colour in ref.colours)
        met["an own card is exchanged again"] += (rest[0], actor) in [(c, seat) for c, _, seat, _ in ref.discards]
    elif verb == "guess" and isinstance(actor, int):
        card = ref.racks[actor][ref.colours[len(ref.guesses[actor])]]
        met["blank" if rest == ["-"] else f"{'guessed' if str(card) in rest else 'wrong'} with {len(rest)}"] += 1


def note_after(phase: str, ref: Referee, met: Counter[str]) -> None:
    if phase == "roll":
        grey = sum(die not in ref.colours for die in ref.dice)
        met[f"{grey} grey"] += 1
    elif phase == "check":
        past = ref.history[-1]
        met[("three", "two", "no")[len(set(past["dice"])) - 1] + " equal dice"] += 1
        for result, size in zip(past["result"], past["token"], strict=True):
            met[result] += 1
            met["right by a token of 1"] += (result, size) == ("correct", 1)
        met["no cards left"] += set(past["result"]) != {"correct"} and not any(map(ref.stack, ref.colours))
        met["two pawns on a field"] += any(len(pawns) > 1 for place, pawns in ref.track.items() if place)
    elif phase == "score":
        met["behind the start"] += min(ref.track) < 0
        met["a tie on the last field"] += len(ref.track[max(ref.track)]) > 1


@pytest.mark.slow
@pytest.mark.usefixtures("uncopied")
@pytest.mark.parametrize(("seats", "colours"), SET_UPS)
def test_random_matches_go_step_by_step_as_the_referee_says(seats: int, colours: int, full: bool) -> None:
    """Phase, actors, legal texts, racks, track, order, all rounds, guesses, scores, and what everybody sees."""
    met: Counter[str] = Counter()
    for number in MATCHES[seats, colours] if full else MATCHES[seats, colours][-3:]:
        *_, (_, _, found) = play_both(seats, colours, f"{seats} {colours} {number}")
        met.update(found)
    wanted = (USUAL | (GREY | {"grey"} if colours == 5 else set())) - (set() if full else SELDOM)
    assert not [what for what in sorted(wanted) if not met[what]]


# What a seat can know of its own rack


def own_rack(s: State, seat: int) -> Rack:
    return tuple(card - 1 for card in s.rack[seat].card if card)


def moments(seats: int, colours: int, matches: int, seed: str) -> Iterator[tuple[State, Referee, int]]:
    """Moments of random matches, with a seat, whenever something was announced or exchanged."""
    for number in range(matches):
        sharp = WORSE[number % len(WORSE)]
        for s, ref, _ in play_both(seats, colours, f"{seed} {seats} {colours} {number}", sharp):
            if ref.phase in ("roll", "exchange"):
                yield s, ref, (ref.round + number) % seats


@pytest.mark.slow
@pytest.mark.usefixtures("uncopied")
@pytest.mark.parametrize(("seats", "colours"), SET_UPS)
def test_all_own_racks_that_results_allow_are_found(seats: int, colours: int, full: bool) -> None:
    """SZ-16, SZ-17, SZ-18, R19, R20, R39: exactly the referee's worlds, each once, in ascending order."""
    numbers = Counter[str]()
    for s, ref, seat in moments(seats, colours, 2 if full else 1, "worlds"):
        if prod(len(ref.candidates(seat, colour)) for colour in ref.colours) > 1200:
            if numbers["many"] == 1:
                continue  # the referee is slow
            numbers["many"] += 1
        wanted, hand = sorted(worlds(ref, seat)), np.zeros(6, np.int64)
        facts, number, masks = known(View.of(SZACUNKI, s, seat))
        assert hands(facts, number, masks, colours, hand, -1) == len(wanted)
        places = {*range(0, len(wanted), 1 + len(wanted) // 12), len(wanted) - 1}
        for place in places:
            assert hands(facts, number, masks, colours, hand, place) == place
            assert tuple(hand[:colours].tolist()) == wanted[place]
        assert all(agrees(facts, number, rack) for rack in [(*rack, 0) for rack in wanted[:200]])
        assert own_rack(s, seat) in wanted
        numbers["moments"] += 1
        numbers["few"] += len(wanted) < 30
        numbers["exchanged"] += any(owner == seat for _, _, owner, _ in ref.discards)
    least = (12, 3, 8) if full else (4, 0, 2)
    assert all(numbers[what] > n for what, n in zip(("moments", "few", "exchanged"), least, strict=True)), numbers


@cache
def trying(times: int) -> tiny.Tiny:
    """The game whose seats try that many racks by lot before all are counted."""
    return tiny.tiny(SZACUNKI, {}, TRIES=times)


def imagined(times: int, s: State, seat: int, ways: int) -> dict[Rack, Fraction] | None:
    """With what probability a seat imagines which own rack; None if chance has too many ways."""
    game = trying(times)
    found = imagined_worlds(View.of(game, s, seat), ways)
    if found is None:
        return None
    told = Counter[Rack]()
    for row, weight in found.items():
        told[own_rack(game.record.from_row(iter(row)), seat)] += weight  # type: ignore[assignment]
    return dict(told)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.usefixtures("uncopied")
@pytest.mark.parametrize(("seats", "colours"), SET_UPS)
def test_own_racks_are_imagined_exactly_as_often_as_the_referee_says(seats: int, colours: int, full: bool) -> None:
    """SZ-27: all that are possible are equally likely, whether they are counted or tried by lot first."""
    exact = tried = 0
    counted, by_lot = (5, 2) if full else (2, 1)
    for s, ref, seat in moments(seats, colours, 12, "imagined"):
        choices = prod(len(ref.candidates(seat, colour)) for colour in ref.colours)
        if exact == counted and tried == by_lot:
            break
        if choices > 700:
            continue
        wanted = worlds(ref, seat)
        if len(wanted) < 120 and exact < counted:
            assert imagined(0, s, seat, 1000) == wanted
            exact += 1
        if choices * len(wanted) < 1500 and tried < by_lot:
            assert imagined(1, s, seat, 2000) == wanted
            tried += 1
    assert exact == counted and tried == by_lot


@pytest.mark.usefixtures("uncopied")
@pytest.mark.parametrize(("seats", "colours"), SET_UPS)
def test_own_racks_are_imagined_about_as_often_as_the_referee_says(seats: int, colours: int) -> None:
    """The same by the rules as they are, counted in many imagined worlds."""
    compared = 0
    for s, ref, seat in moments(seats, colours, 6, "sampled"):
        if compared == 1:
            break
        if prod(len(ref.candidates(seat, colour)) for colour in ref.colours) > 1000:
            continue
        wanted = worlds(ref, seat)
        if not 3 < len(wanted) < 25:
            continue
        found, chance, times = Counter[Rack](), Fast(compared), 40 * len(wanted)
        for _ in range(times):
            world = View.of(SZACUNKI, s, seat).record
            SZACUNKI.rules.imagine(world, seat, chance)
            found[own_rack(world, seat)] += 1
        assert set(found) == set(wanted)
        assert all(abs(number - 40) < 5 * sqrt(40) for number in found.values())
        compared += 1
    assert compared == 1


# Tiny decks: seats, colours, faces of a die, numbers, racks, tokens, rounds

Box = tuple[int, int, int, int, int, int, int]


def opened(box: Box) -> tuple[Game, State, Referee]:
    seats, colours, faces, numbers, racks, tokens, rounds = box
    masks = [mask for mask in range(1 << numbers) if mask.bit_count() <= 3]
    game = tiny.tiny(
        SZACUNKI, {}, COLOURS=faces, GREY=colours, NUMBERS=numbers, RACKS=racks, STACK=numbers - 1 - racks,
        TRACK=numbers + 1, SIZES=tokens, ROUNDS=np.array([rounds] * 5), GUESSES=np.array(masks),
    )  # fmt: skip
    s = game.setup(seats).blank()
    s.option.colours = colours
    game.rules.deal(s, Fast(0))
    ref = Referee(
        seats, colours=colours, numbers=numbers, rounds=rounds, racks=racks, tokens=tokens, faces=COLOURS[:faces],
        track_max=numbers,
    )  # fmt: skip
    return game, s, ref


# A box, the plies from the start, and those from one deal on: to the end, to a second round, to the guesses twice
PERFT: list[tuple[Box, int, int]] = [
    ((2, 1, 1, 3, 2, 2, 1), 8, 11),
    ((2, 1, 1, 4, 2, 2, 2), 7, 15),
    ((2, 2, 3, 3, 2, 2, 1), 2, 9),
    ((3, 1, 2, 4, 3, 3, 1), 3, 10),
]


def dealt(game: Game, s: State, ref: Referee) -> State:
    """The deal in which every rack has its own number in all colours and the lowest seat is on top; the referee too."""
    racks, track = range(len(ref.racks)), [*range(ref.seats)]
    cards = [f"{colour}{rack}" for rack in racks for colour in ref.colours]
    ref.play("table", "go on", [*reversed(track), *cards])
    deals = [child for child, _ in tiny.plies(game, s) if child.track[: ref.seats] == track]
    (found,) = [child for child in deals if all(set(own_rack(child, p)) == {p} for p in racks)]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("box", "first", "depth"), PERFT)
def test_perft_of_tiny_decks(box: Box, first: int, depth: int, full: bool) -> None:
    """SZ-03, SZ-11, SZ-12, SZ-13, SZ-20, SZ-31, SZ-38: as many histories of every length as the referee counts."""
    game, s, ref = opened(box)
    assert max(counted_alike(game, s, ref, first)) >= 288
    assert max(counted_alike(game, dealt(game, s, ref), ref, depth if full else depth - 1)) > (1000 if full else 200)


def counted_alike(game: Game, s: State, ref: Referee, depth: int) -> list[int]:
    mine: dict[object, int] = {}
    theirs: dict[object, int] = {}
    numbers = [tiny.perft(game, s, plies, mine) for plies in range(depth + 1)]
    assert numbers == [perft(ref, plies, theirs) for plies in range(depth + 1)]
    return numbers


def exact_play(ref: Referee, seen: dict[object, tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """The exact probability that each seat wins when every choice is by lot."""
    if ref.phase == "over":
        return tuple(Fraction(rank == 1) for rank in ref.ranks())
    at = key(ref)
    if at not in seen:
        parts = [(odds, exact_play(child, seen)) for odds, child in branches(ref)]
        seen[at] = tuple(sum((odds * firsts[p] for odds, firsts in parts), Fraction(0)) for p in range(ref.seats))
    return seen[at]


def test_exact_probabilities_to_win_by_random_play() -> None:
    """SZ-16, SZ-32, SZ-33, SZ-34, SZ-35, SZ-36: equal as fractions, from a deal on."""
    game, s, ref = opened(PERFT[0][0])
    ref.play("table", "go on", [1, 0, "Y0", "Y2"])
    deals = [child for child, _ in tiny.plies(game, s)]
    (dealt,) = [d for d in deals if d.track[:2] == [0, 1] and [own_rack(d, p) for p in (0, 1)] == [(0,), (2,)]]
    found = tiny.exact_play(game, dealt, {})
    assert found == exact_play(ref, {}) and sum(found) == 1
