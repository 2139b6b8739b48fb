"""A match that is over is shown with nothing hidden: every game tells it to whoever watches, and to nobody as "you"."""

from __future__ import annotations

import re
from random import Random

import pytest

import sprawdzam
from sprawdzam.bots import make
from sprawdzam.engine.texts import texts
from sprawdzam.engine.view import View

TABLES = [("blef", 3), ("fiasko", 1), ("fiasko", 2), ("szacunki", 2), ("nerwy", 3), ("rys", 2), ("rys", 3)]
ADDRESSED = re.compile(r"\byour?\b", re.IGNORECASE)
NAMES = ["Ada", "Bo", "Cy"]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_is_hidden_and_nobody_is_addressed(name: str, seats: int) -> None:
    match, rng, bot = sprawdzam.game(name, seats=seats).start(seed=3), Random(1), make("instinct")
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bot.decide(match.view(seat), rng))
    before = None
    for now, _ in match.log.replay():
        view = View.revealed(match.game, now.state)
        scene = view.scene("en", NAMES[:seats])
        hands = [zone for zone in scene.zones if zone.owner is not None and zone.kind in ("hand", "rack", "layers")]
        assert all(piece.face for zone in hands for piece in zone.pieces)
        assert not scene.choices
        told = [piece.name for zone in scene.zones for piece in zone.pieces] + [track.note for track in scene.tracks]
        if before is not None:
            told += match.game.table.tell(before.record, view.record, view.seat, texts("en"), NAMES[:seats])
        assert not [line for line in told if ADDRESSED.search(line)]
        before = view
