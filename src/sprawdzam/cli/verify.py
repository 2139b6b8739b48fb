"""``sprawdzam verify``: whether a log is what was promised before its deal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from sprawdzam.cli.arguments import AsJson, Language
from sprawdzam.cli.files import read_text
from sprawdzam.engine.audit import Audit, audit
from sprawdzam.engine.log import read_log
from sprawdzam.engine.texts import Texts, texts
from sprawdzam.games import find


def verify(
    log: Annotated[str, typer.Argument(metavar="LOG|-", help="A log, or - for the standard input.")],
    *,
    lang: Language,
    as_json: AsJson = False,
) -> None:
    """Check that nobody chose the cards of a match.

    The exit code is 1 if a check fails and 2 if the log cannot be read. It is 0 if all that can be checked holds: the
    report tells what that proves, and "proved" of --json whether it is enough. With --json each draw comes with all
    that is needed to make it again by hand.
    """
    done = audit(read_log(read_text(log), find))
    words = texts(lang)
    print(json.dumps(_fields(done, words), ensure_ascii=False) if as_json else "\n".join(_lines(done, words)))
    if done.failed:
        raise typer.Exit(1)


def _fields(done: Audit, words: Texts) -> dict[str, Any]:
    setup, proof = done.told.setup, done.told.proof
    return {
        "game": setup.game.name,
        "seats": setup.seats,
        "options": setup.changed_options(),
        "chance": done.told.origin or None,
        "proof": proof.to_json() if proof else None,
        "proved": done.proved,
        "checks": [{"check": each.name, "outcome": each.outcome, "text": each.why.told(words)} for each in done.checks],
        "texts": list(_meaning(done, words)),
        "draws": [draw._asdict() for draw in done.draws],
    }


def _lines(done: Audit, words: Texts) -> Iterator[str]:
    setup, proof = done.told.setup, done.told.proof
    head = words("{game}, seats: {seats}", game=words(setup.game.title), seats=setup.seats)
    if proof:
        head += ", " + words("table {table}, deal {deal}", table=proof.table, deal=proof.deal)
    yield head
    if proof:
        yield "  " + words("commitment: {commitment}", commitment=proof.commitment)
        for seat, seal in enumerate(proof.seals):
            if seal:
                yield "  " + words("seal of seat {seat}: {seal}", seat=seat, seal=seal)
    outcomes = {"holds": words("holds"), "fails": words("FAILS"), "unchecked": words("not checked")}
    names = {
        "commitment": words("commitment"),
        "seals": words("seals"),
        "secret": words("secret"),
        "steps": words("steps"),
        "draws": words("draws"),
    }
    wide = max(len(outcomes[check.outcome]) for check in done.checks)
    wider = max(map(len, names.values()))
    for check in done.checks:
        yield f"  {outcomes[check.outcome]:{wide}}  {names[check.name]:{wider}}  {check.why.told(words)}"
    yield from _meaning(done, words)


def _meaning(done: Audit, words: Texts) -> Iterator[str]:
    """What all this proves, and what not."""
    told = done.told
    if done.failed:
        yield words("A check fails: this log was changed, or its deal was not dealt as it was promised.")
        return
    if told.position is not None:
        yield words("The log begins with a position: what was drawn before it cannot be checked.")
    if not told.over:
        yield words("The match does not come to its end in this log: it was called off or resigned, it still runs, "
                    "or the log was cut.")  # fmt: skip
    if told.proof is None:
        yield words("There is no proof in this log: nothing shows who chose the deal, and when.")
        return
    if not any(told.proof.parts):
        yield words("No seat added a part: the host could try many secrets before it committed to one.")
    if done.proved:
        yield words("It is proved that nobody chose the deal, if you were shown this commitment and these seals "
                    "before you opened your part, and if one of the seals is yours.")  # fmt: skip
    yield words("It is not proved that the host did not look, for whoever has the secret knows every card; "
                "nor that the players did what the log tells.")  # fmt: skip
