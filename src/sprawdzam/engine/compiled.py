"""A game as machine code, and the memory that its loops run in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from sprawdzam.engine import contract, fast, loops
from sprawdzam.engine.compile import build
from sprawdzam.engine.contract import MAX_SEATS
from sprawdzam.engine.record import Record


@cache
def workspace(state: np.dtype[Any], actions: int) -> np.dtype[Any]:
    """The record that loops work in: generator, styles, buffers, and three states, each of them also as words."""
    fields: list[tuple[str, Any, int]] = []
    at = 0
    for name, form in (
        ("rng", "4i8"),
        ("style", f"{MAX_SEATS}i8"),
        ("actions", f"{actions}i8"),
        ("weights", f"{actions}f8"),
    ):
        fields.append((name, form, at))
        at += np.dtype(form).itemsize
    for name in ("start", "state", "seen"):
        fields.append((name, state, at))
        fields.append((f"{name}_words", f"{state.itemsize // 8}i8", at))
        at += state.itemsize
    names, formats, offsets = zip(*fields, strict=True)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": at})


class Compiled:
    """The functions of one game's rules, instinct and loops, compiled together with further ``modules``."""

    def __init__(self, rules: ModuleType, instinct: ModuleType | None, *modules: ModuleType, **options: Any) -> None:
        own = (rules,) if instinct is None else (rules, instinct)
        self.code = build(contract, fast, *own, loops, *modules, label=rules.__name__.split(".")[-2], **options)
        self.state = rules.STATE
        if self.state.itemsize % 8:
            raise TypeError(f"{rules.__name__}.STATE has {self.state.itemsize} bytes, not a multiple of 8: add a field")
        self.actions = rules.ACTIONS

    def work(self, seed: int) -> np.ndarray[Any, Any]:
        """Fresh memory with a seeded generator."""
        work = np.zeros(1, workspace(self.state, self.actions))
        self.code.seed(work[0]["rng"], seed % (1 << 63))
        return work

    def playouts(self, start: Record, styles: list[int], seed: int, number: int) -> Iterator[tuple[Any, Any]]:
        """Whole matches from a set-up, in growing batches: points and ranks, and numbers of actions, of each match."""
        work = self.work(seed)
        work["start"] = start.pack()
        work["style"][0, : len(styles)] = styles
        batch = 16
        while number > 0:
            batch = min(number, batch * 2, 8192)
            results = np.zeros((batch, MAX_SEATS, 2), np.int64)
            lengths = np.zeros(batch, np.int64)
            self.code.playouts(work, batch, results, lengths)
            number -= batch
            yield results, lengths
