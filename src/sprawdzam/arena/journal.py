"""Finished tasks of a study, kept beside its report: an interrupted study goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import TracebackType

from sprawdzam.arena.sample import Sample
from sprawdzam.bots.own import digest
from sprawdzam.engine.game import Game


def code_of(game: Game, bot: str) -> str:
    """Tells apart what may play otherwise: a digest of the code of engine, bots, arena, game and a bot's own file."""
    told = hashlib.sha256()
    for package in ("sprawdzam.engine", "sprawdzam.bots", "sprawdzam.arena", game.package):
        for file in _sources(files(package)):
            told.update(f"{package} {file.name}\n".encode() + file.read_bytes())
    told.update((digest(bot) or "").encode())
    return told.hexdigest()[:16]


def _sources(folder: Traversable) -> list[Traversable]:
    return sorted((file for file in folder.iterdir() if file.name.endswith(".py")), key=lambda file: file.name)


class Journal:
    """A file with a line for each finished task: what made it and what it came to.

    Lines are appended as tasks finish, each by one write. A line that was cut off is dropped when the study goes on;
    lines of other code or of other studies stay and are not looked at.
    """

    def __init__(self, file: Path, code: str) -> None:
        self.file = file
        self.code = code
        self.finished: dict[str, Sample] = {}

    def __enter__(self) -> Journal:
        self._open = self.file.open("ab+", buffering=0)
        self._open.seek(0)
        data = self._open.read()
        whole = data.rfind(b"\n") + 1
        self._open.truncate(whole)
        for line in data[:whole].splitlines():
            with suppress(ValueError, KeyError, TypeError):
                told = json.loads(line)
                if told["code"] == self.code:
                    self.finished[told["task"]] = Sample.from_json(told["sample"])
        return self

    def add(self, task: str, sample: Sample) -> None:
        self.finished[task] = sample
        told = {"code": self.code, "task": task, "sample": sample.as_json()}
        self._open.write(json.dumps(told, separators=(",", ":")).encode() + b"\n")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()
