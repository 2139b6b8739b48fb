"""Fair deals: nobody chooses the cards, and when the match is over anybody can check that.

1. The host draws a secret and publishes its ``commitment``.
2. Every person's seat draws a part of its own and sends its ``seal``; a seat that the host plays adds no part.
3. When everybody has been shown the commitment and all seals, the parts are opened.
4. The ``deal_secret`` follows from the secret and all parts; ``chance.Keyed`` draws every card from it.
5. When the match is over, however it ended, the host shows the secret: a ``Proof`` has all that was said.

Secret and parts are 32 bytes. What is hashed is a text in ASCII: its first line names its purpose and version, every
line ends with one line feed, bytes are 64 hexadecimal digits in lower case. No two different things have one text.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sprawdzam.engine.contract import MAX_SEATS
from sprawdzam.engine.errors import BadProof
from sprawdzam.engine.notation import short

VERSION = 1  #: of the texts that are hashed, and of a proof
SIZE = 32  #: bytes of a secret and of a part
NONE = "-"  #: stands where a part would: the host plays the seat

TABLE_NAME = re.compile(r"[0-9A-Za-z_-]{1,64}")
HEX = re.compile(r"[0-9a-f]{64}")
FIELDS = ("version", "table", "deal", "commitment", "secret", "seals", "parts")


def commitment(table: str, deal: int, secret: bytes) -> str:
    """What the host publishes before it knows any part: it cannot deal by another secret afterwards."""
    return _digest(f"{_head('commitment', table, deal)}secret {_hex('secret', secret)}\n")


def seal(table: str, deal: int, seat: int, part: bytes) -> str:
    """What a seat sends before it knows the parts of others; good for this seat and this deal only."""
    return _digest(f"{_head('seal', table, deal)}seat {_seat(seat)}\npart {_hex('part', part)}\n")


def opens(table: str, deal: int, seat: int, part: bytes, sealed: str) -> bool:
    """Whether a part is the one that the seat had sealed."""
    return _same(seal(table, deal, seat, part), sealed)


def deal_secret(table: str, deal: int, secret: bytes, parts: Sequence[bytes | None]) -> bytes:
    """The secret that all draws of the deal come from; it takes all parts and the host's secret to know it."""
    _hex("secret", secret)
    _seat(len(parts) - 1)
    lines = [f"{seat} {NONE if part is None else _hex('part', part)}\n" for seat, part in enumerate(parts)]
    return hmac.digest(secret, (_head("deal", table, deal) + "".join(lines)).encode("ascii"), "sha256")


@dataclass(frozen=True)
class Proof:
    """All that was said about one deal, in hexadecimal; by seat, with None for a seat that the host plays.

    A proof that can be made or read has the right shape; whether it holds is what ``check`` tells.
    """

    table: str
    deal: int
    commitment: str
    secret: str
    seals: tuple[str | None, ...]
    parts: tuple[str | None, ...]

    def __post_init__(self) -> None:
        _head("proof", self.table, self.deal)
        if len(self.seals) != len(self.parts) or not 1 <= len(self.parts) <= MAX_SEATS:
            raise BadProof("proof: a seal and a part, or null, are needed for each seat; seats: 1 to {most}",
                           most=MAX_SEATS)  # fmt: skip
        _digits("commitment", self.commitment)
        _digits("secret", self.secret)
        for name, row in (("seals", self.seals), ("parts", self.parts)):
            for value in row:
                if value is not None:
                    _digits(name, value)

    @property
    def deal_secret(self) -> bytes:
        """What the draws must come from, if the proof holds."""
        parts = [None if part is None else bytes.fromhex(part) for part in self.parts]
        return deal_secret(self.table, self.deal, bytes.fromhex(self.secret), parts)

    def to_json(self) -> dict[str, Any]:
        return {"version": VERSION, **asdict(self), "seals": list(self.seals), "parts": list(self.parts)}

    @classmethod
    def from_json(cls, values: object) -> Proof:
        """The proof that an object of JSON describes; raises ``BadProof``."""
        if not isinstance(values, dict) or set(values) != set(FIELDS):
            raise BadProof("proof: an object with these fields is needed: {fields}", fields=", ".join(FIELDS))
        if type(values["version"]) is not int or values["version"] != VERSION:
            raise BadProof("proof: version {found} is not known; known: {known}",
                           found=short(values["version"]), known=VERSION)  # fmt: skip
        for name in ("seals", "parts"):
            if not isinstance(values[name], list):
                raise BadProof("proof: {name}: a list is needed, not {found}", name=name, found=short(values[name]))
        return cls(values["table"], values["deal"], values["commitment"], values["secret"],
                   tuple(values["seals"]), tuple(values["parts"]))  # fmt: skip

    @property
    def text(self) -> str:
        """The proof in one line, as a log has it."""
        return json.dumps(self.to_json())

    @classmethod
    def parse(cls, text: str) -> Proof:
        """The proof of a line; raises ``BadProof``."""
        try:
            values = json.loads(text)
        except (ValueError, RecursionError):
            raise BadProof("proof: this is not JSON that can be read") from None
        return cls.from_json(values)


