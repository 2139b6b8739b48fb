"""Our bots for other hosts: the program's side of docs/engine-protocol.md, on any two streams of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import sprawdzam
from sprawdzam.bots import Bot, make
from sprawdzam.bots.program import PROTOCOL
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.notation import parse_json
from sprawdzam.engine.view import View
from sprawdzam.games import NAMES, find


class BadLine(ValueError):
    """A host said something that is not of the protocol, or not in its turn."""


class Engine:
    """One bot that answers a host. What is wrong is told in a line that begins with ``error``; then it listens on."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self._mind: Bot = make(bot)
        self._seat: int | None = None
        self._view: View | None = None

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """What is said to each line, until ``quit`` or the end of the lines."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return
            try:
                yield from self._answer(word.partition("\t")[0], rest.strip())
            except (SprawdzamError, BadLine) as error:
                yield f"error {error}"
            except Exception as error:
                yield f"error {type(error).__name__}: {' '.join(str(error).split())}"

    def _answer(self, word: str, rest: str) -> Iterator[str]:
        if word == "sprawdzam":
            if rest != str(PROTOCOL):
                raise BadLine(f"protocol {rest} is not known here; known: {PROTOCOL}")
            yield f"name sprawdzam {self.bot} {sprawdzam.__version__}"
            yield f"games {' '.join(NAMES)}"
            yield "ready"
        elif word == "new" and rest.partition(" ")[0] == "match":
            self._begin(parse_json(rest.removeprefix("match")))
        elif word == "view":
            if self._seat is None:
                raise BadLine("new match comes first: it says which seat this is")
            self._view = None
            self._view = sprawdzam.view(rest, self._seat)
        elif word == "go":
            yield f"play {self._decide(rest.split())}"
        elif word not in ("legal", ""):  # what is legal the rules say
            raise BadLine(f"{word[:40]} is not known; known: sprawdzam, new match, view, legal, go, quit")

    def _begin(self, opening: object) -> None:
        self._seat = self._view = None
        values = opening if isinstance(opening, dict) else {}
        seat, seats = values.get("seat"), values.get("seats")
        if type(seat) is not int or type(seats) is not int or not 0 <= seat < seats:
            raise BadLine("new match: a seat below the number of seats is needed")
        find(str(values.get("game"))).setup(seats, **(values.get("options") or {}))
        self._seat = seat
        self._mind = make(self.bot)

    def _decide(self, given: list[str]) -> str:
        if self._view is None:
            raise BadLine("view comes first: there is nothing to decide")
        if not (1 <= len(given) <= 2 and all(word.isascii() and word.isdecimal() for word in given)):
            raise BadLine("go: milliseconds are needed, and perhaps a seed")
        view, self._view = self._view, None
        view.must_act()
        return view.write(self._mind.decide(view, Random(int(given[1])) if len(given) > 1 else Random()))
