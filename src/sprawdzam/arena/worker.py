"""A worker: a process that does one task after another, as the process that started it says.

Both sides speak in pickles: orders (a number, work and task) come on the standard input, answers (the number, whether
it went well, a result or an error) go to the standard output. A worker is started as a program of its own, not as a
fork or by ``multiprocessing``: whoever calls the arena from a script need not guard it with ``if __name__ ==
"__main__"``, Ctrl-C in a terminal does not reach it, and it ends as soon as its starter is gone, however that came.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, NamedTuple

READY = -1  #: the number of a worker's first answer: it is there

Work = Callable[[Any], Any]


class Answer(NamedTuple):
    """What a worker says to an order: a result, or the error that came instead."""

    number: int
    good: bool
    value: Any


class Worker:
    """A worker as its starter sees it. What it answers lands in ``heard``, and None when it has ended."""

    def __init__(self, heard: SimpleQueue[tuple[Worker, Answer | None]]) -> None:
        code = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import main; main()"
        group: dict[str, Any] = {"process_group": 0}  # Ctrl-C goes to the group of the starter
        if sys.platform == "win32":
            group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **group
        )
        self.orders: deque[int] = deque()  #: what it has not answered yet; the first of them is being done
        self.ready = False
        self._heard = heard
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def order(self, number: int, work: Work, task: Any) -> None:
        self.orders.append(number)
        assert self.process.stdin is not None
        with suppress(OSError):  # it has ended, which is heard too
            self.process.stdin.write(pickle.dumps((number, pickle.dumps((work, task)))))
            self.process.stdin.flush()

    def end(self) -> None:
        """Ends the process, whatever it is doing, and what bots have started there."""
        if self.process.poll() is None:
            if sys.platform == "win32":
                self.process.kill()
            else:
                with suppress(ProcessLookupError):
                    os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._listener.join(1)
        if self._listener.is_alive():
            return  # somebody whom the worker has left behind holds its pipe
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        while True:
            try:
                number, good, data = pickle.load(self.process.stdout)
            except Exception:  # the pipe was closed, perhaps in the middle of an answer
                self._heard.put((self, None))
                return
            try:
                answer = Answer(number, good, pickle.loads(data))
            except Exception as error:
                answer = Answer(number, False, error)
            self._heard.put((self, answer))


class Line:
    """One worker, asked and answering in turn."""

    def __init__(self) -> None:
        self._heard: SimpleQueue[tuple[Worker, Answer | None]] = SimpleQueue()
        self.worker = Worker(self._heard)

    def ask(self, work: Work, task: Any, patience: float) -> Any:
        """The result, or the error that ``work`` raises.

        Raises TimeoutError after so many seconds, and EOFError if the worker ends; either way it has ended then.
        """
        self.worker.order(READY + 1, work, task)
        while True:
            try:
                _, answer = self._heard.get(timeout=patience)
            except Empty:
                self.worker.end()
                raise TimeoutError from None
            if answer is None:
                with suppress(subprocess.TimeoutExpired):
                    self.worker.process.wait(1)  # else it would seem to have ended because we ended it
                self.worker.end()
                raise EOFError
            if answer.number != READY:
                if not answer.good:
                    raise answer.value
                return answer.value


def main() -> None:
    """The program of a worker."""
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what bots print must not come between the answers
    waiting: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
    Thread(target=_receive, args=(orders, waiting), daemon=True).start()
    _answer(answers, Answer(READY, True, None))
    while True:
        number, data = waiting.get()
        try:
            work, task = pickle.loads(data)
            answer = Answer(number, True, work(task))
        except Exception as error:
            answer = Answer(number, False, error)
        _answer(answers, answer)


def _receive(orders: BinaryIO, waiting: SimpleQueue[tuple[int, bytes]]) -> None:
    with suppress(Exception):
        while True:
            waiting.put(pickle.load(orders))
    os._exit(0)  # the starter is gone: nobody waits for what is being done


def _answer(answers: BinaryIO, answer: Answer) -> None:
    number, good, value = answer
    try:
        data = pickle.dumps(value)
    except Exception as error:
        good, data = False, pickle.dumps(RuntimeError(f"{type(value).__name__}: {error}"))
    answers.write(pickle.dumps((number, good, data)))
    answers.flush()
