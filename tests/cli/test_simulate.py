"""``simulate``: many matches among bots."""

from __future__ import annotations

import io
import time
from collections import Counter
from random import Random

import pytest
from rich.console import Console

import sprawdzam
import sprawdzam.bots
from sprawdzam.bots.simple import RandomBot
from sprawdzam.cli import progress
from sprawdzam.cli.tally import Chunk, Tally, interval, lineup


@pytest.fixture
def one_by_one(monkeypatch):
    """Also simple bots drive a ``Match``, as all others do."""
    monkeypatch.setattr("sprawdzam.cli.simulate.BULK", ())


def shares(told):
    return {bot["bot"]: bot["share"] for bot in told["bots"]}


def test_seat_i_plays_bot_i_modulo_their_number_and_all_move_on():
    assert [lineup(3, 2, match) for match in range(4)] == [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0]]
    for seats in range(2, 7):
        for bots in range(1, seats + 1):
            rows = [lineup(seats, bots, match) for match in range(seats)]
            assert len({tuple(sorted(row)) for row in rows}) == 1
            assert len({tuple(sorted(row[seat] for row in rows)) for seat in range(seats)}) == 1


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 30, 0.0, 0.1135), (30, 30, 0.8865, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_the_interval_is_wilsons(wins, matches, low, high):
    assert interval(wins, matches) == pytest.approx((low, high), abs=5e-5)


def test_a_tally_counts_by_bot_and_by_seat():
    tally = Tally(sprawdzam.game("blef", seats=3), ["a", "b"], 4, 1)
    tally.add(Chunk([0, 1, 0], [1, 1, 0], 2, 20))
    tally.add(Chunk([1, 0, 0], [0.5, 0, 0.5], 1, 7))
    told = tally.fields()
    assert [bot["wins"] for bot in told["bots"]] == [1.5, 1.5]
    assert [bot["fair"] for bot in told["bots"]] == pytest.approx([2 / 3, 1 / 3], abs=1e-6)
    assert (told["wins_by_seat"], told["mean_length"], told["partial"]) == ([1.5, 1, 0.5], 9, True)
    assert "PARTIAL: stopped after 3 of 4 matches" in tally.text()


def test_the_same_seed_plays_the_same_matches(run):
    def study(seed):
        told = run("simulate", "blef", "--games", 500, "--seats", 3, "--seed", seed, "--json").json
        assert told.pop("seconds") >= 0
        return told

    assert study(1) == study(1)
    assert study(1) != study(2)
    assert study(1)["matches"] == 500


def test_the_same_seed_plays_the_same_matches_one_by_one(run, one_by_one):
    args = ("simulate", "blef", "--games", 20, "--seed", -5, "--json")
    first, second = run(*args).json, run(*args).json
    assert first | {"seconds": 0} == second | {"seconds": 0}


def test_a_seed_that_was_not_given_is_told(run):
    seed = run("simulate", "blef", "--games", 5, "--json").json["seed"]
    assert f"seed {seed}" in run("simulate", "blef", "--games", 5, "--seed", seed).out


def test_the_compiled_loop_and_matches_agree(run, monkeypatch):
    args = ("simulate", "blef", "--bots", "random,random,instinct", "--seed", 4, "--json")
    bulk = run(*args, "--games", 6000).json
    monkeypatch.setattr("sprawdzam.cli.simulate.BULK", ())
    slow = run(*args, "--games", 150).json
    for fast_bot, slow_bot in zip(bulk["bots"], slow["bots"], strict=True):
        assert slow_bot["low"] - 0.03 < fast_bot["share"] < slow_bot["high"] + 0.03
    assert slow["mean_length"] == pytest.approx(bulk["mean_length"], rel=0.1)


@pytest.mark.parametrize("games", [1, 2, 3, 4, 100])
def test_every_match_has_its_winner(run, games):
    told = run("simulate", "blef", "--games", games, "--seats", 3, "--bots", "random", "--seed", 1, "--json").json
    assert told["matches"] == told["asked"] == games
    assert sum(told["wins_by_seat"]) == pytest.approx(games)
    assert sum(bot["wins"] for bot in told["bots"]) == pytest.approx(games)


def test_options_reach_the_table(run):
    told = run("simulate", "blef", "--games", 5, "--option", "jokers=true", "--option", "longer=TRUE", "--json").json
    assert told["options"] == {"jokers": True, "longer": True}


def test_the_table_is_as_large_as_the_bots_are_many(run):
    assert run("simulate", "blef", "--games", 3, "--json").json["seats"] == 2
    assert run("simulate", "blef", "--games", 3, "--bots", "random", "--json").json["seats"] == 3
    assert run("simulate", "blef", "--games", 3, "--bots", "random,random,instinct,random", "--json").json["seats"] == 4


def test_the_result_for_people(run):
    out = run("simulate", "blef", "--games", 200, "--seed", 1).out
    assert out.startswith("blef, 2 seats, seed 1\n")
    assert all(word in out for word in ("95 % interval", "instinct", "random", "wins by seat", "mean length", "time: "))
    assert "PARTIAL" not in out


class Interrupted(RandomBot):
    """Somebody presses Ctrl-C during the so-manieth decision."""

    def __init__(self, after):
        self.left = after

    def decide(self, view, rng):
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
        return super().decide(view, rng)


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_tells_what_was_finished(run, monkeypatch, as_json):
    bot = Interrupted(500)
    monkeypatch.setattr(sprawdzam.bots, "make", lambda name: bot)
    result = run("simulate", "blef", "--games", 1000, "--bots", "slow", *["--json"] * as_json)
    assert result.code == 130
    if as_json:
        assert result.json["partial"] and 0 < result.json["matches"] < 1000
    else:
        assert "PARTIAL: stopped after" in result.out


def test_ctrl_c_before_the_first_end_tells_just_that(run, monkeypatch):
    monkeypatch.setattr(sprawdzam.bots, "make", lambda name: Interrupted(3))
    result = run("simulate", "blef", "--games", 1000, "--bots", "slow")
    assert (result.code, result.problem) == (130, "interrupted")


def test_bots_get_the_view_of_their_seat_and_every_seat_alike(run, monkeypatch):
    seen: Counter[tuple[str, int]] = Counter()

    class Watching(RandomBot):
        def __init__(self, name):
            self.name = name

        def decide(self, view, rng):
            assert isinstance(rng, Random)
            seen[self.name, view.seat] += 1
            return super().decide(view, rng)

    monkeypatch.setattr(sprawdzam.bots, "make", Watching)
    run("simulate", "blef", "--games", 6, "--seats", 3, "--bots", "x,y", "--seed", 1)
    assert set(seen) == {(name, seat) for name in "xy" for seat in range(3)}


@pytest.mark.parametrize(
    ("args", "fragments"),
    [
        (["--bots", "foo"], ["there is no bot foo", "random, instinct, expert, search"]),
        (["--bots", ""], ["bots: names with commas"]),
        (["--bots", "random,,random"], ["bots: names with commas"]),
        (["--bots", "random,random,random", "--seats", "2"], ["bots: 3 are named, there is room for 2"]),
        (["--seats", "1"], ["seats: blef seats 2 to 6, not 1"]),
        (["--seats", "7"], ["seats: blef seats 2 to 6, not 7"]),
        (["--seats", "many"], ["--seats"]),
        (["--games", "0"], ["--games"]),
        (["--games", "x"], ["--games"]),
        (["--seed", "x"], ["--seed"]),
        (["--option", "jokers"], ["option jokers: name=value is needed", "jokers=false"]),
        (["--option", "=true"], ["option =true: name=value is needed"]),
        (["--option", "jokers=2"], ["option jokers: 2", "false, true"]),
        (["--option", "foo=1"], ["option foo", "it has: jokers"]),
        (["--seats", "2", "--option", "first_starter=2"], ["option first_starter: 2", "random, 0, 1"]),
        (["--option", "jokers=true", "--option", "jokers=false"], ["option jokers: it is given twice"]),
    ],
)
def test_bad_arguments_are_refused(run, args, fragments):
    result = run("simulate", "blef", *args)
    assert result.code == 2
    assert all(fragment in result.problem for fragment in fragments), result.problem


def test_a_progress_bar_comes_to_a_terminal_after_a_while(monkeypatch):
    shown = io.StringIO()
    terminal = Console(file=shown, force_terminal=True, width=80)
    monkeypatch.setattr("rich.console.Console", lambda **options: terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.02)
    with progress.SlowProgress("matches", 10) as bar:
        bar.advance(4)
        time.sleep(0.2)
    assert "matches" in shown.getvalue() and "4/10" in shown.getvalue()


def test_a_progress_bar_does_not_come_for_a_moment_or_without_a_terminal(monkeypatch):
    for is_terminal, patience in ((True, 10), (False, 0.0)):
        shown = io.StringIO()
        monkeypatch.setattr(
            "rich.console.Console", lambda s=shown, t=is_terminal, **options: Console(file=s, force_terminal=t)
        )
        monkeypatch.setattr(progress, "PATIENCE", patience)
        with progress.SlowProgress("matches", 10) as bar:
            time.sleep(0.05)
            bar.advance(10)
        assert "matches" not in shown.getvalue()


@pytest.mark.parametrize("bot", ["instinct", "search:20"])
def test_alone_a_bot_wins_only_against_the_game(run, bot):
    """Nobody may have won: that is no share of a win."""
    result = run("simulate", "fiasko", "--seats", "1", "--games", "20", "--bots", bot, "--seed", "3", "--json")
    assert result.code == 0
    assert result.json["matches"] == 20
    (told,) = result.json["bots"]
    assert 0 < told["wins"] < 20 and told["wins"] == int(told["wins"]) and told["fair"] is None
    assert run("simulate", "fiasko", "--seats", "1", "--games", "3").out.startswith("fiasko, 1 seat, seed ")
