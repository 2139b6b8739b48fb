"""Many tasks at once: on all cores of this machine, or on a Ray cluster."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Sequence
from queue import SimpleQueue
from typing import TypeVar

from sprawdzam.arena.errors import NoWorkers, WorkerLost
from sprawdzam.arena.worker import READY, Answer, Worker

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2  # tasks that each worker has: one that it does, one that it need not wait for


def spread(
    work: Callable[[T], R],
    tasks: Sequence[T],
    *,
    ray: str | None = None,
    jobs: int | None = None,
    again: Callable[[T], R] | None = None,
    apart: bool = False,
) -> Generator[tuple[int, R], None, None]:
    """Does all tasks, on all local cores (processes) or on a Ray cluster (``ray`` = "auto" or "local").

    Yields (index of task, result) in the order in which they finish. ``work`` is a function of a module; tasks and
    results can be pickled. ``jobs`` is how many work at once, by default all cores. One job is done in this process,
    unless ``apart``: then it has a process of its own, which may die.

    A task whose worker dies is tried once more in a fresh worker, by ``again`` if that is given. If that one dies too,
    the rest is done first; then ``WorkerLost`` is raised. An error that ``work`` raises is raised here, at once. Who
    closes the iterator early ends the workers, and nothing more is begun.
    """
    if jobs is not None and jobs < 1:
        raise NoWorkers("jobs: at least 1 is needed, not {jobs}", jobs=jobs)
    if ray is not None:
        from sprawdzam.arena.cluster import spread_on_ray

        return spread_on_ray(work, tasks, ray, jobs, again or work)
    jobs = min(jobs or cores(), len(tasks))
    if jobs <= 1 and not apart:
        return ((index, work(task)) for index, task in enumerate(tasks))
    return _spread(work, tasks, jobs, again or work)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Rounds:
    """What is still to be done, and what was lost: a task gets a second chance, and no third."""

    def __init__(self, number: int) -> None:
        self.todo = deque(range(number))
        self.tried: set[int] = set()
        self.lost: list[int] = []

    def died(self, index: int) -> None:
        """A worker has died over this task."""
        if index in self.tried:
            self.lost.append(index)
        else:
            self.tried.add(index)
            self.todo.appendleft(index)

    def check(self) -> None:
        if self.lost:
            raise WorkerLost(
                "tasks left undone because their workers died twice: {lost}; was memory short?", lost=len(self.lost)
            )


def _spread(
    work: Callable[[T], R], tasks: Sequence[T], jobs: int, again: Callable[[T], R]
) -> Generator[tuple[int, R], None, None]:
    rounds = Rounds(len(tasks))
    heard: SimpleQueue[tuple[Worker, Answer | None]] = SimpleQueue()
    workers: list[Worker] = []
    try:
        while True:
            while rounds.todo and len(workers) < jobs:
                workers.append(Worker(heard))
            for worker in workers:
                while rounds.todo and worker.ready and len(worker.orders) < AHEAD:
                    index = rounds.todo.popleft()
                    worker.order(index, again if index in rounds.tried else work, tasks[index])
            if not rounds.todo and not any(worker.orders for worker in workers):
                break
            worker, answer = heard.get()
            if answer is None:
                workers.remove(worker)
                worker.end()
                if not worker.ready:
                    raise NoWorkers("a worker process could not be started; its own words stand above")
                if worker.orders:
                    rounds.todo.extendleft(list(worker.orders)[:0:-1])
                    rounds.died(worker.orders[0])
            elif answer.number == READY:
                worker.ready = True
            else:
                worker.orders.popleft()
                if not answer.good:
                    raise answer.value
                yield answer.number, answer.value
    finally:
        for worker in workers:
            worker.end()
    rounds.check()
