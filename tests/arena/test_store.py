"""A study goes on where it was stopped, however it was stopped, and is never mixed with another."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sprawdzam
from sprawdzam.arena import BadStudy, Study, figures, load, run
from sprawdzam.arena.store import opened

from .conftest import timeless

SOURCE = Path(sprawdzam.__file__).parent.parent
STUDY = {"seed": 3}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder with a whole study, and its matches."""
    folder = tmp_path_factory.mktemp("whole")
    study = Study.of("blef", ["random", "instinct"], **STUDY)
    run(study, 10, folder, jobs=2)
    return folder, load(folder)[1]


def copied(whole, tmp_path, change=lambda data: data):
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "matches.jsonl").write_bytes(change((whole[0] / "matches.jsonl").read_bytes()))
    return folder


def test_the_file_tells_the_study_and_every_match(whole):
    head, *lines = (json.loads(line) for line in (whole[0] / "matches.jsonl").read_text("utf-8").splitlines())
    assert head == {
        "study": 1, "game": "blef", "rules_version": 1, "version": sprawdzam.__version__, "seats": 2, "options": {},
        "bots": ["random", "instinct"], "seed": 3, "limit": 10.0, "sources": {},
    }  # fmt: skip
    assert len(lines) == 10
    assert {
        "bots",
        "deal",
        "rotation",
        "ranks",
        "points",
        "actions",
        "decisions",
        "seconds",
        "slowest",
        "forfeits",
    } == (set(lines[0]))


def test_matches_are_given_in_the_order_of_the_fixtures(whole):
    study, played = load(whole[0])
    assert [each.fixture for each in played] == list(study.fixtures(10))


def test_one_worker_plays_the_same_as_two(whole, tmp_path):
    run(Study.of("blef", ["random", "instinct"], **STUDY), 10, tmp_path, jobs=1)
    assert timeless(load(tmp_path)[1]) == timeless(whole[1])


def test_nothing_is_played_again_and_more_matches_extend_the_study(whole, tmp_path):
    folder = copied(whole, tmp_path)
    study, heard = load(folder)[0], []
    before = (folder / "matches.jsonl").read_bytes()
    run(study, 10, folder, heard=lambda *now: heard.append(now))
    assert heard == [(10, 10)] and (folder / "matches.jsonl").read_bytes() == before
    run(study, 13, folder, jobs=1, heard=lambda *now: heard.append(now))
    assert heard[1:] == [(10, 14), (11, 14), (12, 14), (13, 14), (14, 14)]
    assert (folder / "matches.jsonl").read_bytes().startswith(before)
    assert timeless(load(folder)[1])[:10] == timeless(whole[1])


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_torn_last_line_is_dropped_and_played_again(whole, tmp_path, cut):
    folder = copied(whole, tmp_path, lambda data: data[:-cut])
    study, played = load(folder)
    assert len(played) in (8, 9)
    run(study, 10, folder, jobs=1)
    assert timeless(load(folder)[1]) == timeless(whole[1])
    assert (folder / "matches.jsonl").read_bytes().count(b"\n") == 11


@pytest.mark.parametrize("left", [b"", b'{"study": 1, "ga'])
def test_a_study_that_was_stopped_at_once_begins_again(whole, tmp_path, left):
    folder = copied(whole, tmp_path, lambda data: left)
    with opened(folder, load(whole[0])[0]) as store:
        assert len(store) == 0
    assert load(folder) == (load(whole[0])[0], [])


