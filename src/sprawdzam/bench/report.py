"""The table and the picture of a benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sprawdzam.bench.bars import Verdict
from sprawdzam.bench.measure import Measurement


def table(measured: Sequence[Measurement], verdicts: Sequence[Verdict]) -> str:
    lines = [f"{'measured':26} {'median':>12} {'range':>25}  unit"]
    for m in measured:
        spread = f"{short(min(m.samples))} - {short(max(m.samples))}"
        lines.append(f"{m.name:26} {short(m.median):>12} {spread:>25}  {m.unit}  {m.peer} {m.version}".rstrip())
    lines += ["", f"{'bar':66} {'needed':>9} {'reached':>9}"]
    for v in verdicts:
        needed, reached = _amount(v, v.bar.rate or v.bar.least or v.bar.factor), _amount(v, v.reached)
        if v.bar.theirs:
            needed = f"{v.bar.factor:g}x"
        said = {True: "met", False: "MISSED", None: "not measured" if v.reached is None else "for information"}[v.met]
        lines.append(f"{v.bar.text:66} {needed:>9} {reached:>9}  {said}")
        lines += [f"  {m.note}" for m in measured if v.met is False and m.name == v.bar.ours and m.note]
    return "\n".join(lines)


def _amount(v: Verdict, amount: float | None) -> str:
    if amount is None:
        return "-"
    if v.bar.theirs:
        return f"{amount:.1f}x"
    if v.bar.rate:
        return f"{short(amount)}/s"
    if v.bar.least:
        return f"{amount:,.0f}"
    return f"{amount:.{2 if v.bar.unit else 0}f} {v.bar.unit}".rstrip()


def short(rate: float) -> str:
    if rate >= 1e6:
        return f"{rate / 1e6:.2f} M"
    return f"{rate / 1e3:.1f} k" if rate >= 1e3 else f"{rate:.2f}"


def plot(verdicts: Sequence[Verdict], file: Path) -> bool:
    """Our speed as a multiple of each peer's, with the bars marked; False without matplotlib or peers."""
    shown = [v for v in verdicts if v.bar.theirs and v.reached is not None and "hundredfold" not in v.bar.text]
    try:
        import matplotlib as mpl
    except ImportError:
        return False
    if not shown:
        return False
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 0.7 * len(shown) + 1.4), layout="constrained")
    reached = [v.reached or 0.0 for v in shown]
    rows = range(len(shown))
    axes.barh(rows, reached, color=["#0E6B4A" if v.met is not False else "#C22F17" for v in shown], height=0.55)
    axes.plot([v.bar.factor for v in shown], rows, "d", color="#F4B93A", markeredgecolor="#1E1A2E", label="bar")
    for row, v in zip(rows, shown, strict=True):
        right = max(v.reached or 0.0, v.bar.factor) * 1.08
        axes.text(right, row, f"{v.reached:.1f}x", va="center", fontsize=10, color="#1E1A2E")
    axes.set_yticks(rows, [v.bar.text for v in shown])
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}x")
    axes.set_xlim(1, max(reached) * 2)
    axes.set_xlabel("times the peer's rate, one core, one run")
    axes.set_title("How much faster", loc="left", fontweight="bold")
    axes.legend(frameon=False, loc="lower right")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=150)
    plt.close(figure)
    return True
