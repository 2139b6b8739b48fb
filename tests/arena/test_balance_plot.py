"""The picture of a balance report."""

from __future__ import annotations

import pytest

from sprawdzam.arena import balance_plan
from sprawdzam.arena.balance import balance
from sprawdzam.games import find

pytest.importorskip("matplotlib")


@pytest.mark.parametrize(("game", "seats"), [("blef", (2, 3)), ("fiasko", (1,))])
def test_the_same_report_gives_the_same_picture(game, seats, tmp_path, monkeypatch):
    from sprawdzam.arena.balance_plot import draw

    monkeypatch.setattr(balance_plan, "WATCHED", 3)
    monkeypatch.setattr(balance_plan, "WATCHED_VARIANT", 1)
    report = balance(find(game), seats=seats, bot="random", matches=40, jobs=1)
    folders = ("one", "two") if game == "blef" else ("one",)
    for folder in folders:
        (tmp_path / folder).mkdir()
        draw(report, tmp_path / folder)
    for name in ("balance.png", "balance.svg"):
        first = (tmp_path / "one" / name).read_bytes()
        assert len(first) > 10_000
        assert all((tmp_path / folder / name).read_bytes() == first for folder in folders)
