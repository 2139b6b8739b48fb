"""Records for the interpreted mode: slots classes made from a game's ``STATE`` type.

A mistyped field is an ``AttributeError`` here, where a compiled record would stay silent or say ``KeyError``.
Nested records become objects, nested arrays become lists. Every field is an ``i4``, so a record is also a flat
row of integers, in the order of its bytes: that is how records are copied, compared, packed and hashed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

from sprawdzam.engine.contract import HOLE


@cache
def record_class(dtype: np.dtype[Any]) -> type[Record]:
    """The slots class whose instances behave like one record of ``dtype``."""
    if dtype.names is None:
        raise TypeError(f"{dtype} has no named fields")
    parts = tuple((name, _maker(dtype[name], name)) for name in dtype.names)
    return type("Record", (Record,), {"__slots__": dtype.names, "parts": parts, "dtype": dtype})


def _maker(dtype: np.dtype[Any], name: str) -> Callable[[Iterator[int]], Any]:
    """How one field is read from a row of integers."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        size = int(np.prod(shape))
        if len(shape) != 1:
            raise TypeError(f"field {name}: arrays of a state have one dimension")
        one = _maker(base, name)
        return lambda row: [one(row) for _ in range(size)]
    if dtype.names is not None:
        return record_class(dtype).from_row
    if dtype != np.dtype("i4"):
        raise TypeError(f"field {name}: fields of a state are i4, not {dtype}")
    return next


class Record:
    """One state, view or world in the interpreted mode."""

    __slots__ = ()
    parts: tuple[tuple[str, Callable[[Iterator[int]], Any]], ...]
    dtype: np.dtype[Any]

    @classmethod
    def from_row(cls, row: Iterator[int]) -> Record:
        record = cls.__new__(cls)
        for name, make in cls.parts:
            setattr(record, name, make(row))
        return record

    @classmethod
    def zero(cls) -> Any:
        return cls.from_row(iter([0] * (cls.dtype.itemsize // 4)))

    @classmethod
    def blank(cls) -> Any:
        """A view that knows nothing yet."""
        return cls.from_row(iter([HOLE] * (cls.dtype.itemsize // 4)))

    @classmethod
    def unpack(cls, array: np.ndarray[Any, Any], index: int = 0) -> Any:
        """Entry ``index`` of an array of records, as an object."""
        return cls.from_row(iter(array[index : index + 1].view(np.int32).tolist()))

    def row(self) -> list[int]:
        """All fields as one row of integers, in the order of the bytes."""
        out: list[int] = []
        _flatten(self, out)
        return out

    def copy(self) -> Any:
        return self.from_row(iter(self.row()))

    def pack(self) -> np.ndarray[Any, Any]:
        """An array of one record, for compiled code."""
        return np.array(self.row(), np.int32).view(self.dtype)

    def tobytes(self) -> bytes:
        return np.array(self.row(), np.int32).tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.dtype == other.dtype and self.row() == other.row()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name, _ in self.parts)
        return f"<{inner}>"


def _flatten(value: Any, out: list[int]) -> None:
    if isinstance(value, Record):
        for name, _ in value.parts:
            _flatten(getattr(value, name), out)
    elif isinstance(value, list):
        if value and isinstance(value[0], Record):
            for item in value:
                _flatten(item, out)
        else:
            out.extend(value)
    else:
        out.append(value)
