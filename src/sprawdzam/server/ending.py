"""What is written together with the end of a match: its result for everybody who played, and their ratings."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.server import events as e
from sprawdzam.server.own_data import NOBODY
from sprawdzam.server.ratings import Skill, bot_id, rated, rating_writes, skills
from sprawdzam.server.schema import results
from sprawdzam.server.store import Store, Write
from sprawdzam.server.table import Table


async def ending(store: Store, table: Table, event: e.Ended) -> Sequence[Write]:
    """The statements that belong to the end of a match; they are carried out if and when its last event is stored."""
    sheet = table.sheet
    if table.match is None:  # nothing was played
        return ()
    players = [bot_id(seat.bot) if seat.bot else seat.who for seat in sheet.seats]
    counts = sheet.rated and not event.aborted and len(set(players)) > 1
    before = await skills(store, sheet.game, players) if counts else {}
    after: dict[str, Skill] = rated(players, event.places, before) if counts else {}
    gone = {seat.who for seat in sheet.seats if seat.forgotten}  # they played, and leave no trace
    rows = [
        {
            "table_id": sheet.id,
            "seat": p,
            "user_id": NOBODY if player in gone else player,
            "name": sheet.seats[p].name,
            "game": sheet.game,
            "seats": len(players),
            "ended": event.at,
            "place": 0 if event.aborted else event.places[p],
            "points": 0 if event.aborted else event.points[p],
            "rated": counts,
            "aborted": event.aborted,
            "mu": after[player].mu if counts and player not in gone else None,
        }
        for p, player in enumerate(players)
    ]
    kept = {player: skill for player, skill in after.items() if player not in gone}
    return [*rating_writes(sheet.game, before, kept), results.insert().values(rows)]
