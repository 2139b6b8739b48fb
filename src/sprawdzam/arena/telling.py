"""A report as a text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sprawdzam.arena.figures import Duel, Report
from sprawdzam.engine.options import show

MOST = 5  # reasons of one bot that are listed
WIDEST = 22  # letters of a bot's name in a row of the cross table


def text(report: Report) -> str:
    """The ladder, the cross table, and whatever else there is to say."""
    study = report.study
    options = "".join(f", {name}={show(value)}" for name, value in study.options.items())
    seats = f"{study.seats} seats" if study.seats > 1 else "1 seat"
    lines = [f"{study.game}, {seats}{options}, seed {study.seed}: {report.matches} matches of {report.deals} deals"]
    if report.matches:
        lines += ["", *_ladder(report)]
        if len(report.cross) > 2 or study.seats > 2:
            lines += ["", *_cross(report)]
        by_seat = ", ".join(f"{share:.2%}" for share in report.wins_by_seat)
        lines += ["", *([f"wins by seat: {by_seat}"] if study.seats > 1 else [])]
        lines.append(f"mean length: {report.mean_length:.1f} actions")
    if report.forfeits:
        lines += ["", *_forfeits(report)]
    return "\n".join(lines)


def _ladder(report: Report) -> Iterator[str]:
    head = ["bot", "matches", "win share", "95 % interval", "with equal luck", "rating", "mean time", "longest"]
    rows = [
        [
            row.bot,
            str(row.matches),
            f"{row.share:.2%}",
            f"{row.low:>7.2%} to {row.high:>7.2%}",
            "-" if row.fair is None else f"{row.fair:.2%}",
            "-" if row.rating is None else f"{row.rating.mu:.1f} ± {row.rating.sigma:.1f}",
            milliseconds(row.mean_seconds),
            milliseconds(row.max_seconds),
        ]
        for row in report.ladder
    ]
    yield from table(head, rows)
    if any(row.rating for row in report.ladder):
        yield "rating: OpenSkill (Plackett-Luce), mu ± sigma; times: of a decision"


def _cross(report: Report) -> Iterator[str]:
    bots = [row.bot for row in report.ladder]
    better = "wins against" if report.study.seats == 2 else "ranks better than"
    yield f"how often the bot of the row {better} the bot of the column (95 % interval)"
    rows = []
    for bot in bots:
        cells = [bot]
        for other in bots:
            duel = report.duel(bot, other)
            cells.append("-" if duel is None else f"{duel.share:.1%} ({between(duel)})")
        rows.append(cells)
    yield from table(["", *(brief(bot) for bot in bots)], rows)


def _forfeits(report: Report) -> Iterator[str]:
    yield "forfeits (the seat was played on by instinct and came last):"
    for row in report.ladder:
        mine = [reason for reason in report.forfeits if reason.bot == row.bot]
        for reason in mine[:MOST]:
            yield f"  {row.bot}: {reason.reason} ({reason.matches} of {row.matches} matches)"
        if mine[MOST:]:
            yield f"  {row.bot}: {len(mine) - MOST} other reasons ({sum(r.matches for r in mine[MOST:])} matches)"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns with two spaces between them: the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    for row in (head, *rows):
        cells = (cell.ljust(width) if i == 0 else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths, strict=True)))  # fmt: skip
        yield "  ".join(cells).rstrip()


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds >= 0.0995 else f"{1000 * seconds:.2f} ms"


def between(duel: Duel) -> str:
    return f"{100 * duel.low:.1f}-{100 * duel.high:.1f}"


def brief(bot: str) -> str:
    """A name that is not too long for a head: of a file's bot its own name."""
    return bot if len(bot) <= WIDEST else bot.rpartition(":")[2][-WIDEST:]
