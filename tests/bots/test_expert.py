"""``expert`` plays what a game advises, instinct where nothing is advised, and refuses games that advise nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from sprawdzam import SprawdzamError, View
from sprawdzam.bots import make
from sprawdzam.engine.contract import State
from sprawdzam.engine.texts import Texts
from sprawdzam.games import find


class Advice:
    """An expert that always says the same."""

    def __init__(self, advice: Mapping[int, float] | None) -> None:
        self.advice = advice
        self.asked: list[tuple[State, int]] = []

    def advise(self, v: State, seat: int) -> Mapping[int, float] | None:
        self.asked.append((v, seat))
        return self.advice

    def why(self, v: State, seat: int, action: int, texts: Texts, names: Sequence[str]) -> str:
        return ""


def view_with(advice: Advice | None) -> View:
    """The roller of szacunki may turn a die: eleven actions or more."""
    game = replace(find("szacunki"))
    vars(game)["expert"] = advice
    match = game.setup(2).start(seed=1)
    return match.view(match.actors[0])


def test_advice_is_followed_as_often_as_it_says() -> None:
    advice = Advice(None)
    view = view_with(advice)
    first, last = view.actions[0], view.actions[-1]
    advice.advice = {first: 0.25, last: 0.75}
    rng = Random(1)
    chosen = Counter(make("expert").decide(view, rng) for _ in range(2000))
    assert set(chosen) == {first, last} and abs(chosen[last] - 1500) < 100
    assert advice.asked[0] == (view.record, view.seat)


def test_without_advice_instinct_plays() -> None:
    view = view_with(Advice(None))
    assert [make("expert").decide(view, Random(seed)) for seed in range(20)] == [
        make("instinct").decide(view, Random(seed)) for seed in range(20)
    ]


def test_a_game_without_an_expert_is_refused() -> None:
    with pytest.raises(SprawdzamError, match=r"^the bot expert does not know szacunki; it knows: .*fiasko.*$"):
        make("expert").decide(view_with(None), Random(1))


def test_expert_has_no_budget() -> None:
    with pytest.raises(
        SprawdzamError, match=r"there is no bot expert:5; there are: novice, player, master, random, instinct, expert"
    ):
        make("expert:5")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fiasko", "szacunki"])
def test_experts_beat_instinct(name: str) -> None:
    """Six matches, of which none should be lost: it wins well over 95 % of them."""
    game, won = find(name), 0
    for number in range(6):
        match, rng = game.setup(2).start(seed=number), Random(number)
        bots = [make("expert"), make("instinct")][:: 1 if number % 2 else -1]
        while not match.over:
            seat = match.actors[0]
            match.play(seat, bots[seat].decide(match.view(seat), rng))
        won += match.winners == (0 if number % 2 else 1,)
    assert won >= 5
