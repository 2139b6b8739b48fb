"""What is written together with the end of a match: its result for everybody who played, and their ratings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from sprawdzam.server import events as e
from sprawdzam.server.ratings import bot_id, rated, rating_writes, skills
from sprawdzam.server.schema import results
from sprawdzam.server.store import Write
from sprawdzam.server.table import Table


class Ending:
    """Makes the writes for the end of a match; they are carried out if and when its last event is stored."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def __call__(self, table: Table, event: e.Ended) -> Sequence[Write]:
        sheet = table.sheet
        if table.match is None:  # nothing was played
            return ()
        players = [bot_id(seat.bot) if seat.bot else seat.who for seat in sheet.seats]
        counts = sheet.rated and not event.aborted and len(set(players)) > 1
        statements: list[Executable] = []
        after = {}
        if counts:
            before = await skills(self._engine, sheet.game, players)
            after = rated(players, event.places, before)
            statements += rating_writes(self._engine.dialect.name, sheet.game, before, after)
        rows = [
            {
                "table_id": sheet.id,
                "seat": p,
                "user_id": player,
                "name": sheet.seats[p].name,
                "game": sheet.game,
                "seats": len(players),
                "ended": event.at,
                "place": 0 if event.aborted else event.places[p],
                "points": 0 if event.aborted else event.points[p],
                "rated": counts,
                "aborted": event.aborted,
                "mu": after[player].mu if player in after else None,
            }
            for p, player in enumerate(players)
        ]
        return [partial(_carry_out, statement=statement) for statement in (*statements, results.insert().values(rows))]


def _carry_out(connection: Connection, *, statement: Executable) -> None:
    connection.execute(statement)
