"""``Scene``: what one recipient sees, for any surface to draw, and the choices as paths of clicks.

A game's ``table.py`` makes it from a view. Pieces carry no identity from the state (it would follow a hidden card
from a hand to a row); ``moves`` compares two successive scenes of one recipient and tells what moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sprawdzam.engine.contract import SPECTATOR, State

P = TypeVar("P")

# Nothing of a scene is ever changed. But the classes are not frozen: that would make them three times as slow to make,
# and making scenes is most of what a busy server does.


@dataclass(unsafe_hash=True, slots=True)
class Piece:
    """A card, die or token. ``face`` is what is printed on it, empty for a back; ``name`` tells it in words."""

    face: str
    name: str
    look: str = ""
    """How it lies: words of the game's style, such as ``chosen`` or ``counts``."""
    second: str = ""
    """The other end of a two-ended card; on a back, what only this recipient knows to be below; what a token brings;
    what was guessed of a card, ``right`` or ``wrong``."""
    owner: int | None = None
    """Whose piece it is, where a zone has pieces of several players."""
    group: int = 0
    """Pieces of one group lie on one another: a layer, the sevens of a hand, a slot of a pool. 0: it lies alone."""


@dataclass(unsafe_hash=True, slots=True)
class Zone:
    """A place with pieces. ``kind`` tells a surface how to lay it out.

    Cards lie in a ``hand``, ``row``, ``pool``, ``pile``, ``rack`` or in ``layers``; ``dice`` and ``tokens`` (as wide as
    their number) are no cards; ``chips`` tell something in one line; on a ``track`` are pawns, each with its field. A
    ``history`` has a group for each round. ``notes`` are a page of numbers that may be one's own, those marked ``out``
    for sure are not: the reader may cross out more, which nobody else learns; beside a ``rack`` there is a page for
    each of its pieces, in their order.
    """

    id: str
    kind: str
    title: str
    pieces: tuple[Piece, ...] = ()
    owner: int | None = None
    note: str = ""


@dataclass(unsafe_hash=True, slots=True)
class Track:
    """An amount against a limit: parts in the order in which they lie, each a word of style and its size."""

    title: str
    parts: tuple[tuple[str, int], ...]
    limit: int
    note: str = ""
    pieces: tuple[tuple[tuple[str, int], int], ...] = ()
    """In a reveal: zone and place of each piece that is added up in the first part, and what it adds, so that the sum
    can grow while they are turned over. The title names that sum as a figure."""


@dataclass(unsafe_hash=True, slots=True)
class Plate:
    """What is written on a player's place."""

    seat: int
    name: str
    facts: tuple[str, ...]
    acts: bool = False
    """The game waits for this seat."""
    out: bool = False
    tracks: tuple[Track, ...] = ()
    """What a player has of something that is counted up to a limit: tokens on their places."""


@dataclass(unsafe_hash=True, slots=True)
class Click:
    """One answer to one question: ``where`` is the question, ``what`` the answer, ``label`` its text."""

    where: str
    what: str
    label: str
    piece: tuple[str, int] | None = None
    """Zone and place of the piece that is clicked; without it the answer is a button."""


@dataclass(unsafe_hash=True, slots=True)
class Ask:
    """A question of a path: its text, and whether the answers are pieces, buttons, or a range of numbers."""

    where: str
    text: str
    kind: str = "buttons"
    span: int = 0
    """Of a range: an answer is the first of so many numbers on a strip; 0: there is no strip."""


@dataclass(unsafe_hash=True, slots=True)
class Choice:
    """Actions applied all or none, and the clicks that lead there.

    ``path`` is a row of groups; the clicks of one group may come in any order.
    """

    path: tuple[tuple[Click, ...], ...]
    actions: tuple[int, ...]
    label: str
    touches: tuple[tuple[str, int], ...] = ()
    loud: bool = False
    """The call of the game, drawn as such and played without asking again."""
    usual: int = 0
    """Once its first step is clicked, the most usual of the choices that are left stands until another is clicked."""
    hits: str = ""
    """What it does to those whose pieces it touches, in a word or two."""


