"""How often rules fire: counted by hand, and against what logs and states tell."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from textwrap import dedent

import pytest

import sprawdzam
from sprawdzam.arena.firing import Watch, watch
from sprawdzam.bots import make
from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import TABLE
from sprawdzam.engine.game import Game
from sprawdzam.games import NAMES, find

RULES = """
    from enum import IntEnum
    import numpy as np
    from {package}.parts import is_even, last

    LIMIT = 4  # XX-09: a constant never fires
    ACTIONS, PIECES, LONGEST = 2, 1, 10
    STATE = np.dtype([("seats", "i2"), ("option", np.dtype([("none", "i2")])), ("n", "i2"), ("sum", "i2")])

    class Phase(IntEnum):
        ONLY = 0

    class Zone(IntEnum):
        ONLY = 0

    def deal(s, rng):
        s.n = 0  # XX-01
        for i in range(3):  # XX-02
            s.sum += 1

    def actors(s):
        return 0 if s.n == LIMIT else 1

    def legal(s, seat, out):
        out[0] = 0
        if s.n > 1:  # XX-03
            out[1] = 1
            return 2
        return 1

    def apply(s, seat, action, rng):
        s.n += 1
        for i in range(s.n):
            if i % 2:  # XX-04
                s.sum += 1
        if is_even(s.n):
            s.sum += 1
        elif action:
            s.sum += 2
        else:  # R1
            s.sum += 3
        big = s.n > 3  # XX-05
        if big:
            last(s)

    def score(s, out):
        out[0][0] = s.sum
        out[0][1] = 1  # XX-06

    def hide(s, seat, v):
        v.n = s.n  # XX-07
"""
PARTS = """
    def is_even(n):
        '''XX-08, which is looked at every time and true every other time.'''
        return n % 2 == 0

    def last(s):
        '''R2'''
        s.sum += 1
