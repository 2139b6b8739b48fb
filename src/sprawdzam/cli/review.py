"""``sprawdzam review``: what luck and what skill did in a match, and the mistakes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

import typer

from sprawdzam.bots.retell import Course, ToldReview, tell
from sprawdzam.bots.review import Review, reviewing
from sprawdzam.cli.arguments import AsJson, Language
from sprawdzam.cli.files import read_text
from sprawdzam.cli.progress import SlowProgress
from sprawdzam.engine.log import Log, parse_log
from sprawdzam.engine.odds import percent
from sprawdzam.engine.texts import Texts, texts
from sprawdzam.games import find


def review(
    log: Annotated[str, typer.Argument(metavar="LOG|-", help="A log, or - for the standard input.")],
    *,
    lang: Language,
    as_json: AsJson = False,
) -> None:
    """Review a match that is over: chances, mistakes, luck and skill.

    Chances are estimated from what each seat could see, by imagined matches: they are noisy, and docs/review.md says
    how much. The same log has the same review.
    """
    match = parse_log(read_text(log), find)
    told = tell(_reviewed(match.log, texts(lang)), lang)
    if as_json:
        print(json.dumps({"game": match.game.name, **asdict(told)}, ensure_ascii=False))
    else:
        print("\n".join(_lines(told, texts(lang), texts(lang)(match.game.title))))


def _reviewed(log: Log, words: Texts) -> Review:
    work = reviewing(log)
    with SlowProgress(words("looking at the match"), len(log.steps)) as bar:
        before = 0
        while True:
            try:
                done, _ = next(work)
            except StopIteration as end:
                found: Review = end.value
                return found
            bar.advance(done - before)
            before = done


def _lines(told: ToldReview, words: Texts, title: str) -> Iterator[str]:
    yield words("{game}: {steps} steps", game=title, steps=told.steps)
    heads = ["", words("fair share"), words("luck"), words("skill"), words("result")]
    rows = [heads, *([seat.name, *_figures(seat)] for seat in told.seats)]
    wide = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    for row in rows:
        yield "  ".join([f"{row[0]:{wide[0]}}", *(f"{row[i]:>{wide[i]}}" for i in range(1, len(heads)))]).rstrip()
    for seat in told.seats:
        yield ""
        yield (
            words("{name}: the biggest mistakes", name=seat.name)
            if seat.mistakes
            else words("{name}: no mistake that stands out", name=seat.name)
        )
        for mistake in seat.mistakes:
            yield "  " + words("step {step}, {loss} lost: {played}", step=mistake.step, played=mistake.played,
                        loss=percent(mistake.before - mistake.after))  # fmt: skip
            yield "    " + words("Master: {better}", better=mistake.better) + "  " + mistake.why


def _figures(seat: Course) -> list[str]:
    noise = f" ± {round(100 * seat.error)}" if seat.error else ""
    return [percent(seat.begin), _signed(seat.luck) + noise, _signed(seat.skill) + noise, percent(seat.end)]


def _signed(points: float) -> str:
    whole = round(100 * points)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"
