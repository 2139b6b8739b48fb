"""Where a study lies: a folder with ``matches.jsonl``, the study in the first line and then every finished match.

Lines are appended as matches finish, each by one write, so that whatever ends the process loses no match that was
finished. A line that was cut off all the same is dropped when the study goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sprawdzam.arena.errors import BadStudy
from sprawdzam.arena.study import Fixture, Played, Study

FILE = "matches.jsonl"
FORMAT = 1


class Store:
    """An open study."""

    def __init__(self, file: IO[bytes], played: list[Played]) -> None:
        self._file = file
        self._done: set[Fixture] = {each.fixture for each in played}

    def __contains__(self, fixture: Fixture) -> bool:
        return fixture in self._done

    def __len__(self) -> int:
        return len(self._done)

    def add(self, played: Played) -> None:
        self._done.add(played.fixture)
        _write(self._file, played.fields())


@contextmanager
def opened(folder: Path, study: Study) -> Iterator[Store]:
    """A new study in a folder, or one that goes on there. One process at a time plays it."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / FILE, "ab+", buffering=0) as file:
        _lock(file, folder)
        file.seek(0)
        data = file.read()
        whole = data.rfind(b"\n") + 1
        if not whole:
            file.truncate(0)
            _write(file, {"study": FORMAT} | study.fields())
            yield Store(file, [])
            return
        there, played, length = _parse(folder, data[:whole])
        _compare(folder, there, study)
        file.truncate(length)
        yield Store(file, played)


def load(folder: Path | str) -> tuple[Study, list[Played]]:
    """The study of a folder and its matches, in the order of the fixtures, whatever order they finished in."""
    folder = Path(folder)
    try:
        data = (folder / FILE).read_bytes()
    except OSError:
        raise BadStudy("{folder}: there is no study here, for there is no {file}", folder=folder, file=FILE) from None
    study, played, _ = _parse(folder, data[: data.rfind(b"\n") + 1])
    first: dict[Fixture, Played] = {}
    for each in played:
        first.setdefault(each.fixture, each)
    place = {bots: number for number, bots in enumerate(study.groups())}
    try:
        return study, sorted(first.values(), key=lambda each: (each.deal, place[each.bots], each.rotation))
    except KeyError:
        raise BadStudy("{folder}: a match is told that is none of this study", folder=folder) from None


def _parse(folder: Path, data: bytes) -> tuple[Study, list[Played], int]:
    """The study, its matches and how many bytes are good: all but perhaps the last line."""
    lines = data.splitlines(keepends=True)
    try:
        head = json.loads(lines[0])
        if head["study"] != FORMAT:
            raise ValueError(head["study"])
        study = Study.read(head)
    except (IndexError, KeyError, TypeError, ValueError):
        raise BadStudy("{folder}: line 1 of {file} tells no study", folder=folder, file=FILE) from None
    played = []
    length = len(lines[0])
    for number, line in enumerate(lines[1:], 2):
        try:
            played.append(Played.of(json.loads(line)))
        except (KeyError, TypeError, ValueError):
            if number == len(lines):
                break
            raise BadStudy("{folder}: line {line} of {file} tells no match", folder=folder, line=number,
                           file=FILE) from None  # fmt: skip
        length += len(line)
    return study, played, length


def _compare(folder: Path, there: Study, here: Study) -> None:
    old, new = there.fields(), here.fields()
    differ = [name for name in new if old[name] != new[name]]
    if differ:
        raise BadStudy(
            "{folder}: another study lies here, with {there}; asked for is {here}; name another folder",
            folder=folder, there=_told(old, differ), here=_told(new, differ),
        )  # fmt: skip


def _told(fields: dict[str, Any], names: list[str]) -> str:
    return ", ".join(f"{name}={json.dumps(fields[name], ensure_ascii=False)}" for name in names)


def _write(file: IO[bytes], fields: dict[str, Any]) -> None:
    file.write((json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n").encode())


def _lock(file: IO[bytes], folder: Path) -> None:
    """Where the platform can: two who append to one study would play everything twice."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadStudy("{folder}: this study is being played by another process just now", folder=folder) from None
