"""Routes for matches that are over: the log, every draw of it, every moment of it for a replay, and the review."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta

from sprawdzam.bots.retell import ToldReview, tell
from sprawdzam.engine.texts import texts
from sprawdzam.server import sheet as sheets
from sprawdzam.server.decisions import NotNow
from sprawdzam.server.draws import Draws, draws
from sprawdzam.server.frames import names_at
from sprawdzam.server.hub import Hub
from sprawdzam.server.limits import address_key
from sprawdzam.server.past import Past, Replay, past, replay, story
from sprawdzam.server.refusals import BadRequest, Busy, NoTable
from sprawdzam.server.reviews import Reviews
from sprawdzam.server.route import Call, Route
from sprawdzam.server.telling import OneByOne

KEPT = 24  # replays, as they were sent


class LogText(msgspec.Struct, frozen=True):
    """Everything that happened in a match, hidden cards included, and the proof that the deal was not chosen."""

    log: str


class Viewer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Through whose eyes: a seat's, or nobody's and then nothing is hidden."""

    seat: Annotated[int, Meta(ge=0, le=5)] | None = None


class ReviewState(msgspec.Struct, frozen=True):
    """How far a review has come. As long as ``review`` is null, ask again at once: a call waits for news by itself."""

    done: int
    of: int
    review: ToldReview | None


class PastApi:
    """What has been played at the tables of a server."""

    def __init__(self, hub: Hub, reviews: Reviews) -> None:
        self._hub = hub
        self._reviews = reviews
        self._replays: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._one_by_one = OneByOne()

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET", "/api/tables/{table}/log", "The log of a match that is over, with its proof", self.log,
                gives=LogText, errors=(NoTable, NotNow),
            ),
            Route(
                "GET", "/api/tables/{table}/draws", "Every draw of a match that is over, to be made again", self.draws,
                gives=Draws, errors=(NoTable, NotNow),
            ),
            Route(
                "GET", "/api/tables/{table}/replay", "Every moment of a match that is over", self.replay,
                query=Viewer, gives=Replay, errors=(NoTable, NotNow),
            ),
            Route(
                "GET", "/api/tables/{table}/review", "Chances to win, mistakes and luck in a match that is over",
                self.review, gives=ReviewState, errors=(Busy, NoTable, NotNow),
            ),
        ]  # fmt: skip

    async def log(self, call: Call) -> LogText:
        _take(call)
        return LogText((await self._past(call)).log.text)

    async def draws(self, call: Call) -> Draws:
        _take(call)
        found = await self._past(call)
        return await self._one_by_one.take(partial(draws, found))

    async def replay(self, call: Call) -> msgspec.Raw:
        seat: int | None = call.query.seat
        live = await self._hub.node.find(call.part("table"))
        sheet = live.table.sheet
        if seat is not None and seat >= len(sheet.seats):
            raise BadRequest("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=len(sheet.seats) - 1)
        names = names_at(live.table, texts(call.language))  # whoever is forgotten is so here too
        key = (sheet.id, sheet.phase, seat, call.language, *names)
        if key not in self._replays:
            _take(call)
            found = await self._past(call)
            made = await self._one_by_one.take(partial(replay, found, seat, call.language))
            self._replays[key] = msgspec.json.encode(made)
            while len(self._replays) > KEPT:
                self._replays.popitem(last=False)
        self._replays.move_to_end(key)
        return msgspec.Raw(self._replays[key])

    async def review(self, call: Call) -> ReviewState:
        id = call.part("table")
        work = self._reviews.of(id)
        if work is None:
            live = await self._hub.node.find(id)
            if live.table.sheet.phase == sheets.ABORTED:
                raise NotNow("the match was called off, so there is nothing to review")
            _take(call)
            found = await self._past(call)
            work = self._reviews.of(id) or self._reviews.begin(id, found)
        await work.wait()
        if work.found is None and work.finished.is_set():
            raise NotNow("this match cannot be reviewed")
        if work.found is None:
            return ReviewState(work.done, work.of, None)
        live = await self._hub.node.find(id)
        names = names_at(live.table, texts(call.language))
        told = await self._hub.driver.in_thread(partial(tell, work.found, call.language, names))
        return ReviewState(work.of, work.of, told)

    async def _past(self, call: Call) -> Past:
        table, rest = await story(self._hub.node, call.part("table"))
        return await self._one_by_one.take(partial(past, table, rest))


def _take(call: Call) -> None:
    """Something is about to be computed for this address."""
    client = call.request.client
    call.limits.past.take(address_key(client.host if client else ""))
