"""The order in which tests run says nothing about what they test, so none may get lost by it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ..conftest import PATIENT, spread


def item(folder: Path, number: int) -> Any:
    return SimpleNamespace(path=folder / f"test_{number}.py", number=number)


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7])
@pytest.mark.parametrize(("patient", "busy"), [(0, 50), (6, 94), (30, 70), (50, 0), (5, 2)])
def test_no_test_is_lost_and_those_that_wait_begin(workers: int, patient: int, busy: int) -> None:
    rest = PATIENT[0].parent / "games"
    items = [item(rest, n) for n in range(busy)] + [item(PATIENT[n % 2], busy + n) for n in range(patient)]
    found = spread(items, workers)
    assert sorted(each.number for each in found) == list(range(patient + busy))
    if patient:
        assert found[0].path.parent in PATIENT
    if workers == 4 and (patient, busy) == (30, 70):
        shares = [found[25 * k : 25 * (k + 1)] for k in range(4)]
        assert [sum(each.path.parent in PATIENT for each in share) for share in shares] == [15, 0, 15, 0]
