"""A balance report as one picture: who wins, how long, what options change, which rules fire. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sprawdzam.arena.balance import Balance, Difference, Effect, RuleCount, Table
from sprawdzam.arena.balance_text import ordinal
from sprawdzam.engine.options import show
from sprawdzam.engine.rulebook import first_words

# Told apart by people who see fewer colours as well (Okabe and Ito), one for each number of seats or place.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
INK, PALE = "#222222", "#8a8a8a"
RULES = 18  # that are drawn
TITLE = 62  # letters of each
WIDTH = 13.0  # inches
STYLE: Any = {
    "font.family": "DejaVu Sans", "font.size": 9, "axes.edgecolor": PALE, "axes.labelcolor": INK,
    "axes.titlesize": 11, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.spines.top": False,
    "axes.spines.right": False, "text.color": INK, "xtick.color": INK, "ytick.color": INK, "svg.hashsalt": "sprawdzam",
}  # fmt: skip


def draw(report: Balance, folder: Path) -> None:
    """Writes ``balance.png`` and ``balance.svg``: the same bytes for the same report and the same matplotlib."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        changes = list(dict.fromkeys((effect.option, effect.value) for effect in report.effects))
        rules = _foremost(report)
        heights = [3.4, max(1.0, 0.3 * len(changes) * _crowd(report) + 0.8), 0.26 * len(rules) + 0.9]
        figure: Any = Figure(figsize=(WIDTH, sum(heights) + 2.2), layout="constrained", facecolor="white")
        figure.get_layout_engine().set(h_pad=0.12, w_pad=0.1)
        plan = report.plan
        options = "".join(f", {name}={show(value)}" for name, value in plan.fields()["options"].items())
        figure.suptitle(
            f"{plan.game.name}{options}: balance with {plan.bot} at every seat ({plan.matches:,} matches a table)",
            fontsize=14, fontweight="bold", x=0.01, ha="left",
        )  # fmt: skip
        top, middle, bottom = figure.subfigures(3, 1, height_ratios=heights)  # each with margins of its own
        places, lengths = top.subplots(1, 2)
        _places(places, report.tables)
        _lengths(lengths, report.tables)
        left, right = middle.subplots(1, 2, sharey=True)
        _effects(left, report.effects, changes, "length", "Options: change of the mean length (%)")
        _effects(right, report.effects, changes, "first", "Options: change of the first place's wins (points)")
        seats = sorted({effect.seats for effect in report.effects})
        handles = [left.plot([], [], "o", color=_colour(n), ms=5, label=_seats(n))[0] for n in seats]
        if handles:
            middle.legend(handles=handles, loc="outside lower center", ncols=len(seats), frameon=False)
        _rules(bottom.subplots(), rules)
        figure.savefig(folder / "balance.png", dpi=130, metadata={"Software": None})
        figure.savefig(folder / "balance.svg", metadata={"Date": None})


def _colour(seats: int) -> str:
    return COLOURS[(seats - 1) % len(COLOURS)]


def _seats(number: int) -> str:
    return "1 seat" if number == 1 else f"{number} seats"


def _crowd(report: Balance) -> float:
    """A row of a change is as high as there are tables in it."""
    tables = len({effect.seats for effect in report.effects})
    return 0.55 + 0.2 * tables


def _places(axes: Any, tables: Sequence[Table]) -> None:
    many = [table for table in tables if table.fair is not None and table.places]
    axes.set_title("Who wins: points above or below an equal share", pad=18)
    ticks, labels, at = [], [], 0.0
    for table in many:
        assert table.fair is not None
        axes.axvspan(at - 0.6, at + len(table.places) - 0.4, color="#f3f3f3", zorder=0, lw=0)
        for place, share in enumerate(table.places):
            x, y = at + place, 100 * (share.share - table.fair)
            reach = [[100 * (share.share - share.low)], [100 * (share.high - share.share)]]
            axes.errorbar(x, y, yerr=reach, color=_colour(table.seats), capsize=2.5, lw=1.4, zorder=3, fmt="none")
            filled = _colour(table.seats) if share.significant else "white"
            axes.plot(x, y, "o", ms=6, mfc=filled, mec=_colour(table.seats), mew=1.4, zorder=4)
            ticks.append(x)
            labels.append(ordinal(place) if len(tables) < 4 else str(place + 1))
        axes.annotate(
            f"{table.seats} seats", ((at + at + len(table.places) - 1) / 2, 1.0), xycoords=("data", "axes fraction"),
            ha="center", va="bottom", color=_colour(table.seats), fontweight="bold", fontsize=8.5, xytext=(0, 2),
            textcoords="offset points",
        )  # fmt: skip
        at += len(table.places) + 0.9
    axes.axhline(0, color=INK, lw=1)
    axes.set_xticks(ticks, labels)
    axes.set_xlabel("place, counted from whoever begins; a full dot is more than luck")
    alone = [table for table in tables if table.fair is None]
    if alone:
        share = alone[0].by_seat[0]
        told = f"alone: {share.share:.1%} won ({share.low:.1%} to {share.high:.1%})"
        axes.text(0.99, 0.03, told, transform=axes.transAxes, ha="right", va="bottom", color=_colour(1))


