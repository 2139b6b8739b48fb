"""``verify``: what was checked, what that proves, and an exit code for programs."""

from __future__ import annotations

from dataclasses import replace

import pytest

import sprawdzam
from sprawdzam.engine.chance import Keyed
from sprawdzam.games import NAMES, find

from ..engine.dealing import SECRET, fair, prove

PROVED = "It is proved that nobody chose the deal"
LOOKED = "It is not proved that the host did not look"


@pytest.fixture
def match():
    return fair(sprawdzam.game("blef", seats=3, jokers=True), luck=4)


@pytest.fixture
def log(match, tmp_path):
    file = tmp_path / "match.log"
    file.write_text(match.log.text)
    return file


def test_a_fair_match_is_told_check_by_check_with_what_that_proves(run, log, match):
    result = run("verify", log, "--lang", "en")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "Blef, seats: 3, table T1, deal 1"
    assert lines[1] == f"  commitment: {match.log.proof.commitment}"
    seals = [f"  seal of seat {seat}: {seal}" for seat, seal in enumerate(match.log.proof.seals) if seal]
    assert seals and lines[2 : 2 + len(seals)] == seals
    checks = [line.split()[:2] for line in lines[2 + len(seals) : -2]]
    assert checks == [["holds", name] for name in ("commitment", "seals", "secret", "steps", "draws")]
    assert lines[-2].startswith(PROVED) and lines[-1].startswith(LOOKED)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_verified(run, name):
    told = run("verify", "-", "--json", "--lang", "en", stdin=fair(find(name).setup(), 2, 50).log.text)
    assert told.code == 0 and told.json["proved"] is True and told.json["game"] == name


def test_a_log_may_come_by_a_pipe(run, log):
    assert run("verify", "-", "--lang", "en", stdin=log.read_bytes()) == run("verify", log, "--lang", "en")


def test_json_has_all_that_is_needed_to_do_it_again(run, log, match):
    told = run("verify", log, "--json", "--lang", "en").json
    assert (told["game"], told["seats"], told["options"]) == ("blef", 3, {"jokers": True})
    assert told["proof"] == match.log.proof.to_json() and told["chance"] == match.log.origin
    assert told["proved"] is True
    assert [(check["check"], check["outcome"]) for check in told["checks"]] == [
        (name, "holds") for name in ("commitment", "seals", "secret", "steps", "draws")
    ]
    assert all(check["text"] for check in told["checks"]) and len(told["texts"]) == 2
    first = told["draws"][1]
    assert (first["line"], first["zone"], sum(first["among"].values())) == (9, "deck", 30)
    assert len(told["draws"]) == len(match.log.opening) + sum(len(step.draws) for step in match.log.steps)


def a_card(match):
    step = next(step for step in match.log.steps if step.draws)
    card = match.game.notation.OUTCOMES["deck"][step.draws[0].value]
    other = "1-2" if card != "1-2" else "1-3"
    return match.log.text.replace(f"go on | deck {card}", f"go on | deck {other}", 1)


def another(**change):
    return lambda match: match.log.text.replace(match.log.proof.text, replace(match.log.proof, **change).text)


def swapped(match):
    proof = match.log.proof
    return match.log.text.replace(proof.text, replace(proof, parts=proof.parts[::-1], seals=proof.seals[::-1]).text)


def another_source(match):
    return match.log.text.replace(match.log.origin, "secret " + "ab" * 32)


def an_illegal_step(match):
    return match.log.text.replace("0: choose A", "0: check", 1).replace("0: choose B", "0: check", 1)


FAILS = {
    "a card": (a_card, "draws", "line 9: deck 30 is "),
    "the secret": (another(secret="ab" * 32), "commitment", "the commitment is not one to this secret, table and deal"),
    "the commitment": (another(commitment="ab" * 32), "commitment", "the commitment is not one to this secret"),
    "the table": (another(table="T2"), "commitment", "the commitment is not one to this secret, table and deal"),
    "the parts": (swapped, "seals", "the part of seat 0 is not the one that this seat had sealed"),
    "the source": (another_source, "secret", "by the proof chance must come from "),
    "a step": (an_illegal_step, "steps", ": check is not legal for seat 0 now"),
    "the end": (lambda match: match.log.text.replace(", over", ", running"), "steps", "the match is over here"),
}


