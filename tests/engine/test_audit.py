"""An audit finds whatever was changed in a log, names the check that fails, and the first line where it does."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprawdzam
from sprawdzam import Match, SprawdzamError
from sprawdzam.engine.audit import Audit, audit
from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.fairness import Proof
from sprawdzam.engine.log import read_log
from sprawdzam.engine.notation import read_position
from sprawdzam.games import NAMES, find
from sprawdzam.testing.strategies import setups

from .dealing import SECRET, fair, prove

CHECKS = ("commitment", "seals", "secret", "steps", "draws")


def audited(text: str) -> Audit:
    return audit(read_log(text, find))


def found(text: str) -> dict[str, str]:
    """The checks that do not hold, and why."""
    done = audited(text)
    assert tuple(check.name for check in done.checks) == CHECKS
    return {check.name: str(check.why) for check in done.checks if check.outcome != "holds"}


def outcomes(text: str) -> dict[str, str]:
    return {check.name: check.outcome for check in audited(text).checks}


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=6, deadline=None)
@given(st.data(), st.integers(0, 10**6))
def test_a_fair_match_is_proved(name: str, data: st.DataObject, luck: int) -> None:
    match = fair(data.draw(setups(find(name))), luck, 60)
    done = audited(match.log.text)
    assert done.proved and not done.failed
    made = [*match.log.opening, *(draw for step in match.log.steps for draw in step.draws)]
    names = match.game.notation.OUTCOMES
    told = [(d.zone.name.lower(), d.number, names[d.zone.name.lower()][d.value]) for d in made]
    assert [(draw.zone, draw.number, draw.value) for draw in done.draws] == told


@pytest.mark.parametrize("name", NAMES)
def test_every_draw_can_be_made_again_by_hand(name: str) -> None:
    """With the secret, the address and what could come: nothing else, and no code of ours."""
    match = fair(find(name).setup(), 5, 80)
    secret = bytes.fromhex(match.log.origin.removeprefix("secret "))
    draws = audited(match.log.text).draws
    assert draws
    for draw in draws:
        told = hmac.new(secret, f"{draw.zone} {draw.number}".encode(), hashlib.sha256).hexdigest()
        laid = [value for value, count in draw.among.items() for _ in range(count)]
        assert draw.place == int(told, 16) * len(laid) // 2**256
        assert draw.value == laid[draw.place]


@pytest.mark.parametrize("name", NAMES)
def test_draws_after_a_position_are_checked_from_any_moment_on(name: str) -> None:
    """A match that goes on from its position draws what it would have drawn; what came before is not told."""
    match = fair(find(name).setup(), 3, 60)
    moments = [now.position for now, _ in match.log.replay()]
    for number in range(0, len(moments), 9):
        setup, state = read_position(match.game, moments[number])
        again = Match.from_position(setup, state, Keyed(match.log.proof.deal_secret), auto=False)
        again.log.origin, again.log.proof = match.log.origin, match.log.proof
        for step in match.log.steps[number:]:
            again.play(step.seat, step.text)
        done = audited(again.log.text)
        assert {check.outcome for check in done.checks} == {"holds"} and not done.proved
        assert again.log.steps == match.log.steps[number:] and again.state == match.state


# --- tampering ---

MATCH = fair(sprawdzam.game("blef", seats=3, jokers=True), luck=4)
TEXT = MATCH.log.text
LINES = TEXT.splitlines()
assert MATCH.log.proof is not None
PROOF = MATCH.log.proof


def with_proof(proof: Proof) -> str:
    return TEXT.replace(PROOF.text, proof.text)


@pytest.mark.parametrize("name", NAMES)
def test_any_card_that_is_changed_is_found(name: str) -> None:
    """Whichever draw it is: possible or not, the first difference is named with its line and its address."""
    match = fair(find(name).setup(), 7, 40)
    lines = match.log.text.splitlines()
    luck = Random(1)
    for draw in audited(match.log.text).draws[::3]:
        other = luck.choice([value for value in match.game.notation.OUTCOMES[draw.zone] if value != draw.value])
        here = [d for d in audited(match.log.text).draws if d.line == draw.line]
        changed = ", ".join(f"{d.zone} {other if d == draw else d.value}" for d in here)
        line = lines[draw.line - 1].partition(" | ")[0] + f" | {changed}"
        why = found("\n".join([*lines[: draw.line - 1], line, *lines[draw.line :]]) + "\n")
        told = f"line {draw.line}: {draw.zone} {draw.number} is {other} here; the secret gives {draw.value}"
        assert why.pop("draws") == told
        assert set(why) <= {"steps"}, "the proof is as good as before"


def test_two_cards_exchanged_are_found() -> None:
    at = next(i for i, line in enumerate(LINES) if line.startswith("table: go on | deck"))
    first, second, *rest = LINES[at].partition(" | ")[2].split(", ")
    assert first != second
    changed = [*LINES[:at], f"table: go on | {', '.join([second, first, *rest])}", *LINES[at + 1 :]]
    assert found("\n".join(changed) + "\n")["draws"].startswith(f"line {at + 1}: deck ")


def test_a_draw_left_out_or_put_in_is_found() -> None:
    at = next(i for i, line in enumerate(LINES) if line.startswith("table: go on | deck"))
    before, _, last = LINES[at].rpartition(", ")
    fewer = found("\n".join([*LINES[:at], before, *LINES[at + 1 :]]) + "\n")
    assert fewer["draws"].startswith(f"line {at + 1}: deck ")
    assert fewer["draws"].endswith(f" is missing; the secret gives {last.removeprefix('deck ')}")
    more = found("\n".join([*LINES[:at], LINES[at] + ", deck 1-2", *LINES[at + 1 :]]) + "\n")
    assert more["draws"] == f"line {at + 1}: deck 1-2 is told here, and nothing draws it"
    assert fewer["steps"].startswith(f"line {at + 1}: ") and more["steps"].startswith(f"line {at + 1}: ")


def test_an_illegal_step_is_found_and_stops_the_draws_there() -> None:
    at = next(i for i, line in enumerate(LINES) if ": choose" in line)
    changed = [*LINES[:at], LINES[at].partition(":")[0] + ": check", *LINES[at + 1 :]]
    why = found(text := "\n".join(changed) + "\n")
    assert why["steps"].startswith(f"line {at + 1}: check is not legal for seat")
    assert why["draws"] == f"from line {at + 1} on the rules do not allow what is told"
    assert outcomes(text)["steps"] == "fails" and outcomes(text)["draws"] == "unchecked"


def test_a_wrong_end_is_found() -> None:
    wrong = TEXT.replace(", over", ", running")
    assert found(wrong) == {"steps": f"line {len(LINES)}: the match is over here, not running"}


def test_another_legal_action_is_not_found() -> None:
    """Actions are in no proof: docs and report say so."""
    match = fair(sprawdzam.game("blef", seats=3), steps=1)
    match.play(match.actors[0], "choose A")
    assert found(match.log.text.replace("choose A", "choose B")) == {}


OTHER = "ab" * 32
LINKS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "another secret": (
        {"secret": OTHER},
        {"commitment": "the commitment is not one to this", "secret": "by the proof chance must come from "},
    ),
    "another commitment": ({"commitment": OTHER}, {"commitment": "the commitment is not one to this secret"}),
    "another table": (
        {"table": "T2"},
        {
            "commitment": "the commitment is not",
            "seals": "the part of seat ",
            "secret": "by the proof chance must come from ",
        },
    ),
    "another part": (
        {"parts": (*PROOF.parts[:2], OTHER)},
        {"seals": "the part of seat 2 is not the one", "secret": "by the proof chance must come from "},
    ),
    "a seat too many": (
        {"parts": (*PROOF.parts, None), "seals": (*PROOF.seals, None)},
        {"seals": "the proof is of 4 seats, the log of 3", "secret": "by the proof chance must come from "},
    ),
    "a part and its seal left out": (
        {"parts": (*PROOF.parts[:2], None), "seals": (*PROOF.seals[:2], None)},
        {"secret": "by the proof chance must come from "},
    ),
    "the proof of another deal": (
        vars(prove("T1", 2, SECRET, [SECRET] * 3)),
        {"secret": "by the proof chance must come from "},
    ),
}


@pytest.mark.parametrize("case", LINKS)
def test_every_broken_link_is_named(case: str) -> None:
    change, problems = LINKS[case]
    why = found(with_proof(replace(PROOF, **change)))
    assert why.keys() == problems.keys()
    for name, problem in problems.items():
        assert why[name].startswith(problem)


def test_another_secret_in_the_log_fails_in_the_secret_and_in_the_draws() -> None:
    why = found(TEXT.replace(MATCH.log.origin, f"secret {OTHER}"))
    assert (
        why["secret"]
        == f"by the proof chance must come from {MATCH.log.origin.removeprefix('secret ')}, not from {OTHER}"
    )
    assert why["draws"].startswith("line ") and why.keys() == {"secret", "draws"}


@pytest.mark.parametrize("origin", ["chance: seed 7\n", ""])
def test_a_proof_needs_the_secret_that_follows_from_it(origin: str) -> None:
    assert "secret" in found(TEXT.replace(f"chance: {MATCH.log.origin}\n", origin))


# --- what cannot be checked ---


def test_without_a_proof_the_draws_are_checked_and_nothing_is_proved() -> None:
    match = sprawdzam.game("nerwy", seats=2).start(seed=7)
    assert outcomes(match.log.text) == {
        "commitment": "unchecked",
        "seals": "unchecked",
        "secret": "unchecked",
        "steps": "holds",
        "draws": "holds",
    }
    assert not audited(match.log.text).proved and not audited(match.log.text).failed
    assert "draws" in found(match.log.text.replace("seed 7", "seed 8"))


def test_without_a_source_of_chance_only_the_rules_are_left() -> None:
    text = sprawdzam.game("blef").start(seed=7).log.text.replace("chance: seed 7\n", "")
    assert outcomes(text)["steps"] == "holds"
    assert found(text)["draws"] == "the log does not tell where its chance comes from"


def test_a_deal_without_any_part_of_others_is_not_proved() -> None:
    """The host can have tried secrets until it liked one, and committed to that."""
    proof = prove("T1", 1, SECRET, [None, None])
    match = Match.begin(sprawdzam.game("blef", seats=2), Keyed(proof.deal_secret), f"secret {proof.deal_secret.hex()}")
    match.log.proof = proof
    assert set(outcomes(match.log.text).values()) == {"holds"}
    assert not audited(match.log.text).proved


@pytest.mark.parametrize("name", NAMES)
def test_random_damage_is_refused_found_or_harmless(name: str) -> None:
    """Whatever happens to some characters: an error of ours, or an audit with a reason in one line for each check."""
    luck = Random(1)
    match = fair(find(name).setup(), 6, 15)
    placed = Match.from_position(match.setup, match.state, Keyed(SECRET), auto=False)
    placed.log.origin, placed.log.proof = match.log.origin, match.log.proof
    for _ in range(60):
        text = list(luck.choice((match.log.text, placed.log.text)))
        for _ in range(luck.choice((1, 1, 3))):
            text[luck.randrange(len(text))] = luck.choice('0123456789abx:|, \n-/?{}[]"=\r\u0663\u2028')
        try:
            done = audited("".join(text))
        except SprawdzamError as error:
            assert len(str(error).splitlines()) == 1
        else:
            assert all(len(str(check.why).splitlines()) == 1 for check in done.checks)
