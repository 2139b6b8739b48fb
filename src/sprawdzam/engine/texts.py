"""Texts for people, in Polish and English, from one gettext catalogue.

English stands in the code; Polish comes from ``locale/pl/LC_MESSAGES/sprawdzam.po``, compiled when the package is
built. Polish has three plurals, so numbers always go through ``Texts.count``.
"""

from __future__ import annotations

import gettext
import locale
import os
from functools import cache
from pathlib import Path

LANGUAGES = ("pl", "en")
FEW = 100  # numbers whose texts are kept; all others are rare
FOLDER = Path(__file__).parent.parent / "locale"


class Texts:
    """The catalogue of one language. Called with an English text it gives that language's."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue
        self._told = {"": ""}  # an empty text stands for the catalogue's own head
        self._counted: dict[tuple[str, int], str] = {}

    def __call__(self, text: str, /, **fields: object) -> str:
        told = self._told.get(text)
        if told is None:
            told = self._told[text] = self._catalogue.gettext(text)
        return told.format(**fields) if fields else told

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The form that fits the number ``n``, which both texts may name as ``{n}``."""
        told = None if fields else self._counted.get((one, n))
        if told is None:
            told = self._catalogue.ngettext(one, many, abs(int(n))).format(n=n if n >= 0 else self.whole(n), **fields)
            if 0 <= n < FEW and not fields:
                self._counted[one, n] = told
        return told

    def whole(self, n: int, *, sign: bool = False) -> str:
        """A whole number, with a real minus sign below zero; with ``sign`` one always stands before it."""
        return f"−{-n}" if n < 0 else f"+{n}" if sign else str(n)

    def decimal(self, value: float) -> str:
        """A number with one digit behind the point, or the comma."""
        told = f"{value:.1f}".replace("-0.0", "0.0").replace("-", "−")
        return told.replace(".", ",") if self.language == "pl" else told

    def __repr__(self) -> str:
        return f"texts({self.language!r})"


@cache
def texts(language: str) -> Texts:
    """The texts of a language; anything but Polish is told in English."""
    if language == "pl":
        return Texts("pl", gettext.translation("sprawdzam", FOLDER, ["pl"]))
    return Texts("en", gettext.NullTranslations())


def mark(text: str) -> str:
    """Marks a text for the catalogue where it stands as data; it is translated where it is shown."""
    return text


def mark_count(one: str, many: str) -> tuple[str, str]:
    """Marks the two English forms of a text with a number, for ``Texts.count``."""
    return one, many


def preferred_language() -> str:
    """Polish for people whose system speaks Polish, else English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not spoken:
        spoken = locale.getlocale()[0] or ""
    return "pl" if spoken.lower().startswith(("pl", "polish")) else "en"
