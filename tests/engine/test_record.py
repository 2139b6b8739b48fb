"""Records of the interpreted mode behave like those of NumPy, and mistakes in them are loud."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sprawdzam.engine.contract import HOLE
from sprawdzam.engine.record import record_class
from sprawdzam.games import all_games

INNER = np.dtype([("a", "i2"), ("line", "i2", 3)])
OUTER = np.dtype([("first", "i2"), ("one", INNER), ("many", INNER, 2), ("last", "i2")])
RECORD = record_class(OUTER)


def counted() -> Any:
    """Fields are numbered in the order of their bytes."""
    return RECORD.from_row(iter(range(OUTER.itemsize // 2)))


def test_a_zero_record_is_zero_and_a_blank_one_is_all_holes() -> None:
    size = OUTER.itemsize // 2
    assert RECORD.zero().row() == [0] * size and RECORD.blank().row() == [HOLE] * size


def test_fields_are_named_and_nested() -> None:
    r = counted()
    assert (r.first, r.one.a, r.one.line, r.last) == (0, 1, [2, 3, 4], 13)
    assert [item.a for item in r.many] == [5, 9] and r.many[1].line == [10, 11, 12]


def test_the_row_is_in_the_order_of_the_bytes() -> None:
    r = counted()
    assert r.row() == list(range(14)) and r.tobytes() == np.arange(14, dtype="i2").tobytes()
    packed = r.pack()
    assert packed.dtype == OUTER and packed[0]["many"][1]["line"].tolist() == [10, 11, 12]


def test_packed_records_come_back() -> None:
    array = np.zeros(3, OUTER)
    array[1] = counted().pack()[0]
    assert RECORD.unpack(array, 1) == counted() and RECORD.unpack(array, 2) == RECORD.zero()
    assert RECORD.unpack(array).row() == [0] * 14


def test_a_copy_shares_nothing() -> None:
    r = counted()
    other = r.copy()
    other.first, other.one.a, other.many[0].line[2] = 100, 101, 102
    assert r == counted() and other != r


def test_records_of_different_types_are_never_equal() -> None:
    flat = record_class(np.dtype([(f"f{i}", "i2") for i in range(14)]))
    assert flat.from_row(iter(range(14))) != counted()
    assert counted() != 3


@pytest.mark.parametrize("name", ["frist", "Last", "many2"])
def test_a_mistyped_field_is_an_error(name: str) -> None:
    r = counted()
    with pytest.raises(AttributeError):
        setattr(r, name, 1)
    with pytest.raises(AttributeError):
        getattr(r, name)


def test_a_record_is_no_key() -> None:
    """It changes, so it has no hash."""
    with pytest.raises(TypeError, match="unhashable"):
        hash(counted())


@pytest.mark.parametrize(
    ("dtype", "problem"),
    [
        (np.dtype([("x", "i8")]), "field x: fields of a state are i2"),
        (np.dtype([("x", "f4")]), "field x: fields of a state are i2"),
        (np.dtype([("x", "i2", (2, 2))]), "field x: arrays of a state have one dimension"),
        (np.dtype("i2"), "no named fields"),
    ],
)
def test_other_types_are_refused(dtype: np.dtype[Any], problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        record_class(dtype)


def test_the_class_of_a_type_is_made_once() -> None:
    assert record_class(OUTER) is RECORD


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_states_of_every_game_round_trip(game: Any) -> None:
    size = game.rules.STATE.itemsize // 2
    s = game.record.from_row(iter(range(size)))
    assert game.record.unpack(s.pack()) == s and s.copy() == s


def test_the_text_of_a_record_names_its_fields() -> None:
    assert repr(record_class(INNER).zero()) == "<a=0, line=[0, 0, 0]>"


def test_a_field_may_not_take_the_name_of_a_method() -> None:
    with pytest.raises(TypeError, match="field row: records have a method of that name"):
        record_class(np.dtype([("row", "i2")]))