@pytest.mark.parametrize("case", FAILS)
def test_what_was_changed_is_found_and_named(run, match, case):
    change, name, problem = FAILS[case]
    text = change(match)
    assert text != match.log.text
    result = run("verify", "-", "--lang", "en", stdin=text)
    assert (result.code, result.err) == (1, "")
    failing = [line.strip() for line in result.out.splitlines() if line.startswith("  FAILS")]
    assert any(line.split()[1] == name and problem in line for line in failing), result.out
    assert result.out.splitlines()[-1].startswith("A check fails: this log was changed, or its deal was not dealt")
    assert PROVED not in result.out
    told = run("verify", "-", "--json", "--lang", "en", stdin=text)
    assert told.code == 1 and told.json["proved"] is False
    assert name in [check["check"] for check in told.json["checks"] if check["outcome"] == "fails"]


BAD = {
    "cut off": (lambda text: text[: len(text) // 2], "the log is cut off here"),
    "without its last step": (lambda text: "".join(_without(text.splitlines(keepends=True))), "are announced"),
    "of other rules": (lambda text: text.replace("rules: 1", "rules: 99"), "line 3: rules 99 are not known; known: 1"),
    "with a broken proof": (lambda text: text.replace('"deal": 1', '"deal": one'), "line 7: proof: this is not JSON"),
    "with half a seal": (lambda text: text.replace('"], "parts"', '0"], "parts"'), "line 7: seals: 64 hexadecimal"),
    "empty": (lambda text: "", "the log is cut off here"),
}


def _without(lines):
    return [*lines[:-2], lines[-1]]


@pytest.mark.parametrize("case", BAD)
def test_a_log_that_cannot_be_read_is_refused(run, match, case):
    spoil, problem = BAD[case]
    result = run("verify", "-", "--lang", "en", stdin=spoil(match.log.text))
    assert result.code == 2 and problem in result.problem


def test_a_log_without_a_proof_has_its_draws_checked_and_says_what_is_missing(run, whole_match):
    result = run("verify", "-", "--lang", "en", stdin=whole_match.log.text)
    assert result.code == 0
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    assert lines[1:4] == [
        f"not checked {name} there is no proof in this log" for name in ("commitment", "seals", "secret")
    ]
    assert lines[4].startswith("holds steps ") and lines[5].startswith("holds draws ")
    assert lines[6:] == ["There is no proof in this log: nothing shows who chose the deal, and when."]
    changed = run("verify", "-", "--lang", "en", stdin=whole_match.log.text.replace("seed 7", "seed 8"))
    assert changed.code == 1 and "the secret gives" in changed.out


def test_a_check_that_fails_is_named_once_and_in_one_language(run):
    match = fair(sprawdzam.game("blef", seats=2), steps=3)
    secret = match.log.origin.removeprefix("secret ")
    changed = match.log.text.replace(f"secret {secret}", f"secret {'0' * 64}")
    told = run("verify", "-", "--lang", "pl", stdin=changed).out
    (line,) = [line for line in told.splitlines() if "NIE ZGADZA SIĘ  sekret" in line]
    assert line.count("sekret") == 1 and "secret" not in line and secret in line and "0" * 64 in line


def test_a_match_that_is_not_over_says_so(run):
    match = fair(sprawdzam.game("blef", seats=2), steps=3)
    lines = run("verify", "-", "--lang", "en", stdin=match.log.text).out.splitlines()
    told = "The match does not come to its end in this log: it was called off or resigned, it still runs, or "
    assert lines[-3] == told + "the log was cut."
    assert lines[-2].startswith(PROVED)


def test_a_log_that_begins_with_a_position_says_what_cannot_be_checked(run, match):
    started = fair(match.setup, luck=4, steps=9)
    again = sprawdzam.position(started.position, chance=Keyed(started.log.proof.deal_secret))
    again.log.origin, again.log.proof = started.log.origin, started.log.proof
    again.play(again.actors[0], again.view(again.actors[0]).choices[0])
    result = run("verify", "-", "--lang", "en", stdin=again.log.text)
    assert result.code == 0 and PROVED not in result.out
    assert "The log begins with a position: what was drawn before it cannot be checked." in result.out


def test_a_deal_that_nobody_added_a_part_to_says_so(run, match):
    proof = prove("T1", 1, SECRET, [None, None, None])
    alone = sprawdzam.Match.begin(match.setup, Keyed(proof.deal_secret), f"secret {proof.deal_secret.hex()}")
    alone.log.proof = proof
    result = run("verify", "-", "--lang", "en", stdin=alone.log.text)
    assert result.code == 0 and PROVED not in result.out and LOOKED in result.out
    assert "No seat added a part: the host could try many secrets before it committed to one." in result.out
