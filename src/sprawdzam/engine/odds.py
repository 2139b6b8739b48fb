"""Odds as people read them, and the counting behind them: everything in whole numbers, so nothing is rounded early."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def percent(chance: Fraction | float) -> str:
    """A chance in whole percent; what is merely likely is never told as 0 or 100."""
    if isinstance(chance, float):
        chance = round(chance, 9)  # sums of floats end beside 0 and 1
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return "<1 %"
    if whole == 100 and chance < 1:
        return ">99 %"
    return f"{whole} %"


def times(a: Sequence[int], b: Sequence[int], most: int) -> list[int]:
    """Two rows of ways, by how many cards they take, as one: the product of polynomials up to the power ``most``."""
    out = [0] * (most + 1)
    for i, x in enumerate(a[: most + 1]):
        if x:
            for j, y in enumerate(b[: most + 1 - i]):
                out[i + j] += x * y
    return out
