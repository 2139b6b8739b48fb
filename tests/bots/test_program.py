"""Programs of other languages play whole matches, and whatever they do wrong ends them and is told."""

from __future__ import annotations

import gc
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import sprawdzam
from sprawdzam.arena import Study, load, run
from sprawdzam.arena.referee import Here, Order, play
from sprawdzam.bots import make, program
from sprawdzam.bots.engine import Engine
from sprawdzam.bots.own import absolute, digest
from sprawdzam.bots.program import ProgramBot, ProgramFailed
from sprawdzam.engine.errors import UnknownBot
from sprawdzam.engine.match import Match
from sprawdzam.games import NAMES

ROOT = Path(__file__).parents[2]
SHELL = f"program:sh {shlex.quote(str(ROOT / 'examples' / 'engine_bot.sh'))}"
needs_sh = pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell here")

BROKEN = """
import os, sys, time
how = sys.argv[1]
def say(*lines):
    print(*lines, sep="\\n", flush=True)
for line in sys.stdin:
    if line.startswith("sprawdzam"):
        if how == "mute": time.sleep(60)
        if how == "stranger": say("Hello, who are you?")
        if how == "picky": say("games rys")
        if how == "leaves": sys.exit("no licence\\nfor today")
        say("info any number of these", "name broken " + how, "ready")
    elif line.startswith("legal"):
        first = line.rstrip("\\n").split("\\t")[1]
    elif line.startswith("go"):
        if how == "hangs": time.sleep(60)
        if how == "dies": print("out of memory", file=sys.stderr, flush=True); os._exit(3)
        if how == "killed": os.kill(os.getpid(), 9)
        if how == "closes": os.close(1); time.sleep(60)
        if how == "babbles": say("I think I shall bid")
        if how == "binary": os.write(1, bytes(range(128, 256)) + b"\\n")
        if how == "endless": os.write(1, b"x" * 300_000)
        if how == "chatters": say(*["info still thinking"] * 5000)
        if how == "illegal": say("play bid 1x1")
        if how == "unknown": say("play chess")
        if how == "sorry": say("error I do not know this card")
        if how == "twice": say("play " + first)
        say("info a word", "play " + first)
"""


@pytest.fixture
def broken(tmp_path: Path):
    """``broken("hangs")``: the name of a program that does that."""
    file = tmp_path / "broken bot.py"
    file.write_text(BROKEN, "utf-8")
    return lambda how: f"program:{shlex.quote(sys.executable)} -SE {shlex.quote(str(file))} {how}"


@pytest.fixture(autouse=True)
def nobody_is_left_behind():
    yield
    if program._running:  # a look through all that the tests before have left in memory takes longer than most tests
        gc.collect()
    program.leave_all()
    assert not program._running and not program._idle


def whole_match(names: list[str], match: Match) -> Match:
    bots = [make(name) for name in names]
    luck = Random(5)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bots[seat].decide(match.view(seat), luck))
    return match


@needs_sh
@pytest.mark.parametrize("game", NAMES)
def test_a_program_plays_whole_matches_of_every_game(game):
    match = whole_match([SHELL, "random", SHELL], sprawdzam.game(game, seats=3).unclocked().start(seed=2))
    assert match.over and {step.seat for step in match.log.steps} >= {0, 2}


@pytest.mark.parametrize("game", NAMES)
def test_our_engine_decides_as_our_bot(game):
    """A view that went through the protocol is the view, and the seed is the luck."""
    match = sprawdzam.game(game, seats=3).unclocked().start(seed=4)
    engines = [Engine("instinct") for _ in range(3)]
    inner, luck = make("instinct"), Random(8)
    for seat, engine in enumerate(engines):
        assert list(engine.answers(["sprawdzam 1"]))[-1] == "ready"
        opening = program.told(program.opening(match.view(seat)))
        assert list(engine.answers([f"new match {opening}"])) == []
    while not match.over:
        seat = match.actors[0]
        view, seed = match.view(seat), luck.getrandbits(32)
        lines = [f"view {program.told(view.position)}", "\t".join(("legal", *view.choices)), f"go 1000 {seed}"]
        (answer,) = engines[seat].answers(lines)
        action = inner.decide(view, Random(seed))
        assert answer == f"play {view.write(action)}"
        match.play(seat, action)


