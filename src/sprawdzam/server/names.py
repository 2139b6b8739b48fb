"""Names that people choose: shown to others, so nothing in them may hide, reorder or imitate."""

from __future__ import annotations

import re
import unicodedata

from sprawdzam.server.refusals import Refusal

LONGEST_NAME = 24
LOGIN = range(3, 65)  # letters
PASSWORD = range(8, 257)
LOGIN_SIGNS = "._-+@"
ROWS = ("01234567890123456789", "98765432109876543210", "abcdefghijklmnopqrstuvwxyz")
# What others try first, in English and Polish, without the year or the sign that it is mostly used with.
WELL_KNOWN = frozenset((
    "abc", "abcd", "admin", "administrator", "asd", "asdf", "asdfgh", "asdfghjkl", "baseball", "dragon",
    "football", "haslo", "hasło", "iloveyou", "kocham", "kochamcie", "kochanie", "legia", "letmein", "login",
    "marcin", "master", "mateusz", "misiek", "monika", "monkey", "passw0rd", "password", "polska", "princess",
    "q1w2e3r", "q1w2e3r4t", "q2w3e4r", "q2w3e4r5t", "qaz2wsx", "qaz@wsx", "qwe", "qwert", "qwerty", "qwertyuiop",
    "qwertz", "samsung", "shadow", "sprawdzam", "sunshine", "superman", "test", "welcome", "wisla", "zaq1@wsx",
    "zaq12wsx", "zaqwsx", "zxcvbn", "zxcvbnm",
))  # fmt: skip
IN_A_ROW = re.compile(
    "|".join(row[i : i + n] for n in range(26, 5, -1) for row in ROWS for i in range(len(row) - n + 1))
)
AROUND = re.compile(r"^[\W\d_]{1,6}|[\W\d_]{1,6}$")
MOST_MARKS = 2  # accents on one letter; a heap of them covers other people's lines
BLANK = "\u115f\u1160\u3164\uffa0\u2800"  # Hangul fillers and the empty braille cell are letters that nobody sees


class BadName(Refusal):
    """A name that nobody could read, or that would disturb others."""

    status = 422


class BadLogin(Refusal):
    """A login that nobody could type again."""

    status = 422


class BadPassword(Refusal):
    """A password that is too short or too long, has fewer than 4 different characters, is the login, or is among the
    best known, such as ``password``, ``qwerty`` or ``12345678``, also with a few digits or signs before or after it."""

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
    plain = unicodedata.normalize("NFKC", password).casefold()
    if len(set(password)) < 4 or plain == login:
        raise BadPassword("a password has at least 4 different characters and is not the login")
    bare, rows = IN_A_ROW.subn("", plain)
    core = AROUND.sub("", bare)
    if core in WELL_KNOWN or (rows and len(core) <= 2):
        raise BadPassword("this password is among the first that others try; several words in a row are a good one")
