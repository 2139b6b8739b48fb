"""A log is text that loads as the match it tells; a damaged one is refused in one line that names the place."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sprawdzam
from sprawdzam import TABLE, BadLog, Match, SprawdzamError
from sprawdzam.engine.chance import Keyed


def played(steps: int = 10**6, seed: int = 2, **options: Any) -> Match:
    match = sprawdzam.game("blef", first_starter=1, **options).start(seed=seed)
    luck = Random(seed)
    while not match.over and len(match.log.steps) < steps:
        seat = luck.choice(match.actors)
        match.play(seat, luck.choice(match.view(seat).choices))
    return match


RUNNING = played(12, seats=3, jokers=True).log.text
OVER = played(seats=2).log.text
PLACED = sprawdzam.position(played(12, seats=3).position, chance=Keyed.from_seed(2)).log.text


def damage(text: str) -> str:
    """Loads a text that must be refused as a log, in one line."""
    with pytest.raises(SprawdzamError) as caught:
        sprawdzam.load(text)
    assert caught.type is BadLog, caught.value
    line = str(caught.value)
    assert len(line.splitlines()) == 1 and line.startswith("line ")
    return line


@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 3, "jokers": True, "longer": True}, {"seats": 5}], ids=str)
def test_a_whole_match_round_trips(options: dict[str, Any]) -> None:
    match = played(**options)
    again = sprawdzam.load(match.log.text)
    assert match.over and again.over and again.log.text == match.log.text
    assert again.state == match.state and again.setup == match.setup and again.ranks == match.ranks


def test_a_running_match_goes_on_after_loading_with_the_same_luck() -> None:
    match = played(12, seats=3, jokers=True)
    again = sprawdzam.load(match.log.text)
    luck = Random(0)
    while not match.over:
        seat = luck.choice(match.actors)
        text = luck.choice(match.view(seat).choices)
        match.play(seat, text)
        again.play(seat, text)
    assert again.log.text == match.log.text and again.over


def test_every_moment_of_a_match_round_trips() -> None:
    match = Match.begin(sprawdzam.game("blef", seats=3), Keyed.from_seed(4), "seed 4", auto=False)
    luck = Random(4)
    while not match.over:
        again = sprawdzam.load(match.log.text)
        assert again.log.text == match.log.text and again.state == match.state
        if match.actors == (TABLE,):
            match.go_on()
        else:
            seat = luck.choice(match.actors)
            match.play(seat, luck.choice(match.view(seat).choices))


def test_a_match_from_a_position_round_trips() -> None:
    match = sprawdzam.position(played(12, seats=3).position, chance=Keyed.from_seed(2))
    while len(match.log.steps) < 9:
        seat = match.actors[0]
        match.play(seat, match.view(seat).choices[-1])
    again = sprawdzam.load(match.log.text)
    assert again.log.text == match.log.text and again.state == match.state


def test_a_secret_is_a_source_of_chance() -> None:
    setup, secret = sprawdzam.game("blef", seats=2), bytes(range(32))
    match = Match.begin(setup, Keyed(secret), f"secret {secret.hex()}")
    again = sprawdzam.load(match.log.text)
    for each in (match, again):
        for seat, text in ((0, "choose A"), (1, "choose A")):
            each.play(seat, text)
        each.play(each.actors[0], "bid 2x6")
        each.play(each.actors[0], "check")
    assert again.log.text == match.log.text


def test_lines_may_end_as_windows_ends_them() -> None:
    assert sprawdzam.load(OVER.replace("\n", "\r\n")).log.text == OVER


@pytest.mark.parametrize("text", [RUNNING, OVER, PLACED], ids=["running", "over", "position"])
def test_a_log_cut_off_between_lines_is_refused(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for kept in range(len(lines)):
        assert "cut off" in damage("".join(lines[:kept]))
    assert sprawdzam.load("".join(lines)).log.text == text


@pytest.mark.parametrize("text", [RUNNING, PLACED], ids=["running", "position"])
def test_a_log_cut_off_anywhere_is_refused(text: str) -> None:
    for kept in range(len(text)):
        damage(text[:kept])


@pytest.mark.parametrize("text", [RUNNING, OVER], ids=["running", "over"])
def test_a_lost_line_is_noticed(text: str) -> None:
    lines = text.splitlines(keepends=True)
    optional = {i for i, line in enumerate(lines) if line.startswith(("options:", "chance:"))}
    for lost in set(range(len(lines))) - optional:
        damage("".join(lines[:lost] + lines[lost + 1 :]))


def test_a_doubled_line_is_noticed() -> None:
    lines = RUNNING.splitlines(keepends=True)
    for i in range(len(lines)):
        damage("".join(lines[: i + 1] + lines[i:]))


def number(text: str, start: str) -> int:
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith(start))


HEAD = [
    ("sprawdzam log 1", "sprawdzam log 2", "a log begins with sprawdzam log 1"),
    ("game: blef", "game: blaf", "there is no game blaf; there are: blef"),
    ("game: blef", "gane: blef", "game: is needed here, not gane: blef"),
    ("rules: 1", "rules: 9", "rules 9 are not known; known: 1"),
    ("rules: 1", "rules: one", "rules one are not known; known: 1"),
    ("seats: 3", "seats: 7", "blef seats 2 to 6, not 7"),
    ("seats: 3", "seats: three", "blef seats 2 to 6, not three"),
    ("seats: 3", "seats: " + "3" * 5000, "blef seats 2 to 6"),
    (
        "options: jokers=true",
        "options: jokers=perhaps",
        "option jokers: perhaps is not possible; possible: false, true",
    ),
    ("options: jokers=true", "options: poker=true", "option poker: blef has no such option"),
    ("options: jokers=true", "options: jokers", "option jokers"),
    ("options: jokers=true", "options: seats=3", "option seats: blef has no such option"),
    ("options: jokers=true", "options: self=3", "option self: blef has no such option"),
    ("chance: seed 2", "chance: dice", "chance comes from a seed or a secret, not dice"),
    ("chance: seed 2", "chance: seed two", "chance comes from a seed or a secret, not seed two"),
    ("chance: seed 2", "chance: secret 00ff", "chance comes from a seed or a secret"),
    ("chance: seed 2", "chance: seed " + "2" * 5000, "chance comes from a seed or a secret"),
    ("deal", "deel", "a match begins with deal or with position:, not deel"),
    ("deal", "deal | starter 1", "starter was drawn more often than the rules draw it"),
    ("deal", "deal | moon 1", "there is no zone moon; zones are: starter, deck"),
    ("table: go on | deck", "table: go on | dack", "there is no zone dack; zones are: starter, deck"),
    ("table: go on | deck", "table: go on | deck 9-9, deck", "deck cannot be 9-9; possible: 1-2"),
    ("table: go on | deck", "table: go on | deck 1-2, deck", "deck was drawn more often than the rules draw it"),
    ("table: go on | deck", "table: go off | deck", "go off"),
    ("table: go on | deck", "7: go on | deck", ""),
    ("table: go on | deck", "9" * 5000 + ": go on | deck", ""),
    ("table: go on | deck", "tabel: go on | deck", "a step such as 0: check is needed here, not tabel: go on"),
    ("0: choose", "3: choose", "there is no seat 3; seats are 0 to 2"),
    ("0: choose", "0: chose", "is no action of blef"),
    ("0: choose", "0 choose", "a step such as 0: check is needed here"),
    ("end: 12 steps, running", "end: 11 steps, running", "11 steps are announced, 12 are there"),
    ("end: 12 steps, running", "end: 12 steps, over", "the match is running here, not over"),
    ("end: 12 steps, running", "end: " + "1" * 5000 + " steps, running", ""),
    ("end: 12 steps, running", "end: 12 steps, running\n0: check", "nothing may follow the end"),
]


@pytest.mark.parametrize(("old", "new", "problem"), HEAD, ids=[f"{old[:12]}-{new[:24]}" for old, new, _ in HEAD])
def test_a_damaged_line_is_named(old: str, new: str, problem: str) -> None:
    place = number(RUNNING, old)
    line = damage(RUNNING.replace(f"\n{old}", f"\n{new}", 1) if place > 1 else RUNNING.replace(old, new, 1))
    assert problem in line
    assert line.startswith(f"line {place + new.count(chr(10))}: ")


def test_an_impossible_draw_is_named() -> None:
    """The third 1-2 of one deal does not exist."""
    lines = RUNNING.splitlines()
    place = number(RUNNING, "table: go on | deck")
    lines[place - 1] = "table: go on | deck 1-2, deck 1-2, deck 1-2"
    assert damage("\n".join(lines) + "\n").startswith(f"line {place}: chance: draw 3 of deck cannot be 1-2; possible: ")


def test_an_illegal_step_is_named() -> None:
    lines = RUNNING.splitlines()
    place = number(RUNNING, "0: choose")
    lines[place - 1] = "0: check"
    assert damage("\n".join(lines) + "\n").startswith(
        f"line {place}: check is not legal for seat 0 now; legal: choose A"
    )


def test_too_few_draws_are_named() -> None:
    lines = RUNNING.splitlines()
    place = number(RUNNING, "table: go on | deck")
    lines[place - 1] = "table: go on | deck 1-2"
    assert damage("\n".join(lines) + "\n").startswith(f"line {place}: chance: draw 2 of deck is asked for")


def test_the_position_of_a_log_must_agree_with_its_head() -> None:
    place = number(PLACED, "position: ")
    changed = PLACED.replace("first_starter=1", "first_starter=1, longer=true")
    assert changed != PLACED and damage(changed).startswith(f"line {place}: ")
    assert damage(PLACED.replace("seats: 3", "seats: 2")).startswith(f"line {place}: ")


@pytest.mark.parametrize("new", ["{", "[]", "3", '{"game": "blef"}', "{}", "9" * 5000], ids=lambda new: new[:8])
def test_a_damaged_position_is_named(new: str) -> None:
    place = number(PLACED, "position: ")
    lines = PLACED.splitlines()
    lines[place - 1] = f"position: {new}"
    assert damage("\n".join(lines) + "\n").startswith(f"line {place}: ")


def test_random_damage_is_refused_or_loads() -> None:
    """Whatever happens to a character, nothing but an error of ours comes out, in one line."""
    luck = Random(1)
    for _ in range(400):
        text = list(luck.choice((RUNNING, PLACED)))
        for _ in range(luck.choice((1, 1, 3))):
            text[luck.randrange(len(text))] = luck.choice('0123456789abx:|, \n-/?{}[]"=\r\u0663\u2028')
        try:
            sprawdzam.load("".join(text))
        except SprawdzamError as error:
            assert len(str(error).splitlines()) == 1
