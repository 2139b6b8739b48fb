"""What all sockets of a user, or of an address, may ask for together, however many they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from sprawdzam.server import running
from sprawdzam.server.app import Settings
from sprawdzam.server.limits import Buckets, Limits, Rate, Rates
from sprawdzam.server.refusals import TooMany

from .sockets import KEY, Person, World, serving

pytestmark = pytest.mark.anyio


async def test_the_sockets_of_a_user_share_what_may_be_done_at_tables(tmp_path: Path) -> None:
    async with serving(tmp_path / "test.db", World()) as (server, address):
        ola, jan = await Person.guest(address, "Ola"), await Person.guest(address, "Jan")
        table = (await ola.http.post("/api/tables", json={"game": "blef", "seats": 3})).json()["id"]
        lines = [await ola.socket(table) for _ in range(3)]
        server.limits.event = Buckets(Rate(4, 0.5), lambda: 0.0)
        answers = [await lines[n % 3].ask(("stand", "sit")[n % 2]) for n in range(6)]
        assert [answer["is"] for answer in answers] == ["done"] * 4 + ["refused"] * 2
        assert {(answer["error"], answer["retry_after"]) for answer in answers[4:]} == {("too_many", 2)}
        assert (await (await jan.socket(table)).ask("sit"))["is"] == "done"
        assert (await lines[0].ask("join"))["is"] == "done"  # to look on changes nothing


async def test_the_sockets_of_an_address_share_what_may_be_asked(tmp_path: Path) -> None:
    async with serving(tmp_path / "test.db", World()) as (server, address):
        ola = await Person.guest(address, "Ola")
        table = (await ola.http.post("/api/tables", json={"game": "blef", "seats": 2})).json()["id"]
        lines = [await ola.socket(table), await Person(address).socket(table)]
        server.limits.request = Buckets(Rate(8, 1.0), lambda: 0.0)
        answers = [await lines[n % 2].ask("join") for n in range(3)] + [await lines[1].ask("leave") for _ in range(3)]
        assert [answer.get("error", "") for answer in answers] == ["", "", "too_many", "", "", "too_many"]
        assert [answer.get("retry_after") for answer in (answers[2], answers[5])] == [1, 1]


def test_a_rate_that_was_asked_for_is_that_of_an_address_its_sockets_and_its_guests() -> None:
    """Whoever sits there does as much as anywhere: what counts by user keeps its limits."""
    rates, usual = Rates().of_address(1_000_000.0), Rates()
    limits: Limits = running._config(Settings("sqlite://", KEY), rates).app.limits  # type: ignore[union-attr]
    for _ in range(2 * Rates().request.burst):
        limits.request.take("somewhere", 3.0)
    for bucket in (limits.address, limits.guest):
        for _ in range(1000):
            bucket.take("somewhere")
    for name in ("user", "table", "word", "event", "hint", "sign_in", "past", "own_data"):
        assert getattr(rates, name) == getattr(usual, name)
    for _ in range(usual.table.burst):
        limits.table.take("somebody")
    with pytest.raises(TooMany):
        limits.table.take("somebody")
    assert usual.of_address(1.0).request == usual.request  # sockets never have less


def test_in_a_load_test_a_few_users_do_what_many_would_do() -> None:
    rates = Rates().of_busy_users()
    assert rates.address == Rates().address
    assert min(rates.user, rates.table, rates.word, rates.event) > (100_000, 100_000)
