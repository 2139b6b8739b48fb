"""One's own data: all of it, nothing of others, and gone when one says so."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from sprawdzam.server import events as e
from sprawdzam.server.own_data import blanked, own_parts
from sprawdzam.server.schema import challenges, events, metadata, results, tables, users

from .authenticator import Authenticator
from .test_pages import rating, result
from .test_passkeys import finish, options

HERS, OTHERS = "Wyjątkowa", "Zwyczajny"


def event(table, what, client=None):
    """An event as a node writes it; each happens at the millisecond of its number."""
    body = e.write(what).decode()
    return events.insert().values(table_id=table, number=what.at, at=what.at, client=client, body=body)


def opened(at, id, who):
    return e.Opened(at, id, who, "blef", 3, {}, True, e.Clock(), False, True, 60, "c" * 64)


def table(id, owner, **card):
    given = {"game": "blef", "seats": 2, "rules": 1, "public": True, "phase": "running", "created": 1, "changed": 1}
    return tables.insert().values(id=id, owner=owner, card=json.dumps(card), number=3, driver=None, **given)


@pytest.fixture
def world(site):
    """Two accounts with everything that one can have, at one table."""
    hers, his = site.account("wyjatkowa", HERS), site.account("zwyczajny", OTHERS)
    hers.device = Authenticator()
    assert finish(hers, hers.device.create(options(hers))).status_code == 201
    hers.post("/api/passkeys/begin", json={})  # one that is never finished
    hers.program = site.program(hers, f"{HERS} bot")
    his.program = site.program(his, f"{OTHERS} bot")
    seats = [{"who": hers.id, "name": HERS}, {"who": his.id, "name": OTHERS}]
    program = hers.program.id
    site.write(
        table("t1", hers.id, seats=seats),
        table("t2", his.id, seats=[seats[1]]),
        *(
            event("t1", what, client)
            for what, client in [
                (opened(1, "t1", hers.id), None),
                (e.Sat(2, 1, his.id, OTHERS), f"{his.id}:1"),
                (e.Said(3, 1, his.id, "Fine."), f"{his.id}:2"),
                (e.Stood(4, 1), f"{his.id}:3"),
                (e.Sat(5, 1, hers.id, HERS), f"{hers.id}:1"),
                (e.Came(6, 1, "node"), None),
                (e.Said(7, 1, hers.id, f"I am {HERS}"), f"{hers.id}:2"),
                (e.Sat(8, 0, his.id, OTHERS), f"{his.id}:4"),
                (e.Sat(9, 2, program, f"{HERS} bot", program=True), f"{program}:1"),
                (e.Called(10), f"{hers.id}:3"),
                (e.Sealed(11, 0, "0" * 64), f"{his.id}:5"),
                (e.Sealed(12, 1, "1" * 64), f"{hers.id}:4"),
                (e.Voided(13, (0, 2), "5" * 64, "6" * 64), None),
                (e.Hired(14, 0, "novice"), f"{hers.id}:5"),
                (e.Hired(15, 2, "novice"), f"{hers.id}:6"),
                (e.Called(16), f"{hers.id}:7"),
                (e.Sealed(17, 1, "1" * 64), f"{hers.id}:8"),
                (e.Showed(18, 1, "2" * 64), f"{hers.id}:9"),
                (e.Began(19, 1), None),
                (e.Moved(20, 1, ("bid 3x4",)), f"{hers.id}:10"),
                (e.Moved(21, 0, ("bid 9x9",)), None),
                (e.Muted(22, 1, 0, True), f"{hers.id}:11"),
                (e.Left(23, 1, "node"), None),
                (e.Replaced(24, 1), None),
                (e.Moved(25, 1, ("bid 4x4",), by="bot"), None),
                (e.Offered(26, 1, "abort", True), f"{hers.id}:12"),
                (e.Resigned(27, 1), f"{hers.id}:13"),
                (e.Ended(28, (1, 3, 2), (0, 0, 0), "7" * 64), None),
            ]
        ),
        event("t2", e.Sat(1, 0, his.id, OTHERS)),
        result("t1", 0, hers.id, HERS),
        result("t1", 1, his.id, OTHERS),
        result("t3", 0, hers.program.id, f"{HERS} bot"),
        rating(hers.id, "blef", 25, 8, 1),
        rating(his.id, "blef", 25, 8, 1),
    )
    return site, hers, his


def everything(site):
    return "\n".join(
        repr(dict(row) | {"body": row["body"]} if "body" in row else dict(row))
        for table in metadata.sorted_tables
        for row in site.rows(table)
    )


def test_an_export_has_everything_of_oneself(world):
    _site, hers, _his = world
    export = hers.get("/api/me/export").json()
    assert export["user"] == hers.get("/api/me").json() and export["password"] is True
    assert [key["name"] for key in export["passkeys"]] == ["phone"]
    assert len(export["sessions"]) == 1
    assert [(one["game"], one["matches"]) for one in export["ratings"]] == [("blef", 1)]
    assert [(one["table"], one["seat"], one["name"]) for one in export["results"]] == [("t1", 0, HERS)]
    assert export["tables"] == ["t1"]
    assert {one["table"] for one in export["events"]} == {"t1"}
    assert [(one["at"], one["body"]["is"]) for one in export["events"]] == [
        (1, "opened"), (5, "sat"), (6, "came"), (7, "said"), (10, "called"), (12, "sealed"), (14, "hired"),
        (15, "hired"), (16, "called"), (17, "sealed"), (18, "showed"), (20, "moved"), (22, "muted"), (23, "left"),
        (24, "replaced"), (25, "moved"), (26, "offered"), (27, "resigned"),
    ]  # fmt: skip
    assert [one["body"]["actions"] for one in export["events"] if one["body"]["is"] == "moved"] == [
        ["bid 3x4"], ["bid 4x4"],
    ]  # fmt: skip
    (program,) = export["programs"]
    assert program["user"]["name"] == f"{HERS} bot"
    assert [one["name"] for one in program["tokens"]] == ["first"]
    assert [one["table"] for one in program["results"]] == ["t3"]
    assert [(one["at"], one["body"]["is"]) for one in program["events"]] == [(9, "sat"), (13, "voided")]
    assert program["events"][1]["body"] == {"is": "voided", "at": 13, "seats": [2]}


def test_an_export_tells_of_nobody_else_and_of_no_secret(world):
    site, hers, his = world
    text = hers.get("/api/me/export").text
    for foreign in (OTHERS, his.id, his.program.id, "Fine.", "bid 9x9", "0" * 64, "7" * 64):
        assert foreign not in text
    for secret in (
        "argon2",
        hers.cookies["sprawdzam"],
        hers.program.secret,
        *(row["password"] for row in site.rows(users) if row["password"]),
    ):
        assert secret not in text


def test_a_seat_tells_of_whoever_has_it_then(site):
    hers, his = site.guest(HERS), site.guest(OTHERS)
    site.write(
        *(
            event("t", what)
            for what in (
                opened(1, "t", his.id),
                e.Sat(2, 0, hers.id, HERS),
                e.Came(3, 0, "node"),
                e.Stood(4, 0),
                e.Sat(5, 0, his.id, OTHERS),
                e.Sealed(6, 0, "5" * 64),
                e.Voided(7, (0,), "6" * 64, "7" * 64),
                e.Sat(8, 0, hers.id, HERS),
                e.Sealed(9, 0, "8" * 64),
            )
        )
    )
    told = {who: [one["at"] for one in who.get("/api/me/export").json()["events"]] for who in (hers, his)}
    assert told == {hers: [2, 3, 4, 8, 9], his: [1, 5, 6, 7]}


def test_every_kind_of_event_about_a_seat_is_exported():
    """Whoever adds a kind of event has to think of the export: a seat is somebody."""
    about = {kind.__name__ for kind in get_args(e.AnyEvent) if {"seat", "seats"} & set(kind.__struct_fields__)}
    assert about == {
        "Opened", "Sat", "Hired", "Stood", "Sealed", "Showed", "Voided", "Moved", "Said", "Muted", "Came", "Left",
        "Replaced", "Returned", "Resigned", "Offered",
    }  # fmt: skip


def test_every_table_that_names_a_user_is_exported():
    """Whoever adds a table with users in it has to think of the export, and of forgetting."""
    naming = {t.name for t in metadata.sorted_tables if {"user_id", "owner", "login"} & set(t.c.keys())}
    assert naming == {"users", "passkeys", "sessions", "tokens", "ratings", "results", "tables", "partings"}


def test_deletion_leaves_nothing(world):
    site, hers, his = world
    cookie, token = hers.cookies["sprawdzam"], hers.program.secret
    assert HERS in everything(site) and "wyjatkowa" in everything(site)
    assert hers.delete("/api/me").status_code == 204
    left = everything(site)
    assert HERS not in left and "wyjatkowa" not in left
    assert HERS not in json.dumps(left) and json.dumps(HERS)[1:-1] not in left  # not escaped either
    assert [row["id"] for row in site.rows(users)] == [his.id, his.program.id]
    assert site.rows(challenges) == []
    named = [row for table in metadata.sorted_tables if table.name != "partings" for row in site.rows(table)]
    assert hers.id not in str(named) and hers.program.id not in str(named)
    assert "sprawdzam" not in hers.cookies
    hers.cookies["sprawdzam"] = cookie
    assert hers.get("/api/me").status_code == 401
    assert site.browser().get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert site.browser().get(f"/api/users/{hers.id}").status_code == 404


def test_deletion_takes_nothing_from_others(world):
    site, hers, his = world
    before = his.get("/api/me/export").json()
    hers.delete("/api/me")
    assert his.get("/api/me/export").json() == before
    (match,) = his.get("/api/me/matches").json()["matches"]
    assert match["rivals"] == [{"seat": 0, "user": "", "name": "", "place": 1, "points": 9}]
    kept = {(row["table_id"], row["number"]): json.loads(row["body"]) for row in site.rows(events)}
    alias = kept["t1", 5]["who"]
    assert kept["t1", 5] == {"is": "sat", "at": 5, "seat": 1, "who": alias, "name": ""}
    assert kept["t1", 7] == {"is": "said", "at": 7, "seat": 1, "who": alias, "text": ""}
    assert kept["t1", 3]["text"] == "Fine." and kept["t1", 20]["actions"] == ["bid 3x4"]
    cards = {row["id"]: (row["owner"], json.loads(row["card"])) for row in site.rows(tables)}
    assert cards["t1"] == ("", {"seats": [{"who": alias, "name": ""}, {"who": his.id, "name": OTHERS}]})
    assert cards["t2"] == (his.id, {"seats": [{"who": his.id, "name": OTHERS}]})


def test_live_tables_are_told_who_was_forgotten(build):
    told = []

    async def forgotten(gone):
        told.append(gone)

    site = build(forgotten=forgotten)
    ola = site.guest()
    site.write(event("t1", e.Sat(1, 0, ola.id, "Ola")), event("t2", opened(1, "t2", ola.id)))
    ola.delete("/api/me")
    assert told == [{ola.id: ["t1", "t2"]}]


def test_a_program_is_deleted_alone(world):
    site, hers, _his = world
    assert hers.delete(f"/api/programs/{hers.program.id}").status_code == 204
    assert hers.get("/api/programs").json() == [] and hers.get("/api/me").status_code == 200
    assert f"{HERS} bot" not in everything(site) and HERS in everything(site)
    assert [row["user_id"] for row in site.rows(results) if row["table_id"] == "t3"] == [""]
    assert hers.program.get("/api/me").status_code == 401


def test_a_program_cannot_delete_itself_or_export(world):
    _, hers, _ = world
    assert hers.program.delete("/api/me").status_code == 403
    assert hers.program.get("/api/me/export").status_code == 403


def test_what_others_wrote_down_about_a_user_is_the_users_too():
    body = {"is": "opened", "who": "b", "name": "B", "seats": [{"who": "a", "name": "A"}, {"who": "b", "name": "B"}]}
    assert own_parts(json.dumps(body), "a") == [{"who": "a", "name": "A"}]
    seats = [{"who": "", "name": ""}, {"who": "b", "name": "B"}]
    assert own_parts(json.dumps(body), "b") == [body | {"seats": seats}]


def test_blanking_touches_only_the_words_of_those_who_are_gone():
    body = json.dumps(
        {"is": "x", "who": "b", "text": "a", "parts": [{"who": "a", "name": "N", "text": None, "n": 1.5}]}
    )
    told = json.loads(blanked(body, {"a"}, str.upper))
    assert told["parts"] == [{"who": "A", "name": "", "text": None, "n": 1.5}]
    assert (told["who"], told["text"]) == ("b", "a")
    assert blanked(body, {"c"}, str.upper) is body
    assert blanked("no JSON", {"a"}, str.upper) == "no JSON"
