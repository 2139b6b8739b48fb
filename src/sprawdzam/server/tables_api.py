"""Routes for games and tables: what there is to play, open tables, a new table, and the log of one that is over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from sprawdzam.bots import LEVELS
from sprawdzam.engine.errors import BadOption, UnknownGame
from sprawdzam.engine.fairness import Proof
from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Number, Value
from sprawdzam.engine.texts import texts
from sprawdzam.games import all_games, find
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server.card import Card, card
from sprawdzam.server.decisions import NotNow, SeatTaken
from sprawdzam.server.events import Clock
from sprawdzam.server.hub import Hub
from sprawdzam.server.node import NoTable
from sprawdzam.server.route import Call, Route, Who
from sprawdzam.server.table import Table

SHOWN = 100  # tables in the lobby
HOUR = 3600
DAY = 24 * HOUR


class OptionAbout(msgspec.Struct, frozen=True):
    """An option of a game at a table of so many seats."""

    name: str
    kind: str
    title: str
    text: str
    default: Value
    values: tuple[Value, ...]
    """All that are possible; of numbers between ``low`` and ``high`` only the words."""
    low: int | None = None
    high: int | None = None


class GameAbout(msgspec.Struct, frozen=True):
    """A game that can be played. ``options`` are listed for each number of seats."""

    name: str
    title: str
    pitch: str
    seats: tuple[int, ...]
    rules: int
    options: dict[str, tuple[OptionAbout, ...]]


class Rules(msgspec.Struct, frozen=True):
    """The rulebook of a game, as Markdown."""

    game: str
    language: str
    text: str


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened. ``bots`` take seats from the last one on; ``seat`` is that of whoever opens it, or null to
    watch only. ``away`` is the time in seconds after which a bot plays for somebody who has gone; 0: never."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=6)] | None = None
    options: dict[str, bool | int | str] = {}
    public: bool = False
    clock: Clock = Clock()
    rated: bool = True
    hints: bool = True
    away: Annotated[int, Meta(ge=0, le=86400)] = 60
    seat: Annotated[int, Meta(ge=0, le=5)] | None = 0
    bots: Annotated[list[str], Meta(max_length=6)] = []


class Opened(msgspec.Struct, frozen=True):
    """A new table: whoever has its link may come."""

    id: str
    link: str


class LogText(msgspec.Struct, frozen=True):
    """Everything that happened in a match, hidden cards included, and the proof that the deal was not chosen."""

    log: str


class TablesApi:
    """Routes that need the tables of a node."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def routes(self) -> list[Route]:
        return [
            Route("GET", "/api/games", "The games, their options and texts", self.games, gives=list[GameAbout]),
            Route("GET", "/api/games/{game}/rules", "The rulebook of a game", self.rules, gives=Rules,
                  errors=(UnknownGame,)),
            Route("GET", "/api/tables", "Public tables, the newest first", self.lobby, gives=list[Card]),
            Route(
                "POST", "/api/tables", "Open a table", self.open, takes=NewTable, gives=Opened, who=Who.USER,
                errors=(BadOption, SeatTaken, UnknownGame), status=201,
            ),
            Route("GET", "/api/tables/{table}", "A table", self.show, gives=Card, errors=(NoTable,)),
            Route(
                "GET", "/api/tables/{table}/log", "The log of a match that is over, with its proof", self.log,
                gives=LogText, errors=(NoTable, NotNow),
            ),
        ]  # fmt: skip

    async def games(self, call: Call) -> list[GameAbout]:
        return [_about(game, call.language) for game in all_games()]

    async def rules(self, call: Call) -> Rules:
        game = find(call.part("game"))
        return Rules(game.name, call.language, game.rulebook(call.language))

    async def lobby(self, call: Call) -> list[msgspec.Raw]:
        return [msgspec.Raw(body) for body in await self._hub.node.store.lobby(SHOWN)]

    async def show(self, call: Call) -> Card:
        live = await self._hub.node.find(call.part("table"))
        async with self._hub.node.hold(live) as table:
            return card(table)

    async def open(self, call: Call) -> Opened:
        wanted: NewTable = call.body
        node, user = self._hub.node, call.user
        call.limits.table.take(user.id)
        setup = find(wanted.game).setup(wanted.seats, **wanted.options)
        _check_clock(wanted.clock)
        now, id = node.outside.now(), node.outside.token()
        seated: list[e.AnyEvent] = []
        if wanted.seat is not None:
            seated.append(e.Sat(now, wanted.seat, user.id, user.name, user.kind == "program"))
        if len(wanted.bots) + len(seated) > setup.seats or (wanted.seat or 0) >= setup.seats - len(wanted.bots):
            raise SeatTaken("this table has {seats} seats, which is too few for that", seats=setup.seats)
        for place, level in enumerate(wanted.bots):
            if level not in LEVELS:
                raise BadOption("there is no level {level}; there are: {known}", level=level, known=", ".join(LEVELS))
            seated.append(e.Hired(now, setup.seats - len(wanted.bots) + place, level))
        options = {name: value for name, value in setup.options if name in wanted.options}
        by_days = wanted.clock.kind == "move" and wanted.clock.seconds >= HOUR
        away = 0 if by_days else wanted.away  # nobody has to be there while a clock counts days
        settings = e.Opened(
            now, id, user.id, setup.game.name, setup.seats, options, wanted.public, wanted.clock, wanted.rated,
            wanted.hints, away, "",
        )  # fmt: skip
        return Opened(await self._hub.open(settings, seated), f"/t/{id}")

    async def log(self, call: Call) -> LogText:
        id = call.part("table")
        live = await self._hub.node.find(id)
        if live.table.sheet.phase in sheets.OPEN:
            raise NotNow("this match is not over yet; its log tells hidden cards")
        opened, *rest = [e.read(body) for _, body in await self._hub.node.store.events(id)]
        assert isinstance(opened, e.Opened)
        current = live.table.game.rules_version
        if any(isinstance(event, e.Began | e.Renewed) and event.rules != current for event in rest):
            raise NotNow("the rules have changed during this match; there is no log of it")
        if not any(isinstance(event, e.Began) for event in rest):
            raise NotNow("no match was played at this table")
        table = Table.opened(opened, live.table.secret, chance=live.table.chance)
        return LogText(await asyncio.to_thread(log_of, table, rest))


