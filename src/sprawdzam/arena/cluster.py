"""The same pool on Ray: several machines, or a Ray of its own on this one."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from sprawdzam.arena.errors import NoWorkers
from sprawdzam.arena.pool import AHEAD, Rounds, cores

T = TypeVar("T")
R = TypeVar("R")

WHERE = ("auto", "local")


def spread_on_ray(
    work: Callable[[T], R], tasks: Sequence[T], where: str, jobs: int | None, again: Callable[[T], R]
) -> Generator[tuple[int, R], None, None]:
    """As ``pool.spread``. A cluster that this process has not joined yet is joined and left again."""
    if where not in WHERE:
        raise NoWorkers("ray: auto (a running cluster) or local (this machine), not {where}", where=where or "''")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would report home
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or warn of what will change
    if where == "local":
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # listen on 127.0.0.1, on all platforms
    try:
        import ray
    except ImportError:
        raise NoWorkers("Ray is not installed; it comes with: pip install 'sprawdzam[ray]'") from None
    return _spread(ray, work, tasks, where, jobs, again)


def _spread(
    ray: Any, work: Callable[[T], R], tasks: Sequence[T], where: str, jobs: int | None, again: Callable[[T], R]
) -> Generator[tuple[int, R], None, None]:
    ours = not ray.is_initialized()
    rounds = Rounds(len(tasks))
    running: dict[Any, int] = {}
    try:
        if ours:
            _join(ray, where, jobs)
        do = ray.remote(max_retries=0, num_cpus=1)(_do)
        most = AHEAD * (jobs or max(1, int(ray.cluster_resources().get("CPU", 1))))
        while rounds.todo or running:
            while rounds.todo and len(running) < most:
                index = rounds.todo.popleft()
                order = pickle.dumps((again if index in rounds.tried else work, tasks[index]))
                running[do.remote(sys.path, order)] = index
            (done,), _ = ray.wait(list(running), num_returns=1)
            index = running.pop(done)
            try:
                result = ray.get(done)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError):
                rounds.died(index)
                continue
            yield index, result
    finally:
        for each in running:
            ray.cancel(each, force=True)
        if ours:
            ray.shutdown()
    rounds.check()


def _do(path: list[str], order: bytes) -> Any:
    """On the other side. What can be imported here shall be importable there, if it is the same machine."""
    sys.path.extend(entry for entry in path if entry not in sys.path)
    work, task = pickle.loads(order)
    return work(task)


def _join(ray: Any, where: str, jobs: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if where == "local":
        ray.init(
            address="local", num_cpus=jobs or cores(), include_dashboard=False, _node_ip_address="127.0.0.1", **quiet
        )
        return
    try:
        ray.init(address="auto", **quiet)
    except ConnectionError:
        raise NoWorkers(
            "there is no running Ray cluster here; start one with: ray start --head, or use --ray local"
        ) from None
