"""Matches of one assistant against bots. It is told what its seat may know, until a match is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from random import Random
from threading import Lock

from sprawdzam.assistant.words import describe
from sprawdzam.bots import LEVELS, make
from sprawdzam.bots.reason import hint
from sprawdzam.engine.errors import BadOption, NotYourTurn, SprawdzamError
from sprawdzam.engine.game import Setup
from sprawdzam.engine.log import Step
from sprawdzam.engine.match import Match
from sprawdzam.engine.options import Value
from sprawdzam.engine.texts import texts
from sprawdzam.engine.view import View, names_of
from sprawdzam.games import find

MOST = 50  # matches that are kept; then the oldest is forgotten


class UnknownMatch(SprawdzamError):
    """There is no match of that name here."""


class Refused(SprawdzamError):
    """Something that is not given here."""


class Seat:
    """One seat of a match; bots sit at the others. What happens is told in words as the seat sees it."""

    def __init__(self, setup: Setup, seat: int, levels: Sequence[str], seed: int | None, language: str) -> None:
        self.language = language
        self.seat = seat
        others = [p for p in range(setup.seats) if p != seat]
        lent = dict(zip(others, islice(cycle(levels), len(others)), strict=True))
        self._bots = {p: make(level) for p, level in lent.items()}
        self.lent = lent
        self.names = names_of((), setup.seats)
        self._luck = Random(seed)
        self._match = setup.start(seed=seed)
        self._before = self._match.view(seat)
        self.story: list[str] = []
        self._match.listen(self._on_step)
        self._go_on()

    @property
    def view(self) -> View:
        return self._match.view(self.seat)

    def _on_step(self, match: Match, step: Step) -> None:
        after = match.view(self.seat)
        tell = match.game.table.tell
        self.story += tell(self._before.record, after.record, self.seat, texts(self.language), self.names)
        self._before = after

    def _go_on(self) -> None:
        """Lets the bots act until this seat is asked; with others who are asked too, it is the first (law 5)."""
        match = self._match
        while not match.over and self.seat not in match.actors:
            asked = match.actors[0]
            match.play(asked, self._bots[asked].decide(match.view(asked), self._luck))

    def act(self, actions: Sequence[str]) -> str:
        """Plays the actions, all or none, and tells what came of it."""
        known = len(self.story)
        self._match.play_all(self.seat, actions)
        self._go_on()
        return "\n".join([*self.story[known:], "", self.seen()])

    def seen(self) -> str:
        told = describe(self.view, self.language, self.names)
        return f"{told}\n\n{self.result()}" if self._match.over else told

    def hint(self) -> str:
        self.view.must_act()
        found = hint(self.view, self._luck, self.language, self.names)
        return f'"{self.view.write(found.action)}" ({found.label}). {found.why}'

    def result(self) -> str:
        match, told = self._match, texts(self.language)
        if match.ranks is None or match.scores is None:
            raise NotYourTurn("the match is not over yet")
        places = sorted(zip(match.ranks, range(match.setup.seats), match.scores, strict=True))
        rows = [f"#{rank} {self.names[seat]}: {points}" for rank, seat, points in places]
        return "\n".join([told("The match is over; place, name, points:"), *rows])

    def log(self) -> str:
        """The whole log, which tells every hidden card: when nobody can use it any more."""
        if not self._match.over:
            raise NotYourTurn("the match is not over yet")
        return self._match.log.text


class Desk:
    """All matches of one assistant, by names such as ``m1``."""

    def __init__(self, hints: bool = True) -> None:
        self.hints = hints
        self._seats: dict[str, Seat] = {}
        self._opened = 0
        self._lock = Lock()

    def open(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        bots: Sequence[str] = ("player",),
        seat: int = 0,
        seed: int | None = None,
        language: str = "en",
    ) -> str:
        """Starts a match and gives its name."""
        for level in bots:
            if level not in LEVELS:
                raise BadOption("there is no level {level}; there are: {known}", level=level, known=", ".join(LEVELS))
        found = find(game)
        setup = found.setup(seats, **dict(options or {})).unclocked()
        if not 0 <= seat < setup.seats:
            raise NotYourTurn("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=setup.seats - 1)
        made = Seat(setup, seat, bots or LEVELS[1:2], seed, language)
        with self._lock:
            self._opened += 1
            name = f"m{self._opened}"
            self._seats[name] = made
            while len(self._seats) > MOST:
                del self._seats[next(iter(self._seats))]
        return name

    def seat(self, match: str) -> Seat:
        if match not in self._seats:
            known = ", ".join(self._seats) or "-"
            raise UnknownMatch("there is no match {name}; there are: {known}", name=match, known=known)
        return self._seats[match]

    def hint(self, match: str) -> str:
        if not self.hints:
            raise Refused("hints are switched off here")
        return self.seat(match).hint()
