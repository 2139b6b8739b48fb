"""The rules against the independent referee: random matches step by step, and exact numbers on tiny decks."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any, cast

import pytest

from sprawdzam.engine.chance import Draw, Fast, Recorder
from sprawdzam.engine.contract import GO_ON, SPECTATOR, TABLE, State
from sprawdzam.engine.game import Game
from sprawdzam.games.nerwy.notation import write_position
from sprawdzam.games.nerwy.state import ACTIONS, CARDS, HEARTS

from .. import tiny
from .referee import DECK, HEART, Referee, exact_play, perft
from .small import HALF, Deck, few, opened
from .tables import NERWY, OUTCOMES

NAMES = ("call_window", "direction_reset", "window_after_each", "last_placer_rule")
VALUES = (("race", "commit"), (False, True), (False, True), ("chronological", "row_end"))
VARIANTS = [dict(zip(NAMES, values, strict=True)) for values in product(*VALUES)]
MATCHES = {2: 10, 3: 8, 4: 12, 5: 5, 6: 5}  # of each of the 16 variants: some 1300 with those below, in full size
SMALL_MATCHES = {2: 16, 3: 8, 4: 9, 5: 7, 6: 6}
SHARE = 4  # one of so many otherwise
EAGER = (0.0, 0.02, 0.05, 0.1, 0.15, 0.25)  # how likely it is that somebody calls who may do something else
FOND = (0.0, 0.5, 0.9)  # how likely one of these cards is preferred
LIKED = ("place BIN^", "place PL2^", "place TRAPv")
WATCHED = 0.5  # how often a view is compared as well
LONGEST = (200, 200, 200, 20, 5, 1)
ROUNDS = (1, 1, 2, 3, 5, 100)
SUPPLY = {
    "reshuffle while drawing", "reshuffle by BIN", "reshuffle at the end of a round", "nothing to draw",
    "no card: must call", "two to place, one in hand",
}  # fmt: skip
USUAL = {
    "two-card turn", "PL2 in a two-card turn", "REV up", "counter-clockwise", "BIN on an empty row",
    "BIN on a hidden card", "hidden trap", "the caller's own trap",
    "the last placer's own trap", "enough", "not enough", "call on the own turn",
    "call in a window", "call in the middle of a two-card turn", "call on an emptied row", "nobody's card is last",
    "other last placer", "nerves fail", "nerves fail without composure", "fuse of placements", "fuse of rounds",
    "three composure", "shared win",
}  # fmt: skip
SELDOM = {"call in the middle of a two-card turn", "other last placer", "two to place, one in hand"}  # not in small
RARE = {"BIN on an own hidden card", "two hidden traps", "call against oneself", "three nerves"}  # with many seats


@cache
def text_of(action: int) -> str:
    return NERWY.notation.write_action(None, 0, action)


def texts(rules: Any, s: State, seat: int, out: list[int]) -> list[str]:
    """Legal texts of the engine; the actions ascend, and each has a text of its own."""
    actions = out[: rules.legal(s, seat, out)]
    found = [text_of(action) for action in actions]
    assert len(set(found)) == len(actions) and all(a < b for a, b in pairwise(actions))
    return sorted(found)


def told(draws: list[Draw]) -> list[str]:
    """Chance in the referee's words."""
    return [OUTCOMES[draw.zone.name.lower()][draw.value] for draw in draws]


def entry(card: str, down: bool, owner: int) -> str:
    return f"{owner} {'?' if card == HEART else card}{'v' if down else '' if card[0] == 'D' else '^'}"


