"""How fast somebody may call, and how much is remembered of it."""

from __future__ import annotations

import pytest

from sprawdzam.server.limits import CROWDED, Buckets, Places, Rate, Rates, address_key
from sprawdzam.server.refusals import TooMany, wait_of

from .conftest import FREELY, PASSWORD, Clock


def test_a_bucket_gives_a_burst_and_fills_again():
    clock = Clock()
    buckets = Buckets(Rate(3, 0.5), clock.seconds)
    assert [buckets.wait("a") for _ in range(4)] == [0, 0, 0, pytest.approx(2)]
    assert buckets.wait("b") == 0
    clock.pass_by(seconds=2)
    assert [buckets.wait("a") for _ in range(2)] == [0, pytest.approx(2)]
    clock.pass_by(seconds=1000)
    assert [buckets.wait("a") for _ in range(4)] == [0, 0, 0, pytest.approx(2)]


def test_being_refused_costs_nothing():
    clock = Clock()
    buckets = Buckets(Rate(1, 1.0), clock.seconds)
    buckets.wait("a")
    assert all(buckets.wait("a") == pytest.approx(1) for _ in range(100))


def test_the_memory_of_buckets_is_bounded():
    clock = Clock()
    buckets = Buckets(Rate(2, 1.0), clock.seconds, most=100)
    for n in range(10_000):
        buckets.wait(str(n))
    assert len(buckets) == 100
    clock.pass_by(seconds=60)
    buckets.wait("one more")
    assert len(buckets) == 1  # full buckets need no memory


@pytest.mark.parametrize(
    "host, key",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_a_customer_has_one_bucket(host, key):
    assert address_key(host) == key


def test_too_many_calls_of_an_address_are_told_when_to_come_again(build):
    site = build(rates=FREELY._replace(address=Rate(3, 0.1)))
    one, other = site.browser(address="192.0.2.1"), site.browser(address="192.0.2.2")
    assert [one.get("/api/users/x").status_code for _ in range(4)] == [404, 404, 404, 429]
    answer = one.get("/api/users/x", headers={"accept-language": "en"})
    assert answer.headers["retry-after"] == "10"
    assert answer.json() == {
        "error": "too_many", "text": "that was too fast; try again in 10 s", "retry_after": 10,
    }  # fmt: skip
    assert other.get("/api/users/x").status_code == 404
    site.clock.pass_by(seconds=10)
    assert one.get("/api/users/x").status_code == 404


def test_a_user_has_one_bucket_at_all_addresses(build):
    site = build(rates=FREELY._replace(user=Rate(3, 1.0)))
    ola = site.account()
    assert ola.get("/api/me").status_code == 200
    elsewhere = site.browser(address="198.51.100.1")
    elsewhere.cookies["sprawdzam"] = ola.cookies["sprawdzam"]
    assert [elsewhere.get("/api/me").status_code for _ in range(3)] == [200, 200, 429]
    assert ola.get("/api/me").status_code == 429


def test_signing_in_is_tried_ten_times_a_minute_from_an_address(build):
    site = build(rates=Rates())
    browser = site.browser()
    tried = [browser.post("/api/sessions", json={"login": f"l{n:03}", "password": "x"}) for n in range(11)]
    assert [one.status_code for one in tried] == [401] * 10 + [429]
    assert tried[-1].json()["retry_after"] == 6
    assert (
        site.browser(address="192.0.2.99").post("/api/sessions", json={"login": "abc", "password": "x"}).status_code
        == 401
    )


def test_signing_in_is_tried_ten_times_a_minute_for_a_login(build):
    site = build(rates=Rates())
    site.account("ola")
    codes = [
        site.browser(address=f"192.0.2.{n}")
        .post("/api/sessions", json={"login": login, "password": PASSWORD})
        .status_code
        for n, login in enumerate(["Ola", "ola", " OLA"] * 4, 20)
    ]
    assert codes == [201] * 10 + [429] * 2
    site.clock.pass_by(seconds=60)
    assert site.browser().post("/api/sessions", json={"login": "ola", "password": PASSWORD}).status_code == 201


def test_one_address_cannot_have_everything_looked_through_all_the_time(build):
    """Taking and deleting one's data go through all events that there are, which everybody else reads as well."""
    site = build(rates=Rates())
    most = Rates().own_data.burst
    people = [site.guest() for _ in range(most + 1)]
    answers = [one.get("/api/me/export") for one in people]
    assert [one.status_code for one in answers] == [200] * most + [429]
    assert answers[-1].json()["retry_after"] == 30
    assert people[0].delete("/api/me").status_code == 429
    site.clock.pass_by(seconds=60)
    assert people[0].delete("/api/me").status_code == 204


def test_a_class_may_come_at_once(build):
    site = build(rates=Rates())
    codes = [site.browser().post("/api/guests", json={"name": "x"}).status_code for _ in range(40)]
    assert set(codes) == {201}


def test_a_place_is_free_again_when_it_is_left_and_nothing_is_remembered():
    places = Places(2)
    with places.one("a"), places.one("b"):
        with places.one("a"), pytest.raises(TooMany) as caught, places.one("a"):
            pass
        assert wait_of(caught.value) == CROWDED
        with places.one("a"):
            pass
    assert not places._open


def test_any_number_of_places_is_zero():
    places = Places(0)
    with places.one("a"), places.one("a"), places.one("a"):
        pass
