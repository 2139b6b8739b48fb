"""The search: it decides rightly where other trees do not, gets views only, keeps to its budget, frees the GIL."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest

import sprawdzam
from sprawdzam.bots import ismcts, make, search
from sprawdzam.bots.search import SearchBot, Tree, machine_code
from sprawdzam.engine.chance import Fast
from sprawdzam.engine.compiled import Compiled
from sprawdzam.engine.record import record_class

from . import toys

TOYS = {
    "a card hidden from its owner": (toys.OWN_CARD, toys.SAFE),
    "a lazy draw before a decision": (toys.LAZY_DRAW, toys.DARE),
    "a rival's secret choice above my node": (toys.SECRET, toys.SAFE),
    "a card that the rival cannot see": (toys.UNSEEN, toys.DARE),
}


@dataclass
class ToyView:
    record: Any
    seat: int = 0


def toy_view(toy: int, seed: int) -> ToyView:
    kind = record_class(toys.STATE)
    s, v = kind.zero(), kind.blank()
    s.seats, s.option.toy = 2, toy
    toys.deal(s, Fast(seed))
    toys.hide(s, 0, v)
    return ToyView(v)


@pytest.fixture(scope="module")
def toy_code() -> Compiled:
    return Compiled(toys, None, ismcts)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TOYS)
@pytest.mark.parametrize("seed", range(6))
def test_the_search_decides_the_toys_rightly(toy_code: Compiled, name: str, seed: int) -> None:
    toy, right = TOYS[name]
    tree = Tree(toy_code, toy_view(toy, seed), seed, 100_000)  # type: ignore[arg-type]
    tree.grow(100_000)
    best = max(tree.opinions(), key=lambda opinion: opinion.visits)
    assert best.action == right, tree.opinions()


def test_what_the_toys_are_worth(toy_code: Compiled) -> None:
    """A dare is worth 0, 1, 1/2 and 1/2: what the seats know, no more and no less."""
    for (toy, _), worth in zip(TOYS.values(), (0.0, 1.0, 0.5, 0.5), strict=True):
        tree = Tree(toy_code, toy_view(toy, 1), 1, 100_000)  # type: ignore[arg-type]
        tree.grow(100_000)
        dare = next(opinion for opinion in tree.opinions() if opinion.action == toys.DARE)
        assert dare.value == pytest.approx(worth, abs=0.2), (toy, dare)


def test_a_certain_lie_is_checked() -> None:
    """Two sixes are bid, two cards are in play, and mine is none."""
    position = {
        "game": "blef", "rules": 1, "seats": 2, "options": {}, "phase": "bid", "round": 1, "tiebreak": False,
        "starter": 1, "direction": "cw", "bids": ["2x6"],
        "players": [{"count": 1, "cards": ["1/2"]}, {"count": 1, "cards": ["?/?"]}],
    }  # fmt: skip
    view = sprawdzam.view(position, 0)
    assert view.write(make("search:3000").decide(view, Random(1))) == "check"


def test_a_bid_that_must_hold_is_not_checked() -> None:
    position = {
        "game": "blef", "rules": 1, "seats": 2, "options": {}, "phase": "bid", "round": 2, "tiebreak": False,
        "starter": 1, "direction": "cw", "bids": ["1x3"],
        "players": [{"count": 2, "cards": ["3/2", "3/4"]}, {"count": 1, "cards": ["?/?"]}],
    }  # fmt: skip
    view = sprawdzam.view(position, 0)
    assert view.write(make("search:3000").decide(view, Random(1))) != "check"


def test_the_same_seed_decides_alike_in_every_world_that_the_view_allows() -> None:
    """Law 10: the bot gets the view; worlds imagined from it give the same view and the same decision."""
    match = sprawdzam.game("blef", seats=3).start(seed=5)
    view = match.view(0)
    told = sprawdzam.view(view.text, 0)
    bot = SearchBot(500)
    assert [bot.decide(view, Random(s)) for s in range(5)] == [bot.decide(told, Random(s)) for s in range(5)]


def test_views_that_differ_in_upper_fields_alone_have_keys_of_their_own(toy_code: Compiled) -> None:
    """A word holds four fields. If nodes of different views were one, the search would play what is not legal there."""
    luck = np.random.default_rng(1)
    views = np.unique(luck.integers(0, 4, (200_000, 24)) << 48, axis=0)
    keys = {toy_code.code.view_key(words, 0) for words in views}
    assert len(views) > 199_000 and len(keys) == len(views)


def test_keys_are_the_same_interpreted_and_compiled(toy_code: Compiled) -> None:
    luck = np.random.default_rng(2)
    for words in luck.integers(-(2**63), 2**63, (200, 11)):
        assert ismcts.view_key(words.tolist(), 1) == toy_code.code.view_key(words, 1)


def test_a_budget_of_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "settled", lambda opinions, left: False)  # else it may stop early
    view = sprawdzam.game("blef", seats=2).start(seed=5).view(0)
    bot = make("search:100ms")
    bot.decide(view, Random(0))
    began = time.perf_counter()
    bot.decide(view, Random(0))
    assert 0.05 < time.perf_counter() - began < 5  # a busy machine may be late, never early


def test_a_budget_of_simulations_is_kept() -> None:
    view = sprawdzam.game("blef", seats=2).start(seed=5).view(0)
    tree = Tree(machine_code(view.game), view, 1, 1000)
    tree.grow(1000)
    visits = sum(opinion.visits for opinion in tree.opinions())
    assert 400 < visits <= 1000  # the rest went to rivals' views


@pytest.mark.parametrize("size", [50, 2000, 20_000])
@pytest.mark.parametrize("seed", range(3))
def test_a_tree_that_is_full_goes_on_without_growing(size: int, seed: int) -> None:
    """Nodes and edges fill up at different times; no node may be left without an edge."""
    view = sprawdzam.game("blef", seats=2).start(seed=5).view(0)
    tree = Tree(machine_code(view.game), view, seed, size)
    tree.grow(3 * size + 2000)
    nodes, edges = int(tree.nodes[0]["visits"]), int(tree.edges[0]["visits"])
    assert nodes < len(tree.nodes) and edges < len(tree.edges) and tree.edges[0]["total"] == 0
    assert (tree.nodes["edge"][1 : nodes + 1] > 0).all()
    assert sum(opinion.visits for opinion in tree.opinions()) > size


def test_the_search_runs_outside_the_gil() -> None:
    """While one thread searches, another one counts on."""
    view = sprawdzam.game("blef", seats=4).start(seed=5).view(0)
    tree = Tree(machine_code(view.game), view, 1, 200_000)
    tree.grow(10)
    thread = threading.Thread(target=tree.grow, args=(50_000,))
    thread.start()
    ticks = 0
    while thread.is_alive():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 20


@pytest.mark.parametrize("name", ["search:", "search:0", "search:-5", "search:5s", "grandmaster", "", "random:5"])
def test_an_unknown_bot_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(sprawdzam.UnknownBot, match="search:5000"):
        make(name)
