"""What is said when a law is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

NAMES = {
    1: "no future",
    2: "default-closed",
    3: "imagination",
    4: "told from the view",
    5: "sets of actors",
    6: "one source of legality",
    7: "conservation and end",
    8: "determinism",
    9: "round trips",
    10: "bots are blind",
}


class BrokenLaw(AssertionError):
    """A game or a bot breaks a law. ``detail`` says how, and how to see it again."""

    def __init__(self, number: int, detail: str) -> None:
        super().__init__(number, detail)
        self.number = number
        self.name = NAMES[number]
        self.detail = detail

    def __str__(self) -> str:
        return f"law {self.number}, {self.name}: {self.detail}"


@contextmanager
def blamed(number: int, doing: str, where: Callable[[], str]) -> Iterator[None]:
    """Whatever the game raises inside breaks this law."""
    try:
        yield
    except BrokenLaw:
        raise
    except Exception as error:
        raise BrokenLaw(number, f"{doing} raised {type(error).__name__}: {error}\n{where()}") from error