def test_our_engine_is_a_program_that_our_host_can_run():
    """Both sides of the protocol against each other, as commands."""
    name = f"program:{shlex.quote(sys.executable)} -m sprawdzam engine --bot instinct"
    match = whole_match([name, "random"], sprawdzam.game("nerwy", seats=2).unclocked().start(seed=3))
    assert match.over and make(name).name == f"sprawdzam instinct {sprawdzam.__version__}"


def test_a_program_is_sent_what_its_seat_knows_and_nothing_else(tmp_path):
    file = tmp_path / "notes.py"
    file.write_text(
        "import sys\n"
        "notes = open(sys.argv[1], 'w')\n"
        "for line in sys.stdin:\n"
        "    notes.write(line); notes.flush()\n"
        "    if line.startswith('sprawdzam'): print('ready', flush=True)\n"
        "    if line.startswith('legal'): first = line.rstrip('\\n').split('\\t')[1]\n"
        "    if line.startswith('go'): print('play', first, flush=True)\n",
        "utf-8",
    )
    notes = tmp_path / "notes.txt"
    bot = make(f"program:{shlex.quote(sys.executable)} -SE {shlex.quote(str(file))} {shlex.quote(str(notes))}")
    match = sprawdzam.game("blef", seats=3, jokers=True).start(seed=7)
    view = match.view(1)
    assert bot.decide(view, Random(1)) == view.actions[0]
    head = {"game": "blef", "rules": 1, "seats": 3, "options": {"jokers": True}, "seat": 1}
    assert notes.read_text("utf-8").splitlines() == [
        "sprawdzam 1",
        f"new match {program.told(head)}",
        f"view {program.told(view.position)}",
        "legal\tchoose A\tchoose B",
        f"go 10000 {Random(1).getrandbits(32)}",
    ]


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("hangs", "did not answer within 0.25 s"),
        ("dies", "ended with exit code 3; its words: out of memory"),
        pytest.param("killed", "was ended by signal 9", marks=pytest.mark.skipif(os.name == "nt", reason="signals")),
        ("closes", "has closed its output"),
        ("babbles", "said I think I shall bid; expected: play ACTION"),
        ("binary", "expected: play ACTION"),
        ("endless", "said a line of more than 65536 bytes"),
        ("chatters", "said 1000 lines without an answer; expected: play ACTION"),
        ("illegal", "broke the rules: bid 1x1 is not legal for seat 0 now; legal: choose A, choose B"),
        ("unknown", 'broke the rules: "chess" is no action of blef'),
        ("sorry", "reports: I do not know this card"),
        ("picky", "does not play blef; it plays: rys"),
    ],
)
def test_whatever_a_program_does_wrong_ends_it_and_is_told(broken, how, reason):
    bot = ProgramBot(broken(how), 0.2 if how == "hangs" else 10)
    view = sprawdzam.game("blef", seats=2).start(seed=1).view(0)
    with pytest.raises(ProgramFailed) as failure:
        bot.decide(view, Random(1))
    assert reason in str(failure.value) and "\n" not in str(failure.value)
    assert bot._program not in program._running and bot._program._process.returncode is not None
    with pytest.raises(ProgramFailed, match=r"broken bot\.py"):
        bot.decide(view, Random(1))


def test_who_speaks_without_being_asked_is_ended(broken):
    bot = make(broken("twice"))
    match = sprawdzam.game("blef", seats=2).start(seed=1)
    assert bot.decide(match.view(0), Random(1)) == match.view(0).actions[0]
    while bot._program._heard.empty():
        pass
    with pytest.raises(ProgramFailed, match="spoke without being asked: play choose A"):
        bot.decide(match.view(0), Random(1))


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("stranger", "said Hello, who are you?; expected: name, games or ready"),
        ("leaves", "ended with exit code 1; its words: no licence for today"),
        ("mute", "did not answer within 0.3 s"),
    ],
)
def test_a_program_introduces_itself(broken, how, reason, monkeypatch):
    if how == "mute":
        monkeypatch.setattr(program, "STARTING", 0.3)
    with pytest.raises(ProgramFailed) as failure:
        make(broken(how))
    assert reason in str(failure.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("program:", "a command is needed"),
        ("program:./there/is/none --fast", "there is no program ./there/is/none that can be run"),
        ("program:'open", "this is no command: No closing quotation"),
    ],
)
def test_a_command_that_cannot_be_run_is_told_in_one_line(name, text):
    with pytest.raises(UnknownBot) as error:
        make(name)
    assert text in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("how", "limit", "reason"),
    [
        ("hangs", 0.2, "overran 0.2 s"),
        ("dies", 10, "ended with exit code 3; its words: out of memory"),
        ("babbles", 10, "said I think I shall bid"),
        ("illegal", 10, "broke the rules: bid 1x1 is not legal"),
        ("leaves", 10, "ended with exit code 1"),
    ],
)
def test_in_the_arena_it_forfeits_and_the_match_goes_on(broken, how, limit, reason):
    study = Study("blef", 1, "", 2, {}, (broken(how), "random"), 1, limit, {})
    fixture = next(study.fixtures(2))
    players = [Here(name, limit) for name in fixture.bots]
    match = play(Order(study, fixture, fixture.bots), players)
    (forfeit,) = match.forfeits
    assert forfeit.seat == 0 and reason in forfeit.reason
    assert match.ranks == (2, 1) and match.decisions[1] > 0
    assert not program._running  # at once, not when somebody forgets it


