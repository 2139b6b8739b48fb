"""Programs in any language as bots: ``program:./mybot --fast`` runs a command and talks to it line by line.

What is said is written down in docs/engine-protocol.md. A program is sent what its seat may know, and nothing else. One
process plays one seat of one match at a time; when that is over it waits for the next one, and ``new match`` tells it
to forget. A program that ends, hangs, says something else than was asked, or breaks the rules is ended at once.
"""

from __future__ import annotations

import atexit
import json
import os
import shlex
import shutil
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Thread
from typing import BinaryIO

from sprawdzam.engine.errors import Phrase, SprawdzamError, UnknownBot
from sprawdzam.engine.game import Setup
from sprawdzam.engine.view import View

PREFIX = "program:"
PROTOCOL = 1
STARTING = 30.0  # seconds until a program has introduced itself
LIMIT = 10.0  # seconds a decision, if nobody says otherwise
SLACK = 0.05  # seconds for the way there and back; who has a clock of its own is sooner
LEAVING = 1.0  # seconds to end after `quit`
LONGEST = 64 * 1024  # bytes of a line
TALK = 1000  # lines of `info` before an answer
COMPLAINTS = 5  # lines of its standard error that are kept
WORDS = 300  # letters of them in the text of a failure


class ProgramFailed(SprawdzamError):
    """A program did not do its part; it has been ended."""


def is_program(name: str) -> bool:
    return name.startswith(PREFIX)


def words(name: str) -> list[str]:
    """The command and its arguments, as a shell would part them."""
    try:
        found = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise UnknownBot("bot {name}: this is no command: {problem}", name=name, problem=str(error)) from None
    if not found:
        raise UnknownBot("bot {name}: a command is needed, such as program:./mybot --fast", name=name)
    return found


def files(name: str) -> list[Path]:
    """The files that a command names, itself among them: a change of one may change how it plays."""
    return [Path(word) for word in words(name) if Path(word).is_file()]


def absolute(name: str) -> str:
    """The same command for a process in another folder."""
    return PREFIX + shlex.join(str(Path(word).resolve()) if Path(word).is_file() else word for word in words(name))


class Program:
    """A running program: lines go there, lines come back, each within a time."""

    def __init__(self, name: str) -> None:
        self.command = words(name)
        self.busy = False  #: a question has not been answered
        if shutil.which(self.command[0]) is None:
            raise UnknownBot("bot {name}: there is no program {program} that can be run; a file needs its folder "
                             "(./mybot) and the right to run", name=name, program=self.command[0])  # fmt: skip
        pipe = subprocess.PIPE
        try:  # it stays in the process group of its host: what ends the one ends the other
            self._process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, stderr=pipe)
        except OSError as error:
            raise UnknownBot("bot {name}: it cannot be run: {problem}",
                             name=name, problem=error.strerror or str(error)) from None  # fmt: skip
        _running.add(self)
        assert self._process.stdout is not None and self._process.stderr is not None
        self._heard: Queue[bytes] = Queue(TALK)
        self._complaints: deque[bytes] = deque(maxlen=COMPLAINTS)
        self._listeners = [
            Thread(target=_listen, args=(self._process.stdout, self._heard.put), daemon=True),
            Thread(target=_listen, args=(self._process.stderr, self._complaints.append), daemon=True),
        ]
        for listener in self._listeners:
            listener.start()
        self.games: tuple[str, ...] = ()  #: those that it plays; empty: all
        self.name = Path(self.command[0]).name
        self._introduce()

    def _introduce(self) -> None:
        self.say(f"sprawdzam {PROTOCOL}")
        end = time.monotonic() + STARTING
        for _ in range(TALK):
            kind, rest = self.hear(end - time.monotonic(), "name, games or ready")
            if kind == "name" and rest:
                self.name = rest[:60]
            elif kind == "games":
                self.games = tuple(rest.split())
            elif kind == "ready" and not rest:
                return
            else:
                raise self.failed(
                    Phrase("said {line}; expected: name, games or ready", line=f"{kind} {rest}".strip()[:200])
                )
        raise self.failed(Phrase("never said ready"))

    def say(self, *lines: str) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended, which is heard
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()

    def hear(self, seconds: float, expected: str) -> tuple[str, str]:
        """The first word of the next line that is no ``info``, and the rest of it."""
        end = time.monotonic() + seconds
        for _ in range(TALK):
            try:
                line = self._heard.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                raise self.failed(
                    Phrase(
                        "did not answer within {seconds} s (does it flush what it writes?)", seconds=f"{seconds:.3g}"
                    )
                ) from None
            if not line:
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(LEAVING)
                raise self.failed(_ended(self._process.returncode))
            if not line.endswith(b"\n"):
                raise self.failed(Phrase("said a line of more than {most} bytes", most=LONGEST))
            kind, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            if kind == "error":
                raise self.failed(Phrase("reports: {problem}", problem=rest[:200] or "error"))
            if kind not in ("info", ""):
                return kind, rest.strip()
        raise self.failed(
            Phrase("said {lines} lines without an answer; expected: {expected}", lines=TALK, expected=expected)
        )

    def answer(self, question: Sequence[str], seconds: float) -> str:
        """What it wants to play."""
        if not self._heard.empty():
            kind, rest = self.hear(0, "silence until the next question")
            raise self.failed(Phrase("spoke without being asked: {line}", line=f"{kind} {rest}".strip()[:200]))
        self.busy = True
        self.say(*question)
        kind, rest = self.hear(seconds, "play ACTION")
        if kind != "play":
            raise self.failed(Phrase("said {line}; expected: play ACTION", line=f"{kind} {rest}".strip()[:200]))
        self.busy = False
        return rest

    def failed(self, problem: Phrase) -> ProgramFailed:
        """Ends it, and tells what was wrong, with its own last words."""
        self.end()
        command, said = shlex.join(self.command), b" ".join(self._complaints).decode("utf-8", "replace").split()
        if not said:
            return ProgramFailed("the program {command} {problem}", command=command, problem=problem)
        return ProgramFailed("the program {command} {problem}; its words: {words}",
                             command=command, problem=problem, words=" ".join(said)[-WORDS:])  # fmt: skip

    @property
    def fit(self) -> bool:
        """Whether it can be asked again."""
        return not self.busy and self._process.poll() is None

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        self.busy = True
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        _running.discard(self)
        for listener in self._listeners:
            _drain(self._heard)
            listener.join(0.2)  # somebody whom it has left behind may hold its pipes
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def leave(self) -> None:
        """Asks it to end, and ends it if it does not."""
        self.say("quit")
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVING)
        self.end()


