"""Pass keys: made, used, and everything that a thief could try."""

from __future__ import annotations

import pytest

from sprawdzam.server.schema import challenges, passkeys, users

from .authenticator import PRESENT, Authenticator, b64, from_b64
from .conftest import PASSWORD


def error(answer):
    return answer.status_code, answer.json()["error"]


def options(browser, login="ola", name="Ola"):
    answer = browser.post("/api/passkeys/begin", json={"login": login, "name": name})
    assert answer.status_code == 200, answer.text
    return answer.json()["options"]


def finish(browser, credential):
    return browser.post("/api/passkeys/finish", json={"credential": credential, "name": "phone"})


def register(browser, device, **asked):
    answer = finish(browser, device.create(options(browser, **asked)))
    assert answer.status_code == 201, answer.text
    return answer.json()


def ask(browser):
    return browser.post("/api/sessions/passkey/begin").json()["options"]


def enter(browser, credential):
    return browser.post("/api/sessions/passkey/finish", json={"credential": credential})


def test_an_account_opens_and_signs_in_without_a_password(site):
    browser, device = site.browser(), Authenticator()
    user = register(browser, device)
    assert (user["kind"], user["login"], user["name"]) == ("account", "ola", "Ola")
    assert browser.get("/api/me").json() == user
    again = site.browser()
    for _ in range(2):
        assert enter(again, device.get(ask(again))).json()["id"] == user["id"]
        assert again.get("/api/me").json()["id"] == user["id"]
    assert site.rows(users)[0]["password"] is None
    assert error(site.browser().post("/api/sessions", json={"login": "ola", "password": ""})) == (401, "wrong_login")


def test_what_the_device_is_asked(site):
    wanted = options(site.browser())
    assert wanted["rp"] == {"id": "testserver", "name": "Sprawdzam!"}
    assert (wanted["user"]["name"], wanted["user"]["displayName"]) == ("ola", "Ola")
    assert len(from_b64(wanted["challenge"])) == 32
    assert wanted["authenticatorSelection"]["residentKey"] == "required"
    assert wanted["authenticatorSelection"]["userVerification"] == "required"
    asked = ask(site.browser())
    assert (asked["rpId"], asked["allowCredentials"], asked["userVerification"]) == ("testserver", [], "required")


def test_a_guest_with_a_pass_key_stays_who_it_is(site):
    ola = site.guest("Ola")
    old = ola.cookies["sprawdzam"]
    user = register(ola, Authenticator(), name=None)
    assert (user["id"], user["kind"], user["name"]) == (ola.id, "account", "Ola")
    assert ola.cookies["sprawdzam"] != old and ola.get("/api/me").json()["kind"] == "account"


def test_an_account_adds_keys_and_removes_them(site):
    ola, first, second = site.account(), Authenticator(), Authenticator()
    register(ola, first)
    wanted = options(ola)
    assert [key["id"] for key in wanted["excludeCredentials"]] == [b64(first.id)]
    assert finish(ola, second.create(wanted)).status_code == 201
    assert {key["id"] for key in ola.get("/api/me/passkeys").json()} == {b64(first.id), b64(second.id)}
    assert ola.delete(f"/api/me/passkeys/{b64(first.id)}").status_code == 204
    assert error(ola.delete(f"/api/me/passkeys/{b64(first.id)}")) == (404, "not_found")
    other = site.browser()
    assert error(enter(other, first.get(ask(other)))) == (401, "wrong_login")
    assert enter(other, second.get(ask(other))).json()["id"] == ola.id


def test_the_only_way_in_cannot_be_removed(site):
    browser, device = site.browser(), Authenticator()
    register(browser, device)
    assert error(browser.delete(f"/api/me/passkeys/{b64(device.id)}")) == (409, "last_key")
    assert browser.put("/api/me/password", json={"new": PASSWORD}).status_code == 204
    assert browser.delete(f"/api/me/passkeys/{b64(device.id)}").status_code == 204


def test_keys_of_others_are_out_of_reach(site):
    device = Authenticator()
    register(site.browser(), device)
    kuba = site.account("kuba")
    assert error(kuba.delete(f"/api/me/passkeys/{b64(device.id)}")) == (404, "not_found")
    assert error(finish(kuba, device.create(options(kuba)))) == (422, "bad_passkey")


def test_a_challenge_is_answered_once(site):
    browser, device = site.browser(), Authenticator()
    register(browser, device)
    answer = device.get(ask(browser))
    assert enter(browser, answer).status_code == 201
    assert error(enter(site.browser(), answer)) == (422, "bad_passkey")
    made = Authenticator().create(options(site.browser(), "kuba", "Kuba"))
    assert finish(site.browser(), made).status_code == 201
    assert error(finish(site.browser(), made)) == (422, "bad_passkey")


def test_a_challenge_is_used_up_by_a_wrong_answer(site):
    browser, device = site.browser(), Authenticator()
    register(browser, device)
    asked = ask(browser)
    assert error(enter(browser, device.get(asked, origin="https://evil.example"))) == (401, "wrong_login")
    assert error(enter(browser, device.get(asked))) == (422, "bad_passkey")


