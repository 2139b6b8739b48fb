"""The card of a table in the lobby: what somebody who looks for a table wants to know, and nothing secret."""

from __future__ import annotations

import msgspec

from sprawdzam.server.desk import Place
from sprawdzam.server.events import Clock, Options
from sprawdzam.server.table import Table


class Card(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    options: Options
    clock: Clock
    rated: bool
    public: bool
    phase: str
    places: tuple[Place, ...]
    created: int


_encoder = msgspec.json.Encoder()


def card(table: Table) -> Card:
    sheet = table.sheet
    return Card(
        sheet.id, sheet.game, sheet.options, sheet.clock, sheet.rated, sheet.public, sheet.phase, table.desk.places,
        sheet.created,
    )  # fmt: skip


def card_of(table: Table) -> bytes:
    return _encoder.encode(card(table))
