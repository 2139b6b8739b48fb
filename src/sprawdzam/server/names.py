"""Names that people choose: shown to others, so nothing in them may hide, reorder or imitate."""

from __future__ import annotations

import unicodedata

from sprawdzam.server.refusals import Refusal

LONGEST_NAME = 24
LOGIN = range(3, 65)  # letters
PASSWORD = range(8, 257)
LOGIN_SIGNS = "._-+@"
MOST_MARKS = 2  # accents on one letter; a heap of them covers other people's lines
BLANK = "\u115f\u1160\u3164\uffa0\u2800"  # Hangul fillers and the empty braille cell are letters that nobody sees


class BadName(Refusal):
    """A name that nobody could read, or that would disturb others."""

    status = 422


class BadLogin(Refusal):
    """A login that nobody could type again."""

    status = 422


class BadPassword(Refusal):
    """A password that is too easily guessed, or too long."""

    status = 422


def nickname(text: str) -> str:
    """The name as it is kept and shown: NFC, trimmed, single spaces."""
    name = " ".join(part for part in unicodedata.normalize("NFC", text).strip().split(" ") if part)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadName("a name has 1 to {most} characters", most=LONGEST_NAME)
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        # C: control, format (bidi, zero width), surrogates, private; Z: line breaks and odd spaces.
        if kind[0] == "C" or (kind[0] == "Z" and letter != " ") or letter in BLANK or _selects(letter):
            raise BadName("a name consists of characters that one can see")
        marks = marks + 1 if kind[0] == "M" else 0
        if marks > MOST_MARKS:
            raise BadName("a letter of a name carries at most {most} marks", most=MOST_MARKS)
    if unicodedata.category(name[0])[0] == "M":
        raise BadName("a name begins with a letter, a digit or a sign, not with a mark upon nothing")
    return name


def _selects(letter: str) -> bool:
    """Variation selectors and the like change how the letter before them looks, and are not seen themselves."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0000" <= letter <= "\U000e0fff" or letter == "\u034f"


def login_key(text: str) -> str:
    """The login as it is kept: the same for ``Ola``, ``OLA`` and wide letters of that name."""
    login = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).strip().casefold())
    if len(login) not in LOGIN or not all(letter.isalnum() or letter in LOGIN_SIGNS for letter in login):
        raise BadLogin(
            "a login has {least} to {most} letters, digits or signs of {signs}",
            least=LOGIN[0],
            most=LOGIN[-1],
            signs=LOGIN_SIGNS,
        )
    return login


def check_password(password: str, login: str) -> None:
    if len(password) not in PASSWORD:
        raise BadPassword("a password has {least} to {most} characters", least=PASSWORD[0], most=PASSWORD[-1])
    if len(set(password)) < 4 or unicodedata.normalize("NFKC", password).casefold() == login:
        raise BadPassword("a password has at least 4 different characters and is not the login")
