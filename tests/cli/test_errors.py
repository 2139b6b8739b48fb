"""Whatever is wrong: one line, an exit code, no traceback."""

from __future__ import annotations

import gettext
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sprawdzam.engine.texts import Texts


@pytest.mark.parametrize(
    ("args", "fragment"),
    [
        (["positoin"], "'position'"),
        (["simulat", "blef"], "'simulate'"),
        (["game"], "'games'"),
        (["xyzzy"], "No such command 'xyzzy'"),
        (["--nope"], "--nope"),
        (["games", "--jsno"], "--json"),
        (["games", "extra"], "extra"),
        (["rules"], "GAME"),
        (["rules", "blef", "--lang", "de"], "'pl', 'en'"),
        (["rules", "poker"], "there is no game poker; there are: blef, fiasko, szacunki, nerwy, rys"),
        (["rules", "po\nker\x1b[31m"], "there is no game po ker\\x1b[31m"),
    ],
)
def test_wrong_commands_and_arguments_name_what_is_right(run, args, fragment):
    result = run(*args)
    assert result.code == 2
    assert fragment in result.problem


@pytest.mark.parametrize("command", ["position", "replay", "verify"])
def test_files_that_cannot_be_read_are_refused(run, tmp_path, command):
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    latin = tmp_path / "latin"
    latin.write_bytes("zażółć".encode("iso-8859-2"))
    for file, fragment in (
        (tmp_path / "nothing here", "nothing here"),
        (tmp_path, str(tmp_path)),
        (binary, "binary file; a text in UTF-8 is needed"),
        (latin, "byte 3 is not UTF-8; a text in UTF-8 is needed"),
    ):
        result = run(command, file)
        assert result.code == 2
        assert fragment in result.problem
    assert binary.read_bytes() == bytes(range(256))
    assert "standard input" in run(command, "-", stdin=b"\xff").problem


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_forbidden_file_is_refused(run, tmp_path):
    file = tmp_path / "secret"
    file.write_text("{}")
    file.chmod(0)
    result = run("position", file)
    assert result.code == 2
    assert "secret: this cannot be read" in result.problem


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless file")
def test_an_endless_file_is_refused(run, monkeypatch):
    monkeypatch.setattr("sprawdzam.cli.files.LARGEST", 1)
    result = run("position", "/dev/zero")
    assert result.code == 2
    assert "longer than 1 MB" in result.problem


class Polish(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return {"there is no game {name}; there are: {known}": "nie ma gry {name}; są: {known}"}.get(message, message)


def test_errors_are_told_in_the_language_of_the_command(run, monkeypatch):
    spoken = {"pl": Texts("pl", Polish())}
    monkeypatch.setattr("sprawdzam.cli.app.texts", lambda language: spoken[language])
    assert run("rules", "poker", "--lang", "pl").problem == "nie ma gry poker; są: blef, fiasko, szacunki, nerwy, rys"


def test_errors_are_told_in_english_where_there_is_no_catalogue(run, monkeypatch):
    def missing(language: str) -> Texts:
        raise FileNotFoundError("No translation file found")

    monkeypatch.setattr("sprawdzam.cli.app.texts", missing)
    assert (
        run("rules", "poker", "--lang", "pl").problem
        == "there is no game poker; there are: blef, fiasko, szacunki, nerwy, rys"
    )


def test_trouble_that_nobody_foresaw_is_one_line_too(run, monkeypatch):
    def fail(name: str) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("sprawdzam.cli.rules.find", fail)
    result = run("rules", "blef")
    assert (result.code, result.problem) == (1, "ZeroDivisionError: division by zero")


@pytest.mark.parametrize("args", [["games"], ["rules", "blef"], ["--help"], ["games", "--json"]])
def test_a_reader_who_leaves_early_is_no_trouble(start, args):
    process = start("-m", "sprawdzam", *args)
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(30) == 1


@pytest.mark.skipif(os.name == "nt", reason="there is no Ctrl-C to send")
def test_ctrl_c_is_one_line(start):
    code = "import sys, sprawdzam.cli; print('ready', flush=True); sys.exit(sprawdzam.cli.main(['position', '-']))"
    process = start("-c", code)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "error: interrupted\n")


@pytest.mark.parametrize(
    "args",
    [["games"], ["--help"], ["rules", "blef"], ["position", "-", "--legal", "2"], ["replay", "-"], ["--version"]],
)
def test_commands_that_need_no_compiled_code_start_without_the_compiler(start, args, bidding, whole_match):
    code = (
        "import sys; from sprawdzam.cli import main; code = main(sys.argv[1:]);"
        "heavy = [name for name in ('numba', 'llvmlite', 'textual') if name in sys.modules];"
        "print('loaded:', heavy, file=sys.stderr); sys.exit(code)"
    )
    process = start("-c", code, *args)
    stdin = whole_match.log.text if args[0] == "replay" else json.dumps(bidding)
    out, err = process.communicate(stdin, timeout=30)
    assert (process.returncode, err) == (0, "loaded: []\n")
    assert out


@pytest.mark.timed
def test_the_list_of_games_is_there_at_once(start):
    """Two seconds of slack are for a slow machine; usually it takes well under one."""
    took = []
    for _ in range(3):
        begin = time.perf_counter()
        start("-m", "sprawdzam", "games").communicate(timeout=30)
        took.append(time.perf_counter() - begin)
    assert min(took) < 3


def test_json_stands_alone_on_the_standard_output(start, whole_match):
    for args in (["games", "--json"], ["replay", "-", "--json"], ["simulate", "blef", "--games", "5", "--json"]):
        out, err = start("-m", "sprawdzam", *args).communicate(whole_match.log.text, timeout=200)
        assert json.loads(out) and err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_an_output_that_cannot_be_written_is_told_in_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sprawdzam", "games"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1 and done.stderr.startswith("error: ") and done.stderr.count("\n") == 1


def test_a_command_like_no_other_gets_the_list(run):
    result = run("nic")
    assert result.code == 2
    assert result.problem.endswith(
        "There are: arena, backup, balance, bench, engine, games, mcp, play, position, replay, restore, review, rules, "
        "serve, simulate, soak, solve, verify, warm."
    )