def _ended(code: int | None) -> Phrase:
    if code is None:
        return Phrase("has closed its output")
    return Phrase("was ended by signal {n}", n=-code) if code < 0 else Phrase("ended with exit code {n}", n=code)


def _listen(pipe: BinaryIO, heard: Callable[[bytes], object]) -> None:
    with suppress(ValueError, OSError):
        while line := pipe.readline(LONGEST):
            heard(line)
    heard(b"")
    with suppress(OSError):
        pipe.close()


def _drain(heard: Queue[bytes]) -> None:
    with suppress(Empty):
        while True:
            heard.get_nowait()


class ProgramBot:
    """A program at one seat of one match. ``seconds`` is its time for a decision, which it is told."""

    def __init__(self, name: str, seconds: float = LIMIT) -> None:
        self.seconds = seconds
        self._program = _take(name)
        self._asked = False
        self._failure: SprawdzamError | None = None
        self.name = self._program.name
        weakref.finalize(self, _give_back, name, self._program)

    def decide(self, view: View, rng: Random) -> int:
        """Raises ``ProgramFailed``, now and whenever it is asked again."""
        if self._failure is not None:
            raise self._failure
        try:
            return self._decide(view, rng)
        except SprawdzamError as failure:
            self._failure = failure
            raise
        except BaseException:  # the clock of the arena: it may think for ever
            self._program.end()
            raise

    def _decide(self, view: View, rng: Random) -> int:
        program, question = self._program, []
        if not self._asked:
            if program.games and view.game.name not in program.games:
                known = ", ".join(program.games)
                raise program.failed(
                    Phrase("does not play {game}; it plays: {known}", game=view.game.name, known=known)
                )
            question.append(f"new match {told(opening(view))}")
            self._asked = True
        question += [
            f"view {told(view.position)}",
            "\t".join(("legal", *view.choices)),
            f"go {max(1, round(self.seconds * 1000))} {rng.getrandbits(32)}",
        ]
        answer = program.answer(question, self.seconds + SLACK)
        try:
            return view.read(answer)
        except SprawdzamError as error:
            raise program.failed(Phrase("broke the rules: {problem}", problem=str(error))) from None


def opening(view: View) -> dict[str, object]:
    """What ``new match`` tells: the head of every position, and the seat."""
    setup = Setup.of(view.game, view.record)
    return {"game": view.game.name, "rules": view.game.rules_version, "seats": setup.seats,
            "options": setup.changed_options(), "seat": view.seat}  # fmt: skip


def told(values: object) -> str:
    """JSON in one line."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


# --- programs that wait for their next match ---

_running: set[Program] = set()
_idle: dict[str, list[Program]] = {}


def _take(name: str) -> Program:
    waiting = _idle.get(name, [])
    while waiting:
        program = waiting.pop()
        if program.fit:
            return program
        program.end()
    return Program(name)


def _give_back(name: str, program: Program) -> None:
    if program.fit:
        _idle.setdefault(name, []).append(program)
    else:
        program.end()


@atexit.register
def leave_all() -> None:
    """Ends every program, those at a table too."""
    for program in list(_running):
        program.say("quit")
    for program in list(_running):
        program.leave()
    _idle.clear()


def _forked() -> None:
    """A child of this process must not speak in its parent's place."""
    _running.clear()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
