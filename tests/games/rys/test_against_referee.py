"""The rules against the independent referee: random matches step by step, and perft on tiny decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest

from sprawdzam.engine.chance import Fast, Recorder
from sprawdzam.engine.contract import GO_ON, SPECTATOR, TABLE, State
from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Value
from sprawdzam.games.rys import notation
from sprawdzam.games.rys.notation import write_position
from sprawdzam.games.rys.state import ACTIONS

from .. import tiny
from .referee import Referee, ordered, perft
from .small import Box, few, referee
from .tables import CARDS, MODES, RYS

BOX = ((8,) * 13 + (5,), 13, 6, 13)  # copies, hand, slots, virtual row
SMALL = ((4,) * 12 + (6, 5), 5, 6, 6)
CROWDED = ((3,) * 12 + (8, 5), 4, 2, 5)  # two slots for thirteen 13s and jokers
MATCHES, SMALL_MATCHES, CROWDED_MATCHES = 20, 50, 25  # of each mode: some 900 in all, in full size
SHARE = 4  # one of so many otherwise, but all that are crowded
WATCHED = 0.25  # how often a view is compared as well
BULK = (0.0, 0.0, 0.2, 0.8)  # how likely it is that many cards are played at once
KIND = (0.1, 0.5, 0.9)  # that loot is left, that it is reclaimed
THRIFT = (0.0, 0.5, 0.95)  # that nothing is drawn
FUSES: tuple[tuple[dict[str, Value], dict[str, Any]], ...] = (  # and where the referee has another word for it
    ({}, {}),
    ({}, {}),
    ({}, {}),
    ({"max_turns": 12}, {}),
    ({"max_turns": 30}, {}),
    ({"no_progress_limit": 3}, {}),
    ({"no_progress_limit": "auto"}, {"no_progress_limit": "default"}),
    ({"no_progress_limit": "off"}, {"no_progress_limit": None}),
)
USUAL = {"deal", "play", "loot", "keep", "draw", "refill", "take", "leave", "reclaim", "discard"}
ENDS = {"end A", "fuse of turns", "fuse of progress"}
SELDOM = ENDS | {"end B in offer", "end B in draw", "discard"}  # not in small with all options


class Swift(Referee):
    """The referee without a way back from a step: every step that is handed to it is legal, or the test fails."""

    def play(self, seat: int | str, text: str, chance: Sequence[str] = ()) -> None:
        self.chance = list(chance)
        self._step(text)
        assert not self.chance


@cache
def text_of(action: int) -> str:
    return RYS.notation.write_action(None, 0, action)


def texts(rules: Any, s: State, seat: int, out: list[int]) -> list[str]:
    """Legal texts of the engine; the actions ascend, and each has a text of its own."""
    actions = out[: rules.legal(s, seat, out)]
    found = [text_of(action) for action in actions]
    assert len(set(found)) == len(actions) and all(a < b for a, b in pairwise(actions))
    return found


def layer_text(layer: Sequence[str]) -> str:
    jokers = layer.count("J")
    numbers = len(layer) - jokers
    if not numbers:
        return f"Jx{jokers}"
    return f"{layer[0]}x{numbers}" + (f" +{jokers if jokers > 1 else ''}J" if jokers else "")


def as_position(ref: Referee, watcher: int | None) -> dict[str, Any]:
    """The position, or the view of a seat or SPECTATOR, as the notation should tell it."""
    seen: Any = vars(ref) if watcher is None else ref.view(None if watcher == SPECTATOR else watcher)
    players = []
    for p in range(ref.seats):
        if watcher is None:
            hand = ref.hand[p]
        elif p == watcher:
            hand = seen["hand"]
        else:
            hand = seen["known"][p] + ["?"] * (seen["hand_sizes"][p] - len(seen["known"][p]))
        table = [layer_text(layer) for layer in seen["table"][p]]
        players.append({"hand": " ".join(hand), "known": " ".join(seen["known"][p]), "table": table})
    within = ref.phase not in ("deal", "play", "over")  # of a turn; what follows means nothing when it is over
    virtual = [str(value) for value, number in seen["virtual"].items() for _ in range(number)]
    return {
        "phase": seen["phase"],
        "turn": seen["turn"],
        "turns": seen["turns"],
        "idle": seen["quiet"],
        "compared": ref.seats - 1 - len(seen["queue"]) if within else 0,
        "stole": within and seen["stole"],
        "moved": within and seen["moved"],
        "offered": ref.phase == "offer" or (ref.phase == "refill" and not ref.stole),
        "owed": seen["owed"],
        "pool": [" ".join(group[:1] + ordered(group[1:])) for group in seen["pool"]],
        "discard": " ".join(seen["discard"]),
        **({"virtual": " ".join(virtual)} if ref.duel else {}),
        "players": players,
    }


def counts(cards: Sequence[str]) -> list[int]:
    number = Counter(cards)
    return [number[card] for card in CARDS]


def compare(game: Game, s: State, ref: Referee, watcher: int | None) -> dict[int, list[str]]:
    """What both tell must be the same, in truth and to whoever watches; returns what every seat may do."""
    rules: Any = game.rules
    mask, out = rules.actors(s), [0] * ACTIONS
    waiting = {"table" if seat == TABLE else seat for seat in range(TABLE + 1) if mask >> seat & 1}
    assert waiting == ref.actors()
    assert write_position(s) == as_position(ref, None)
    assert (s.victim, s.left, s.deck) == (0 if ref.victim is None else 1 + ref.victim, len(ref.deck), counts(ref.deck))
    legal = {seat: ref.legal(seat) for seat in range(s.seats)}
    for seat in range(s.seats):
        assert texts(rules, s, seat, out) == legal[seat], seat
        assert s.seat[seat].tabled == sum(map(len, ref.table[seat]))
    result = [[0, 0] for _ in range(s.seats)]
    rules.score(s, result)
    assert [*map(tuple, result)] == [*zip(ref.scores(), ref.ranks(), strict=True)]
    if watcher is not None:
        compare_view(game, s, ref, watcher)
    return legal


def compare_view(game: Game, s: State, ref: Referee, watcher: int) -> None:
    v = game.record.blank()
    game.rules.hide(s, watcher, v)
    assert write_position(v) == as_position(ref, watcher), watcher
    rivals = [p for p in range(s.seats) if p != watcher]
    unseen = [*ref.deck, *(card for p in rivals for card in ref.hand[p])]
    known = counts([card for p in rivals for card in ref.known[p]])
    assert (v.victim, v.left) == (s.victim, s.left)
    assert v.deck == [a - b for a, b in zip(counts(unseen), known, strict=True)]


def play_both(game: Game, box: Box, seats: int, options: dict[str, Value], seed: str) -> Counter[str]:
    """One random match: the engine draws, decisions are drawn, the referee follows; returns what was met."""
    luck, rules, met = Random(seed), cast(Any, game.rules), Counter[str](matches=1)
    bulk, kind, thrift = luck.choice(BULK), luck.choice(KIND), luck.choice(THRIFT)
    fuses, limit = luck.choice(FUSES)
    chance = Recorder(Fast(luck.getrandbits(60)))
    s = game.setup(seats, **options, **fuses).blank()
    rules.deal(s, chance)
    ref = referee(Swift, *box, seats=seats, starter=s.turn, **options, **(fuses | limit))
    legal = compare(game, s, ref, SPECTATOR)
    while ref.phase != "over":
        chance.draws.clear()
        before = ref.phase
        if ref.phase in ("deal", "refill", "restock"):
            actor, text = "table", "go on"
            rules.apply(s, TABLE, GO_ON, chance)
        else:
            (actor,) = ref.actors()
            text = chosen(legal[actor], luck, bulk, kind, thrift)
            rules.apply(s, actor, RYS.notation.read_action(s, actor, text), chance)
        ref.play(actor, text, [CARDS[draw.value] for draw in chance.draws])
        met["steps"] += 1
        note(before, text, ref, met)
        watcher = luck.randrange(SPECTATOR, seats) if luck.random() < WATCHED else None
        legal = compare(game, s, ref, watcher)
    return met


def chosen(texts: list[str], luck: Random, bulk: float, kind: float, thrift: float) -> str:
    """A random action by one's likings: many cards at once, to leave and to reclaim, not to draw."""
    if texts == ["take", "leave"] or texts == ["reclaim", "discard"]:
        return luck.choices(texts, [1 - kind, kind] if texts[0] == "take" else [kind, 1 - kind])[0]
    if texts[-1] == "no draw" and luck.random() < thrift:
        return "no draw"
    if texts[0].startswith("play") and luck.random() < bulk:
        return max(luck.sample(texts, min(6, len(texts))), key=len)
    return luck.choice(texts)