"""


@pytest.fixture
def made(tmp_path, monkeypatch):
    """``made(rules)``: a game with these rules, and a rulebook with all ids."""
    monkeypatch.syspath_prepend(tmp_path)
    names = [f"made_{tmp_path.name}_{i}".replace("-", "_") for i in range(2)]

    def make_game(rules=RULES):
        package = names.pop()
        folder = tmp_path / package
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        (folder / "rules.py").write_text(dedent(rules).replace("{package}", package))
        (folder / "parts.py").write_text(dedent(PARTS))
        ids = [f"XX-0{i}" for i in range(1, 10)] + ["R1", "R2", "R3"]
        (folder / "rulebook.en.md").write_text("\n".join(f"- What {name} says. [{name}]" for name in ids))
        return Game(package, "", "", package, range(1, 2), (), 1)

    yield make_game
    for name in [name for name in sys.modules if name.startswith("made_")]:
        del sys.modules[name]


def played(game):
    """Four actions, the first legal one each time."""
    counted = Watch(game)
    s = game.record.zero()
    s.seats = 1
    counted.deal(s, Fast(1))
    while counted.game.rules.actors(s):
        counted.apply(s, 0, counted.legal(s, 0)[0], Fast(1))
    counted.score(s)
    return counted


def test_every_kind_of_citation_is_counted_as_documented(made):
    counted = played(made())
    assert counted.firings.steps == {
        "XX-01": 1,  # a statement
        "XX-02": 1,  # a loop: once
        "XX-04": 3,  # a branch in a loop: in the steps with n = 2, 3, 4
        "XX-05": 1,  # a condition that is assigned: only when true, n = 4
        "XX-06": 1,
        "XX-08": 2,  # a function that answers yes or no: n = 2, 4
        "R1": 2,  # else: n = 1, 3
        "R2": 1,  # a call
    }
    assert counted.firings.times["XX-04"] == 1 + 1 + 2
    assert counted.firings.times["XX-02"] == 1
    assert counted.firings.choices == {"XX-03": 2}


def test_what_does_not_run_in_a_step_is_not_counted_but_told(made):
    counted = played(made())
    assert counted.uncounted() == {"XX-07": ("rules.py",), "XX-09": ("rules.py",), "R3": ()}
    assert counted.counted(("legal",)) == {"XX-03"}
    assert "XX-03" not in counted.counted(("deal", "apply", "score"))


def test_a_citation_that_moves_takes_its_count_along(made):
    """A count that did not come from the place of the comment would stay."""
    forged = RULES.replace("else:  # R1", "else:").replace("elif action:", "elif action:  # R1")
    assert played(made(forged)).firings.steps["R1"] == 0
    assert played(made()).firings.steps["R1"] == 2


def test_counting_changes_nothing(made):
    game = made()
    plain = game.record.zero()
    plain.seats = 1
    game.rules.deal(plain, Fast(1))
    while game.rules.actors(plain):
        game.rules.apply(plain, 0, 0, Fast(1))
    out = [[0, 0]]
    game.rules.score(plain, out)
    assert out == [[3 + 0 + 1 + 1 + 2 + 3 + 1 + 3 + 1 + 1, 1]]


def match_of(game, seats, bot, seed, **options):
    match = sprawdzam.game(game, seats=seats, **options).unclocked().start(seed=seed)
    luck, player = Random(seed), make(bot)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, player.decide(match.view(seat), luck))
    return match


def words(match):
    """How often each verb was played by a seat."""
    return Counter(step.text.split()[0] for step in match.log.steps if step.seat != TABLE)


def test_a_round_of_blef_by_hand():
    """Seat 0 opens with all sixes and is checked: two rounds, then the log stops."""
    match = sprawdzam.game("blef", seats=2, jokers=True, first_starter=0).start(seed=3)
    for _ in range(2):
        for seat in (0, 1):
            match.play(seat, match.view(seat).choices[0])
        starter = match.actors[0]
        match.play(starter, match.view(starter).choices[-1])
        match.play(1 - starter, "check")
    steps = watch(find("blef")).follow(match.log).steps
    assert {name: steps[name] for name in ("BL-05", "BL-06", "BL-11", "BL-16", "BL-17", "BL-18", "BL-24")} == {
        "BL-05": 3, "BL-06": 4, "BL-11": 2, "BL-16": 2, "BL-17": 2, "BL-18": 2, "BL-24": 2,
    }  # fmt: skip
    assert steps["R1"] == steps["BL-25"] == steps["BL-28"] == steps["BL-19"] == 0


@pytest.mark.parametrize("bot", ["random", "instinct"])
def test_blef_rounds_are_checks(bot):
    match = match_of("blef", 3, bot, 5)
    firings = watch(match.game).follow(match.log)
    told = words(match)
    assert firings.steps["BL-16"] == firings.steps["BL-14"] == firings.steps["BL-05"] == told["check"]
    assert firings.steps["BL-05"] == match.state.round
    assert firings.steps["BL-11"] == told["bid"] and firings.steps["BL-06"] == told["choose"]
    assert firings.choices["BL-08"] == match.state.round
    assert firings.choices["BL-12"] <= told["bid"] + told["check"]


@pytest.mark.parametrize("seats", [2, 4])
def test_nerwy_rounds_end_with_calls(seats):
    match = match_of("nerwy", seats, "instinct", 6)
    steps = watch(match.game).follow(match.log).steps
    assert steps["NE-18"] == steps["NE-20"] + steps["NE-21"] == match.state.round
    assert steps["NE-16"] + steps["NE-14"] == match.state.round  # on the own turn, or in a window
    assert steps["NE-07"] == words(match)["place"]
    assert steps["NE-11"] == 0 if seats == 2 else steps["NE-11"] <= steps["NE-14"]
    for card, rule in (("REV^", "NE-25"), ("BIN^", "NE-31"), ("PL2^", "R19")):
        assert steps[rule] == sum(step.text == f"place {card}" for step in match.log.steps)


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {}), (3, {"mode": "expert"})])
def test_rys_thefts_are_decisions_of_the_thief(seats, options):
    match = match_of("rys", seats, "instinct", 7, **options)
    steps = watch(match.game).follow(match.log).steps
    told = words(match)
    assert steps["RY-08"] == told["play"]
    assert steps["RY-18"] == told["take"] + told["leave"] > 0
    assert (steps["RY-11"], steps["RY-13"], steps["R20"]) == (told["take"], told["leave"], told["reclaim"])
    assert steps["RY-23"] + steps["RY-24"] == 1
    assert bool(steps["RY-27"]) == bool(options)


@pytest.mark.parametrize("seats", [1, 3])
def test_fiascos_are_tokens(seats):
    match = match_of("fiasko", seats, "random", 8)
    steps = watch(match.game).follow(match.log).steps
    busts = sum(m.state.phase == match.game.rules.Phase.BUST for m, step in match.log.replay() if step is not None)
    assert steps["FI-16"] == busts == steps["FI-12"] + steps["FI-14"] + steps["FI-64"]
    assert steps["FI-18"] == steps["FI-12"] and steps["FI-19"] == steps["FI-14"]
    assert steps["FI-33"] == steps["FI-11"]  # every joker has its auction
    assert (steps["FI-61"] > 0) == (seats == 1)


@pytest.mark.parametrize("colours", [5, 6])
def test_szacunki_guesses_and_estimates(colours):
    match = match_of("szacunki", 3, "instinct", 9, colours=colours)
    firings = watch(match.game).follow(match.log)
    told, rounds = words(match), match.state.round
    assert rounds == 9 == firings.steps["SZ-10"] == firings.steps["SZ-15"]
    assert firings.steps["SZ-12"] == told["pick"] == 3 * rounds
    assert firings.steps["SZ-31"] == told["guess"] == 3 * colours
    assert firings.times["SZ-32"] + firings.times["SZ-33"] == 3 * colours
    right = sum(match.state.past[r].result[p] == 1 for r in range(rounds) for p in range(3))
    results = firings.times["SZ-16"] + firings.times["SZ-17"] + firings.times["SZ-18"]
    assert results == 3 * rounds and firings.times["SZ-16"] == right
    assert firings.steps["SZ-21"] == told["exchange"]
    assert bool(firings.choices["SZ-38"]) == (colours == 5)


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_counted(game):
    counted = watch(find(game))
    assert len(counted.counted()) > 30
    assert set(counted.counted()) | set(counted.uncounted()) == set(counted.rules)
    for place in counted.places:
        assert place.kind in ("call", "body", "else", "truth", "statement")