def test_a_match_that_stands_there_twice_counts_once(whole, tmp_path):
    folder = copied(whole, tmp_path, lambda data: data + data.splitlines(keepends=True)[-1])
    assert timeless(load(folder)[1]) == timeless(whole[1])


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda data: data.replace(b'"ranks"', b'"rinks"', 1), "line 2 of matches.jsonl tells no match"),
        (lambda data: b"{}\n" + data, "line 1 of matches.jsonl tells no study"),
        (lambda data: data.replace(b'"study":1', b'"study":9'), "line 1 of matches.jsonl tells no study"),
        (lambda data: b"\x00\xff\n" + data, "line 1 of matches.jsonl tells no study"),
    ],
)
def test_a_file_that_tells_something_else_is_refused_and_stays(whole, tmp_path, change, text):
    folder = copied(whole, tmp_path, change)
    before = (folder / "matches.jsonl").read_bytes()
    for use in (lambda: load(folder), lambda: run(load(whole[0])[0], 10, folder)):
        with pytest.raises(BadStudy, match=text):
            use()
    assert (folder / "matches.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("other", "text"),
    [
        ({"seed": 4}, "with seed=3; asked for is seed=4"),
        ({"seed": 3, "limit": 2}, r"with limit=10\.0; asked for is limit=2\.0"),
        ({"seed": 3, "seats": 3}, "with seats=2; asked for is seats=3"),
        ({"seed": 3, "options": {"jokers": True}}, 'with options={}; asked for is options={"jokers": true}'),
    ],
)
def test_a_folder_with_another_study_is_refused(whole, tmp_path, other, text):
    folder = copied(whole, tmp_path)
    with pytest.raises(BadStudy, match=text):
        run(Study.of("blef", ["random", "instinct"], **other), 20, folder)
    assert timeless(load(folder)[1]) == timeless(whole[1])


def test_a_bot_whose_file_was_changed_makes_another_study(own, tmp_path):
    bots = [own("Chooser"), "random"]
    first = Study.of("blef", bots)
    with opened(tmp_path / "out", first):
        pass
    file = Path(own("x").removesuffix(":x"))
    file.write_text(file.read_text("utf-8") + "\n# better\n", "utf-8")
    with pytest.raises(BadStudy, match="another study lies here, with sources="):
        run(Study.of("blef", bots), 2, tmp_path / "out")


def test_a_folder_without_a_study_is_refused(tmp_path):
    with pytest.raises(BadStudy, match=r"there is no study here, for there is no matches\.jsonl"):
        load(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="files are not locked there")
def test_one_process_plays_a_study_at_a_time(whole, tmp_path):
    folder = copied(whole, tmp_path)
    study = load(folder)[0]
    with opened(folder, study), pytest.raises(BadStudy, match="being played by another process"):
        run(study, 20, folder)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_killed_at_any_moment_it_loses_no_finished_match(tmp_path):
    """The whole process is killed twice; what was stored by then is still there, and the end is the same."""
    folder = tmp_path / "killed"
    code = (
        "from sprawdzam.arena import Study, run; "
        f"run(Study.of('blef', ['random', 'instinct'], seed=8), 200, {str(folder)!r}, jobs=2)"
    )
    before: list[bytes] = []
    for _ in range(2):
        process = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(SOURCE)})
        want = len(before) + 20
        end = time.monotonic() + 60
        while process.poll() is None and _lines(folder) < want and time.monotonic() < end:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        assert process.wait(10) == -signal.SIGKILL
        now = (folder / "matches.jsonl").read_bytes().splitlines(keepends=True)
        assert len(now) >= want and now[: len(before)] == before
        before = [line for line in now if line.endswith(b"\n")]
    study = load(folder)[0]
    run(study, 200, folder, jobs=1)
    assert (folder / "matches.jsonl").read_bytes().splitlines(keepends=True)[: len(before)] == before
    assert [each.fixture for each in load(folder)[1]] == list(study.fixtures(200))
    run(study, 200, tmp_path / "at once", jobs=2)
    assert timeless(load(folder)[1]) == timeless(load(tmp_path / "at once")[1])
    ladders = [[(row.bot, row.share, row.rating) for row in figures(*load(f)).ladder] for f in
               (folder, tmp_path / "at once")]  # fmt: skip
    assert ladders[0] == ladders[1]


def _lines(folder: Path) -> int:
    file = folder / "matches.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0
