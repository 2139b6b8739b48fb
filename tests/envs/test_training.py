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
    """What never was legal stays untried; the network changes; what comes is a share and its interval."""
    before = example["Net"]().state_dict()
    net, curve, (share, low, high) = example["train"](rounds=2, places=16, steps=8, matches=8, seed=0)
    assert [point[0] for point in curve] == [128, 256]
    assert 0 <= low <= share <= high <= 1 and low < high
    assert (net.state_dict()["policy.weight"] != before["policy.weight"]).any()


def test_a_gain_counts_back_to_the_last_end_of_a_match(example: dict[str, Any]) -> None:
    kept = {
        "value": torch.zeros(3, 1), "reward": torch.tensor([[1.0], [0.0], [1.0]]),
        "done": torch.tensor([[True], [False], [True]]),
    }  # fmt: skip
    gains = example["advantages"](kept, torch.full((1,), 5.0))[:, 0].tolist()
    assert gains == pytest.approx([1.0, example["GAMMA"] * example["LAMBDA"], 1.0])


@pytest.mark.parametrize(
    ("share", "low", "high", "beaten", "told"),
    [
        (0.646, 0.631, 0.661, True, "It beats instinct: it won 64.6% of 4000 new matches, 95 % interval 63.1% to "),
        (0.51, 0.494, 0.526, False, "It does NOT beat instinct: it won 51.0% of 4000 new matches"),
        (0.4, 0.385, 0.415, False, "which must lie above 50 %. Train longer"),
    ],
)
def test_half_of_the_matches_must_be_won_beyond_doubt(
    example: dict[str, Any], share: float, low: float, high: float, beaten: bool, told: str
) -> None:
    said = example["verdict"](share, low, high, 4000)
    assert said[0] is beaten and told in said[1]


@pytest.mark.parametrize(("low", "code"), [(0.51, 0), (0.49, 1)])
def test_it_fails_unless_instinct_is_beaten(
    example: dict[str, Any], low: float, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is learnt in a full run is known to those who let it run; docs/environments.md has the figures of one."""
    monkeypatch.chdir(tmp_path)
    names = example["main"].__globals__
    monkeypatch.setitem(names, "train", lambda *_, **__: (example["Net"](), [(1, 1.0, "random", 0.5)], (0.6, low, 0.7)))
    assert example["main"]([]) == code


def test_what_it_learned_sits_down_at_a_table(
    example: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    torch.save(example["Net"]().state_dict(), example["FILE"])
    bot, rng, match = example["Learned"](), Random(1), find("blef").setup(2).start(seed=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bot.decide(match.view(seat), rng))
