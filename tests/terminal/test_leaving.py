"""Quitting, the log on disk, and what goes wrong on the way."""

import pytest

import sprawdzam
from sprawdzam.bots import make
from sprawdzam.terminal import app as app_module
from sprawdzam.terminal import run
from sprawdzam.terminal.sheets import QuitSheet


def test_quitting_a_running_match_is_asked(at_table):
    async def scenario(hands):
        await hands.my_turn()
        await hands.press("q")
        assert isinstance(hands.app.screen, QuitSheet)
        await hands.press("escape")
        assert hands.app.screen is hands.table
        await hands.press("q", "enter")
        assert hands.app.screen is hands.table, "staying is the default"
        await hands.press("q", "q")
        await hands.until(lambda: not hands.app.is_running)

    assert not at_table(scenario).match.over


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_the_usual_ways_out_ask_as_well(at_table, key):
    async def scenario(hands):
        await hands.my_turn()
        await hands.press(key)
        assert isinstance(hands.app.screen, QuitSheet)
        await hands.press(key)
        await hands.until(lambda: not hands.app.is_running)

    at_table(scenario)


def test_leaving_by_mouse(at_table):
    async def scenario(hands):
        await hands.my_turn()
        await hands.click(("key", "q"))
        await hands.pilot.click("#quit")
        await hands.until(lambda: not hands.app.is_running)

    at_table(scenario)


def test_the_log_is_whole_after_every_step(at_table, tmp_path):
    path = tmp_path / "match.log"

    async def scenario(hands):
        assert sprawdzam.load(path.read_text("utf-8")).log.steps is not None
        for _ in range(12):
            await hands.my_turn()
            if hands.app.match.over:
                break
            hands.app.match.play(0, hands.app.match.view(0).actions[0])
            written = sprawdzam.load(path.read_text("utf-8"))
            assert written.log.text == hands.app.match.log.text

    at_table(scenario, log_file=path)
    assert [file.name for file in tmp_path.iterdir()] == ["match.log"]


def test_a_second_match_keeps_the_log_of_the_first(at_table, tmp_path):
    async def scenario(hands):
        while not hands.app.match.over:
            await hands.my_turn()
            if not hands.app.match.over:
                hands.app.match.play(0, hands.app.match.view(0).actions[-1])
        await hands.press("n")
        await hands.my_turn()

    at_table(scenario, seats=2, log_file=tmp_path / "match.log")
    assert sprawdzam.load((tmp_path / "match.log").read_text("utf-8")).over
    assert not sprawdzam.load((tmp_path / "match-2.log").read_text("utf-8")).over


def test_a_log_that_cannot_be_written_does_not_stop_the_match(at_table, tmp_path):
    async def scenario(hands):
        await hands.my_turn()
        assert "The log cannot be written" in hands.screen_text()
        await hands.press("enter")
        await hands.bidding()

    at_table(scenario, log_file=tmp_path / "nowhere" / "match.log")


def test_a_bot_that_fails_does_not_stop_the_match(at_table):
    class Broken:
        name = "broken"

        def decide(self, view, rng):
            raise RuntimeError("no idea")

    async def scenario(hands):
        await hands.my_turn()
        assert "cannot decide: no idea" in hands.screen_text()
        await hands.bidding()
        assert hands.sight.mine

    at_table(scenario, bots=[Broken()], seats=2, options={"first_starter": 1})


def test_a_bot_that_plays_what_is_not_legal_does_not_stop_the_match(at_table):
    class Cheat:
        name = "cheat"

        def decide(self, view, rng):
            return 0 if view.record.phase == 1 else view.actions[0]

    async def scenario(hands):
        await hands.my_turn()
        assert "cannot decide" in hands.screen_text()
        await hands.bidding()

    at_table(scenario, bots=[Cheat()], seats=2, options={"first_starter": 1})


def test_a_fault_of_the_rules_is_a_line_on_the_screen(at_table, monkeypatch):
    async def scenario(hands):
        await hands.bidding()

        def broken():
            raise KeyError("ouch")

        monkeypatch.setattr(hands.app.match, "go_on", broken)
        await hands.press("s")
        await hands.until(lambda: "The match cannot go on" in hands.screen_text(), 3)
        await hands.press("q", "q")
        await hands.until(lambda: not hands.app.is_running)

    at_table(scenario, options={"first_starter": 1})


def test_run_gives_the_match_back_and_says_where_the_log_is(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(app_module.TableApp, "run", lambda self: None)
    path = tmp_path / "match.log"
    match = run(sprawdzam.game("blef", 2), language="en", bots=[make("random")], seed=1, log_file=path)
    assert str(path) in capsys.readouterr().out
    assert match.log.text == path.read_text("utf-8")