def as_position(ref: Referee, seat: int | None, drawn: int) -> dict[str, Any]:
    """The position, or the view of a seat or SPECTATOR, as the notation should tell it; what lies together sorted."""
    seen = ref.view(None if seat in (None, SPECTATOR) else seat)
    if seat is None:
        seen |= {"hands": ref.hands, "row": ref.row, "binned": ref.binned, "answers": ref.answers}
    players = []
    for p in range(ref.seats):
        hand = sorted("?" if card == HEART else card for card in seen["hands"][p])
        player = {"tokens": f"{ref.composure[p]}C{ref.nerves[p]}N", "hand": hand}
        if ref.call_window == "commit" and p in seen["answers"]:
            player["answer"] = seen["answers"][p]
        players.append(player)
    asked = [p for p in range(ref.seats) if p != ref.turn and p not in ref.answers]
    return {
        "phase": ref.phase,
        **({"waiting": asked} if ref.phase == "window" else {}),
        "round": seen["round"],
        "starter": seen["starter"],
        "turn": ref.starter if ref.turn is None else seen["turn"],  # means nothing before the deal and at the end
        "direction": "cw" if seen["direction"] == 1 else "ccw",
        "last_placer": seen["last_placer"],
        "must_place": 0 if ref.phase == "deal" else seen["must_place"],
        "placed": seen["placed"],
        "pending2": seen["pending2"],
        "placements": seen["placements"],
        "caller": seen["caller"],
        "row": [entry(*card) for card in seen["row"]],
        "top": seen["top"] or "none",
        "drawn": drawn,
        "discard": seen["discard"],
        "binned": [f"{owner} {card}" for owner, card in seen["binned"]],
        "players": players,
    }


def position(s: State) -> dict[str, Any]:
    found = write_position(s)
    found["discard"].sort()
    found["binned"].sort()
    for player in found["players"]:
        player["hand"].sort()
    return found


def compare(rules: Any, s: State, ref: Referee, drawn: int, watcher: int | None) -> dict[int, list[str]]:
    """What both tell must be the same, in truth and to whoever watches; returns what every seat may do."""
    mask, out = rules.actors(s), [0] * ACTIONS
    waiting = {"table" if seat == TABLE else seat for seat in range(TABLE + 1) if mask >> seat & 1}
    assert waiting == ref.actors()
    assert position(s) == as_position(ref, None, drawn)
    pile = Counter(ref.pile)
    assert s.left == len(ref.pile) and s.hearts == [pile[card] for card in CARDS[:HEARTS]]
    assert s.backs == [sum(s.hearts), *(pile[card] for card in CARDS[HEARTS:])]
    legal = {seat: ref.legal(seat) for seat in range(s.seats)}
    for seat in range(s.seats):
        assert texts(rules, s, seat, out) == sorted(legal[seat]), seat
    if watcher is not None:
        compare_view(rules, s, ref, drawn, watcher)
    if ref.phase == "reveal":
        total, composure, _, right = ref.outcome()
        assert (rules.value(s), rules.gainer(s)) == (total, right)
        assert rules.trappers(s) | 1 << right == sum(1 << p for p in range(s.seats) if composure[p])
    elif ref.phase == "over":
        result = [[0, 0] for _ in range(s.seats)]
        rules.score(s, result)
        assert [*map(tuple, result)] == [*zip(ref.composure, ref.ranks(), strict=True)]
    return legal


def compare_view(rules: Any, s: State, ref: Referee, drawn: int, watcher: int) -> None:
    v = NERWY.record.blank()
    rules.hide(s, watcher, v)
    assert position(v) == as_position(ref, watcher, drawn), watcher
    assert (v.left, v.backs) == (s.left, s.backs)
    mine = [card for hand in ref.hands if hand is not ref.hands[watcher] or watcher == SPECTATOR for card in hand]
    mine += [card for card, down, owner in ref.row if down and owner != watcher and ref.phase != "reveal"]
    mine += [card for owner, card in ref.binned if owner != watcher]
    unseen = Counter([*mine, *ref.pile])
    assert v.hearts == [unseen[card] for card in CARDS[:HEARTS]]


