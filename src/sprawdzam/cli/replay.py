"""``sprawdzam replay``: a log told in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from sprawdzam.cli.arguments import AsJson, Language, check_seat
from sprawdzam.cli.files import read_text
from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.log import Step, parse_log
from sprawdzam.engine.match import Match
from sprawdzam.engine.notation import position_text
from sprawdzam.engine.texts import Texts, texts
from sprawdzam.engine.view import names_of
from sprawdzam.games import find


def replay(
    log: Annotated[str, typer.Argument(metavar="LOG|-", help="A log, or - for the standard input.")],
    *,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Tell it as this seat saw it, not as a spectator.")
    ] = None,
    lang: Language,
    as_json: AsJson = False,
    position: Annotated[
        bool, typer.Option("--position", help="Print the last position alone: all of it, or what --seat knows.")
    ] = False,
) -> None:
    """Tell a log in words, step by step, and the final ranking.

    With --json each step has its texts and the position after it: all of it, or what --seat knows.
    """
    match = parse_log(read_text(log), find)
    if seat is not None:
        check_seat(seat, match.setup)
    if position:
        print(_text(_position(match, seat), as_json))
        return
    told = list(_told(match, seat, texts(lang)))
    if as_json:
        print(json.dumps(_fields(match, told, seat), ensure_ascii=False))
    else:
        print("\n".join(_lines(match, told, texts(lang))))


@dataclass(frozen=True)
class Told:
    """One step of a log, as somebody at the table saw it; the first is the opening."""

    number: int
    step: Step | None
    texts: list[str]
    position: dict[str, Any]


def _told(match: Match, seat: int | None, words: Texts) -> Iterator[Told]:
    viewer = SPECTATOR if seat is None else seat
    names = names_of((), match.setup.seats)
    before = None
    number = 0
    for now, step in match.log.replay():
        after = now.view(viewer).record
        if seat is not None and after == before and step is not None and step.seat != seat:
            continue  # a rival has changed a secret choice: nothing that this seat could see
        lines: list[str] = [] if before is None else now.game.table.tell(before, after, viewer, words, names)
        yield Told(number, step, lines, _position(now, seat))
        before = after
        number += 1


def _position(match: Match, seat: int | None) -> dict[str, Any]:
    return match.position if seat is None else match.view(seat).position


def _text(position: dict[str, Any], as_json: bool) -> str:
    return json.dumps(position, ensure_ascii=False) if as_json else position_text(position)


def _fields(match: Match, told: list[Told], seat: int | None) -> dict[str, Any]:
    return {
        "game": match.game.name,
        "seats": match.setup.seats,
        "options": match.setup.changed_options(),
        "steps": [_step(each, seat) for each in told],
        "over": match.over,
        "ranks": match.ranks,
        "scores": match.scores,
    }


def _step(told: Told, seat: int | None) -> dict[str, Any]:
    """What others did may be secret to a seat: it is told its own actions and the table's."""
    who = None if told.step is None else told.step.seat
    known = who is not None and (seat is None or who in (seat, TABLE))
    return {
        "step": told.number,
        "seat": "table" if who == TABLE else who,
        "action": told.step.text if told.step is not None and known else None,
        "texts": told.texts,
        "position": told.position,
    }


def _lines(match: Match, told: list[Told], words: Texts) -> Iterator[str]:
    setup = match.setup
    names = names_of((), setup.seats)
    options = ", ".join(words(option.title) for option in setup.game.options if option.name in setup.changed_options())
    yield words(setup.game.title) + ": " + ", ".join(names) + (f" ({options})" if options else "")
    width = len(str(len(told)))
    for each in told:
        for i, line in enumerate(each.texts):
            yield f"{each.number if i == 0 else '':>{width}}  {line}"
    if match.ranks is None:
        yield words("The log ends here, before the match is decided.")
        return
    yield words("Final ranking:")
    for rank, name in sorted(zip(match.ranks, names, strict=True)):
        yield f"{rank:>{width}}. {name}"
