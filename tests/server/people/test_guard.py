"""What every request passes first."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from starlette.websockets import WebSocketDisconnect

from sprawdzam.server.guard import Gate

OURS, FOREIGN = "http://testserver", "https://evil.example"


def error(answer):
    return answer.status_code, answer.json()["error"]


@pytest.fixture
def ola(site):
    return site.guest()


def without(client, *headers):
    for header in headers:
        client.headers.pop(header, None)
    return client


def test_every_answer_has_the_headers_that_protect_a_page(site):
    for path in ("/api/openapi.json", "/api/nothing", "/elsewhere"):
        headers = site.browser().get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'self'" and policy["frame-ancestors"] == "'none'"
        assert policy["object-src"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
        assert "strict-transport-security" not in headers
        assert "access-control-allow-origin" not in headers


def test_over_https_browsers_are_told_to_stay_with_it(site):
    assert site.browser(scheme="https").get("/api/nothing").headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize(
    "origin", [FOREIGN, "null", "http://testserver:81", "https://testserver", "http://testserver.evil.example", ""]
)
def test_a_foreign_page_may_not_call(site, ola, origin):
    for client in (ola, site.browser()):
        answer = client.post("/api/guests", json={"name": "x"}, headers={"origin": origin})
        assert error(answer) == (403, "foreign_origin")


def test_a_foreign_page_may_not_sign_out(ola):
    assert error(ola.delete("/api/sessions", headers={"origin": FOREIGN})) == (403, "foreign_origin")
    assert ola.get("/api/me").status_code == 200


@pytest.mark.parametrize("origin", [OURS, "HTTP://TestServer", "http://testserver:80"])
def test_our_own_page_may_call(ola, origin):
    assert ola.patch("/api/me", json={}, headers={"origin": origin}).status_code == 200


def test_with_a_cookie_the_browser_must_say_where_the_page_is_from(ola):
    without(ola, "origin")
    assert error(ola.patch("/api/me", json={})) == (403, "foreign_origin")
    assert error(ola.patch("/api/me", json={}, headers={"sec-fetch-site": "none"})) == (403, "foreign_origin")
    assert ola.patch("/api/me", json={}, headers={"sec-fetch-site": "same-origin"}).status_code == 200


@pytest.mark.parametrize("site_header", ["cross-site", "same-site"])
def test_what_comes_from_another_site_is_refused_even_without_a_cookie(site, site_header):
    client = without(site.browser(), "origin")
    answer = client.post("/api/guests", json={"name": "x"}, headers={"sec-fetch-site": site_header})
    assert error(answer) == (403, "foreign_origin")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
def test_with_a_cookie_only_json_changes_anything(ola, kind):
    """A form of another site can send everything but this."""
    without(ola, "content-type")
    answer = ola.delete("/api/sessions", headers={"content-type": kind} if kind else {})
    assert error(answer) == (415, "not_json")
    assert ola.get("/api/me").status_code == 200


def test_programs_need_no_origin(site):
    program = site.program(site.account("ela"))
    assert "origin" not in program.headers
    assert program.delete("/api/sessions", headers={"content-type": "text/plain"}).status_code == 204


def test_a_cookie_of_somebody_else_on_this_host_asks_for_nothing(site):
    client = without(site.browser(), "origin")
    client.cookies["other"] = "x"
    assert client.post("/api/guests", json={"name": "x"}).status_code == 201


def test_reading_needs_no_origin(ola):
    assert without(ola, "origin", "content-type").get("/api/me").status_code == 200


def test_other_origins_can_be_allowed(build):
    site = build(gate=Gate(origins=frozenset({"https://friends.example"})))
    allowed = {"origin": "https://friends.example", "sec-fetch-site": "cross-site"}
    assert site.browser().post("/api/guests", json={"name": "x"}, headers=allowed).status_code == 201
    assert site.browser().post("/api/guests", json={"name": "x"}, headers={"origin": FOREIGN}).status_code == 403


def test_the_names_of_the_server_can_be_told(build):
    """Against DNS rebinding: a foreign name that leads here is not a name of ours."""
    site = build(gate=Gate(hosts=frozenset({"testserver"})))
    assert site.browser().post("/api/guests", json={"name": "x"}).status_code == 201
    assert site.browser(host="testserver:8000").post("/api/guests", json={"name": "x"}).status_code == 201
    answer = site.browser(host="rebound.example").post("/api/guests", json={"name": "x"})
    assert error(answer) == (403, "foreign_origin")


@pytest.mark.parametrize("host", ["", "a b", "testserver/x", "user@testserver"])
def test_a_host_is_a_host(site, host):
    client = without(site.browser(), "origin")
    assert error(client.post("/api/guests", json={"name": "x"}, headers={"host": host})) == (400, "bad_request")


def hello(client, **headers):
    with client.websocket_connect("/socket", headers=headers) as socket:
        return socket.receive_text()


def test_a_socket_knows_who_calls(site):
    ola = site.account()
    assert hello(ola) == "Ola"
    assert hello(site.browser()) == "nobody"
    assert hello(site.program(ola)) == "Automat"


@pytest.mark.parametrize("origin", [FOREIGN, "null", "https://testserver"])
def test_a_foreign_page_opens_no_socket(site, ola, origin):
    for client in (ola, site.browser()):
        with pytest.raises(WebSocketDisconnect) as refused:
            hello(client, origin=origin)
        assert refused.value.status_code == 403 and refused.value.json()["error"] == "foreign_origin"


def test_a_socket_with_a_cookie_says_where_the_page_is_from(ola):
    with pytest.raises(WebSocketDisconnect):
        hello(without(ola, "origin"))


def test_forwarded_headers_of_strangers_are_not_believed(build):
    site = build()
    client = site.browser(address="192.0.2.1")
    told = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https", "origin": OURS}
    assert client.post("/api/guests", json={"name": "x"}, headers=told).headers["set-cookie"].startswith("sprawdzam=")
    assert list(site.limits.guest._full) == ["192.0.2.1"]


@pytest.mark.parametrize(
    "chain, caller",
    [
        ("203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("203.0.113.9, nonsense, 10.0.0.2", "10.0.0.2"),
        ("2001:db8::1", "2001:db8::/64"),
    ],
)
def test_a_trusted_proxy_tells_who_calls(build, chain, caller):
    site = build(gate=Gate(proxies=(ip_network("10.0.0.0/8"),)))
    client = site.browser(address="10.0.0.1")
    told = {"x-forwarded-for": chain, "x-forwarded-proto": "https", "origin": "https://testserver"}
    answer = client.post("/api/guests", json={"name": "x"}, headers=told)
    assert answer.headers["set-cookie"].startswith("__Host-sprawdzam=")
    assert "strict-transport-security" in answer.headers
    assert list(site.limits.guest._full) == [caller]
    with client.websocket_connect("/socket", headers=told) as socket:
        assert socket.receive_text() == "nobody"


def test_addresses_and_headers_have_a_longest_length(site):
    client = site.browser()
    assert error(client.get("/api/users/" + "x" * 5000)) == (414, "long_address")
    assert error(client.get("/api/users/x?" + "x" * 5000)) == (414, "long_address")
    assert error(client.get("/api/users/x", headers={"x-long": "x" * 17_000})) == (431, "long_headers")


def test_a_body_that_says_it_is_too_large_is_not_waited_for(site):
    answer = site.browser().post("/elsewhere", content=b"", headers={"content-length": "999999999"})
    assert error(answer) == (413, "too_large")