@dataclass(unsafe_hash=True, slots=True)
class Scene:
    """Everything that one recipient sees and may do."""

    seat: int
    title: str
    prompt: str
    plates: tuple[Plate, ...]
    zones: tuple[Zone, ...]
    asks: tuple[Ask, ...] = ()
    choices: tuple[Choice, ...] = ()
    preset: tuple[Click, ...] = ()
    """Answers that stand until another is clicked: cards lie one way up from the start."""
    facts: tuple[str, ...] = ()
    tracks: tuple[Track, ...] = ()
    ranking: tuple[tuple[int, int], ...] = ()
    """Seat and rank, best first, when the match is over."""
    pause: float = 0.0
    """Seconds that a person needs to follow this step of the table."""
    again: tuple[tuple[str, bool | int | str], ...] = ()
    """Options that change when the match is played again: a campaign goes on."""
    window: bool = False
    """The question comes out of turn: somebody may call."""

    def zone(self, id: str) -> Zone:
        return next(zone for zone in self.zones if zone.id == id)

    def _repr_svg_(self) -> str:
        """A picture, where a notebook shows one."""
        from sprawdzam.engine.drawing import draw

        return draw(self)


def legal_for(rules: Any, v: State, seat: int) -> list[int]:
    """The legal actions of a seat, ascending; who only watches has none."""
    out = [0] * rules.ACTIONS
    return [] if seat == SPECTATOR else out[: rules.legal(v, seat, out)]


def places(score: Callable[[State, list[list[int]]], None], v: State) -> tuple[tuple[int, int], ...]:
    """Seat and rank of everybody, best first, as a game's ``score`` says."""
    out = [[0, 0] for _ in range(v.seats)]
    score(v, out)
    return tuple(sorted(((p, out[p][1]) for p in range(v.seats)), key=lambda place: (place[1], place[0])))


class Picker:
    """The way from nothing clicked to one choice. Every surface picks by this."""

    def __init__(self, choices: Sequence[Choice], preset: Sequence[Click] = ()) -> None:
        self.choices = tuple(choices)
        self.preset = tuple(preset)
        self.clicked: list[Click] = list(preset)

    def answers(self, where: str) -> tuple[Click, ...]:
        """All answers to a question, whatever is clicked: the newest click counts."""
        return tuple(dict.fromkeys(c for choice in self.choices for c in _flat(choice) if c.where == where))

    @property
    def possible(self) -> tuple[Choice, ...]:
        """The choices that the clicks so far can still lead to."""
        return tuple(choice for choice in self.choices if _leads_to(choice, self.clicked))

    @property
    def open(self) -> tuple[Click, ...]:
        """The clicks that go on from here, in the order of the choices, without those that are settled."""
        settled = {click.where for click in self.settled}
        found: dict[Click, None] = {}
        for choice in self.possible:
            for click in _next_group(choice, self.clicked):
                if click.where not in settled:
                    found[click] = None
        return tuple(found)

    @property
    def settled(self) -> tuple[Click, ...]:
        """What was clicked, every answer to which there is no other any more, and those of the usual choice."""
        possible = self.possible
        if len(possible) < (1 if self.clicked else 2):
            return tuple(self.clicked)
        usual = self.usual
        if usual is not None:
            shared = list(_flat(usual))
        else:
            shared = [click for click in _flat(possible[0]) if all(click in _flat(choice) for choice in possible[1:])]
        return (*self.clicked, *(click for click in shared if click not in self.clicked))

    @property
    def usual(self) -> Choice | None:
        """The most usual one of the choices that are left, once its first step is clicked."""
        begun = [c for c in self.possible if c.usual and all(click in self.clicked for click in c.path[0])]
        return max(begun, key=lambda choice: choice.usual, default=None)

    @property
    def ready(self) -> Choice | None:
        """The one choice that is left, when all its questions are answered; else the usual one."""
        possible = self.possible
        if self.clicked and len(possible) == 1:
            return possible[0]
        return self.usual

    def click(self, click: Click) -> bool:
        """Adds an answer; another answer to the same question replaces it. False if it leads nowhere."""
        before = list(self.clicked)
        kept = [old for old in self.clicked if old.where != click.where]
        self.clicked = [*kept, click]
        while not self.possible and kept:  # an earlier answer stands in the way: the newest one counts
            kept.pop(0)
            self.clicked = [*kept, click]
        if self.possible:
            return True
        self.clicked = before
        return False

    def back(self) -> bool:
        """Takes the last answer back, down to what stood at the start; False if there was none."""
        if self.clicked == list(self.preset):
            return False
        last = self.clicked.pop()
        self.clicked += [click for click in self.preset if click.where == last.where]
        return True