def test_a_challenge_lasts_five_minutes(site):
    browser, device = site.browser(), Authenticator()
    register(browser, device)
    asked, wanted = ask(browser), options(site.browser(), "kuba", "Kuba")
    site.clock.pass_by(seconds=299)
    assert enter(browser, device.get(asked)).status_code == 201
    asked = ask(browser)
    site.clock.pass_by(seconds=300)
    assert error(enter(browser, device.get(asked))) == (422, "bad_passkey")
    assert error(finish(site.browser(), Authenticator().create(wanted))) == (422, "bad_passkey")
    ask(browser)
    assert len(site.rows(challenges)) == 1  # what has run out is swept away


def test_the_database_does_not_tell_what_is_to_be_signed(site):
    asked = ask(site.browser())
    assert asked["challenge"] not in str(site.rows(challenges))


@pytest.mark.parametrize(
    "bent",
    [
        {"origin": "https://evil.example"},
        {"origin": "https://testserver"},
        {"type": "webauthn.create"},
        {"flags": PRESENT},
        {"flags": 0},
    ],
)
def test_a_bent_answer_signs_nobody_in(site, bent):
    browser, device = site.browser(), Authenticator()
    register(browser, device)
    thief = site.browser()
    assert error(enter(thief, device.get(ask(thief), **bent))) == (401, "wrong_login")
    assert thief.get("/api/me").status_code == 401


@pytest.mark.parametrize("bent", [{"origin": "https://evil.example"}, {"type": "webauthn.get"}, {"flags": PRESENT}])
def test_a_bent_answer_makes_no_key(site, bent):
    browser = site.browser()
    assert error(finish(browser, Authenticator().create(options(browser), **bent))) == (422, "bad_passkey")
    assert (site.rows(users), site.rows(passkeys)) == ([], [])


def test_another_key_does_not_fit(site):
    browser, device, thief = site.browser(), Authenticator(), Authenticator()
    register(browser, device)
    thief.id, thief.host = device.id, device.host
    assert error(enter(site.browser(), thief.get(ask(browser)))) == (401, "wrong_login")


def test_a_key_of_another_host_does_not_fit(site):
    browser, device = site.browser(), Authenticator()
    register(browser, device)
    device.host = "evil.example"
    assert error(enter(browser, device.get(ask(browser)))) == (401, "wrong_login")


def test_a_copied_key_is_noticed_by_its_counter(site):
    browser, device = site.browser(), Authenticator()
    register(browser, device)
    device.counter = 7
    assert enter(browser, device.get(ask(browser))).status_code == 201
    device.counter = 3
    assert error(enter(browser, device.get(ask(browser)))) == (401, "wrong_login")


def test_a_challenge_for_signing_in_makes_no_key_and_the_other_way_round(site):
    browser, device = site.browser(), Authenticator()
    register(browser, device)
    asked = ask(browser)
    made = Authenticator().create(asked | {"rp": {"id": "testserver"}})
    assert error(finish(browser, made)) == (422, "bad_passkey")
    wanted = options(browser)
    assert error(enter(browser, device.get(wanted))) == (401, "wrong_login")


def test_a_key_that_one_began_is_not_finished_by_another(site):
    ola, kuba = site.account("ola"), site.account("kuba")
    made = Authenticator().create(options(ola))
    assert error(finish(kuba, made)) == (422, "bad_passkey")
    made = Authenticator().create(options(ola))
    assert error(finish(site.browser(), made)) == (422, "bad_passkey")
    assert site.rows(passkeys) == []


def test_of_two_who_want_a_login_one_gets_it(site):
    one, other = site.browser(), site.browser()
    first, second = Authenticator().create(options(one)), Authenticator().create(options(other))
    assert finish(other, second).status_code == 201
    assert error(finish(one, first)) == (409, "login_taken")
    assert error(one.post("/api/passkeys/begin", json={"login": "OLA"})) == (409, "login_taken")
    assert len(site.rows(users)) == len(site.rows(passkeys)) == 1


@pytest.mark.parametrize("field", ["clientDataJSON", "attestationObject"])
@pytest.mark.parametrize("value", ["", "!!", "AAAA", b64(b"[]"), b64(b"\xff" * 300), b64(b"[" * 5000)])
def test_nonsense_of_a_device_is_refused(site, field, value):
    browser = site.browser()
    made = Authenticator().create(options(browser))
    made["response"][field] = value
    assert error(finish(browser, made)) == (422, "bad_passkey")


@pytest.mark.parametrize("name", ["\0", "a b", "ż"])
def test_the_id_of_a_key_is_base64url(site, name):
    device = Authenticator()
    register(site.browser(), device)
    credential = device.get(ask(site.browser())) | {"id": name, "rawId": name}
    assert error(enter(site.browser(), credential)) == (400, "bad_request")


def test_the_address_of_the_page_can_be_told(site):
    from sprawdzam.server.people_api import _Answers

    answers = _Answers(site.people, "https://Play.Example:8443", None)
    assert (answers._site(None).host, answers._site(None).origin) == ("play.example", "https://play.example:8443")
