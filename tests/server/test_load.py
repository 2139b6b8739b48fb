"""Real servers under load, small: every scenario of ``sprawdzam soak``, and that each of its bars can be missed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from sprawdzam.bench.bars import judge
from sprawdzam.bench.load import SCENARIOS, evenings, hostile, ledger, run
from sprawdzam.bench.load import client as client_module
from sprawdzam.bench.load.board import Board
from sprawdzam.bench.load.client import Client
from sprawdzam.bench.load.crowd import Company, Crowd
from sprawdzam.bench.load.evenings import Sample, slope
from sprawdzam.bench.load.figures import share
from sprawdzam.bench.load.hostile import KINDS, SEATED, Attack, Kind
from sprawdzam.bench.load.ledger import Row
from sprawdzam.bench.load.line import Address, Line
from sprawdzam.bench.load.messages import Desk, Place, Timer
from sprawdzam.bench.load.owed import Owed
from sprawdzam.bench.load.public import leaks, shown
from sprawdzam.bench.load.rest import Answer, Guest, total
from sprawdzam.bench.load.scenario import Scenario, figure
from sprawdzam.bench.load.servers import SQLITE, Site
from sprawdzam.bench.load.steady import quiet
from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server import events as e
from sprawdzam.server import wire
from sprawdzam.server.decisions import decide
from sprawdzam.server.live import Live, Reader

from .evening import Evening, person
from .serving import serving

SMALL = [(name, database) for name, scenario in SCENARIOS.items() for database in scenario.databases]
SMALL.remove(("hostile", "postgresql"))  # what is refused is refused before it comes to a database
SMALL.remove(("soak", "postgresql"))


class Steps:
    def __init__(self) -> None:
        self.done = 0

    def advance(self, by: int) -> None:
        self.done += by


@contextmanager
def unseen(title: str, steps: int) -> Iterator[Steps]:
    yield Steps()


@pytest.mark.timed
@pytest.mark.timeout(180)
@pytest.mark.parametrize(("name", "database"), SMALL)
def test_a_small_one_meets_its_bars(name: str, database: str) -> None:
    measured, verdicts = run([SCENARIOS[name]], [database], True, unseen)
    missed = [verdict.fields() for verdict in verdicts if not verdict.met]
    assert verdicts and not missed, json.dumps([missed, [m.fields() for m in measured]], indent=1)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_bar_can_be_missed(name: str) -> None:
    scenario: Scenario = SCENARIOS[name]
    for bar in scenario.bars_for("sqlite", small=False):
        bad = figure(bar.ours, "", 0.0 if bar.rate or bar.least else bar.factor + 1)
        assert judge(bar, [bad]).met is False
        assert judge(bar, []).met is None


def test_a_full_size_is_what_was_promised() -> None:
    steady, kill, hostile = SCENARIOS["steady"].full, SCENARIOS["kill"].full, SCENARIOS["hostile"].full
    assert (steady.sockets, steady.tables, steady.rate) == (5000, 1000, 500.0)
    assert kill.count == 100 and SCENARIOS["restart_db"].full.count == 100 and hostile.count == 1_000_000
    assert SCENARIOS["soak"].full.count == 72 * 40 * 60 / 15  # hours, tables, minutes of a match


@pytest.mark.parametrize(
    ("name", "what", "less"), [("steady", "moves", 499.9), ("hostile", "frames", 999_999), ("soak", "matches", 11_519)]
)
def test_less_than_what_was_promised_is_missed(name: str, what: str, less: float) -> None:
    """Time that is up is no reason to be content."""
    (bar,) = (bar for bar in SCENARIOS[name].bars_for("sqlite", small=False) if bar.ours == f"{name}_sqlite_{what}")
    assert judge(bar, [figure(bar.ours, "", less)]).met is False
    assert judge(bar, [figure(bar.ours, "", less + 1)]).met is True


# --- what counts, counts ---

ROWS = [
    Row("t", 1, None, '{"is":"opened"}'),
    Row("t", 2, "a:q1", '{"is":"moved"}'),
    Row("t", 3, "b:q2", '{"is":"moved"}'),
    Row("u", 1, None, '{"is":"opened"}'),
]


def test_a_move_that_was_acknowledged_and_is_not_there_is_lost() -> None:
    assert ledger.lost(ROWS, [("t", "a:q1"), ("t", "b:q2")]) == []
    assert ledger.lost(ROWS, [("t", "a:q1"), ("u", "b:q2"), ("t", "a:q3")]) == [("u", "b:q2"), ("t", "a:q3")]


@pytest.mark.parametrize(
    "more",
    [
        Row("t", 4, "a:q1", '{"is":"moved"}'),  # the same one again
        Row("t", 4, None, '{"is":"moved"}'),  # nobody has sent it
        Row("t", 5, "a:q9", '{"is":"moved"}'),  # a number is missing
    ],
)
def test_a_move_that_is_there_twice_is_noticed(more: Row) -> None:
    assert ledger.doubled(ROWS) == 0
    assert ledger.doubled([*ROWS[:3], more, ROWS[3]]) == 1


def test_moves_of_bots_and_clocks_are_sent_by_nobody() -> None:
    hired = Row("v", 1, None, '{"is":"hired","seat":1}')
    by_bot, by_clock = '{"is":"moved","seat":1}', '{"is":"moved","seat":0,"by":"clock"}'
    assert ledger.doubled([hired, Row("v", 2, None, by_bot), Row("v", 3, None, by_clock)]) == 0
    assert ledger.doubled([hired, Row("v", 2, None, '{"is":"moved","seat":0}')]) == 1
    assert ledger.doubled([Row("v", 1, None, by_bot)]) == 1  # no bot sits there


ASKED, FREE, RUNNING = Timer(9000), Timer(), Desk("running")


def test_a_bot_that_is_asked_and_does_nothing_is_late() -> None:
    owed = Owed(people=1)
    owed.told(RUNNING, [FREE, ASKED], 1000)
    assert owed.late(1200) == 200
    owed.told(RUNNING, [FREE, Timer(12_000)], 3000)  # given time back: that is no move
    assert owed.late(4000) == 3000
    owed.told(RUNNING, [Timer(9000), FREE], 4500)
    assert owed.late(8000) == 3500  # and later nothing is owed


def test_a_clock_that_has_run_out_and_moves_nobody_is_late() -> None:
    owed = Owed(people=2)
    owed.told(RUNNING, [FREE, Timer(6000)], 1000)
    assert owed.late(6000) == 0 and owed.late(8000) == 2000
    owed.told(RUNNING, [FREE, Timer(11_000)], 7000)  # given time back, a second after it was up
    assert owed.late(9000) == 1000
    owed.nothing()
    assert owed.late(99_000) == 1000


def test_a_table_that_does_not_go_on_by_itself_is_late() -> None:
    shown, owed = Place(part="0"), Owed(people=2)
    owed.told(Desk("showing", (shown, Place())), [FREE, FREE], 1000)
    assert owed.late(9000) == 0  # somebody keeps it waiting
    owed.told(Desk("showing", (shown, shown)), [FREE, FREE], 2000)
    assert owed.late(2500) == 500  # a deal
    owed.told(RUNNING, [ASKED, FREE], 3000)
    owed.told(RUNNING, [FREE, FREE], 4000)
    assert owed.late(6000) == 2000  # a step
    owed.told(Desk("over"), [FREE, FREE], 5000)
    assert owed.late(99_000) == 1000


def test_what_is_heard_late_was_not_done_late() -> None:
    one = client()
    for seq, at, until in ((8, 1000, 0), (9, 1100, 8000)):
        one.heard(
            b'{"is":"frame","table":"t","seq":%d,"at":%d,"desk":{"phase":"running"},"timers":[{"until":%d},{}]}'
            % (seq, at, until)
        )
    assert one.board.owed.late(2000) == 100


def test_growth_is_the_slope_of_memory_over_matches() -> None:
    assert slope([Sample(n, 5e6 + 1000 * n, 4) for n in range(10)]) == pytest.approx(1000)
    assert slope([Sample(n, 5e6, 4) for n in range(10)]) == pytest.approx(0)


def test_nothing_measured_is_no_good_time() -> None:
    assert share([], 0.99) == float("inf")
    assert share([3.0, 1.0, 2.0], 0.5) == 2.0 and share([3.0, 1.0, 2.0], 1.0) == 3.0


@pytest.mark.parametrize(("kinds", "whos"), [(KINDS, (4,)), (SEATED, (0, 1))], ids=["strangers", "seated"])
def test_hostile_frames_make_no_event(kinds: tuple[Kind, ...], whos: tuple[int, ...]) -> None:
    """None of them is a request that its sender may make; most get as far as the table all the same."""
    evening = Evening("blef", 2, {}, e.Clock(), people=2)
    evening.sit_down()
    evening.deal()
    while set(evening.table.actors) != {0, 1}:
        evening.next_due()
    luck, read, decided = Random(1), 0, 0
    for _ in range(2000):
        made = luck.choice(kinds)(luck, evening.table.sheet.id)
        for body in made if isinstance(made, list) else [made]:
            with suppress(ValueError, RecursionError):  # this is no request
                request = wire.decode(body)
                read += 1
                if type(request) not in (wire.Join, wire.Leave, wire.Again, wire.Hint, wire.Why):
                    decided += 1
                    for p in whos:
                        with pytest.raises(SprawdzamError):
                            decide(request, evening.table, person(p), evening.now)
    assert read > 500 and decided > 300


def test_whatever_spectators_are_not_shown_is_a_leak() -> None:
    """Frames say of nobody whose they are, and a table that names no seat may show one all the same."""
    public = {b'{"is":"whole","table":"t","seq":2,"you":null}', b'{"is":"frame","table":"t","seq":2}'}
    for body in (*public, b'{"is":"done","id":"x","seq":7}', b'{"is":"refused","id":"x"}', b'{"is":"watchers"}'):
        assert not leaks(body, public)
    for body in (
        b'{"is":"frame","table":"t","seq":2,"view":{"hand":["9h"]}}',
        b'{"is":"whole","table":"t","seq":2,"you":null,"view":{"hand":["9h"]}}',
        b'{"is":"whole","table":"t","seq":2,"you":0}',
        b'{"is":"done","id":"x","result":{"action":"check"}}',
    ):
        assert leaks(body, public)


async def attacked(address: Address) -> Attack:
    """Strangers who say that they have a seat, at a table where nobody does anything."""
    victims, strangers = Crowd([address]), Crowd([address])
    await victims.invite(2)
    await victims.gather(1, Company(watchers=0))
    await victims.begun()
    await strangers.invite(1)
    tables = [board.table for board in victims.boards]
    seqs = [client.seq for client in victims.clients]
    public, before = await shown([address], tables), await total([address], hostile.REQUESTS)
    attack = Attack([address], strangers.guests, victims.guests, tables, public, lambda: before)
    async with asyncio.timeout(60):
        await asyncio.gather(*attack.begin(10, 100))
    assert [client.seq for client in victims.clients] == seqs  # nothing has happened there
    await victims.leave()
    return attack


@pytest.mark.parametrize("leaky", [False, True])
def test_a_stranger_who_is_sent_the_frames_of_a_seat_is_noticed(
    leaky: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def catch_up(self: Live, reader: Reader) -> bool:
        """Believes whoever names a seat, and sends its frames."""
        return (reader.seat != SPECTATOR and self._resume(reader)) or honest(self, reader)

    honest = Live.catch_up
    monkeypatch.setattr(hostile, "KINDS", (hostile._other_frames,))
    monkeypatch.setattr(hostile, "SEATED", (hostile._from_a_seat,))
    if leaky:
        monkeypatch.setattr(Live, "catch_up", catch_up)
    with serving(tmp_path) as address:
        host, port = address.removeprefix("http://").split(":")
        attack = asyncio.run(attacked(Address(host, int(port))))
    assert attack.counted >= 100
    assert bool(attack.leaks) is leaky


def test_what_came_too_fast_to_be_looked_at_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile, "KINDS", (hostile._flood,))
    with serving(tmp_path) as address:
        host, port = address.removeprefix("http://").split(":")
        attack = asyncio.run(attacked(Address(host, int(port))))
    assert attack.hurried > 0 and attack.counted < attack.sent.total() - attack.hurried


@pytest.mark.slow
def test_a_node_that_has_died_is_counted_though_another_takes_its_place() -> None:
    async def counted() -> list[int]:
        async with Site(SQLITE, nodes=1, workers=2) as site:
            (server,) = site.servers
            before = server.died
            await server.kill_node()
            assert server.alive
            return [before, server.died]

    assert asyncio.run(counted()) == [0, 1]


@pytest.mark.slow
def test_a_server_that_was_killed_is_counted_once_whether_it_is_back_or_not() -> None:
    async def counted() -> list[int]:
        async with Site(SQLITE, nodes=1) as site:
            (server,) = site.servers
            found = [server.died]
            await server.kill()
            assert not server.alive
            found.append(server.died)
            await server.start()
            assert server.alive
            return [*found, server.died]

    assert asyncio.run(counted()) == [0, 1, 1]


def test_a_move_that_somebody_is_never_shown_is_noticed() -> None:
    one = client()
    board = one.board
    board.crowd.boards.add(board)
    one.move()
    one.heard(b'{"is":"done","id":"q1","seq":8}')
    assert [each.median for each in quiet(board.crowd)] == [1, 0]
    board.clients[1].heard(frame(2, board.sent_ms))
    assert [each.median for each in quiet(board.crowd)] == [0, 0]
    board.clients[1].joined = False  # it is on its way to the next table
    assert [each.median for each in quiet(board.crowd)] == [0, 0]


def test_a_line_that_was_cut_is_noticed_before_and_after_its_owner_is_back() -> None:
    one = client()
    one.board.crowd.boards.add(one.board)
    one.board.crowd.spawn = lambda work: work.close()  # type: ignore[method-assign]
    one._on_lost()
    assert [each.median for each in quiet(one.board.crowd)] == [0, 1]
    one.heard(b'{"is":"done","id":"join-t"}')
    assert [each.median for each in quiet(one.board.crowd)] == [0, 1]


async def in_memory(site: Site, tables: int, company: Company) -> float:
    """How many tables all processes have in memory once everybody is there."""
    async with site:
        crowd = Crowd(site.addresses)
        await crowd.invite(10)
        await crowd.gather(tables, company)
        await crowd.begun()
        assert (len(site.servers[0]._processes) > 2) is (len(site.servers) == 1)  # all of them are measured
        async with asyncio.timeout(60):
            while await total(site.addresses, "sprawdzam_sockets") < len(crowd.clients):
                await asyncio.sleep(0.5)  # workers say now and then how they stand
        found = await total(site.addresses, "sprawdzam_tables")
        await crowd.leave()
        return found


@pytest.mark.slow
def test_a_table_whose_sockets_come_together_is_in_memory_once() -> None:
    company = Company(watchers=2)
    assert asyncio.run(in_memory(Site(SQLITE, nodes=1, workers=2), 8, company)) == 8
    assert asyncio.run(in_memory(Site(SQLITE, nodes=2), 4, replace(company, together=True))) == 4
    assert asyncio.run(in_memory(Site(SQLITE, nodes=2), 4, company)) == 8


def client() -> Client:
    board = Board(Crowd([Address("127.0.0.1", 1)]), "t", 0)
    board.clients = [Client(board, Guest("a", ""), 0, 0, "scene"), Client(board, Guest("b", ""), None, 0, "scene")]
    for each in board.clients:
        each.joined = True
    board.clients[0].heard(
        b'{"is":"whole","table":"t","seq":7,"at":1,"you":0,"asked":7,"scene":{"choices":[{"actions":[3]}]}}'
    )
    return board.clients[0]


def frame(seq: int, at: int) -> bytes:
    return b'{"is":"frame","table":"t","seq":%d,"at":%d,"scene":{}}' % (seq, at)


def test_whoever_waits_and_is_no_longer_asked_lets_the_next_one_move() -> None:
    one = client()
    board, ready = one.board, one.board.crowd.ready
    others = [Client(board, Guest("c", ""), 1, 0, "scene"), Client(board, Guest("d", ""), 2, 0, "scene")]
    board.clients = [one, *others]
    for seat, each in enumerate(others, 1):
        each.joined = True
        each.heard(
            b'{"is":"whole","table":"t","seq":7,"at":1,"you":%d,"asked":7,"scene":{"choices":[{"actions":[3]}]}}' % seat
        )
    assert one.move() and not any(each.move() for each in others)
    ready.clear()
    gone, waiting = others  # one gives up, and a bot plays on
    gone.heard(b'{"is":"frame","table":"t","seq":8,"at":%d,"asked":8,"scene":{"choices":[]}}' % 10**15)
    waiting.heard(frame(8, 10**15))
    one.heard(b'{"is":"done","id":"%s"}' % one._moving.encode())
    assert list(ready) == [gone] and not ready.popleft().move()
    assert list(ready) == [waiting] and ready.popleft().move()


def test_a_table_whose_bot_never_plays_is_stuck_whatever_people_do() -> None:
    one = client()
    board, crowd = one.board, one.board.crowd
    crowd.boards.add(board)
    board.stirred -= evenings.PATIENCE + 1
    for number, body in enumerate(
        (
            b'"said":{"text":"Sprawdzam!"}',
            b'"desk":{"phase":"","places":[{"agrees":["abort"]},{"kind":"bot"}]}',
            b'"timers":[{"bank":0,"until":9}]',
        )
    ):
        one.heard(b'{"is":"frame","table":"t","seq":%d,"at":2,%s}' % (8 + number, body))
    one.heard(b'{"is":"whole","table":"t","seq":11,"at":3,"you":0,"asked":7,"scene":{"choices":[]}}')
    one.heard(b'{"is":"done","id":"join-t"}')
    one.heard(b'{"is":"watchers","table":"t","watchers":2}')
    (told,) = evenings._clear(crowd)
    assert "table t: seat 0" in told and not crowd.boards


def test_a_table_that_is_stuck_when_all_is_over_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "EVERY", 0.01)
    monkeypatch.setattr(evenings, "PATIENCE", 0.05)
    board = client().board
    board.crowd.boards.add(board)
    assert len(asyncio.run(evenings._still(board.crowd))) == 1
    board.stirred += 60
    assert not asyncio.run(evenings._still(board.crowd))


@pytest.mark.parametrize(
    "news", [b'"scene":{}', b'"view":{},"actions":[]', b'"desk":{"phase":"over"}', b'"desk":{"after":"u"}']
)
def test_a_table_where_play_goes_on_is_not_stuck(news: bytes) -> None:
    one = client()
    one.board.crowd.boards.add(one.board)
    one.board.rematches = 1
    one.board.stirred -= evenings.PATIENCE + 1
    one.heard(b'{"is":"frame","table":"t","seq":8,"at":2,%s}' % news)
    assert not evenings._clear(one.board.crowd)


@pytest.mark.parametrize(
    ("desk", "played", "broken_off"),
    [
        (b'{"phase":"over","places":[{"kind":"person"}]}', 1, 0),
        (b'{"phase":"over","places":[{"kind":"person","resigned":true}]}', 0, 1),
        (b'{"phase":"aborted","places":[{"kind":"person"}]}', 0, 1),
    ],
)
def test_only_a_match_that_was_played_out_counts(desk: bytes, played: int, broken_off: int) -> None:
    one = client()
    one.heard(b'{"is":"frame","table":"t","seq":8,"at":2,"desk":%s}' % desk)
    figures = one.board.crowd.figures
    assert (figures.matches, figures.broken_off) == (played, broken_off)
    assert one.board.tables == {"t": bool(played)}


@pytest.mark.parametrize(
    ("status", "played_out", "wrong"), [(200, True, 0), (409, True, 3), (409, False, 0), (500, False, 3)]
)
def test_a_match_that_was_played_out_can_be_seen_again(
    status: int, played_out: bool, wrong: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def call(*_: object) -> Answer:
        return Answer(status, {}, b"")

    monkeypatch.setattr(evenings, "call", call)
    monkeypatch.setattr(evenings, "LATER", 0.0)
    board = client().board
    board.tables["t"] = played_out
    asyncio.run(evenings._look_back(board, Random(1)))
    assert len(board.crowd.figures.broken) == wrong


def test_who_comes_late_to_a_table_takes_nobody_back_there() -> None:
    one = client()
    board, late = one.board, one.board.clients[1]
    board.rematches = 2

    def told(who: Client, table: str, after: str) -> None:
        places = b'[{"kind":"person"}]'
        body = b'{"is":"whole","table":"%s","seq":8,"desk":{"phase":"over","places":%s,"after":"%s"}}'
        who.heard(body % (table.encode(), places, after.encode()))

    told(one, "t", "u")
    told(one, "u", "v")
    assert (board.table, board.rematches, board.crowd.figures.matches) == ("v", 0, 2)
    told(late, "t", "u")
    assert (late.table, board.table, board.rematches, board.crowd.figures.matches) == ("u", "v", 0, 2)
    told(late, "u", "v")
    assert (late.table, board.table, board.rematches, board.crowd.figures.matches) == ("v", "v", 0, 2)


def test_a_message_that_a_client_cannot_read_is_noticed() -> None:
    one = client()
    with pytest.raises(msgspec.DecodeError):
        one.heard(b'{"is":"done",')
    assert len(one.board.crowd.figures.broken) == 1


def test_frames_that_are_missing_or_come_twice_are_counted() -> None:
    one = client()
    for seq in (8, 9, 9, 11):
        one.heard(frame(seq, 2))
    figures = one.board.crowd.figures
    assert figures.gaps == 2
    assert figures.first_gaps[1].startswith('t: a, seat 0, scene, line 0: 11 instead of 10 after b\'{"is":"frame"')
    for _ in range(20):
        one.heard(frame(50, 2))
    assert figures.gaps == 22 and len(figures.first_gaps) == 10


def test_a_move_is_under_way_until_it_is_answered_and_seen_by_all() -> None:
    one = client()
    board, watcher = one.board, one.board.clients[1]
    assert list(board.crowd.ready) == [one] and one.move() and board.under_way
    watcher.heard(frame(1, board.sent_ms - 1))  # of something earlier
    assert not board.crowd.figures.broadcasts
    one.heard(b'{"is":"done","id":"q1","seq":8}')
    assert board.crowd.figures.acknowledged == [("t", "a:q1")] and board.under_way
    watcher.heard(frame(2, board.sent_ms))
    assert len(board.crowd.figures.broadcasts) == 1 and not board.under_way


def test_a_move_that_is_answered_at_the_next_table_was_made_at_its_own() -> None:
    """The last of a match, whose answer was lost once: meanwhile somebody else wants to play again."""
    one = client()
    one.move()
    one.heard(b'{"is":"frame","table":"t","seq":8,"at":2,"desk":{"phase":"over","after":"u"}}')
    assert one.table == "u"
    one.heard(b'{"is":"done","id":"q1","seq":8}')
    assert one.board.crowd.figures.acknowledged == [("t", "a:q1")]


class Wire:
    """A line that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def send(self, body: bytes) -> None:
        self.sent.append(body)


