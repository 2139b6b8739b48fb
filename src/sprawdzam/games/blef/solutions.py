"""Solved rounds for two: how they are made, kept and looked up.

A file has for both players the weights of the ends to choose, and of all that can be done, as whole numbers: in each
history where a round is solved exactly, in each situation where it is played with a short memory. Those of rounds with
one card each are a part of the package, others lie in the user's cache folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from itertools import product
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from sprawdzam.engine.compile import cache_folder
from sprawdzam.engine.contract import State
from sprawdzam.engine.game import Part
from sprawdzam.games.blef import habits, rules
from sprawdzam.games.blef.bids import all_bids
from sprawdzam.games.blef.habits import Habits, memory_of
from sprawdzam.games.blef.rounds import Round, shares
from sprawdzam.games.blef.rules import HAND, Phase

FORMAT = 1  # of the files; one of another format is made anew
MOST = 255  # what a share of 1 is kept as
EXACT = [Round(cards, jokers) for cards in ((1, 1), (1, 2), (2, 1)) for jokers in (False, True)]
LARGE = [
    Round((first, second), jokers)
    for first, second in product(range(1, HAND + 1), repeat=2)
    if first + second > 3
    for jokers in (False, True)
]
"""Histories double with every possible bid: two cards each have 2^24. These are played with a short memory."""
ROUNDS = {game.name: game for game in (*EXACT, *LARGE)}
WALKS = {2: 1000, 3: 120}  # by the cards in play: enough for an exploitability far below 0.005
MEASURING = 3  # how many walks making the file and its best answers take, for a bar

Table = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Solution:
    """Weights of both players of a round, as ``solver`` has them, and what the best answers to them win."""

    round: Round
    choices: tuple[Table, Table]
    tables: tuple[Table, Table]
    best: tuple[float, float]

    def choice(self, player: int, kind: int) -> list[float]:
        """How likely a player with a kind of hand chooses each ends."""
        return shares(self.choices[player][kind :: len(self.round.hands[player].kinds)].tolist())

    def play(self, player: int, hand: int, bids: list[int]) -> dict[int, float]:
        """How likely a player makes each bid after these ones; a check is number -1."""
        last = self.round.bids - 1
        history = sum(1 << (last - bid) for bid in bids)
        bid_rows, check_rows = self.tables[player]
        possible = list(range(bids[-1] + 1 if bids else 0, last + 1))
        weights = [int(bid_rows[(history | 1 << (last - bid)) >> 1, hand]) for bid in possible]
        if bids:
            possible.append(-1)
            weights.append(int(check_rows[history >> 1, hand]))
        return dict(zip(possible, shares(weights), strict=True))


def learn(game: Round, walks: int, tick: Callable[[int], None]) -> Solution:
    """Solves a round; ``tick`` is called after each step, of which there are ``walks + MEASURING``."""
    from sprawdzam.games.blef.learner import Learner, measure

    learner = Learner(game)
    for _ in range(walks):
        learner.walk()
        tick(1)
    ground, averages = learner.ground, learner.policies
    choices = [np.rint(ground.choices(p, averages[p][0]) * MOST).astype(np.uint8) for p in (0, 1)]
    tables = [ground.table(p, np.uint8) for p in (0, 1)]
    for p in (0, 1):
        counts = game.hands[p].counts(False), game.hands[p].counts(game.jokers)
        rival_cards = game.cards[1 - p]
        ground.code.keep_shares(
            p, game.bids, game.total, rival_cards, *counts, averages[p][1], np.float32(MOST), tables[p]
        )
    del learner, averages
    tick(1)
    measured = measure(game, ((choices[0], tables[0]), (choices[1], tables[1])))
    tick(MEASURING - 1)
    return Solution(game, (choices[0], choices[1]), (tables[0], tables[1]), measured.best)


def write(solved: Solution | Habits, file: Path) -> None:
    """At once and whole: somebody may be reading, or the machine may stop."""
    file.parent.mkdir(parents=True, exist_ok=True)
    scratch = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    parts: dict[str, Table] = {"format": np.array(FORMAT), "best": np.array(solved.best)}
    parts |= {f"choices{p}": solved.choices[p] for p in (0, 1)}
    if isinstance(solved, Solution):
        parts |= {f"table{p}": solved.tables[p] for p in (0, 1)}
    else:
        parts |= {"weights": solved.weights, "value": np.array(solved.value)}
        parts |= {"at_most": np.array(solved.at_most or ())}
    try:
        with scratch.open("wb") as out:
            np.savez_compressed(out, **parts)  # type: ignore[arg-type]
        scratch.replace(file)
    finally:
        scratch.unlink(missing_ok=True)


def read(game: Round, file: Path) -> Solution | Habits | None:
    """A solution, unless the file is of another format or round, or broken."""
    try:
        with np.load(file) as kept:
            if int(kept["format"]) != FORMAT:
                return None
            found = _remembered(game, kept) if game in LARGE else _solved(game, kept)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    return found


def _solved(game: Round, kept: Mapping[str, Table]) -> Solution | None:
    first, second = kept["best"].tolist()
    tables = kept["table0"], kept["table1"]
    fits = all(tables[p].shape == (2, game.histories // 2, game.hands[p].size) for p in (0, 1))
    return Solution(game, (kept["choices0"], kept["choices1"]), tables, (first, second)) if fits else None


def _remembered(game: Round, kept: Mapping[str, Table]) -> Habits | None:
    memory = memory_of(game)
    first, second = kept["best"].tolist()
    bounds = kept["at_most"].tolist()
    at_most = (bounds[0], bounds[1]) if bounds else None
    choices, weights = (kept["choices0"], kept["choices1"]), kept["weights"]
    fits = all(choices[p].shape == (game.hands[p].size,) for p in (0, 1)) and len(weights) == memory.graph.play[-1]
    value = float(kept["value"])
    return Habits(memory, choices, weights, value, (first, second), at_most) if fits else None


# --- where they lie ---


def kept_in(game: Round) -> Path:
    """The file of a round in the user's cache folder."""
    return cache_folder() / "solutions" / f"blef-{game.name}.npz"


