"""A deal hangs on everything that was said about it, and a proof with one broken link is refused by its name."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprawdzam
from sprawdzam import BadProof, SprawdzamError
from sprawdzam.engine.fairness import Proof, check, commitment, deal_secret, opens, seal
from sprawdzam.games import NAMES, find
from sprawdzam.testing.strategies import setups

from .dealing import PARTS, SECRET, fair, prove

PROOF = prove("T1", 1, SECRET, PARTS)
BYTES = st.binary(min_size=32, max_size=32)
TABLES = st.text("abzABZ019-_", min_size=1, max_size=64)
DEALS = st.integers(1, 10**9 - 1)
ROWS = st.lists(st.none() | BYTES, min_size=1, max_size=6)


# --- what is hashed ---


def test_what_is_published_stays_as_it_is() -> None:
    """Made with another program; a change here would break every proof, and whoever checks them elsewhere."""
    assert commitment("T1", 1, SECRET) == "9a51787073ea6a887318880f1d121fc1ebd9f3a397b3b24bf15bdc17ec0a9b38"
    assert seal("T1", 1, 0, b"\1" * 32) == "d0ba4a0e686b68822c07cd4aacbc666c43ad976a682012abd0c7ad91c765ad62"
    assert seal("T1", 1, 2, b"\2" * 32) == "707f76436b9bc71c36909945808bedbb341e55c0f6e384ac096a588a95a0275d"
    right = "9e8691362aabb39692bd3c197b2c58bb207b82476ba6b8b125deaf9e2f79435d"
    assert deal_secret("T1", 1, SECRET, PARTS).hex() == PROOF.deal_secret.hex() == right


def test_what_is_hashed_can_be_written_by_hand() -> None:
    digits, part = SECRET.hex(), "01" * 32
    told = f"sprawdzam commitment 1\ntable a-B_9\ndeal 12\nsecret {digits}\n"
    assert commitment("a-B_9", 12, SECRET) == hashlib.sha256(told.encode()).hexdigest()
    told = f"sprawdzam seal 1\ntable a-B_9\ndeal 12\nseat 5\npart {part}\n"
    assert seal("a-B_9", 12, 5, b"\1" * 32) == hashlib.sha256(told.encode()).hexdigest()
    told = f"sprawdzam deal 1\ntable a-B_9\ndeal 12\n0 -\n1 {part}\n"
    assert deal_secret("a-B_9", 12, SECRET, [None, b"\1" * 32]) == hmac.digest(SECRET, told.encode(), "sha256")


deals = st.tuples(TABLES, DEALS, BYTES, ROWS)


@given(deals, deals)
def test_other_deals_have_other_secrets(one: Any, other: Any) -> None:
    assert (deal_secret(*one) == deal_secret(*other)) == (one == other)
    assert (commitment(*one[:3]) == commitment(*other[:3])) == (one[:3] == other[:3])


@given(deals, st.data())
def test_any_change_of_any_input_changes_the_deal(deal: Any, data: st.DataObject) -> None:
    """One bit of the secret or of a part, a seat more or fewer, a part that moves, comes or goes."""
    table, number, secret, parts = deal
    flip = data.draw(st.integers(0, 255))
    flipped = [(int.from_bytes(b) ^ 1 << flip).to_bytes(32) for b in (secret, *(part or SECRET for part in parts))]
    seat = data.draw(st.integers(0, len(parts) - 1))
    others = [
        (table + "x" if len(table) < 64 else table[1:], number, secret, parts),
        (table, number + 1 if number < 10**9 - 1 else 1, secret, parts),
        (table, number, flipped[0], parts),
        (table, number, secret, [*parts[:seat], flipped[1 + seat], *parts[seat + 1 :]]),
        (table, number, secret, [*parts[:seat], None if parts[seat] else SECRET, *parts[seat + 1 :]]),
    ]
    if len(parts) < 6:
        others += [(table, number, secret, [*parts, None]), (table, number, secret, [*parts, SECRET])]
    if parts != parts[::-1]:
        others.append((table, number, secret, parts[::-1]))
    secrets = [deal_secret(*deal), *(deal_secret(*other) for other in others)]
    assert len(set(secrets)) == len(secrets) and {len(each) for each in secrets} == {32}


@given(TABLES, DEALS, st.integers(0, 5), BYTES)
def test_a_seal_is_good_for_one_seat_of_one_deal(table: str, deal: int, seat: int, part: bytes) -> None:
    sealed = seal(table, deal, seat, part)
    assert opens(table, deal, seat, part, sealed)
    assert not opens(table, deal, (seat + 1) % 6, part, sealed)
    assert not opens(table, deal % 10 + 11, seat, part, sealed)
    assert not opens(table[:-1] + ("b" if table[-1] == "a" else "a"), deal, seat, part, sealed)
    assert not opens(table, deal, seat, part[1:] + bytes([part[0] ^ 1]), sealed)
    assert sealed != commitment(table, deal, part)


@pytest.mark.parametrize("sealed", ["", "ą", "\ud800", "0" * 63, "0" * 10**4])
def test_a_seal_may_be_any_text_and_opens_nothing(sealed: str) -> None:
    assert not opens("T1", 1, 0, SECRET, sealed)


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: commitment("T1", 1, b"short"), "secret: 32 bytes are needed, not 5"),
        (lambda: seal("T1", 1, 0, b"x" * 33), "part: 32 bytes are needed, not 33"),
        (lambda: seal("T1", 1, 6, SECRET), "seats: they are numbered from 0 to 5; 6 is none"),
        (lambda: seal("T1", 1, -1, SECRET), "seats: they are numbered from 0 to 5; -1 is none"),
        (lambda: deal_secret("T1", 1, b"", [None]), "secret: 32 bytes are needed, not 0"),
        (lambda: deal_secret("T1", 1, SECRET, [b""]), "part: 32 bytes are needed, not 0"),
        (lambda: deal_secret("T1", 1, SECRET, []), "seats: they are numbered from 0 to 5; -1 is none"),
        (lambda: deal_secret("T1", 1, SECRET, [None] * 7), "seats: they are numbered from 0 to 5; 6 is none"),
        (lambda: commitment("T 1", 1, SECRET), 'table: 1 to 64 letters, digits, - and _ are needed, not "T 1"'),
        (lambda: commitment("T1\ndeal 2", 1, SECRET), 'table: 1 to 64 letters, digits, - and _ are needed, not "T1'),
        (lambda: commitment("T1\n", 1, SECRET), "table: 1 to 64 letters"),
        (lambda: commitment("stół", 1, SECRET), "table: 1 to 64 letters"),
        (lambda: commitment("", 1, SECRET), "table: 1 to 64 letters"),
        (lambda: commitment("T1", 0, SECRET), "deal: a number from 1 on is needed, not 0"),
        (lambda: commitment("T1", True, SECRET), "deal: a number from 1 on is needed, not true"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(call: Any, problem: str) -> None:
    with pytest.raises(BadProof) as caught:
        call()
    assert str(caught.value).startswith(problem)


# --- proofs ---


@given(TABLES, DEALS, BYTES, ROWS)
def test_a_proof_holds_and_comes_back_from_its_text(table: str, deal: int, secret: bytes, parts: Any) -> None:
    proof = prove(table, deal, secret, parts)
    assert check(proof) == deal_secret(table, deal, secret, parts)
    assert Proof.parse(proof.text) == proof == Proof.from_json(json.loads(json.dumps(proof.to_json())))
    assert "\n" not in proof.text and proof.text.isascii()


OTHER = "ab" * 32
SEALS, OPENED = PROOF.seals, PROOF.parts
BROKEN = {
    "another secret": ({"secret": OTHER}, "the commitment is not one to this secret, table and deal"),
    "another commitment": ({"commitment": OTHER}, "the commitment is not one to this secret, table and deal"),
    "another table": ({"table": "T2"}, "the commitment is not one to this secret, table and deal"),
    "another deal": ({"deal": 2}, "the commitment is not one to this secret, table and deal"),
    "another part": (
        {"parts": (OPENED[0], None, OTHER)},
        "the part of seat 2 is not the one that this seat had sealed",
    ),
    "parts swapped": (
        {"parts": OPENED[::-1]},
        "the part of seat 0 is not the one that this seat had sealed",
    ),
    "seats swapped": (
        {"parts": OPENED[::-1], "seals": SEALS[::-1]},
        "the part of seat 0 is not the one that this seat had sealed",
    ),
    "the seal of another seat": (
        {"seals": (SEALS[0], None, SEALS[0])},
        "the part of seat 2 is not the one that this seat had sealed",
    ),
    "a part that came late": (
        {"parts": (OPENED[0], OTHER, OPENED[2])},
        "seat 1 has a part that was never sealed",
    ),
    "a part left out": ({"parts": (None, None, OPENED[2])}, "seat 0 sealed a part that was never opened"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_link_is_named(case: str) -> None:
    change, problem = BROKEN[case]
    with pytest.raises(BadProof) as caught:
        check(replace(PROOF, **change))
    assert str(caught.value) == problem


def test_a_part_taken_away_with_its_seal_is_another_deal() -> None:
    """Such a proof is whole, but it is that of other cards: the draws of the log tell."""
    changed = replace(PROOF, seals=(None, *SEALS[1:]), parts=(None, *OPENED[1:]))
    assert check(changed) != check(PROOF)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"version": 2}, "proof: version 2 is not known; known: 1"),
    ({"version": True}, "proof: version true is not known; known: 1"),
    ({"more": 1}, "proof: an object with these fields is needed: version, table, deal, commitment, secret, seals"),
    ({"table": 7}, "table: 1 to 64 letters, digits, - and _ are needed, not 7"),
    ({"deal": "1"}, 'deal: a number from 1 on is needed, not "1"'),
    ({"deal": 1.0}, "deal: a number from 1 on is needed, not 1.0"),
    ({"commitment": None}, "commitment: 64 hexadecimal digits in lower case are needed, not null"),
    ({"secret": SECRET.hex()[1:]}, "secret: 64 hexadecimal digits in lower case are needed"),
    ({"secret": "AB" * 32}, "secret: 64 hexadecimal digits in lower case are needed"),
    ({"secret": "ab" * 31 + "a\n"}, "secret: 64 hexadecimal digits in lower case are needed"),
    ({"secret": "٣" * 64}, "secret: 64 hexadecimal digits in lower case are needed"),
    ({"seals": "x"}, 'proof: seals: a list is needed, not "x"'),
    ({"seals": [None, None]}, "proof: a seal and a part, or null, are needed for each seat; seats: 1 to 6"),
    ({"seals": [], "parts": []}, "proof: a seal and a part, or null, are needed for each seat; seats: 1 to 6"),
    ({"seals": [None] * 7, "parts": [None] * 7}, "proof: a seal and a part, or null, are needed for each seat"),
    ({"seals": [7, None, None]}, "seals: 64 hexadecimal digits in lower case are needed, not 7"),
    ({"parts": ["", None, None]}, 'parts: 64 hexadecimal digits in lower case are needed, not ""'),
]


@pytest.mark.parametrize(("change", "problem"), WRONG, ids=[str(change)[:40] for change, _ in WRONG])
def test_a_proof_that_cannot_be_read_says_what_would_be_right(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadProof) as caught:
        Proof.from_json(PROOF.to_json() | change)
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize("field", PROOF.to_json())
def test_no_field_of_a_proof_may_be_missing(field: str) -> None:
    values = PROOF.to_json()
    del values[field]
    with pytest.raises(BadProof, match="an object with these fields is needed"):
        Proof.from_json(values)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "9" * 5000, "[" * 10**5, '"' + "x" * 9000 + '"'])
def test_a_text_that_is_no_proof_is_refused(text: str) -> None:
    with pytest.raises(BadProof):
        Proof.parse(text)


# --- proofs in logs ---


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8, deadline=None)
@given(st.data(), st.integers(0, 10**6), st.integers(0, 30))
def test_a_log_with_a_proof_round_trips(name: str, data: st.DataObject, luck: int, steps: int) -> None:
    match = fair(data.draw(setups(find(name))), luck, steps)
    again = sprawdzam.load(match.log.text)
    assert again.log.text == match.log.text and again.log.proof == match.log.proof is not None
    assert again.state == match.state
    assert match.log.proof and match.log.origin == f"secret {check(match.log.proof).hex()}"


def test_the_proof_of_a_log_has_one_line_behind_chance() -> None:
    match = fair(sprawdzam.game("blef", seats=3), steps=5)
    lines = match.log.text.splitlines()
    assert match.log.proof and lines[5] == f"proof: {match.log.proof.text}" and lines[4].startswith("chance: secret ")
    match.log.proof = None
    assert match.log.text.splitlines() == [*lines[:5], *lines[6:]]


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ("{", "line 6: proof: this is not JSON that can be read"),
        ("{}", "line 6: proof: an object with these fields is needed: version"),
        (PROOF.text.replace('"deal": 1', '"deal": 0'), "line 6: deal: a number from 1 on is needed, not 0"),
    ],
)
def test_a_damaged_proof_is_named_with_its_line(told: str, problem: str) -> None:
    match = fair(sprawdzam.game("blef", seats=3), steps=5)
    assert match.log.proof
    with pytest.raises(SprawdzamError) as caught:
        sprawdzam.load(match.log.text.replace(match.log.proof.text, told))
    assert str(caught.value).startswith(problem)
