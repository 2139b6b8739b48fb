"""Matches whose deal is fair, with the proof of it in their logs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.fairness import Proof, commitment, deal_secret, seal
from sprawdzam.engine.game import Setup
from sprawdzam.engine.match import Match

SECRET = bytes(range(32))
PARTS = (b"\x01" * 32, None, b"\x02" * 32)


def prove(table: str, deal: int, secret: bytes, parts: Sequence[bytes | None]) -> Proof:
    """The proof of a host and seats that all did what they should."""
    return Proof(
        table,
        deal,
        commitment(table, deal, secret),
        secret.hex(),
        tuple(None if part is None else seal(table, deal, seat, part) for seat, part in enumerate(parts)),
        tuple(None if part is None else part.hex() for part in parts),
    )


def fair(setup: Setup, luck: int = 1, steps: int = 10**6, table: str = "T1", deal: int = 1) -> Match:
    """A match that was dealt by a proof and played at random: to its end, or for so many steps."""
    random = Random(luck)
    parts = [random.choice((None, random.randbytes(32))) for _ in range(setup.seats - 1)] + [random.randbytes(32)]
    proof = prove(table, deal, random.randbytes(32), parts)
    secret = deal_secret(table, deal, bytes.fromhex(proof.secret), parts)
    match = Match.begin(setup, Keyed(secret), f"secret {secret.hex()}")
    match.log.proof = proof
    while not match.over and len(match.log.steps) < steps:
        seat = random.choice(match.actors)
        match.play(seat, random.choice(match.view(seat).actions))
    return match
