"""People on SQLite and on PostgreSQL, with two nodes on one database."""

from __future__ import annotations

import asyncio
import secrets
from random import Random

import msgspec
import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from sprawdzam.server import events as e
from sprawdzam.server import wire
from sprawdzam.server.own_data import export, forget, forget_late
from sprawdzam.server.pages import history, ladder, page
from sprawdzam.server.passkeys import NewKey as Made
from sprawdzam.server.passkeys import Passkeys, Site
from sprawdzam.server.passkeys import UsedKey as Used
from sprawdzam.server.passwords import Passwords
from sprawdzam.server.people import LoginTaken, People, hash_of
from sprawdzam.server.programs import Programs
from sprawdzam.server.ratings import Skill, rated, rating_writes, skills
from sprawdzam.server.refusals import Refusal
from sprawdzam.server.schema import results, users

from ..nodes import Up, caught_up, deal, play_on
from .authenticator import Authenticator
from .conftest import PASSWORD, Clock
from .test_own_data import event, table
from .test_pages import result

pytestmark = pytest.mark.anyio
HERE = Site("testserver", "http://testserver")


@pytest.fixture
async def nodes(url, opened):
    """Two nodes on one database."""
    clock, passwords = Clock(), Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    return [People(await opened(url), clock, secrets.token_bytes, passwords) for _ in range(2)]


async def write(people, *statements):
    await people.store.write(lambda db: [db.execute(statement) for statement in statements] and None)


async def test_a_life_from_guest_to_oblivion(nodes):
    one, other = nodes
    guest = await one.guest("Ola", "pl")
    ola = await other.open_account("ola", PASSWORD, None, "pl", guest)
    assert (await one.sign_in("OLA", PASSWORD)).id == guest.id
    session = await one.begin_session(ola)
    assert (await other.by_session(session)).user.id == ola.id
    assert (await other.change(ola, "Ala", None)).name == "Ala"
    programs = Programs(one)
    program = await programs.create(ola, "Automat")
    secret, token = await programs.create_token(program, "first")
    assert (await other.by_token(secret)).user.id == program.id
    ways_in = {hash_of(session), hash_of(secret)}
    assert await other.worthless(ways_in) == set()
    await programs.revoke(program, token.id)
    assert await other.worthless(ways_in) == {hash_of(secret)}
    assert await other.by_token(secret) is None
    await write(
        one,
        table("t1", ola.id, seats=[{"who": ola.id, "name": "Ala"}]),
        event("t1", e.Sat(1, 0, ola.id, "Ala")),
        result("t1", 0, ola.id, "Ala"),
        result("t1", 1, "bot:novice", "Novice"),
    )
    for _ in range(5):
        before = await skills(one.store, "blef", [ola.id, "bot:novice"])
        after = rated([ola.id, "bot:novice"], [1, 2], before)
        await write(one, *rating_writes("blef", before, after))
    assert (await page(one.store, ola)).ratings[0].matches == 5
    assert [rung.user for rung in (await ladder(other.store, "blef", 0, 10)).rungs] == [ola.id]
    assert [match.table for match in (await history(one.store, ola, None, 10)).matches] == ["t1"]
    assert (await history(one.store, ola, "1.t1.0", 10)).matches == []
    exported = await export(other.store, ola)
    assert ([one.body["name"] for one in exported.events], len(exported.programs)) == (["Ala"], 1)
    assert await forget(one.store, ola) == {ola.id: ["t1"], program.id: []}  # which was nowhere
    assert await other.find(ola.id) is None and await other.by_session(session) is None
    assert await other.worthless(ways_in) == ways_in
    await write(  # what another node was about to write
        other,
        event("t1", e.Said(9, 0, ola.id, "bye")),
        result("t2", 0, ola.id, "Ala"),
        *rating_writes("blef", {}, {ola.id: Skill()}),
    )
    assert await forget_late(one.store, [ola.id]) == {ola.id: ["t1"]}
    assert await forget_late(one.store, [ola.id]) == {ola.id: []}
    assert await one.store.read(
        lambda db: db.scalars(select(results.c.user_id).order_by(results.c.table_id, results.c.seat)).all()
    ) == ["", "bot:novice", ""]
    assert await skills(one.store, "blef", [ola.id]) == {}
    await one.sweep()


async def test_after_a_real_match_everybody_takes_what_they_did_and_no_more(nodes, url):
    up = await Up.start(url, "node")
    try:
        id = await up.open("blef", 2)
        lines = [up.line(who) for who in ("a", "b")]
        for line in lines:
            await line.ask(id, wire.Join, style="view")
        await lines[1].ask(id, wire.Sit)
        await deal(id, lines)
        await lines[1].ask(id, wire.Mute, seat=0)
        await lines[0].ask(id, wire.Offer)
        await play_on(id, lines, Random(1), until=lambda table: table.sheet.number > 30)
        await lines[1].ask(id, wire.Resign)
        await caught_up(up, id, lambda table: table.sheet.phase == "over")
        happened = [e.read(body) for _, body in await up.store.events(id)]
    finally:
        await up.stop()
    guest = await nodes[0].guest("Ola", "pl")
    for seat, who in enumerate("ab"):
        exported = await export(nodes[0].store, msgspec.structs.replace(guest, id=who))
        told = [e.read(msgspec.json.encode(one.body)) for one in exported.events]
        mine = [event for event in happened if getattr(event, "who", "") == who or getattr(event, "seat", -1) == seat]
        assert [event for event in told if not isinstance(event, e.Called)] == mine
        assert any(isinstance(event, e.Moved) for event in told)
        assert sum(isinstance(event, e.Called) for event in told) == (who == "a")  # who wanted the deal


async def test_a_pass_key_begun_on_one_node_is_finished_on_another_and_once(nodes):
    one, other = (Passkeys(people) for people in nodes)
    device = Authenticator()
    wanted = await one.begin_key(HERE, None, "ola", "Ola")
    made = msgspec.convert(device.create(wanted), Made)
    ends = await asyncio.gather(
        *(keys.finish_key(HERE, None, made, "phone", "pl") for keys in (one, other)), return_exceptions=True
    )
    assert sorted(isinstance(end, Refusal) for end in ends) == [False, True]
    used = msgspec.convert(device.get(await other.begin_sign_in(HERE)), Used)
    ends = await asyncio.gather(*(keys.sign_in(HERE, used) for keys in (one, other)), return_exceptions=True)
    assert sorted(isinstance(end, Refusal) for end in ends) == [False, True]


async def test_of_many_who_want_a_login_at_once_one_gets_it(nodes):
    wanted = [people.open_account("ola", PASSWORD, "Ola", "pl") for people in nodes * 3]
    ends = await asyncio.gather(*wanted, return_exceptions=True)
    assert sorted(isinstance(end, LoginTaken) for end in ends) == [False] + [True] * 5
    assert len(await nodes[0].store.read(lambda db: db.execute(users.select()).all())) == 1


async def test_matches_that_end_together_on_two_nodes_all_count(nodes):
    start = {"a": Skill(25, 8), "b": Skill(25, 8)}
    after = rated(["a", "b"], [1, 2], start)
    await asyncio.gather(*(write(people, *rating_writes("blef", start, after)) for people in nodes * 4))
    gain = after["a"].mu - 25
    assert (await skills(nodes[0].store, "blef", ["a"]))["a"].mu == pytest.approx(25 + 8 * gain)