def _lengths(axes: Any, tables: Sequence[Table]) -> None:
    """One hill for each table, with its middle half and its median."""
    axes.set_title("Length: actions of all seats in a match", pad=18)
    longest = max(max(table.length.p95 * 1.25 for table in tables), 1)
    for row, table in enumerate(tables):
        width = max(1, round((table.length.p95 - table.length.p5) / 24))
        bins: dict[int, int] = {}
        for length, number in table.histogram.items():
            bins[length // width] = bins.get(length // width, 0) + number
        first, last = min(bins), max(bins)
        xs = [(place + 0.5) * width for place in range(first - 1, last + 2)]
        most = max(bins.values())
        ys = [row + 0.82 * bins.get(place, 0) / most for place in range(first - 1, last + 2)]
        colour = _colour(table.seats)
        axes.fill_between(xs, row, ys, color=colour, alpha=0.35, lw=0)
        axes.plot(xs, ys, color=colour, lw=1.2)
        axes.plot([table.length.p5, table.length.p95], [row, row], color=colour, lw=1.4, solid_capstyle="butt")
        axes.plot([table.length.p25, table.length.p75], [row, row], color=colour, lw=5, solid_capstyle="butt")
        axes.plot(table.length.median, row, "o", ms=5, mfc="white", mec=colour, mew=1.4, zorder=4)
    axes.set_yticks(range(len(tables)), [_seats(table.seats) for table in tables])
    axes.set_xlim(0, longest)
    axes.set_ylim(-0.2, len(tables) + 0.05)
    axes.set_xlabel("below each hill: median, middle half, 5 % to 95 %")


def _effects(
    axes: Any,
    effects: Sequence[Effect],
    changes: Sequence[tuple[str, Any]],
    what: str,
    title: str,
) -> None:
    axes.set_title(title)
    axes.axvline(0, color=INK, lw=1)
    rows = {change: len(changes) - 1 - number for number, change in enumerate(changes)}
    seats = sorted({effect.seats for effect in effects})
    for effect in effects:
        change: Difference = getattr(effect, what)
        unit = 100 / (effect.length.value - effect.length.more) if what == "length" else 100
        spread = 0.0 if len(seats) == 1 else 0.6 * (0.5 - seats.index(effect.seats) / (len(seats) - 1))
        y = rows[effect.option, effect.value] + spread
        x, low, high = unit * change.more, unit * change.low, unit * change.high
        colour = _colour(effect.seats)
        axes.plot([low, high], [y, y], color=colour, lw=1.4)
        axes.plot(x, y, "o", ms=4.5, mfc=colour if change.significant else "white", mec=colour, mew=1.2)
    axes.set_yticks(list(rows.values()), [f"{option}={show(value)}" for option, value in rows])
    axes.set_ylim(-0.6, max(1, len(changes)) - 0.4)
    for row in range(1, len(changes)):
        axes.axhline(row - 0.5, color="#e4e4e4", lw=0.8, zorder=0)
    if not effects:
        axes.text(0.5, 0.5, "nothing to change", transform=axes.transAxes, ha="center", va="center", color=PALE)


def _foremost(report: Balance) -> list[RuleCount]:
    """The rules that fire most often in steps, at any table."""
    fired = [rule for rule in report.rules if rule.happens and any(count.steps for count in rule.counts)]
    return sorted(fired, key=lambda rule: -max(count.steps for count in rule.counts))[:RULES]


def _rules(axes: Any, rules: Sequence[RuleCount]) -> None:
    axes.set_title("Rules that fire most: steps of a match in which they do, by table")
    for row, rule in enumerate(reversed(rules)):
        values = [count.steps for count in rule.counts]
        axes.plot([min(values), max(values)], [row, row], color="#cfcfcf", lw=3, solid_capstyle="round", zorder=1)
        for count in rule.counts:
            axes.plot(count.steps, row, "o", ms=6, color=_colour(count.seats), mec="white", mew=0.7, zorder=3)
    labels = [f"{first_words(rule.text, TITLE)}  {rule.ids[0]}" for rule in reversed(rules)]
    axes.set_yticks(range(len(rules)), labels)
    axes.set_ylim(-0.6, max(1, len(rules)) - 0.4)
    axes.set_xscale("symlog", linthresh=1, linscale=0.5)
    top = max((count.steps for rule in rules for count in rule.counts), default=1)
    axes.set_xlim(0, top * 1.15)
    marks = [mark for mark in (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000) if mark <= top * 1.15]
    axes.set_xticks(marks, list(map(str, marks)))
    axes.minorticks_off()
    axes.grid(axis="x", color="#e4e4e4", lw=0.8, zorder=0)
    axes.set_axisbelow(True)
    if rules:
        for count in rules[0].counts:
            axes.plot([], [], "o", color=_colour(count.seats), label=_seats(count.seats))
        axes.legend(loc="lower right", frameon=True, edgecolor="none", facecolor="white", ncols=1)
