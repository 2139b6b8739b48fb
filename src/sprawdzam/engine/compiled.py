"""A game as machine code, and the memory that its loops run in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from sprawdzam.engine import contract, fast, loops
from sprawdzam.engine.compile import build
from sprawdzam.engine.contract import MAX_SEATS
from sprawdzam.engine.game import Game
from sprawdzam.engine.record import Record

PATH = 512  #: decisions of one seat that a search follows in one simulation


@cache
def workspace(state: np.dtype[Any], actions: int) -> np.dtype[Any]:
    """The record that loops work in: generator, styles, buffers, and four states, each of them also as words."""
    fields: list[tuple[str, Any]] = [
        ("rng", "4i8"),
        ("style", f"{MAX_SEATS}i8"),
        ("patience", "i8"),
        ("actions", f"{actions}i8"),
        ("weights", f"{actions}f8"),
        ("mark", f"{actions}i8"),
        ("path", f"{PATH}i8"),
        ("nodes", f"{PATH}i8"),
        ("result", ("i8", (MAX_SEATS, 2))),
    ]
    return with_states(fields, ("start", "root", "state", "seen"), state)


def with_states(fields: Sequence[tuple[str, Any]], states: Sequence[str], state: np.dtype[Any]) -> np.dtype[Any]:
    """A record of ``fields`` and then of ``states``, each of which lies there twice over the same bytes: as the record
    and, with ``_words`` behind its name, as a row of words for copying and hashing."""
    names: list[str] = []
    formats: list[Any] = []
    offsets: list[int] = []
    at = 0
    for name, form in fields:
        names.append(name)
        formats.append(form)
        offsets.append(at)
        at += np.dtype(form).itemsize
    words = -(-state.itemsize // 8)
    for name in states:
        names += [name, f"{name}_words"]
        formats += [state, f"{words}i8"]
        offsets += [at, at]
        at += 8 * words
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": at})


class Study(NamedTuple):
    """Matches of a study: points and ranks, numbers of actions, who began (-1: nobody alone), states at the end."""

    results: np.ndarray[Any, Any]
    lengths: np.ndarray[Any, Any]
    first: np.ndarray[Any, Any]
    ends: np.ndarray[Any, Any]


@cache
def compiled(game: Game, *modules: ModuleType) -> Compiled:
    """A game compiled together with further modules, once a process."""
    return Compiled(game.rules_module, game.instinct, *modules)


class Compiled:
    """The functions of one game's rules, instinct and loops, compiled together with further ``modules``."""

    def __init__(self, rules: ModuleType, instinct: ModuleType | None, *modules: ModuleType, **options: Any) -> None:
        own = (rules,) if instinct is None else (rules, instinct)
        self.code = build(contract, fast, *own, loops, *modules, label=rules.__name__.split(".")[-2], **options)
        self.state = rules.STATE
        self.actions = rules.ACTIONS

    def work(self, seed: int) -> np.ndarray[Any, Any]:
        """Fresh memory with a seeded generator."""
        work = np.zeros(1, workspace(self.state, self.actions))
        fast.seed(work[0]["rng"], seed)
        return work

    def playouts(self, start: Record, styles: list[int], seed: int, number: int) -> Iterator[tuple[Any, Any]]:
        """Whole matches from a set-up, in growing batches: points and ranks, and numbers of actions, of each match."""
        work = self._begun(start, styles, seed)
        batch = 16
        while number > 0:
            batch = min(number, batch * 2, 8192)
            results = np.zeros((batch, MAX_SEATS, 2), np.int64)
            lengths = np.zeros(batch, np.int64)
            self.code.playouts(work, batch, results, lengths)
            number -= batch
            yield results, lengths

    def studies(self, start: Record, styles: list[int], seed: int, number: int) -> Study:
        """As many whole matches at once as fit into memory, with what a study of them asks."""
        work = self._begun(start, styles, seed)
        words = work["state_words"].shape[1]
        study = Study(
            np.zeros((number, MAX_SEATS, 2), np.int64), np.zeros(number, np.int64), np.zeros(number, np.int64),
            np.zeros((number, words), np.int64),
        )  # fmt: skip
        self.code.studies(work, number, *study)
        ends = study.ends.view(np.uint8)[:, : self.state.itemsize]
        return study._replace(ends=np.ascontiguousarray(ends).view(self.state)[:, 0])

    def _begun(self, start: Record, styles: list[int], seed: int) -> np.ndarray[Any, Any]:
        """Memory of a loop that plays whole matches from a set-up."""
        work = self.work(seed)
        work["start"] = start.pack()
        work["style"][0, : len(styles)] = styles
        work["patience"] = np.iinfo(np.int64).max
        return work
