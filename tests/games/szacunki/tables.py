"""Tables laid ready for the tests of szacunki, and short ways to play on them.

A rack is written as its numbers in the order of the colours, ``703251`` for Y7 G0 B3 R2 P5 S1. What a seat does in a
round is written ``7@9:higher:Y2``: the token of size 7 from field 9 on, its result, and the card exchanged for it; a
round that is not over is told as far as it has come (``7@9``, ``7``, ``-``). A track is written ``0:AB 3:CD``, every
stack from bottom to top, with seat 0 as A.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import sprawdzam
from sprawdzam import SPECTATOR, Match, View
from sprawdzam.engine.chance import Fast, Keyed, Script, Source
from sprawdzam.engine.options import Value
from sprawdzam.games import find
from sprawdzam.games.szacunki.deduce import facts_of, numbers_of

from ..refusals import refused as refused

SZACUNKI = find("szacunki")
# What the box says (section 1 of the rules), not what the package says.
COLOURS = "YGBRPS"
POINTS = {1: 7, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2, 7: 1}
ROUNDS = {2: 10, 3: 9, 4: 8}
RACKS = ("703251", "214063", "045726", "536417")
LATE = ("exchange", "guess", "score", "over")  # phases in which this round's points are on the track


def script(dice: str = "", cards: str = "", pawns: Sequence[int] = ()) -> Script:
    """Chance that lets these dice and cards come, as many rolls and draws as there are letters and numbers."""
    rolled = [COLOURS.index(letter) for letter in dice.replace(" ", "")]
    laid = {"pawns": list(pawns), "cards": [int(n) for n in cards.replace(" ", "")], "dice": rolled}
    return Script(laid, SZACUNKI.notation.OUTCOMES)


def dealt(
    seats: int = 4,
    racks: Sequence[str] = RACKS,
    *,
    order: str = "",
    dice: str = "YGB",
    cards: str = "",
    auto: bool = True,
    **options: Value,
) -> Match:
    """A new match with these racks, ``order`` from the top of the stack of pawns; then these dice and cards come."""
    left = list(range(seats))
    pawns = []
    for letter in order or "ABCD"[:seats]:
        pawns.append(left.index("ABCD".index(letter)))
        left.pop(pawns[-1])
    kept = "".join(rack[: int(options.get("colours", 6))] for rack in racks)
    setup = sprawdzam.game("szacunki", seats, **options)
    return setup.start(chance=script(dice, kept + cards, pawns), auto=auto)


def turn_of(dice: str, told: str) -> dict[str, Any]:
    """A round as a position tells it."""
    parts = [[*text.split(":"), "", ""][:3] for text in told.split()]
    laid = [[*part[0].split("@"), ""][:2] for part in parts]
    found: dict[str, Any] = {
        "tokens": [int(size) if size.isdecimal() else None for size, _ in laid],
        "starts": [int(start) if start.isdecimal() else start or None for _, start in laid],
        "results": [part[1] for part in parts],
        "exchanges": [part[2] for part in parts],
    }
    return {"dice": dice, **{name: row for name, row in found.items() if any(value not in (None, "") for value in row)}}


def hits(*sizes: str, dice: str = "Y G B", racks: Sequence[str] = RACKS) -> list[dict[str, Any]]:
    """Rounds in which everybody is right, with tokens of these sizes by seat: ``7654``."""
    rounds = []
    for row in sizes:
        totals = [total(rack, dice) for rack in racks]
        told = [f"{size}@{min(totals[p], 22 - int(size))}:correct" for p, size in enumerate(row)]
        rounds.append(turn_of(dice, " ".join(told)))
    return rounds


def total(rack: str, dice: str) -> int:
    """The true sum of a rack."""
    return sum(int(rack[COLOURS.index(die)]) for die in dice.split())


def replayed(seats: int, rounds: Sequence[dict[str, Any]]) -> dict[str, list[int]]:
    """How the pawns stand after these rounds, seat 0 having begun on top."""
    stacks = {"0": [*reversed(range(seats))]}
    for found in rounds:
        for p in track_order(stacks):
            if found.get("results", [""] * seats)[p] == "correct":
                field = next(field for field in stacks if p in stacks[field])
                stacks[field].remove(p)
                stacks.setdefault(str(int(field) + POINTS[found["tokens"][p]]), []).append(p)
    return {field: stacks[field] for field in sorted(stacks, key=int) if stacks[field]}


def read_track(text: str) -> dict[str, list[int]]:
    stacks = [stack.split(":") for stack in text.split()]
    return {field: ["ABCD".index(letter) for letter in letters] for field, letters in stacks}


def standing(
    seats: int = 4,
    racks: Sequence[str] = RACKS,
    *,
    phase: str = "turn",
    dice: str = "Y G B",
    now: str = "",
    past: Sequence[dict[str, Any]] = (),
    track: str = "",
    order: str = "",
    guesses: Sequence[Any] = (),
    **options: Value,
) -> dict[str, Any]:
    """A position; pawns stand as if all had begun with the lowest seat on top unless ``track`` says something else."""
    rounds = [*past, turn_of("" if phase == "roll" else dice, now)] if dice else list(past)
    colours = int(options.get("colours", 6))
    stacks = read_track(track) or replayed(seats, rounds)
    seen = track_order(replayed(seats, rounds[:-1]) if phase in LATE else stacks)
    texts = [" ".join(c + n for c, n in zip(COLOURS[:colours], rack, strict=False)) for rack in racks]
    return {
        "game": "szacunki",
        "rules": 1,
        "seats": seats,
        "options": options,
        "phase": phase,
        "track": stacks,
        "order": ["ABCD".index(letter) for letter in order] or seen,
        "racks": texts,
        "rounds": rounds,
        **({"guesses": list(guesses) or [[] for _ in range(seats)]} if phase in LATE[1:] else {}),
    }


def track_order(stacks: dict[str, list[int]]) -> list[int]:
    """From the last pawn to the first (SZ-07)."""
    return [p for field in sorted(stacks, key=int) for p in reversed(stacks[field])]


def at(*args: Any, chance: Source | None = None, draws: str = "", roll: str = "", **rest: Any) -> Match:
    """A match that goes on from ``standing``; ``roll`` and ``draws`` are the dice and cards that will come."""
    laid = script(roll, draws) if roll or draws else chance or Keyed.from_seed(0)
    return sprawdzam.position(standing(*args, **rest), chance=laid)


def say(match: Match, *actions: str) -> Match:
    """Plays ``A keep``, or ``keep`` for the only one who is asked."""
    for text in actions:
        letter, _, action = text.partition(" ")
        if len(letter) == 1 and letter in "ABCD":
            match.play("ABCD".index(letter), action)
        else:
            match.play(actor(match), text)
    return match


def picks(match: Match, sizes: str) -> Match:
    """Everybody takes a token, in the order of the round; the sizes stand by seat."""
    while phase(match) == "pick":
        match.play(actor(match), f"pick {sizes[actor(match)]}")
    return match


def places(match: Match, *starts: int) -> Match:
    """Everybody places, the first fields stand by seat."""
    for seat, start in enumerate(starts):
        match.play(seat, f"place {start}")
    return match


def checked(told: str, *args: Any, **rest: Any) -> Match:
    """A round in which all but the last seat have placed: the last one does so, and it is settled."""
    *others, last = told.split()
    size, start = last.split("@")
    match = at(*args, phase="place", now=" ".join([*others, size]), **rest)
    match.play(len(others), f"place {start}")
    return match


def estimate(match: Match, plan: str) -> Match:
    """Plays a round up to its exchanges. A plan names by seat the size of a token to be right with, or ``x7`` to miss.

    Grey dice are set to yellow, and nobody turns a die.
    """
    tokens = plan.split()
    while phase(match) == "grey":
        say(match, "set Y")
    say(match, "keep")
    picks(match, "".join(token[-1] for token in tokens))
    letters, racks = dice(match), racks_of(match)
    for seat, token in enumerate(tokens):
        size, real = int(token[-1]), total(racks[seat], letters)
        wrong = 0 if real >= size else real + 1
        match.play(seat, f"place {wrong if token[0] == 'x' else min(real, 22 - size)}")
    return match


def drive(match: Match, *plans: str, swaps: str = "") -> Match:
    """Plays whole rounds by plan; whoever missed exchanges the next of ``swaps``, or the first colour with cards."""
    left = list(swaps)
    for plan in plans:
        estimate(match, plan)
        while phase(match) == "exchange":
            say(match, f"exchange {left.pop(0)}" if left else match.view(actor(match)).choices[0])
    return match


def guess(match: Match, seat: int, *texts: str) -> Match:
    for text in texts:
        match.play(seat, f"guess {text}")
    return match


def guesses_for(rack: str, written: str) -> list[str]:
    """What a seat writes for every colour: that many numbers, the right one among them; ``x`` a wrong one, ``-``."""
    texts = []
    for card, how in zip(map(int, rack), written, strict=True):
        numbers = [(card + 1) % 8] if how == "x" else [] if how == "-" else [(card + i) % 8 for i in range(int(how))]
        texts.append(" ".join(map(str, sorted(numbers))) or "-")
    return texts


def actor(match: Match) -> int:
    (seat,) = match.actors
    return seat


def phase(match: Match) -> str:
    return str(match.position["phase"])


def dice(match: Match) -> str:
    return str(match.position["rounds"][-1]["dice"])


def results(match: Match) -> list[str]:
    """What was announced in the last round that was checked."""
    return next(list(found["results"]) for found in reversed(match.position["rounds"]) if "results" in found)


def track(match: Match) -> str:
    stacks = match.position["track"]
    return " ".join(f"{field}:{''.join('ABCD'[p] for p in stacks[field])}" for field in sorted(stacks, key=int))


def racks_of(match: Match | View) -> list[str]:
    return ["".join(card[1] for card in rack.split()) for rack in match.position["racks"]]


def stacks(view: View | Match) -> list[int]:
    """How many cards of each colour are left to draw."""
    record = view.record if isinstance(view, View) else view.state
    return [int(colour.stack) for colour in record.colour]


def candidates(view: View, colour: str) -> list[int]:
    """The numbers of a colour that a view does not see anywhere (section 5)."""
    return [n for n, unseen in enumerate(view.record.colour[COLOURS.index(colour)].unseen) if unseen]


def worlds(view: View, number: int, seed: int = 1) -> list[list[str]]:
    """All racks in some imagined worlds."""
    chance = Fast(seed)
    found = []
    for _ in range(number):
        world = view.record.copy()
        SZACUNKI.rules.imagine(world, view.seat, chance)
        found.append(["".join(str(card - 1) for card in rack.card if card) for rack in world.rack])
    return found


def known(view: View) -> tuple[Any, int, Any]:
    """What the package knows of the own rack: facts, how many they are, and for each colour the numbers not seen."""
    facts, masks = np.zeros((10, 7), np.int64), np.zeros(6, np.int64)
    numbers_of(view.record, view.seat, masks)
    return facts, facts_of(view.record, view.seat, facts), masks


def watchers(match: Match) -> range:
    """All seats, and a spectator."""
    return range(SPECTATOR, match.setup.seats)
