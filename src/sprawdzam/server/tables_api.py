"""Routes for games and tables: what there is to play, open tables, and a new table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from sprawdzam.engine.errors import BadOption, UnknownGame
from sprawdzam.engine.game import Game
from sprawdzam.engine.lesson import Told, told
from sprawdzam.engine.options import Number, Value
from sprawdzam.engine.texts import texts
from sprawdzam.games import all_games, find
from sprawdzam.server import events as e
from sprawdzam.server.card import Card, card
from sprawdzam.server.decisions import SeatTaken, hired
from sprawdzam.server.events import DAY, Clock
from sprawdzam.server.hub import Hub
from sprawdzam.server.refusals import NoTable, NotFound
from sprawdzam.server.route import Call, Route, Who

SHOWN = 100  # tables in the lobby
EXACT = 2**53  # whole numbers up to here are the same in every language; which of them are seats, the game says


class ValueAbout(msgspec.Struct, frozen=True):
    """A value for people: what it is called and means; empty where it speaks for itself."""

    title: str
    text: str


class OptionAbout(msgspec.Struct, frozen=True):
    """An option of a game at a table of so many seats."""

    name: str
    kind: str
    title: str
    text: str
    default: Value
    values: tuple[Value, ...]
    """All that are possible; of numbers between ``low`` and ``high`` only the words."""
    meanings: tuple[ValueAbout, ...]
    """For each of the values, in the same order."""
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
    lessons: int
    """How many the tutorial has; 0: there is none."""


class Rules(msgspec.Struct, frozen=True):
    """The rulebook of a game, as Markdown."""

    game: str
    language: str
    text: str


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened. ``bots`` take seats from the last one on; ``seat`` is that of whoever opens it, or null to
    watch only. ``away`` is the time in seconds after which a bot plays for somebody who has gone; 0: never, and so
    with a clock of days (an hour or more for a move, a day or more for the match). A rated match has no hints: advice
    would be rated. Where ``hints`` is not said, there are hints unless it is rated."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=-EXACT, le=EXACT)] | None = None
    options: dict[str, bool | int | str] = {}
    public: bool = False
    clock: Clock = Clock()
    rated: bool = True
    hints: bool | None = None
    away: Annotated[int, Meta(ge=0, le=86400)] = 60
    seat: Annotated[int, Meta(ge=0, le=5)] | None = 0
    bots: Annotated[list[str], Meta(max_length=6)] = []


class Opened(msgspec.Struct, frozen=True):
    """A new table: whoever has its link may come."""

    id: str
    link: str


class TablesApi:
    """Routes that need the tables of a node."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def routes(self) -> list[Route]:
        return [
            Route("GET", "/api/games", "The games, their options and texts", self.games, gives=list[GameAbout]),
            Route("GET", "/api/games/{game}/rules", "The rulebook of a game", self.rules, gives=Rules,
                  errors=(UnknownGame,)),
            Route("GET", "/api/games/{game}/lessons/{number}", "A lesson, with all that can come of it",
                  self.lesson, gives=Told, errors=(UnknownGame,)),
            Route("GET", "/api/tables", "Public tables, the newest first", self.lobby, gives=list[Card]),
            Route(
                "POST", "/api/tables", "Open a table", self.open, takes=NewTable, gives=Opened, who=Who.USER,
                errors=(BadOption, SeatTaken, UnknownGame), status=201,
            ),
            Route("GET", "/api/tables/{table}", "A table", self.show, gives=Card, errors=(NoTable,)),
        ]  # fmt: skip

    async def games(self, call: Call) -> list[GameAbout]:
        return [_about(game, call.language) for game in all_games()]

    async def rules(self, call: Call) -> Rules:
        game = find(call.part("game"))
        return Rules(game.name, call.language, game.rulebook(call.language))

    async def lesson(self, call: Call) -> Told:
        game, number = find(call.part("game")), call.part("number")
        if number not in map(str, range(len(game.lessons))):
            raise NotFound("there is nothing at this address")
        return told(game, int(number), call.language)

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
        if wanted.rated and wanted.hints:
            raise BadOption("a rated match has no hints: one of the two can be true")
        now, id = node.outside.now(), node.outside.token()
        seated: list[e.AnyEvent] = []
        if wanted.seat is not None:
            seated.append(e.Sat(now, wanted.seat, user.id, user.name, user.kind == "program", user.owner or ""))
        free = setup.seats - len(wanted.bots)
        if free < 0 or (wanted.seat is not None and wanted.seat >= free):
            raise SeatTaken("this table has {seats} seats, which is too few for that", seats=setup.seats)
        for place, level in enumerate(wanted.bots):
            seated.append(hired(now, setup.seats - len(wanted.bots) + place, level))
        options = {name: value for name, value in setup.options if name in wanted.options}
        away = 0 if wanted.clock.by_days else wanted.away  # nobody is replaced before their days are over
        settings = e.Opened(
            now, id, user.id, setup.game.name, setup.seats, options, wanted.public, wanted.clock, wanted.rated,
            not wanted.rated if wanted.hints is None else wanted.hints, away, "",
        )  # fmt: skip
        return Opened(await self._hub.open(settings, seated), f"/t/{id}")


def _check_clock(clock: Clock) -> None:
    most = {"none": 0, "move": 14 * DAY, "match": 7 * DAY}
    if clock.kind not in most:
        raise BadOption("clock: {kind} is not possible; possible: {known}", kind=clock.kind, known=", ".join(most))
    if clock.kind == "none" and clock.seconds:
        raise BadOption("clock: without a clock there are no seconds; say kind move or match, or leave them out")
    if clock.kind != "none" and not 5 <= clock.seconds <= most[clock.kind]:
        raise BadOption("clock: {low} to {high} seconds are possible, not {seconds}",
                        low=5, high=most[clock.kind], seconds=clock.seconds)  # fmt: skip
    if not 0 <= clock.gain <= (600 if clock.kind == "match" else 0):
        raise BadOption("clock: a gain of {gain} seconds is not possible", gain=clock.gain)


def _about(game: Game, language: str) -> GameAbout:
    say = texts(language)
    options: dict[str, tuple[OptionAbout, ...]] = {}
    for seats in game.seats:
        rows = []
        for option in game.options:
            values, low, high = tuple(option.values(seats)), None, None
            if isinstance(option, Number) and len(values) > 1:
                values, low, high = option.words, option.low, option.high
            meanings = tuple(ValueAbout(*map(say, option.meaning(value))) for value in values)
            rows.append(OptionAbout(
                option.name, option.kind, say(option.title), say(option.text), option.start(seats), values, meanings,
                low, high,
            ))  # fmt: skip
        options[str(seats)] = tuple(rows)
    return GameAbout(
        game.name, say(game.title), say(game.pitch), tuple(game.seats), game.rules_version, options, len(game.lessons)
    )