def play_both(game: Game, deck: dict[str, int], seats: int, options: dict[str, Any], seed: str) -> Counter[str]:
    """One random match: the engine draws, decisions are drawn, the referee follows; returns what was met."""
    luck, rules, met = Random(seed), cast(Any, game.rules), Counter[str](matches=1)
    eager, fond = luck.choice(EAGER), luck.choice(FOND)
    fuses = {"max_placements": luck.choice(LONGEST), "max_rounds": luck.choice(ROUNDS) if eager else 1}
    chance = Recorder(Fast(luck.getrandbits(60)))
    s = game.setup(seats, **options, **fuses).blank()
    rules.deal(s, chance)
    ref = Referee(seats, starter=s.starter, deck=deck, **options, **fuses)
    drawn = 0
    legal = compare(rules, s, ref, drawn, SPECTATOR)
    while ref.phase != "over":
        before, held = ref.copy(), sum(map(len, ref.hands))
        chance.draws.clear()
        actor: int | str = "table"
        text = "go on"
        if ref.phase in ("deal", "draw", "reveal"):
            rules.apply(s, TABLE, GO_ON, chance)
        else:
            actor = luck.choice([p for p in range(seats) if legal[p]])
            text = luck.choice([text for text in legal[actor] if text != "call"] or ["call"])
            liked = [text for text in legal[actor] if text in LIKED]
            if "call" in legal[actor] and luck.random() < eager:
                text = "call"
            elif liked and luck.random() < fond:
                text = luck.choice(liked)
            rules.apply(s, actor, NERWY.notation.read_action(s, actor, text), chance)
        ref.play(actor, text, told(chance.draws))
        if actor == "table":
            drawn += sum(map(len, ref.hands)) - held
        met["steps"] += 1
        note(before, actor, text, ref, met)
        watcher = luck.randrange(SPECTATOR, seats) if luck.random() < WATCHED else None
        legal = compare(rules, s, ref, drawn, watcher)
    return met


def note(before: Referee, actor: int | str, text: str, ref: Referee, met: Counter[str]) -> None:
    """What was met in this step."""
    drawn = sum(map(len, ref.hands)) - sum(map(len, before.hands))
    shuffled = len(ref.pile) > len(before.pile) - max(0, drawn)
    if before.phase == "draw":
        met["reshuffle while drawing"] += shuffled
        met["nothing to draw"] += len(ref.hands[before.turn or 0]) < 3
    elif before.phase == "reveal":
        met["reshuffle at the end of a round"] += shuffled
        _note_result(before, ref, met)
    elif text == "call":
        met["call on the own turn" if before.phase == "turn" else "call in a window"] += 1
        met["call on an emptied row"] += not before.row
        met["no card: must call"] += before.phase == "turn" and not before.hands[before.turn or 0]
        met["fuse of placements"] += before.phase == "turn" and len(before.legal(actor)) == 1
        met["call in the middle of a two-card turn"] += before.phase == "window" and before._more_to_place()
        met["simultaneous calls"] += "call" in before.answers.values()
    elif text.startswith("place"):
        _note_card(before, text, ref, met)
        met["reshuffle by BIN"] += text == "place BIN^" and shuffled


def _note_card(before: Referee, text: str, ref: Referee, met: Counter[str]) -> None:
    met["two-card turn"] += before.placed == 1
    met["two to place, one in hand"] += before.must_place == 2 and ref.placed == 1 and not ref.hands[before.turn or 0]
    met["PL2 in a two-card turn"] += text == "place PL2^" and before.must_place == 2
    met["REV up"] += text == "place REV^"
    met["counter-clockwise"] += before.direction == -1
    if text == "place BIN^":
        met["BIN on an empty row"] += not before.row
        hidden = [owner for _, down, owner in before.row[-1:] if down]
        met["BIN on a hidden card"] += bool(hidden)
        met["BIN on an own hidden card"] += hidden == [before.turn]


def _note_result(before: Referee, ref: Referee, met: Counter[str]) -> None:
    total, _, nerves, right = before.outcome()
    traps = [owner for card, down, owner in before.row if card == "TRAP" and down]
    last = before.row[-1][2] if before.row else None
    met["enough" if total >= 17 else "not enough"] += 1
    met["hidden trap"] += bool(traps)
    met["two hidden traps"] += len(traps) == 2
    met["the caller's own trap"] += before.caller in traps
    met["the last placer's own trap"] += before.last_placer in traps
    met["nobody's card is last"] += last is None
    met["call against oneself"] += before.last_placer_rule == "row_end" and last == before.caller
    met["other last placer"] += last not in (None, before.last_placer)
    for p in range(ref.seats):
        sum_of = before.nerves[p] + nerves[p]
        met["three nerves"] += sum_of == 3
        if sum_of >= 2:
            met["nerves fail" if ref.composure[p] < before.composure[p] + (p == right) else
                "nerves fail without composure"] += 1  # fmt: skip
    if ref.phase == "over":
        met["three composure" if max(ref.composure) == 3 else "fuse of rounds"] += 1
        met["shared win"] += ref.ranks().count(1) > 1