@needs_sh
def test_in_the_arena_a_program_plays_whole_matches_as_any_bot_does(tmp_path):
    """In a process of the arena, and none of its matches is one that instinct plays on for it."""
    run(Study.of("nerwy", [SHELL, "random"], limit=60), 2, tmp_path / "out", jobs=1)
    _, played = load(tmp_path / "out")
    assert len(played) == 2
    for match in played:
        assert not match.forfeits and set(match.bots) == {SHELL, "random"} and sorted(match.ranks) == [1, 2]
        assert all(number > 0 for number in match.decisions)


def test_a_program_waits_for_its_next_match(broken):
    view = sprawdzam.game("blef", seats=2).start(seed=1).view(0)
    first = make(broken("well"))
    process = first._program
    assert make(broken("well"))._program is not process  # two seats are two processes
    first.decide(view, Random(1))
    del first
    second = make(broken("well"))
    again = make(broken("well"))
    assert process in (second._program, again._program)
    assert second.decide(view, Random(1)) == again.decide(view, Random(1)) == view.actions[0]


def test_files_of_a_command_are_found_and_watched(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "my bot.sh"
    file.write_text("one", "utf-8")
    name = "program:sh 'my bot.sh' --fast"
    assert absolute(name) == f"program:sh {shlex.quote(str(file))} --fast"
    before = digest(name)
    file.write_text("two", "utf-8")
    assert before and digest(name) != before and digest("program:sh --version") is None


# --- the other side ---


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["sprawdzam 2"], "protocol 2 is not known here; known: 1"),
        (["hello"], "hello is not known; known: sprawdzam, new match, view, legal, go, quit"),
        (["view {}"], "new match comes first"),
        (["go 100"], "view comes first"),
        (["new match {"], "position: this is not JSON"),
        (['new match {"game": "chess", "seats": 2, "seat": 0}'], "there is no game chess"),
        (['new match {"game": "blef", "seats": 2, "seat": 2}'], "a seat below the number of seats is needed"),
        (['new match {"game": "blef", "seats": 99, "seat": 2}'], "99"),
        (["START", "VIEW", "go soon"], "milliseconds are needed"),
        (["START", 'view {"game": "blef"}'], "this field is missing"),
    ],
)
def test_our_engine_tells_what_is_wrong_and_listens_on(lines, problem):
    view = sprawdzam.game("blef", seats=2).start(seed=1).view(0)
    start = f"new match {program.told(program.opening(view))}"
    said = {"START": start, "VIEW": f"view {program.told(view.position)}"}
    engine = Engine("random")
    *_, last = engine.answers([said.get(line, line) for line in lines])
    assert last.startswith("error ") and problem in last
    *_, answer = engine.answers([start, said["VIEW"], "go 100 7", "quit", "hello"])
    assert answer.removeprefix("play ") in view.choices


def test_the_command_answers_line_by_line():
    """Answers come while the input is open, and the end of the input is the end."""
    view = sprawdzam.game("blef", seats=2).start(seed=1).view(0)
    with subprocess.Popen(
        [sys.executable, "-m", "sprawdzam", "engine", "--bot", "random"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    ) as process:  # fmt: skip
        process.stdin.write("sprawdzam 1\n")
        process.stdin.flush()
        assert [process.stdout.readline() for _ in range(3)][2] == "ready\n"
        opening = json.dumps(program.opening(view))
        process.stdin.write(f"new match {opening}\nview {json.dumps(view.position)}\ngo 500 3\n")
        process.stdin.flush()
        assert process.stdout.readline().removeprefix("play ").strip() in view.choices
        process.stdin.close()
        assert process.wait(10) == 0
