"""The pool: everything is done once, and a worker that dies costs one attempt."""

from __future__ import annotations

import importlib
import math
import os
import time

import pytest

from sprawdzam.arena import NoWorkers, WorkerLost, spread


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_is_done_once_and_named_by_its_place(works, jobs):
    square = importlib.import_module(works).square
    assert sorted(spread(square, list(range(40)), jobs=jobs)) == [(n, n * n) for n in range(40)]


def test_no_tasks_need_no_workers():
    assert list(spread(math.sqrt, [])) == []
    assert list(spread(math.sqrt, [], apart=True)) == []


def test_one_job_is_done_in_this_process_unless_it_is_to_be_apart(works, capfd):
    noisy = importlib.import_module(works).noisy
    assert [pid for _, pid in spread(noisy, [1, 2], jobs=1)] == [os.getpid()] * 2
    apart = {pid for _, pid in spread(noisy, [1, 2], jobs=1, apart=True)}
    assert len(apart) == 1 and os.getpid() not in apart
    assert (
        capfd.readouterr().err.count("between the answers") == 2
    )  # those of the other process do not spoil its answers


def test_a_task_whose_worker_dies_is_tried_again_in_a_fresh_one(works):
    module = importlib.import_module(works)
    done = dict(spread(module.deadly, list(range(10)), jobs=2, again=module.gentle))
    assert done == {n: -n if n in (3, 8) else n * n for n in range(10)}


def test_a_task_that_kills_twice_is_lost_and_the_rest_is_done(works):
    done = []
    with pytest.raises(WorkerLost, match="their workers died twice: 1; "):
        for index, _ in spread(importlib.import_module(works).deadly, list(range(7)), jobs=2):
            done.append(index)
    assert sorted(done) == [0, 1, 2, 4, 5, 6]


def test_an_error_of_the_work_is_raised_here(works):
    with pytest.raises(ValueError, match=r"math domain error|nonnegative"):
        list(spread(math.sqrt, [1, -1, 4], jobs=2))
    with pytest.raises(RuntimeError, match=r"function: .*pickle"):
        list(spread(importlib.import_module(works).unsendable, [1, 2], jobs=2))


def test_who_stops_early_stops_the_workers(works, tmp_path):
    files = [str(tmp_path / f"done{n}") for n in range(200)]
    results = spread(importlib.import_module(works).touch, files, jobs=2)
    next(results)
    results.close()
    begun = len(list(tmp_path.glob("done*")))
    assert 1 <= begun <= 8
    time.sleep(0.3)
    assert len(list(tmp_path.glob("done*"))) == begun


def test_impossible_numbers_and_places_are_refused():
    with pytest.raises(NoWorkers, match="jobs: at least 1 is needed, not 0"):
        spread(math.sqrt, [1], jobs=0)
    with pytest.raises(NoWorkers, match=r"ray: auto .* or local .*, not moon"):
        spread(math.sqrt, [1], ray="moon")


def test_without_ray_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(NoWorkers, match=r"pip install 'sprawdzam\[ray\]'"):
        spread(math.sqrt, [1], ray="local")
