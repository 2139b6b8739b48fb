"""What the suite looks at, and that what it finds can be found again."""

from __future__ import annotations

import pytest

from sprawdzam.engine.contract import TABLE
from sprawdzam.testing import LAWS, QUICK, BrokenLaw, Case, Walk, check_laws, setups
from sprawdzam.testing.broken import BROKEN_GAMES
from sprawdzam.testing.toy import GAME


def test_the_laws_are_ten_and_named_as_in_the_contract() -> None:
    from sprawdzam.engine import contract

    told = (contract.__doc__ or "").lower()
    assert [law.number for law in LAWS] == list(range(1, 11))
    assert all(f"{law.number}. " in told and f"*{law.name}.*" in told for law in LAWS)


def test_setups_are_all_combinations_and_may_be_fixed() -> None:
    assert len(list(setups(GAME))) == 4
    assert [setup.seats for setup in setups(GAME, options={"long": True})] == [2, 3]
    assert [dict(setup.options) for setup in setups(GAME, seats=[3])] == [{"long": False}, {"long": True}]


def test_a_walk_is_made_again_by_its_seed() -> None:
    first, second = (Walk.of(GAME.setup(3, long=True), seed=4) for _ in range(2))
    assert [m.state for m in first.moments] == [m.state for m in second.moments]
    assert first.ended and first.moments[-1].next is None


def test_walks_revise_and_samples_have_every_phase() -> None:
    case = Case(GAME.setup(3, long=True), QUICK, seed=1)
    assert sum(Walk.of(GAME.setup(3), seed).revisions for seed in range(20)) > 0
    assert {m.state.phase for m in case.sample(1)} == set(GAME.rules.Phase)
    assert {len(m.choosers) for m in case.sample(1)} == {0, 1, 2, 3}
    assert any(TABLE in m.actors for m in case.sample(1))


def test_a_broken_law_says_where_to_see_it_again() -> None:
    lost = next(broken for broken in BROKEN_GAMES if broken.name == "nothing_to_do")
    with pytest.raises(BrokenLaw, match="law 6, one source of legality: ") as caught:
        check_laws(lost.game, compiled=False)
    assert "see it again: Walk.of(setup, seed=" in str(caught.value)
    assert "steps: table:0" in str(caught.value)


def test_some_laws_and_some_setups_can_be_picked() -> None:
    assert check_laws(GAME, laws=[7], most=2, matches=3).matches == 6
    lost = next(broken for broken in BROKEN_GAMES if broken.name == "backward_texts")
    assert check_laws(lost.game, laws=[1, 2, 3]).setups == 4
