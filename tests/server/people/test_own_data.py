"""One's own data: all of it, nothing of others, and gone when one says so."""

from __future__ import annotations

import json

import pytest

from sprawdzam.server.own_data import blanked, own_parts
from sprawdzam.server.schema import challenges, events, metadata, results, tables, users

from .authenticator import Authenticator
from .test_pages import rating, result
from .test_passkeys import finish, options

HERS, OTHERS = "Wyjątkowa", "Zwyczajny"


def event(table, number, **body):
    return events.insert().values(table_id=table, number=number, at=number, client=None, body=json.dumps(body))


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
    site.write(
        table("t1", hers.id, seats=seats),
        table("t2", his.id, seats=[seats[1]]),
        event("t1", 1, **{"is": "opened"}, who=hers.id, name=HERS, seats=seats),
        event("t1", 2, **{"is": "said"}, who=hers.id, text=f"I am {HERS}"),
        event("t1", 3, **{"is": "said"}, who=his.id, text="Fine."),
        event("t1", 4, **{"is": "played"}, who=hers.id, action="bid 3x4"),
        event("t1", 5, **{"is": "sat"}, who=hers.program.id, name=f"{HERS} bot"),
        event("t2", 1, **{"is": "sat"}, who=his.id, name=OTHERS),
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
    assert [(one["table"], one["at"], one["body"]["is"]) for one in export["events"]] == [
        ("t1", 1, "opened"), ("t1", 2, "said"), ("t1", 4, "played"),
    ]  # fmt: skip
    (program,) = export["programs"]
    assert program["user"]["name"] == f"{HERS} bot"
    assert [one["name"] for one in program["tokens"]] == ["first"]
    assert [one["table"] for one in program["results"]] == ["t3"]
    assert [one["at"] for one in program["events"]] == [5]


def test_an_export_tells_of_nobody_else_and_of_no_secret(world):
    site, hers, his = world
    text = hers.get("/api/me/export").text
    for foreign in (OTHERS, his.id, his.program.id, "Fine."):
        assert foreign not in text
    for secret in (
        "argon2",
        hers.cookies["sprawdzam"],
        hers.program.secret,
        *(row["password"] for row in site.rows(users) if row["password"]),
    ):
        assert secret not in text


def test_every_table_that_names_a_user_is_exported():
    """Whoever adds a table with users in it has to think of the export, and of forgetting."""
    naming = {t.name for t in metadata.sorted_tables if {"user_id", "owner", "login"} & set(t.c.keys())}
    assert naming == {"users", "passkeys", "sessions", "tokens", "ratings", "results", "tables"}


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
    assert kept["t1", 1] == {
        "is": "opened", "who": hers.id, "name": "",
        "seats": [{"who": hers.id, "name": ""}, {"who": his.id, "name": OTHERS}],
    }  # fmt: skip
    assert kept["t1", 2] == {"is": "said", "who": hers.id, "text": ""}
    assert kept["t1", 3]["text"] == "Fine." and kept["t1", 4]["action"] == "bid 3x4"
    cards = {row["id"]: (row["owner"], json.loads(row["card"])) for row in site.rows(tables)}
    assert cards["t1"] == ("", {"seats": [{"who": hers.id, "name": ""}, {"who": his.id, "name": OTHERS}]})
    assert cards["t2"] == (his.id, {"seats": [{"who": his.id, "name": OTHERS}]})


def test_live_tables_are_told_who_was_forgotten(build):
    told = []

    async def forgotten(gone, at):
        told.append((gone, at))

    site = build(forgotten=forgotten)
    ola = site.guest()
    site.write(event("t1", 1, **{"is": "sat"}, who=ola.id, name="Ola"), event("t2", 1, **{"is": "opened"}, who=ola.id))
    ola.delete("/api/me")
    assert told == [([ola.id], ["t1"])]


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
    assert json.loads(blanked(body, {"a"}))["parts"] == [{"who": "a", "name": "", "text": None, "n": 1.5}]
    assert json.loads(blanked(body, {"a"}))["text"] == "a"
    assert blanked(body, {"c"}) is body
    assert blanked("no JSON", {"a"}) == "no JSON"
