"""The example that learns blef, in a small size: that it plays legally, learns, and sits down as a bot."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sprawdzam.games import find

torch = pytest.importorskip("torch", reason="PyTorch is not installed, so the training example is NOT TESTED")
FILE = Path(__file__).parents[2] / "examples" / "train_blef.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    torch.set_num_threads(1)
    return runpy.run_path(str(FILE))


def test_it_learns_and_is_measured(example: dict[str, Any]) -> None:
    """What never was legal stays untried; the network changes; what comes is a share and half its interval."""
    before = example["Net"]().state_dict()
    net, curve, (share, error) = example["train"](rounds=2, places=16, steps=8, matches=8, seed=0)
    assert [point[0] for point in curve] == [128, 256]
    assert 0 <= share <= 1 and error >= 0
    assert (net.state_dict()["policy.weight"] != before["policy.weight"]).any()


def test_a_gain_counts_back_to_the_last_end_of_a_match(example: dict[str, Any]) -> None:
    kept = {
        "value": torch.zeros(3, 1), "reward": torch.tensor([[1.0], [0.0], [1.0]]),
        "done": torch.tensor([[True], [False], [True]]),
    }  # fmt: skip
    gains = example["advantages"](kept, torch.full((1,), 5.0))[:, 0].tolist()
    assert gains == pytest.approx([1.0, example["GAMMA"] * example["LAMBDA"], 1.0])


def test_what_it_learned_sits_down_at_a_table(
    example: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    torch.save(example["Net"]().state_dict(), example["FILE"])
    bot, rng, match = example["Learned"](), Random(1), find("blef").setup(2).start(seed=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bot.decide(match.view(seat), rng))