@pytest.mark.slow
@pytest.mark.parametrize("seats", MATCHES)
def test_random_matches_go_step_by_step_as_the_referee_says(seats: int, full: bool) -> None:
    """Phase, actors, legal texts, hands, row, pile, discard, tokens, answers, and what one of those who watch sees."""
    met: Counter[str] = Counter()
    for number, options in product(range(MATCHES[seats] // (1 if full else SHARE)), VARIANTS):
        met.update(play_both(NERWY, DECK, seats, options, f"{seats} {options} {number}"))
    wanted = (USUAL | (RARE if seats < 5 else set())) if full else USUAL - SELDOM
    wanted |= {"simultaneous calls"} if seats > 2 else set()
    assert not [what for what in sorted(wanted) if not met[what]]


@pytest.mark.slow
@pytest.mark.parametrize("seats", SMALL_MATCHES)
def test_random_matches_with_few_cards_go_as_the_referee_says(seats: int, full: bool) -> None:
    """NE-15, NE R6, NE R7: the supply fails and comes back in every way."""
    met: Counter[str] = Counter()
    for number, options in product(range(SMALL_MATCHES[seats] // (1 if full else SHARE)), VARIANTS):
        met.update(play_both(few(HALF), HALF, seats, options, f"small {seats} {options} {number}"))
    assert not [what for what in sorted(SUPPLY if full else SUPPLY - SELDOM) if not met[what]]


# Tiny decks: cards, hand size, options

PERFT: list[tuple[int, Deck, int, dict[str, Any], int]] = [
    (2, {"S1": 1, "D5": 3, "PL2": 1, "BIN": 2, "TRAP": 1}, 2, {}, 5),
    (2, {"S1": 2, "D5": 3, "PL2": 2, "BIN": 1}, 2, {"window_after_each": True}, 6),
    (3, {"S2": 1, "D5": 3, "REV": 2, "BIN": 1}, 1, {"call_window": "commit"}, 8),
    (3, {"D4": 3, "PL2": 1, "BIN": 3}, 2, {"last_placer_rule": "row_end"}, 6),
    (4, {"D1": 2, "D5": 3, "REV": 1, "PL2": 1}, 1, {"direction_reset": True, "max_placements": 2}, 6),
]


@pytest.mark.parametrize(("seats", "deck", "hand", "options", "depth"), PERFT)
def test_perft_of_tiny_decks(
    seats: int, deck: Deck, hand: int, options: dict[str, Any], depth: int, full: bool
) -> None:
    """NE-05, NE-06, NE-08, NE-10, NE-13: as many histories of every length as the referee counts."""
    game, s, ref = opened(deck, seats, hand, 1, **options)
    mine: dict[object, int] = {}
    theirs: dict[object, int] = {}
    numbers = []
    for plies_made in range(depth + 1 if full else depth):
        numbers.append(tiny.perft(game, s, plies_made, mine))
        assert numbers[-1] == perft(ref, plies_made, theirs), plies_made
    assert numbers == sorted(numbers) and numbers[-1] > (500 if full else 200)


EXACT = [
    pytest.param(2, {"D5": 4, "S2": 1, "TRAP": 1}, 1, {"max_rounds": 1}, marks=pytest.mark.full),
    (2, {"D5": 3, "TRAP": 1, "BIN": 1, "PL2": 1}, 1, {"max_rounds": 1, "max_placements": 3, "call_window": "commit"}),
    (2, {"D5": 2, "S2": 1, "TRAP": 1}, 1, {"max_rounds": 2}),
    (3, {"D5": 4, "D2": 1, "TRAP": 1}, 1, {"max_rounds": 1}),
]


@pytest.mark.parametrize(("seats", "deck", "hand", "options"), EXACT)
def test_exact_probabilities_to_win_by_random_play(seats: int, deck: Deck, hand: int, options: dict[str, Any]) -> None:
    """NE-20, NE-21, NE-22, NE-33, NE-36, NE-37, NE-41: equal as fractions."""
    game, s, ref = opened(deck, seats, hand, 1, **options)
    seen: dict[object, Any] = {}
    found = tiny.exact_play(game, s, seen)
    assert found == exact_play(ref)
    assert sum(found) >= 1
