"""Records for the interpreted mode: slots classes made from a game's ``STATE`` type.

A mistyped field is an ``AttributeError`` here, where a compiled record would stay silent or say ``KeyError``.
Nested records become objects, nested arrays become lists. Every field is an ``i2``, so a record is also a flat
row of integers, in the order of its bytes: that is how records are copied, compared, packed and hashed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, cast

import numpy as np

from sprawdzam.engine.contract import HOLE

NUMBER = np.dtype("i2")  #: the type of every field: what is copied, cleared and hashed so often had better be small


def numbers(dtype: np.dtype[Any]) -> int:
    """How many numbers a record has."""
    return dtype.itemsize // NUMBER.itemsize


@cache
def record_class(dtype: np.dtype[Any]) -> type[Record]:
    """The slots class whose instances behave like one record of ``dtype``."""
    if dtype.names is None:
        raise TypeError(f"{dtype} has no named fields")
    for name in dtype.names:
        if hasattr(Record, name):
            raise TypeError(f"field {name}: records have a method of that name")
        base, shape = dtype[name].subdtype or (dtype[name], ())
        if len(shape) > 1:
            raise TypeError(f"field {name}: arrays of a state have one dimension")
        if base.names is None and base != NUMBER:
            raise TypeError(f"field {name}: fields of a state are i2, not {base}")
    made: Any = type("Record", (Record,), {"__slots__": dtype.names, "dtype": dtype})
    names: dict[str, Any] = {"new": object.__new__, "made": made}
    lines = _reads(dtype, "s", names, 0)
    source = "\n    ".join(["def read(r):", "s = new(made)", *lines, "return s"])
    exec(f"{source}\n\ndef write(s):\n    return [{', '.join(_writes(dtype, 's'))}]", names)
    made._read, made._write = staticmethod(names["read"]), staticmethod(names["write"])
    return cast("type[Record]", made)


# Both ways between a record and a row are code made for its type, without loops: they are most of what copying,
# comparing and hiding cost.


def _reads(dtype: np.dtype[Any], path: str, names: dict[str, Any], at: int) -> list[str]:
    """Lines that fill the record ``path`` from the row ``r``, beginning at place ``at``."""
    lines: list[str] = []
    for name in dtype.names or ():
        base, shape = dtype[name].subdtype or (dtype[name], ())
        size = numbers(base)
        if base.names is None:
            lines.append(f"{path}.{name} = r[{at}:{at + shape[0]}]" if shape else f"{path}.{name} = r[{at}]")
        else:
            inner = f"inner{len(names)}"
            names[inner] = record_class(base)
            parts = [f"{path}_{name}{i}" for i in range(shape[0] if shape else 1)]
            for i, part in enumerate(parts):
                lines.append(f"{part} = new({inner})")
                lines += _reads(base, part, names, at + i * size)
            lines.append(f"{path}.{name} = " + (f"[{', '.join(parts)}]" if shape else parts[0]))
        at += size * (shape[0] if shape else 1)
    return lines


def _writes(dtype: np.dtype[Any], path: str) -> list[str]:
    """The fields of the record ``path``, in the order of a row."""
    fields: list[str] = []
    for name in dtype.names or ():
        base, shape = dtype[name].subdtype or (dtype[name], ())
        if base.names is None:
            fields.append(f"*{path}.{name}" if shape else f"{path}.{name}")
        else:
            for place in [f"[{i}]" for i in range(shape[0])] if shape else [""]:
                fields += _writes(base, f"{path}.{name}{place}")
    return fields


class Record:
    """One state, view or world in the interpreted mode."""

    __slots__ = ()
    dtype: np.dtype[Any]
    _read: Callable[[list[int]], Any]
    _write: Callable[[Any], list[int]]

    @classmethod
    def from_row(cls, row: Iterator[int]) -> Record:
        return cls._read(list(row))  # type: ignore[no-any-return]

    @classmethod
    def zero(cls) -> Any:
        return cls._read([0] * (numbers(cls.dtype)))

    @classmethod
    def blank(cls) -> Any:
        """A view that knows nothing yet."""
        return cls._read([HOLE] * (numbers(cls.dtype)))

    @classmethod
    def unpack(cls, array: np.ndarray[Any, Any], index: int = 0) -> Any:
        """Entry ``index`` of an array of records, as an object."""
        return cls._read(array[index : index + 1].view(NUMBER).tolist())

    def row(self) -> list[int]:
        """All fields as one row of integers, in the order of the bytes."""
        return self._write(self)

    def copy(self) -> Any:
        return self._read(self._write(self))

    def pack(self) -> np.ndarray[Any, Any]:
        """An array of one record, for compiled code."""
        return np.array(self.row(), NUMBER).view(self.dtype)

    def tobytes(self) -> bytes:
        return np.array(self.row(), NUMBER).tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.dtype == other.dtype and self.row() == other.row()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.dtype.names or ())
        return f"<{inner}>"