def check(proof: Proof) -> bytes:
    """The secret that the draws must come from; raises ``BadProof``, which names the first link that is broken."""
    check_commitment(proof)
    check_seals(proof)
    return proof.deal_secret


def check_commitment(proof: Proof) -> None:
    """Raises ``BadProof`` unless the secret is the one that was committed to."""
    if not _same(commitment(proof.table, proof.deal, bytes.fromhex(proof.secret)), proof.commitment):
        raise BadProof("the commitment is not one to this secret, table and deal")


def check_seals(proof: Proof) -> None:
    """Raises ``BadProof`` unless every part is the one that its seat had sealed.

    A part that was sealed and then left out would leave the host a choice between two deals.
    """
    for seat, (sealed, part) in enumerate(zip(proof.seals, proof.parts, strict=True)):
        if sealed is None and part is not None:
            raise BadProof("seat {seat} has a part that was never sealed", seat=seat)
        if sealed is not None and part is None:
            raise BadProof("seat {seat} sealed a part that was never opened", seat=seat)
        if sealed and part and not opens(proof.table, proof.deal, seat, bytes.fromhex(part), sealed):
            raise BadProof("the part of seat {seat} is not the one that this seat had sealed", seat=seat)


def _head(purpose: str, table: str, deal: int) -> str:
    if not isinstance(table, str) or not TABLE_NAME.fullmatch(table):
        raise BadProof("table: 1 to 64 letters, digits, - and _ are needed, not {found}", found=short(table))
    if type(deal) is not int or not 1 <= deal < 10**9:
        raise BadProof("deal: a number from 1 on is needed, not {found}", found=short(deal))
    return f"sprawdzam {purpose} {VERSION}\ntable {table}\ndeal {deal}\n"


def _seat(seat: int) -> int:
    if type(seat) is not int or not 0 <= seat < MAX_SEATS:
        raise BadProof("seats: they are numbered from 0 to {last}; {found} is none", last=MAX_SEATS - 1, found=seat)
    return seat


def _hex(name: str, data: bytes) -> str:
    if len(data) != SIZE:
        raise BadProof("{name}: {size} bytes are needed, not {found}", name=name, size=SIZE, found=len(data))
    return data.hex()


def _digits(name: str, value: object) -> None:
    if not isinstance(value, str) or not HEX.fullmatch(value):
        raise BadProof("{name}: 64 hexadecimal digits in lower case are needed, not {found}",
                       name=name, found=short(value))  # fmt: skip


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _same(right: str, told: str) -> bool:
    """Compared in a time that tells nothing; what was told may be any text."""
    return hmac.compare_digest(right.encode(), told.encode("utf-8", "replace"))