def note(before: str, text: str, ref: Referee, met: Counter[str]) -> None:
    """What was met in this step."""
    met[before] += 1
    if before in ("loot", "keep"):
        met[text] += 1
    groups = [len(group) for group in ref.pool if len(group) > 1]
    met["group"] += bool(groups)
    met["a group of three"] += any(size > 2 for size in groups)
    met["a group on a 13 or joker"] += any(len(group) > 1 and group[0] in ("13", "J") for group in ref.pool)
    if ref.phase == "over":
        if any(not hand for hand in ref.hand):
            met["end A"] += 1
        elif not ref.deck and not any(ref.pool):
            met[f"end B in {before}"] += 1
        else:
            met["fuse of turns" if ref.turns == ref.max_turns else "fuse of progress"] += 1
        met["shared win"] += ref.ranks().count(1) > 1


def of_mode(options: dict[str, Value]) -> set[str]:
    """What is met with these options besides what is met always."""
    basic = {"offer", "end B in offer"} if "basic" in options.values() else set()
    return basic | ({"virtual", "restock", "group"} if "duel_rules" in options else set())


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), MODES)
def test_random_matches_go_step_by_step_as_the_referee_says(seats: int, options: dict[str, Value], full: bool) -> None:
    """Phase, actors, legal texts, hands, layers, pool, known cards, scores, and what one of those who watch sees."""
    met: Counter[str] = Counter()
    for number in range(MATCHES // (1 if full else SHARE)):
        met.update(play_both(RYS, BOX, seats, options, f"{seats} {options} {number}"))
    wanted = (USUAL | {"end A"} | of_mode(options)) - (set() if full else SELDOM)
    assert not [what for what in sorted(wanted) if not met[what]]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), MODES)
