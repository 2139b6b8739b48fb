"""A name shows what it is and nothing else."""

from __future__ import annotations

import unicodedata

import pytest

from sprawdzam.server.names import BadLogin, BadName, login_key, nickname


@pytest.mark.parametrize(
    "name", ["Ola", "Żółć", "Ø", "李小龍", "Ωmega", "x" * 24, "José Ramón", "👑 Król", "नमस्ते", "O'Neil & Co <3", "ไม่"]
)
def test_names_of_all_scripts_are_welcome(name):
    assert nickname(name) == unicodedata.normalize("NFC", name)


def test_a_name_is_composed_and_trimmed():
    assert nickname("  Z\u0307o\u0301łw   i  ja ") == "Żółw i ja"


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "x" * 25, "\u200b", "O\u200bla", "O\u200dla", "Ola\u202e", "\u2066Ola\u2069", "Ola\u200f", "O\nla",
        "Ola\0", "Ola\x1b[31m", "\ufeffOla", "Ola\u00ad", "O\u2028la", "O\u00a0la", "O\u3000la", "\u3164", "\u115f",
        "\u2800", "Ola\ufe0f", "Ola\U000e0041", "\ue000", "Z" + "\u0335" * 5, "\u0301la", "O\u034fla", "\ud800",
        "\uffff", "\u180e", "\ufff9Ola", "\u061cOla",
    ],
)  # fmt: skip
def test_nothing_hides_in_a_name(name):
    with pytest.raises(BadName):
        nickname(name)


def test_no_control_or_format_character_is_let_through():
    for code in range(0x20000):
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp"):
            with pytest.raises(BadName):
                nickname(f"a{chr(code)}b")


def test_a_login_is_the_same_in_all_its_spellings():
    assert {login_key(text) for text in ("STRASSE", "straße", " Strasse ")} == {"strasse"}
    assert login_key("ola@example.org") == "ola@example.org"
    with pytest.raises(BadLogin):
        login_key("o\u0142a\u200b")