def log_of(table: Table, rest: Sequence[e.AnyEvent]) -> str:
    """The log of a match that is over, with the proof of its deal: a table is led through its story once more."""
    for event in rest:
        table.fold(event)
    sheet, match = table.sheet, table.match
    assert match is not None and sheet.secret
    proof = Proof(
        sheet.id, sheet.deal, sheet.commitment, sheet.secret,
        tuple(seat.seal or None for seat in sheet.seats), tuple(seat.part or None for seat in sheet.seats),
    )  # fmt: skip
    match.log.origin, match.log.proof = f"secret {proof.deal_secret.hex()}", proof
    return match.log.text


def _check_clock(clock: Clock) -> None:
    most = {"none": 0, "move": 14 * DAY, "match": 7 * DAY}
    if clock.kind not in most:
        raise BadOption("clock: {kind} is not possible; possible: {known}", kind=clock.kind, known=", ".join(most))
    if clock.kind != "none" and not 5 <= clock.seconds <= most[clock.kind]:
        raise BadOption("clock: {low} to {high} seconds are possible, not {seconds}",
                        low=5, high=most[clock.kind], seconds=clock.seconds)  # fmt: skip
    if not 0 <= clock.gain <= (600 if clock.kind == "match" else 0):
        raise BadOption("clock: a gain of {gain} seconds is not possible", gain=clock.gain)


def _about(game: Game, language: str) -> GameAbout:
    told = texts(language)
    options: dict[str, tuple[OptionAbout, ...]] = {}
    for seats in game.seats:
        rows = []
        for option in game.options:
            values, low, high = tuple(option.values(seats)), None, None
            if isinstance(option, Number) and len(values) > 1:
                values, low, high = option.words, option.low, option.high
            title, text = told(option.title), told(option.text)
            rows.append(OptionAbout(option.name, option.kind, title, text, option.start(seats), values, low, high))
        options[str(seats)] = tuple(rows)
    return GameAbout(game.name, told(game.title), told(game.pitch), tuple(game.seats), game.rules_version, options)