def _flat(choice: Choice) -> tuple[Click, ...]:
    return tuple(click for group in choice.path for click in group)


def _leads_to(choice: Choice, clicked: Sequence[Click]) -> bool:
    rest = list(clicked)
    for group in choice.path:
        here = [click for click in rest if click in group]
        rest = [click for click in rest if click not in group]
        if not rest:
            return True
        if len(here) < len(group) and not _implied(group):
            return False
    return not rest


def _implied(group: tuple[Click, ...]) -> bool:
    """A group of one click is a step that need not be clicked when a later one was."""
    return len(group) == 1


def _next_group(choice: Choice, clicked: Sequence[Click]) -> Iterator[Click]:
    for group in choice.path:
        missing = [click for click in group if click not in clicked]
        if missing:
            yield from missing
            return


@dataclass(unsafe_hash=True, slots=True)
class Move:
    """Something that changed between two scenes. ``source`` or ``target`` is None when it came from nowhere."""

    kind: str  # moved, flipped, appeared, left
    source: tuple[str, int] | None
    target: tuple[str, int] | None


def moves(before: Scene, after: Scene) -> tuple[Move, ...]:
    """What moved, flipped, appeared and left between two successive scenes of one recipient.

    Within a zone the same face stays where it can; then a back and a face of one zone are one piece that flipped.
    What is left over moved to another zone: the same face first, then any back.
    """
    found: list[Move] = []
    gone: list[tuple[tuple[str, int], Piece]] = []  # pieces without a counterpart in their own zone
    came: list[tuple[tuple[str, int], Piece]] = []
    old_zones = {zone.id: zone for zone in before.zones}
    new_zones = {zone.id: zone for zone in after.zones}
    for id in dict.fromkeys([*old_zones, *new_zones]):
        old_pieces = old_zones[id].pieces if id in old_zones else ()
        new_pieces = new_zones[id].pieces if id in new_zones else ()
        alike = _alike(old_pieces, new_pieces)
        if alike == len(old_pieces) == len(new_pieces):
            continue
        old, new = list(enumerate(old_pieces))[alike:], list(enumerate(new_pieces))[alike:]
        found += [Move("moved", (id, i), (id, j)) for i, j in _pairs(old, new, _same) if i != j]
        found += [Move("flipped", (id, i), (id, j)) for i, j in _pairs(old, new, _turned)]
        gone += [((id, i), piece) for i, piece in old]
        came += [((id, i), piece) for i, piece in new]
    for fits in (_same, _any_back) if gone and came else ():
        found += [Move("moved", source, target) for source, target in _pairs(gone, came, fits)]
    found += [Move("left", source, None) for source, _ in gone]
    found += [Move("appeared", None, target) for target, _ in came]
    return tuple(found)


def _alike(old: Sequence[Piece], new: Sequence[Piece]) -> int:
    """How many pieces at the beginning have stayed as they were: mostly all of them."""
    number = 0
    for a, b in zip(old, new, strict=False):
        if a is not b and (a.face != b.face or a.second != b.second):
            break
        number += 1
    return number


def _pairs(
    old: list[tuple[P, Piece]], new: list[tuple[P, Piece]], fits: Callable[[Piece, Piece], bool]
) -> list[tuple[P, P]]:
    """The places of pieces that fit one another; both are taken out of their lists."""
    paired = []
    for place, piece in list(old):
        for other, candidate in new:
            if fits(piece, candidate):
                old.remove((place, piece))
                new.remove((other, candidate))
                paired.append((place, other))
                break
    return paired


def _ends(piece: Piece) -> set[str]:
    return {piece.face, piece.second}


def _same(a: Piece, b: Piece) -> bool:
    return a.face == b.face and a.second == b.second


def _turned(a: Piece, b: Piece) -> bool:
    return _ends(a) == _ends(b) or not a.face or not b.face


def _any_back(a: Piece, b: Piece) -> bool:
    return not a.face or not b.face
