"""An audit of a log: whether it follows from the rules, and its draws from secrets that were fixed before the deal.

Five checks, each on its own, so that one that fails hides no other:

* ``commitment``  the host's secret is the one that it had committed to;
* ``seals``       every part is the one that its seat had sealed;
* ``secret``      the log draws from what follows from both;
* ``steps``       the rules allow every step and every draw;
* ``draws``       every draw is what the secret gives at its address.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sprawdzam.engine.chance import Keyed, Zone, kind_at
from sprawdzam.engine.errors import BadLog, BadProof, Phrase, SprawdzamError
from sprawdzam.engine.fairness import Proof, check_commitment, check_seals
from sprawdzam.engine.log import Laid, Transcript, keyed_by
from sprawdzam.engine.match import Match
from sprawdzam.engine.notation import read_position

Outcome = Literal["holds", "fails", "unchecked"]


class Check(NamedTuple):
    """One check, what came of it, and why."""

    name: str
    outcome: Outcome
    why: Phrase | SprawdzamError


class Drawn(NamedTuple):
    """One draw, as anybody can make it again: the hash of its address names a place in what could come."""

    line: int
    zone: str
    number: int
    among: dict[str, int]
    place: int
    value: str


@dataclass(frozen=True)
class Audit:
    """What came of all checks, and the draws that the secret gives, up to the first that the log tells otherwise."""

    told: Transcript
    checks: tuple[Check, ...]
    draws: tuple[Drawn, ...]

    @property
    def failed(self) -> bool:
        return any(check.outcome == "fails" for check in self.checks)

    @property
    def proved(self) -> bool:
        """Whether nobody can have chosen this deal: every check holds, from the first card on, and somebody's part
        was unknown to the host when it committed itself."""
        added = self.told.proof is not None and any(self.told.proof.parts)
        return added and self.told.position is None and all(check.outcome == "holds" for check in self.checks)


def audit(told: Transcript) -> Audit:
    draws, drawn = _draws(told)
    return Audit(told, (*_links(told), _steps(told), draws), drawn)


def _links(told: Transcript) -> Iterator[Check]:
    """The way from what was promised to the secret of the draws."""
    links = {"commitment": _commitment, "seals": _seals, "secret": _secret}
    for name, link in links.items():
        if told.proof is None:
            yield Check(name, "unchecked", Phrase("there is no proof in this log"))
            continue
        try:
            yield Check(name, "holds", link(told, told.proof))
        except BadProof as error:
            yield Check(name, "fails", error)


def _commitment(told: Transcript, proof: Proof) -> Phrase:
    check_commitment(proof)
    return Phrase("the host's secret is the one that it had committed to")


def _seals(told: Transcript, proof: Proof) -> Phrase:
    if len(proof.parts) != told.setup.seats:  # a seat that does not exist would be a part of the host's choice
        raise BadProof("the proof is of {found} seats, the log of {seats}",
                       found=len(proof.parts), seats=told.setup.seats)  # fmt: skip
    check_seals(proof)
    seats = [str(seat) for seat, part in enumerate(proof.parts) if part]
    if not seats:
        return Phrase("no seat added a part")
    return Phrase("every part is the one that its seat had sealed; seats: {seats}", seats=", ".join(seats))


def _secret(told: Transcript, proof: Proof) -> Phrase:
    right = proof.deal_secret.hex()
    if told.origin != f"secret {right}":
        raise BadProof("by the proof chance must come from {right}, not from {found}",
                       right=right, found=told.origin.removeprefix("secret ") or "''")  # fmt: skip
    return Phrase("the log draws from what follows from the host's secret and the parts")


def _steps(told: Transcript) -> Check:
    try:
        told.match()
    except BadLog as error:
        return Check("steps", "fails", error)
    return Check("steps", "holds", Phrase("the rules allow all of them: {number}", number=len(told.steps)))


def _draws(told: Transcript) -> tuple[Check, tuple[Drawn, ...]]:
    """Plays the match anew with draws from the secret, as long as the log tells the same."""
    keyed = keyed_by(told.origin)
    if keyed is None:
        return Check("draws", "unchecked", Phrase("the log does not tell where its chance comes from")), ()
    witness = _Witness(keyed, told)
    try:
        for laid in _lines(told, witness):
            witness.compare(laid)
    except _Differs as found:
        return Check("draws", "fails", found), tuple(witness.drawn)
    except SprawdzamError:  # a step that the rules do not allow: that is another check
        why = Phrase("from line {line} on the rules do not allow what is told", line=witness.line)
        return Check("draws", "unchecked", why), tuple(witness.drawn)
    why = Phrase("all of them are what the secret gives: {number}", number=len(witness.drawn))
    return Check("draws", "holds", why), tuple(witness.drawn)


def _lines(told: Transcript, witness: _Witness) -> Iterator[Laid]:
    """What the log tells of each line's draws, when the witness has just made them."""
    if told.position is None:
        match = Match.begin(told.setup, witness, auto=False)
    else:
        match = Match.from_position(*read_position(told.setup.game, told.position), witness, auto=False)
    yield told.opening
    for seat, text, laid in told.steps:
        match.play(seat, text)
        yield laid


class _Differs(BadLog):
    """A draw that the log tells otherwise than the secret gives it."""


class _Witness:
    """A source of chance that keeps how each draw was made, and compares it with a log, line by line."""

    def __init__(self, keyed: Keyed, told: Transcript) -> None:
        self.keyed = keyed
        self.names = told.setup.game.notation.OUTCOMES
        self.line = told.line
        self.drawn: list[Drawn] = []
        self._compared = 0

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return self.take(zone, number, [1] * n, n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        place = self.keyed.roll(zone, number, total)
        kind = kind_at(counts, place)
        name = zone.name.lower()
        among = {self.names[name][k]: int(count) for k, count in enumerate(counts) if count > 0}
        self.drawn.append(Drawn(self.line, name, number, among, place, self.names[name][kind]))
        return kind

    def compare(self, laid: Laid) -> None:
        """Holds the draws since the last line against those that the log tells; goes on to the next line."""
        rest = {zone: [self.names[zone][value] for value in row] for zone, row in laid.items()}
        for draw in self.drawn[self._compared :]:
            row = rest.get(draw.zone, [])
            if not row:
                raise _Differs("line {line}: {zone} {number} is missing; the secret gives {right}",
                               line=draw.line, zone=draw.zone, number=draw.number, right=draw.value)  # fmt: skip
            if (found := row.pop(0)) != draw.value:
                raise _Differs(
                    "line {line}: {zone} {number} is {found} here; the secret gives {right}",
                    line=draw.line, zone=draw.zone, number=draw.number, found=found, right=draw.value,
                )  # fmt: skip
        for zone, row in rest.items():
            if row:
                raise _Differs("line {line}: {zone} {found} is told here, and nothing draws it",
                               line=self.line, zone=zone, found=row[0])  # fmt: skip
        self._compared = len(self.drawn)
        self.line += 1
