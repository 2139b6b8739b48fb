"""Fields of a position are read strictly: an error is one line that names the field and what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sprawdzam
from sprawdzam import BadPosition
from sprawdzam.engine.notation import Fields, is_view, parse_json, position_text, short

FIELDS: dict[str, Any] = {"n": 3, "on": True, "way": "cw", "row": [1, 2], "inner": [{"a": 1}, {"a": 2}], "none": None}


def problem(read: Callable[[Fields], object]) -> str:
    with pytest.raises(BadPosition) as caught:
        read(Fields(FIELDS, "table"))
    return str(caught.value)


@pytest.mark.parametrize(
    ("read", "line"),
    [
        (lambda f: f.get("x"), "table.x: this field is missing"),
        (lambda f: f.integer("n", 4, 9), "table.n: 3 is not possible; possible: 4 to 9"),
        (lambda f: f.integer("n", 4, 4), "table.n: 3 is not possible; possible: 4"),
        (lambda f: f.integer("on", 0, 9), "table.on: true is not possible; possible: 0 to 9"),
        (lambda f: f.integer("way", 0, 9), 'table.way: "cw" is not possible; possible: 0 to 9'),
        (lambda f: f.integer("none", 0, 9), "table.none: null is not possible; possible: 0 to 9"),
        (lambda f: f.flag("n"), "table.n: 3 is not possible; possible: true, false"),
        (lambda f: f.flag("none"), "table.none: null is not possible; possible: true, false"),
        (lambda f: f.one_of("way", ["up", "down"]), 'table.way: "cw" is not possible; possible: up, down'),
        (lambda f: f.one_of("row", ["up", "down"]), "table.row: [1, 2] is not possible; possible: up, down"),
        (lambda f: f.items("n", 0, 9), "table.n: 3 is not possible; possible: a list"),
        (lambda f: f.items("row", 3, 5), "table.row: 2 entries are given; possible: 3 to 5"),
        (lambda f: f.items("row", 3, 3), "table.row: 2 entries are given; possible: 3"),
        (lambda f: f.objects("row", 2), "table.row[0]: an object with named fields is needed, not 1"),
        (
            lambda f: f.objects("inner", 2)[1].integer("a", 5, 6),
            "table.inner[1].a: 2 is not possible; possible: 5 to 6",
        ),
        (lambda f: (f.get("n"), f.done()), "table.on: there is no such field; there are: n"),
    ],
)
def test_a_wrong_field_is_named_with_what_would_be_right(read: Callable[[Fields], object], line: str) -> None:
    assert problem(read) == line


def test_right_fields_are_read() -> None:
    f = Fields(FIELDS)
    assert (f.integer("n", 3, 3), f.flag("on"), f.one_of("way", ["x", "cw"])) == (3, True, 1)
    assert f.items("row", 0, 2) == [1, 2] and f.has("none") and not f.has("x")
    assert [inner.integer("a", 0, 9) for inner in f.objects("inner", 2)] == [1, 2]
    f.get("none")
    f.done()


@pytest.mark.parametrize("value", [3, "x", None, [1], True])
def test_a_position_is_an_object(value: Any) -> None:
    with pytest.raises(BadPosition, match=r"^position: an object with named fields is needed, not "):
        Fields(value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "position: this is not JSON, line 1, column 1: Expecting value"),
        ("{\n  'a': 1}", "position: this is not JSON, line 2, column 3: "),
        ('{"a": 1', "position: this is not JSON, line 1, column 8: "),
        ("[" * 100000, "position: this is not a position, it is nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "position: "),
    ],
    ids=["empty", "quotes", "cut", "deep", "huge"],
)
def test_a_text_that_is_no_json_is_refused_in_one_line(text: str, line: str) -> None:
    with pytest.raises(BadPosition) as caught:
        parse_json(text)
    assert str(caught.value).startswith(line) and "\n" not in str(caught.value)


def nested(depth: int) -> list[Any]:
    row: list[Any] = []
    for _ in range(depth):
        row = [row]
    return row


def test_a_long_or_strange_value_is_cut() -> None:
    for value in ("x" * 500, [1] * 500, nested(50), nested(5000), 10**5000, {1, 2}, object(), "a\nb"):
        assert 0 < len(short(value)) <= 60 and "\n" not in short(value)


def test_a_position_text_has_a_field_a_line_and_reads_back() -> None:
    match = sprawdzam.game("blef", seats=3, jokers=True).start(seed=1)
    text = position_text(match.position)
    assert parse_json(text) == match.position and str(match) == text
    assert len(text.splitlines()) == 2 + len(match.position)


def test_a_view_is_a_position_with_unknowns() -> None:
    match = sprawdzam.game("blef", seats=3).start(seed=1)
    assert not is_view(match.state) and is_view(match.view(0).record)
    assert "?" in match.view(0).text and "?" not in position_text(match.position)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ([], "options: [] is not possible; possible: an object with these fields: "),
        ({"joker": True}, "options: option joker: blef has no such option; it has: jokers"),
        ({"jokers": 1}, "options: option jokers: 1 is not possible; possible: false, true"),
        ({"seats": 3}, "options: "),
        ({"self": 3}, "options: "),
        ({1: True}, "options: "),
        ({"first_starter": 3}, "options: option first_starter: 3 is not possible; possible: random, 0, 1, 2"),
    ],
)
def test_wrong_options_of_a_position_are_refused(options: Any, line: str) -> None:
    position = sprawdzam.game("blef", seats=3).start(seed=1).position | {"options": options}
    with pytest.raises(BadPosition) as caught:
        sprawdzam.position(position)
    assert str(caught.value).startswith(line)


@pytest.mark.parametrize(
    ("name", "value"), [("game", "poker"), ("game", None), ("rules", 2), ("rules", "1"), ("seats", 1)]
)
def test_the_head_of_a_position_is_checked(name: str, value: Any) -> None:
    position = sprawdzam.game("blef", seats=3).start(seed=1).position
    with pytest.raises(sprawdzam.SprawdzamError, match=name):
        sprawdzam.position(position | {name: value})
    with pytest.raises(BadPosition, match=f"^{name}: this field is missing"):
        sprawdzam.position({k: v for k, v in position.items() if k != name})
