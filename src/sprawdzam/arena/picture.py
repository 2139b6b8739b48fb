"""A report as a picture: the ladder with its intervals, and who beats whom."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sprawdzam.arena.figures import Report
from sprawdzam.arena.telling import between, brief
from sprawdzam.engine.options import show

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, PALE, MINE = "#1E1A2E", "#8B879A", "#1B4F8F"
# From orange over white to blue, which nobody confuses, and which is dark at both ends in print.
COLOURS = ("#B35806", "#F1A340", "#FEE0B6", "#F7F7F7", "#D1E5F0", "#67A9CF", "#2166AC")
STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": PALE,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.hashsalt": "sprawdzam",  # the same figures give the same bytes
    "svg.fonttype": "path",
}


def draw(report: Report, folder: Path | str) -> list[Path]:
    """Writes ``report.png`` and ``report.svg``; nothing, and an empty list, without matplotlib or matches."""
    try:
        import matplotlib as mpl
    except ImportError:
        return []
    if not report.matches:
        return []
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    with mpl.rc_context(STYLE):
        number = len(report.ladder)
        crossed = bool(report.cross)
        height = 1.9 + 0.62 * max(number, 2)
        figure = Figure(
            figsize=(11.5 + 0.6 * max(0, number - 4) if crossed else 7.0, height),
            layout=ConstrainedLayoutEngine(wspace=0.05),
        )
        FigureCanvasAgg(figure)
        axes: Any = figure.subplots(1, 2 if crossed else 1, width_ratios=[1.15, 1.0] if crossed else None)
        _ladder(axes[0] if crossed else axes, report)
        if crossed:
            _cross(axes[1], report)
        study = report.study
        options = "".join(f", {name}={show(value)}" for name, value in study.options.items())
        seats = f"{study.seats} seats" if study.seats > 1 else "alone"
        figure.suptitle(
            f"{study.game}, {seats}{options}: {report.matches:,} matches of {report.deals:,} deals",
            x=0.008, ha="left", fontweight="bold", fontsize=12,
        )  # fmt: skip
        files = [Path(folder) / "report.png", Path(folder) / "report.svg"]
        figure.savefig(files[0], dpi=160, metadata={"Software": None})
        figure.savefig(files[1], metadata={"Date": None, "Creator": None})
    return files


def _ladder(axes: Axes, report: Report) -> None:
    rows = range(len(report.ladder))
    for row, standing in zip(rows, report.ladder, strict=True):
        axes.plot([standing.low, standing.high], [row, row], color=MINE, linewidth=2.2, solid_capstyle="butt", zorder=3)
        for end in (standing.low, standing.high):
            axes.plot([end, end], [row - 0.13, row + 0.13], color=MINE, linewidth=2.2, zorder=3)
        axes.plot([standing.share], [row], "o", color=MINE, markersize=7, markeredgecolor="white", zorder=4)
        told = f"{standing.share:.1%}"
        if standing.rating is not None:
            told += f"\nrating {standing.rating.mu:.1f}"
        beside = axes.get_yaxis_transform()
        axes.text(1.02, row, told, transform=beside, ha="left", va="center", fontsize=9, linespacing=1.35)
    fair = {standing.fair for standing in report.ladder}
    if len(fair) == 1 and None not in fair:
        axes.axvline(fair.pop() or 0.0, color=PALE, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    axes.set_yticks(rows, [brief(standing.bot) for standing in report.ladder])
    axes.set_ylim(len(report.ladder) - 0.4, -0.6)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter("{x:.0%}")
    axes.set_xlabel("share of matches won, with 95 % intervals" + ("; dashed: equal luck" if len(fair) == 0 else ""))
    axes.grid(axis="x", color="#E6E4EC", linewidth=0.8, zorder=0)
    axes.tick_params(length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_title("Ladder", loc="left", fontsize=11)


def _cross(axes: Axes, report: Report) -> None:
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    colours = LinearSegmentedColormap.from_list("duel", COLOURS)
    bots = [standing.bot for standing in report.ladder]
    for row, bot in enumerate(bots):
        for column, other in enumerate(bots):
            duel = report.duel(bot, other)
            face = "#ECEAF0" if duel is None else colours(duel.share)
            axes.add_patch(Rectangle((column - 0.48, row - 0.46), 0.96, 0.92, facecolor=face, edgecolor="none"))
            if duel is not None:
                dark = abs(duel.share - 0.5) > 0.38
                ink = "white" if dark else INK
                axes.text(column, row - 0.1, f"{duel.share:.1%}", ha="center", va="center", color=ink, fontsize=10)
                axes.text(column, row + 0.22, between(duel), ha="center", va="center", color=ink, fontsize=7.5)
    names = [brief(bot) for bot in bots]
    axes.set_xticks(range(len(bots)), names, rotation=0 if max(map(len, names)) * len(bots) < 48 else 30, ha="center")
    axes.set_yticks(range(len(bots)), names)
    axes.set_xlim(-0.5, len(bots) - 0.5)
    axes.set_ylim(len(bots) - 0.5, -0.5)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    better = "wins against" if report.study.seats == 2 else "ranks better than"
    axes.set_title(f"How often the row {better} the column", loc="left", fontsize=11)