@cache
def _shipped(game: Round) -> Solution | Habits | None:
    entry = files(__package__).joinpath("solved", f"{game.name}.npz")
    if not entry.is_file():
        return None
    with as_file(entry) as file:
        return read(game, file)


@cache
def _cached(game: Round, stamp: int) -> Solution | Habits | None:
    return read(game, kept_in(game))


def solution(name: str) -> Solution | Habits | None:
    """The solution of a round that is at hand, by the round's name; one that was made since the last question too."""
    game = ROUNDS.get(name)
    if game is None:
        return None
    if (shipped := _shipped(game)) is not None:
        return shipped
    try:
        stamp = kept_in(game).stat().st_mtime_ns
    except OSError:
        return None
    return _cached(game, stamp)


# --- what they say ---


def decides(v: State, seat: int) -> bool:
    """Is there something to choose or to bid for this seat?"""
    if not 0 <= seat < v.seats or v.seat[seat].rank:
        return False
    return bool(v.phase == Phase.CHOOSE or (v.phase == Phase.BID and seat == v.turn))


def playing(v: State) -> Round | None:
    """The round that is played, if two are left; options but for jokers do not change a round for two."""
    left = [p for p in range(v.seats) if rules.in_play(v, p)]
    if len(left) != 2:
        return None
    other = left[left[0] == v.starter]
    return Round((int(v.seat[v.starter].count), int(v.seat[other].count)), bool(v.option.jokers))


# --- the protocol of ``Game.solutions`` ---


def advise(v: State, seat: int) -> Mapping[int, float] | None:
    game = playing(v) if decides(v, seat) else None
    solved = solution(game.name) if game else None
    if solved is None:
        return None
    player = 0 if seat == v.starter else 1
    hands, total = solved.round.hands[player], solved.round.total
    me = v.seat[seat]
    kind = hands.number[tuple(int(me.card[i]) - 1 for i in range(me.count))]
    if v.phase == Phase.CHOOSE:
        return {rules.CHOOSE + ends: share for ends, share in enumerate(solved.choice(player, kind))}
    ends = sum((int(me.end[i]) - 1) << i for i in range(me.count))
    most = rules.MOST
    bids = [int(bid) // most * total + int(bid) % most for bid in all_bids(v)]
    play = solved.play(player, ends * len(hands.kinds) + kind, bids)
    return {rules.CHECK if bid < 0 else bid // total * most + bid % total: share for bid, share in play.items()}


def parts() -> list[Part]:
    return [
        Part(name, {"hands": f"{game.cards[0]}-{game.cards[1]}", "jokers": game.jokers}, _steps(game))
        for name, game in ROUNDS.items()
    ]


def _steps(game: Round) -> int:
    if game in LARGE:
        return habits.WALKS[game.total] + habits.MEASURING
    return WALKS[game.total] + MEASURING


def solve(part: Part, tick: Callable[[int], None]) -> Mapping[str, Any]:
    game = ROUNDS[part.name]
    file = kept_in(game)
    told: dict[str, Any] = {}
    if game in LARGE:
        learnt = habits.learn(memory_of(game), part.steps - habits.MEASURING, MOST, tick)
        write(learnt, file)
        value, best = learnt.value, learnt.best
        if learnt.at_most != best:
            told["at_most"] = round(sum(learnt.at_most) / 2, 6) if learnt.at_most else None
    else:
        solved = learn(game, part.steps - MEASURING, tick)
        write(solved, file)
        value, best = (solved.best[0] - solved.best[1]) / 2, solved.best
    return {
        "value": round(value, 6),
        "exploitability": round(sum(best) / 2, 6),
        **told,
        "unit": "a round won is 1, a round lost is -1; the value is the starter's",
        "file": str(file),
    }
