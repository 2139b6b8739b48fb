"""The laws are worth something only if they are broken by games that break them, each by name."""

from __future__ import annotations

import pytest

from sprawdzam.testing import LAWS, BrokenLaw, Effort, check_laws
from sprawdzam.testing.blindness import MakeBot
from sprawdzam.testing.broken import BROKEN_BOTS, BROKEN_GAMES, BrokenGame
from sprawdzam.testing.toy import GAME

EFFORT = Effort(matches=4, moments=8)


def test_the_toy_game_keeps_all_laws() -> None:
    done = check_laws(GAME, effort=EFFORT)
    assert (done.setups, done.matches) == (4, 16)


@pytest.mark.parametrize("broken", BROKEN_GAMES, ids=lambda broken: f"{broken.law}-{broken.name}")
def test_a_broken_game_is_caught_by_the_law_that_it_breaks(broken: BrokenGame) -> None:
    with pytest.raises(BrokenLaw) as caught:
        check_laws(broken.game, effort=EFFORT, compiled=broken.law == 8)
    assert (caught.value.number, caught.value.name) == (broken.law, LAWS[broken.law - 1].name), str(caught.value)
    assert "set-up: sprawdzam.game('licytka'" in caught.value.detail


@pytest.mark.parametrize("bot", BROKEN_BOTS)
def test_a_broken_bot_is_caught(bot: MakeBot) -> None:
    with pytest.raises(BrokenLaw) as caught:
        check_laws(GAME, effort=EFFORT, laws=[10], bots=(bot,))
    assert caught.value.number == 10


def test_every_law_has_a_game_or_bot_that_breaks_it() -> None:
    assert {broken.law for broken in BROKEN_GAMES} == {law.number for law in LAWS} == set(range(1, 11))
    assert len({broken.name for broken in BROKEN_GAMES}) == len(BROKEN_GAMES)
    assert all(law.check.__name__.startswith(f"law_{law.number}_") for law in LAWS)
