"""Everything that can be wrong with what a person or a program hands in.

Each error is one line that says what was wrong and what would be right. The line is a template with fields, so
that a surface can tell it in the language of its reader: ``error.told(texts)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sprawdzam.engine.texts import Texts


LONGEST = 2000  # letters of a field: what was handed in may be as long as a book


class SprawdzamError(ValueError):
    """What was handed in cannot be used; nothing has changed."""

    def __init__(self, template: str, **fields: object) -> None:
        fields = {name: _cut(value) if isinstance(value, str) else value for name, value in fields.items()}
        super().__init__(_one_line(template.format(**fields) if fields else template))
        self.template = template
        self.fields = fields

    def told(self, texts: Texts) -> str:
        """The same line in the language of ``texts``."""
        return _one_line(texts(self.template, **_told(self.fields, texts)))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.template, self.fields)


class Phrase:
    """A part of an error that has words of its own: a template with fields, told in the language of its reader."""

    def __init__(self, template: str, **fields: object) -> None:
        self.template = template
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(**self.fields)

    def told(self, texts: Texts) -> str:
        return texts(self.template, **_told(self.fields, texts))


def _told(fields: dict[str, object], texts: Texts) -> dict[str, object]:
    return {k: v.told(texts) if isinstance(v, SprawdzamError | Phrase) else v for k, v in fields.items()}


def _one_line(text: str) -> str:
    """What was handed in may hold line breaks, or codes that a terminal would obey."""
    if text.isprintable():
        return text
    line = " ".join(text.splitlines())
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _again(kind: type[SprawdzamError], template: str, fields: dict[str, object]) -> SprawdzamError:
    return kind(template, **fields)


class UnknownGame(SprawdzamError):
    """There is no game of that name."""


class UnknownBot(SprawdzamError):
    """There is no bot of that name."""


class BadOption(SprawdzamError):
    """An option or a number of seats that the game does not have."""


class UnknownAction(SprawdzamError):
    """A text that names no action of this game."""


class IllegalAction(SprawdzamError):
    """An action of this game that the rules do not allow now."""


class NotYourTurn(SprawdzamError):
    """The game does not wait for this seat."""


class BadPosition(SprawdzamError):
    """A position text that describes no possible position."""


class BadChance(SprawdzamError):
    """Chance laid ready that does not fit what is drawn."""


class BadLog(SprawdzamError):
    """A log text that is cut off or tells no possible match."""


class BadProof(SprawdzamError):
    """A proof of a fair deal that cannot be read, or in which something does not follow from the rest."""
