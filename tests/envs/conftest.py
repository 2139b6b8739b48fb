"""What the tests of all environments begin from."""

from __future__ import annotations

import pytest

from sprawdzam.engine.game import Game
from sprawdzam.games import all_games


@pytest.fixture(params=all_games(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found