def test_who_was_put_off_and_has_come_anew_meanwhile_does_not_join_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(anew: bool) -> int:
        one = client()
        one.joined = False
        one._line = old = new = Wire()  # type: ignore[assignment]
        one.heard(b'{"is":"refused","id":"join-t","error":"unavailable","text":""}')
        if anew:
            one._line = new = Wire()  # type: ignore[assignment]
        await asyncio.sleep(0.01)
        return len(old.sent if not anew else new.sent)

    monkeypatch.setattr(client_module, "SOON", 0.0)
    assert asyncio.run(refused(anew=False)) == 1
    assert asyncio.run(refused(anew=True)) == 0


def test_who_has_gone_on_to_the_next_table_is_not_there_until_that_one_says_so() -> None:
    one = client()
    one._line = Wire()  # type: ignore[assignment]
    one.heard(b'{"is":"frame","table":"t","seq":8,"at":1,"desk":{"phase":"over","places":[{}],"after":"u"}}')
    one.heard(b'{"is":"done","id":"join-t"}')
    assert not one.joined
    one.heard(b'{"is":"done","id":"join-u"}')
    assert one.joined


def test_a_socket_puts_messages_together_however_they_are_cut() -> None:
    async def received(size: int) -> list[bytes]:
        heard: list[bytes] = []
        line = Line(heard.append, lambda: None)
        line._opened.set_result(None)
        long = b"y" * 70_000
        data = b"\x81\x01x\x81\x7e\x00\x80" + b"z" * 128 + b"\x81\x7f" + (70_000).to_bytes(8) + long
        for at in range(0, len(data), size):
            line.data_received(data[at : at + size])
        assert heard == [b"x", b"z" * 128, long]
        return heard

    for size in (1000, 3, 100_000):
        asyncio.run(received(size))


@pytest.mark.parametrize(("how", "times"), [("set_result", 1), ("set_exception", 0), ("cancel", 0)])
def test_a_line_that_was_never_open_is_not_lost(how: str, times: int) -> None:
    """Whoever dialled knows already, and dials again: once."""

    async def lost() -> int:
        told: list[None] = []
        line = Line(lambda body: None, lambda: told.append(None))
        getattr(line._opened, how)(*{"set_result": [None], "set_exception": [ConnectionError()]}.get(how, []))
        line.connection_lost(None)
        return len(told)

    assert asyncio.run(lost()) == times


def test_small_runs_have_more_time_and_the_same_promises() -> None:
    for scenario in SCENARIOS.values():
        for full, small in zip(scenario.bars_for("x", False), scenario.bars_for("x", True), strict=True):
            assert small == replace(full, factor=small.factor, rate=small.rate, least=small.least)
            assert small.factor == full.factor or full.unit in ("s", "kB", "kB/match")
            assert small.least == (scenario.small.count if full.least else 0)