def test_random_matches_with_few_cards_go_as_the_referee_says(
    seats: int, options: dict[str, Value], full: bool
) -> None:
    """The same with a box of half the cards: groups, empty decks and fuses come often."""
    met: Counter[str] = Counter()
    for number in range(SMALL_MATCHES // (1 if full else SHARE)):
        met.update(play_both(few(*SMALL), SMALL, seats, options, f"small {seats} {options} {number}"))
    dry = {"end B in draw"} if seats > 3 else set()
    wanted = (USUAL | ENDS | dry | of_mode(options)) - (set() if full else SELDOM)
    assert not [what for what in sorted(wanted) if not met[what]]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["basic", "advanced", "expert"])
def test_random_duels_with_many_groups_go_as_the_referee_says(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """RY-32, RY-33, RY R28, RY R29, RY R30: two slots of the pool, so that groups grow."""
    monkeypatch.setattr(notation, "SLOTS", 2)
    met: Counter[str] = Counter()
    for number in range(CROWDED_MATCHES):
        met.update(play_both(few(*CROWDED), CROWDED, 2, {"duel_rules": level}, f"crowded {level} {number}"))
    wanted = {"a group of three", "a group on a 13 or joker", "restock"}
    assert not [what for what in sorted(wanted) if not met[what]]


PERFT: list[tuple[int, Box, dict[str, Value], int]] = [
    (3, ((4, 3, 1), 2, 1, 0), {"mode": "basic"}, 6),
    (3, ((4, 3, 0, 1), 2, 1, 0), {"mode": "advanced"}, 6),
    (3, ((2, *[0] * 11, 3, 2), 2, 1, 0), {"mode": "expert", "no_progress_limit": 2}, 7),
    (3, ((3, 3, 1), 2, 0, 0), {"mode": "basic", "max_turns": 4}, 6),
    (2, ((2, 1, *[0] * 10, 2, 4), 3, 1, 1), {}, 6),
    (2, ((1, 1, 2, *[0] * 9, 1, 5), 3, 2, 2), {"duel_rules": "expert"}, 4),
]


@pytest.mark.parametrize(("seats", "box", "options", "depth"), PERFT)
def test_perft_of_tiny_decks(seats: int, box: Box, options: dict[str, Value], depth: int, full: bool) -> None:
    """RY-03, RY-05, RY-10, RY-14, RY-30: as many histories of every length as the referee counts."""
    game = few(*box, seats=seats)
    s = game.setup(seats, first_starter=1, **options).blank()
    game.rules.deal(s, Fast(0))
    ref = referee(Referee, *box, seats=seats, starter=1, **options)
    mine: dict[object, int] = {}
    theirs: dict[object, int] = {}
    numbers = []
    for plies in range(depth + 1 if full else depth):
        numbers.append(tiny.perft(game, s, plies, mine, without_knowledge))
        assert numbers[-1] == perft(ref, plies, theirs), plies
    assert min(numbers[:4]) > 0 and max(numbers) > 100


def without_knowledge(s: State) -> object:
    """States that are alike apart from who knows what have the same future."""
    bare = s.copy()
    for me in bare.seat:
        me.known = [0] * len(me.known)
    return tuple(bare.row())
