"""Personal pages, histories and ladders."""

from __future__ import annotations

import pytest

from sprawdzam.server.schema import ratings, results, tables


def result(table, seat, user, name="", *, ended=1, game="blef", **more):
    given = {"seats": 2, "place": seat + 1, "points": 9 - seat, "rated": True, "aborted": False, "mu": 25.5}
    return results.insert().values(
        table_id=table, seat=seat, user_id=user, name=name, game=game, ended=ended, **given | more
    )


def rating(user, game, mu, sigma, matches):
    return ratings.insert().values(user_id=user, game=game, mu=mu, sigma=sigma, matches=matches)


def error(answer):
    return answer.status_code, answer.json()["error"]


def test_a_page_shows_what_everybody_may_know(site):
    ola = site.account()
    site.write(rating(ola.id, "rys", 30, 2, 9), rating(ola.id, "blef", 25, 8, 1))
    page = site.browser().get(f"/api/users/{ola.id}").json()
    assert page == {
        "id": ola.id, "kind": "account", "name": "Ola", "owner": None, "created": site.clock.ms,
        "ratings": [
            {"game": "blef", "mu": 25, "sigma": 8, "ordinal": 1, "matches": 1},
            {"game": "rys", "mu": 30, "sigma": 2, "ordinal": 24, "matches": 9},
        ],
    }  # fmt: skip
    assert error(site.browser().get("/api/users/nobody")) == (404, "not_found")


def test_a_history_tells_who_played(site):
    ola = site.guest()
    site.write(result("t1", 0, ola.id, "Ola"), result("t1", 1, "bot:novice", "Novice", points=-3))
    site.write(result("t2", 0, "other", "X"), result("t2", 1, "bot:novice", "Novice"))
    assert ola.get("/api/me/matches").json() == {
        "matches": [
            {
                "table": "t1", "game": "blef", "seats": 2, "seat": 0, "ended": 1, "place": 1, "points": 9,
                "rated": True, "aborted": False, "mu": 25.5,
                "rivals": [{"seat": 1, "user": "bot:novice", "name": "Novice", "place": 2, "points": -3}],
            }
        ],
        "next": None,
    }  # fmt: skip


def test_parts_of_a_history_neither_overlap_nor_leave_a_gap(site):
    ola = site.guest()
    site.write(*(result(f"t{n}", seat, ola.id, ended=n // 3) for n in range(10) for seat in (0, 1)))
    whole = [(one["table"], one["seat"]) for one in ola.get("/api/me/matches?count=100").json()["matches"]]
    assert len(whole) == 20 and len(set(whole)) == 20
    parts, mark = [], None
    while True:
        part = ola.get("/api/me/matches", params={"count": 3} | ({"before": mark} if mark else {})).json()
        parts += [(one["table"], one["seat"]) for one in part["matches"]]
        if mark is None:
            site.write(result("new", 0, ola.id, ended=99))  # what ends meanwhile disturbs nothing
        if (mark := part["next"]) is None:
            break
    assert parts == whole


@pytest.mark.parametrize("mark", ["x", "1.2", "1..x", "a.b.c", "²." + "t.0", "9" * 99 + ".t.0"])
def test_a_mark_that_is_none_is_refused(site, mark):
    assert error(site.guest().get("/api/me/matches", params={"before": mark})) == (400, "bad_request")


@pytest.mark.parametrize("count", [0, -1, 101])
def test_a_part_is_of_a_modest_size(site, count):
    assert error(site.guest().get(f"/api/me/matches?count={count}")) == (400, "bad_request")


def test_a_ladder_goes_by_cautious_strength(site):
    strong, sure, fresh, guest = (
        site.account("aaa", "A"),
        site.account("bbb", "B"),
        site.account("ccc", "C"),
        site.guest(),
    )
    program = site.program(strong)
    site.write(
        rating(strong.id, "blef", 40, 8, 5),
        rating(sure.id, "blef", 30, 2, 5),
        rating(fresh.id, "blef", 50, 1, 4),
        rating(guest.id, "blef", 50, 1, 50),
        rating("bot:master", "blef", 50, 1, 50),
        rating(program.id, "blef", 20, 1, 7),
        rating(sure.id, "rys", 50, 1, 50),
    )
    ladder = site.browser().get("/api/ladders/blef").json()
    assert [(one["place"], one["user"], one["ordinal"], one["kind"]) for one in ladder["rungs"]] == [
        (1, sure.id, 24, "account"), (2, program.id, 17, "program"), (3, strong.id, 16, "account"),
    ]  # fmt: skip
    assert [one["place"] for one in site.browser().get("/api/ladders/blef?start=1&count=1").json()["rungs"]] == [2]
    assert site.browser().get("/api/ladders/nerwy").json() == {"game": "nerwy", "rungs": []}
    assert error(site.browser().get("/api/ladders/chess")) == (404, "unknown_game")


def seat_at(table, *, public):
    about = {"game": "blef", "seats": 2, "rules": 1, "phase": "over", "owner": "", "card": "{}", "number": 1}
    return tables.insert().values(id=table, public=public, created=1, changed=1, **about)


def test_others_see_matches_at_public_tables_only(site):
    ola = site.guest()
    site.write(seat_at("open", public=True), seat_at("secret", public=False))
    for table in ("open", "secret"):
        site.write(result(table, 0, ola.id, "Ola"), result(table, 1, "friend", "Iga"))
    seen = site.browser().get(f"/api/users/{ola.id}/matches").json()
    assert [one["table"] for one in seen["matches"]] == ["open"]
    assert [rival["name"] for rival in seen["matches"][0]["rivals"]] == ["Iga"]
    assert ola.get(f"/api/users/{ola.id}/matches").json() == seen  # nor does one's own public page tell more
    assert {one["table"] for one in ola.get("/api/me/matches").json()["matches"]} == {"open", "secret"}
    assert error(site.browser().get("/api/users/nobody/matches")) == (404, "not_found")


def test_a_course_tells_the_day_of_a_match_and_neither_its_hour_nor_its_table(site):
    ola, day = site.account(), 24 * 3_600_000
    site.write(
        result("t2", 0, ola.id, ended=3 * day + 7_777, mu=26.5),
        result("t1", 0, ola.id, ended=3 * day + 1_234, mu=25.0),
        result("t3", 0, ola.id, ended=9 * day, mu=None, rated=False),
        result("t4", 0, ola.id, ended=9 * day, mu=30, game="rys"),
        result("t1", 1, "other", ended=3 * day, mu=20),
    )
    course = site.browser().get(f"/api/users/{ola.id}/ratings/blef").json()
    assert course == {"game": "blef", "points": [{"day": 3 * day, "mu": 25.0}, {"day": 3 * day, "mu": 26.5}]}
    assert error(site.browser().get(f"/api/users/{ola.id}/ratings/chess")) == (404, "unknown_game")
    assert error(site.browser().get("/api/users/bot:novice/ratings/blef")) == (404, "not_found")
