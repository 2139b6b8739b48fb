"""Routes by declaration: what is decoded, refused and told."""

from __future__ import annotations

import msgspec
import pytest

from sprawdzam.server.refusals import NotFound, Refusal, code_of, language_of, status_of
from sprawdzam.server.route import Route, Who
from sprawdzam.server.store import StoreDown

from .conftest import building


class Echo(msgspec.Struct, forbid_unknown_fields=True):
    word: str
    number: int = 0


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    count: int = 1


class Gone(Refusal):
    """It was here."""

    status = 410


async def echo(call):
    return call.body


async def repeat(call):
    return Echo(call.part("word") * call.query.count)


async def fail(call):
    raise Gone("it was here until {day}", day="Monday")


async def down(call):
    raise StoreDown("the database does not answer ({fault}); try again soon", fault="host=10.0.0.1")


async def stumble(call):
    raise ValueError("nobody has foreseen this")


ROUTES = (
    Route("POST", "/api/echo", "Echo", echo, Echo, Echo),
    Route("GET", "/api/repeat/{word}", "Repeat", repeat, None, Echo, Asked),
    Route("GET", "/api/fail", "Fail", fail, None, Echo, errors=(Gone,)),
    Route("GET", "/api/down/{table}", "Down", down, None, Echo),
    Route("GET", "/api/stumble/{table}", "Stumble", stumble, None, Echo),
    Route("GET", "/api/secret", "Secret", echo, None, Echo, who=Who.ACCOUNT),
)


@pytest.fixture(scope="module")
def browser(blank, tmp_path_factory):
    with building(blank, tmp_path_factory.mktemp("api")) as make:
        yield make(routes=ROUTES).browser()


def error(answer):
    return answer.status_code, answer.json()["error"]


def test_what_is_sent_comes_back_typed(browser):
    answer = browser.post("/api/echo", json={"word": "żółw"})
    assert (answer.status_code, answer.json()) == (200, {"word": "żółw", "number": 0})
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("application/json", "no-store")
    assert browser.get("/api/repeat/ab?count=2").json()["word"] == "abab"
    assert browser.head("/api/repeat/ab").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b'{"word": 1}', b'{"number": 1}', b'{"word": "a", "number": "1"}', b'{"word": "a", "x": 1}',
        b'{"word": "\xff"}', b'{"word": "\\ud800"}', b'{"word": ' + b"[" * 16_000, b'{"word": NaN}', b"null",
        b'{"word": "a", "number": 1.5}', b'{"word": "a"} x',
    ],
)  # fmt: skip
def test_a_body_that_is_not_as_described_is_refused(browser, body):
    assert error(browser.post("/api/echo", content=body)) == (400, "bad_request")


@pytest.mark.parametrize("query", ["count=x", "count=", "count=1&count=2", "other=1", "count=null"])
def test_a_query_that_is_not_as_described_is_refused(browser, query):
    assert error(browser.get(f"/api/repeat/ab?{query}")) == (400, "bad_request")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_a_body_is_json(browser, kind):
    answer = browser.post("/api/echo", content=b'{"word": "a"}', headers={"content-type": kind})
    assert error(answer) == (415, "not_json")


def test_json_may_name_its_charset(browser):
    told = {"content-type": "application/JSON; charset=utf-8"}
    assert browser.post("/api/echo", content=b'{"word": "a"}', headers=told).status_code == 200


def test_a_body_has_at_most_16_kilobytes(browser):
    def whole(size):
        return b'{"word": "' + b"a" * (size - 12) + b'"}'

    def in_pieces(size):
        yield from (whole(size)[n : n + 1000] for n in range(0, size, 1000))

    for body in (whole, in_pieces):
        assert browser.post("/api/echo", content=body(16 * 1024)).status_code == 200
        assert error(browser.post("/api/echo", content=body(16 * 1024 + 1))) == (413, "too_large")


def test_an_error_is_told_in_the_language_of_the_caller(browser):
    answer = browser.get("/api/fail", headers={"accept-language": "en-GB"})
    assert answer.status_code == 410
    assert answer.json() == {"error": "gone", "text": "it was here until Monday"}
    assert answer.headers["vary"] == "Accept-Language"


@pytest.mark.parametrize(
    "accepted, language",
    [
        ("", "en"), ("pl", "pl"), ("PL-pl", "pl"), ("en-US,en;q=0.9,pl;q=0.8", "en"), ("de,pl;q=0.3", "pl"),
        ("en;q=0.2, pl;q=0.3", "pl"), ("*", "en"), ("pl;q=0", "en"), ("pl;q=x", "en"), (",;,;q=", "en"),
    ],
)  # fmt: skip
def test_the_language_is_the_one_liked_best(accepted, language):
    assert language_of(accepted) == language


def test_what_is_not_there_is_refused_in_json(browser):
    assert error(browser.get("/api/nothing")) == (404, "not_found")
    assert error(browser.get("/api/repeat/a%00b")) == (404, "not_found")
    answer = browser.delete("/api/echo")
    assert (error(answer), answer.headers["allow"]) == ((405, "bad_method"), "POST")
    assert browser.post("/api/repeat/ab").headers["allow"] == "GET, HEAD"


def test_who_may_call_is_checked_before_anything_is_read(build):
    site = build(routes=ROUTES)
    assert error(site.browser().get("/api/secret?x=1")) == (401, "not_signed_in")
    assert error(site.guest().get("/api/secret?x=1")) == (403, "not_allowed")


def test_a_database_that_is_down_is_told_without_its_secrets(browser, caplog):
    answer = browser.get("/api/down/invited")
    assert (answer.status_code, answer.json()["error"], answer.json()["retry_after"]) == (503, "unavailable", 2)
    assert answer.headers["retry-after"] == "2"
    assert "10.0.0.1" not in answer.text
    (record,) = (record for record in caplog.records if record.name.startswith("sprawdzam"))  # the caller logs, too
    told = caplog.handler.format(record)
    assert record.getMessage() == "GET /api/down/{table}" and "10.0.0.1" in told
    assert "invited" not in told  # whoever has the link of a table may sit down there


def test_codes_follow_from_names():
    assert (code_of(NotFound), status_of(NotFound)) == ("not_found", 404)


def test_what_nobody_has_foreseen_is_a_refusal_too_and_noted_once(browser, caplog):
    answer = browser.get("/api/stumble/AbCd", headers={"accept-language": "pl"})
    assert answer.status_code == 500 and answer.headers["content-type"] == "application/json"
    assert answer.json()["error"] == "failed" and "po naszej stronie" in answer.json()["text"]
    (noted,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert noted.getMessage() == "GET /api/stumble/{table}" and "nobody has foreseen this" in noted.exc_text
