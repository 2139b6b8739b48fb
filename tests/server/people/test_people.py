"""Guests, accounts, sessions and programs."""

from __future__ import annotations

import hashlib
import hmac
import threading

import pytest
from argon2 import PasswordHasher

from sprawdzam.server import people as people_module
from sprawdzam.server.names import check_password
from sprawdzam.server.schema import sessions, tokens, users

from .conftest import PASSWORD


def error(answer):
    return answer.status_code, answer.json()["error"]


def test_a_guest_is_known_again(site):
    ola = site.guest("  Ola   z Łodzi ")
    assert ola.get("/api/me").json() | {"id": ""} == {
        "id": "", "kind": "guest", "name": "Ola z Łodzi", "login": None, "owner": None, "language": "en",
        "created": site.clock.ms, "seen": site.clock.ms,
    }  # fmt: skip
    assert error(site.browser().get("/api/me")) == (401, "not_signed_in")


def test_two_guests_may_have_one_name(site):
    assert site.guest("Ola").id != site.guest("Ola").id


def test_somebody_does_not_become_a_guest(site):
    ola = site.guest()
    assert error(ola.post("/api/guests", json={"name": "Kuba"})) == (409, "already_signed_in")


def test_an_account_signs_in_whatever_the_case_of_its_login(site):
    ola = site.account("Ola.Nowak")
    again = site.browser()
    assert again.post("/api/sessions", json={"login": " OLA.nowak", "password": PASSWORD}).status_code == 201
    assert again.get("/api/me").json()["id"] == ola.id


def test_a_password_fits_however_its_letters_are_composed(site):
    site.account("ola", password="gęś gęgała")
    decomposed = "ge\u0328s\u0301 ge\u0328gała"
    assert site.browser().post("/api/sessions", json={"login": "ola", "password": decomposed}).status_code == 201


def test_a_login_is_taken_once(site):
    site.account("ola")
    for login in ("ola", "OLA", "\uff4f\uff4c\uff41"):
        answer = site.browser().post("/api/accounts", json={"login": login, "password": PASSWORD, "name": "x"})
        assert error(answer) == (409, "login_taken")
    guest = site.guest("Ela")
    assert error(guest.post("/api/accounts", json={"login": "ola", "password": PASSWORD})) == (409, "login_taken")
    assert guest.get("/api/me").json()["kind"] == "guest"


def test_a_guest_who_opens_an_account_stays_who_it_is(site):
    ola = site.guest("Ola")
    old = ola.cookies["sprawdzam"]
    elsewhere = site.run(site.people.begin_session, site.run(site.people.find, ola.id))
    made = ola.post("/api/accounts", json={"login": "ola", "password": PASSWORD}).json()
    assert (made["id"], made["kind"], made["name"]) == (ola.id, "account", "Ola")
    assert ola.cookies["sprawdzam"] != old
    assert error(ola.post("/api/accounts", json={"login": "ola2", "password": PASSWORD})) == (409, "already_signed_in")
    for token in (old, elsewhere):
        stolen = site.browser()
        stolen.cookies["sprawdzam"] = token
        assert error(stolen.get("/api/me")) == (401, "not_signed_in")


def test_passwords_are_kept_as_argon2id(site):
    site.account()
    (row,) = site.rows(users)
    assert row["password"].startswith("$argon2id$")


def test_a_hash_of_weaker_settings_is_made_anew_at_the_next_sign_in(site):
    site.account()
    weak = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1).hash(PASSWORD)
    site.write(users.update().values(password=weak))
    assert site.browser().post("/api/sessions", json={"login": "ola", "password": PASSWORD}).status_code == 201
    assert "t=1" in site.rows(users)[0]["password"]
    assert site.browser().post("/api/sessions", json={"login": "ola", "password": PASSWORD}).status_code == 201


@pytest.mark.parametrize("login, password", [("kuba", PASSWORD), ("ola", "wrong wrong"), ("ola!!", "x"), ("", "")])
def test_signing_in_tells_nobody_who_exists(site, monkeypatch, login, password):
    """An unknown login, a wrong password and a text that is no login: one answer, and one hash computed for it."""
    site.account()
    work = []
    verify = site.people.passwords._verify
    monkeypatch.setattr(site.people.passwords, "_verify", lambda *args: work.append(1) or verify(*args))
    answer = site.browser().post("/api/sessions", json={"login": login, "password": password})
    assert (answer.status_code, answer.json(), len(work)) == (
        401, {"error": "wrong_login", "text": "login and password do not fit"}, 1,
    )  # fmt: skip
    assert "set-cookie" not in answer.headers


def test_the_hash_computed_for_nobody_costs_as_much_as_anybodys(site):
    passwords = site.people.passwords
    settings = site.run(passwords.hash, "x").rsplit("$", 2)[0]
    assert passwords._nobodys.rsplit("$", 2)[0] == settings
    assert site.run(passwords.fits, None, "") is False


def test_the_loop_does_not_wait_for_a_hash(site, monkeypatch):
    async def here():
        return threading.current_thread()

    threads = []
    monkeypatch.setattr(site.people.passwords, "_verify", lambda *_: threads.append(threading.current_thread()))
    site.browser().post("/api/sessions", json={"login": "ola", "password": "x"})
    assert len(threads) == 1 and threads[0] is not site.run(here)


def test_a_session_token_is_never_carried_over(site):
    """Fixation: a token that somebody planted is worth nothing after signing in, and one of ours ends."""
    site.account()
    browser = site.browser()
    browser.cookies["sprawdzam"] = "planted-by-somebody"
    browser.post("/api/sessions", json={"login": "ola", "password": PASSWORD})
    first = browser.cookies.get("sprawdzam", domain="testserver.local")
    assert first and first != "planted-by-somebody"
    again = site.browser()
    again.cookies["sprawdzam"] = first
    again.post("/api/sessions", json={"login": "ola", "password": PASSWORD})
    hashes = {row["hash"] for row in site.rows(sessions)}
    assert hashlib.sha256(first.encode()).hexdigest() not in hashes
    assert hashlib.sha256(b"planted-by-somebody").hexdigest() not in hashes


def test_the_database_holds_no_token(site):
    ola = site.account()
    program = site.program(ola)
    cookie = ola.cookies["sprawdzam"]
    assert len(cookie) == 43
    kept = str([site.rows(table) for table in (users, sessions, tokens)])
    assert cookie not in kept and program.secret not in kept and program.secret.removeprefix("spz_") not in kept
    assert hashlib.sha256(cookie.encode()).hexdigest() in kept


def test_a_cookie_is_kept_from_scripts_and_other_sites(site):
    browser = site.browser()
    given = browser.post("/api/guests", json={"name": "Ola"}).headers["set-cookie"]
    assert given.startswith("sprawdzam=")
    assert given.endswith("; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax")


def test_over_https_a_cookie_belongs_to_this_host_alone(site):
    browser = site.browser(scheme="https")
    given = browser.post("/api/guests", json={"name": "Ola"}).headers["set-cookie"]
    assert given.startswith("__Host-sprawdzam=")
    assert given.endswith("; Path=/; HttpOnly; SameSite=Lax; Secure")
    assert browser.get("/api/me").json()["name"] == "Ola"
    tossed = site.browser(scheme="https")
    tossed.cookies["sprawdzam"] = given.partition("=")[2].partition(";")[0]
    assert tossed.get("/api/me").status_code == 401  # a cookie of another name is none of ours


def test_signing_out_ends_the_session_and_takes_the_cookie(site):
    ola = site.guest()
    cookie = ola.cookies["sprawdzam"]
    assert ola.delete("/api/sessions").status_code == 204
    assert "sprawdzam" not in ola.cookies
    again = site.browser()
    again.cookies["sprawdzam"] = cookie
    assert again.get("/api/me").status_code == 401


def test_a_session_lasts_thirty_days_from_its_latest_use(site):
    ola = site.guest()
    site.clock.pass_by(days=29)
    assert "Max-Age=2592000" in ola.get("/api/me").headers["set-cookie"]
    assert "set-cookie" not in ola.get("/api/me").headers  # written down once a day at most
    site.clock.pass_by(days=29)
    assert ola.get("/api/me").status_code == 200
    site.clock.pass_by(days=30)
    assert ola.get("/api/me").status_code == 401
    site.run(site.people.sweep)
    assert site.rows(sessions) == []


def test_a_new_password_ends_all_other_sessions(site):
    ola = site.account()
    other = site.browser()
    other.post("/api/sessions", json={"login": "ola", "password": PASSWORD})
    assert error(ola.put("/api/me/password", json={"old": "something else", "new": "zupełnie nowe"})) == (
        403, "not_allowed",
    )  # fmt: skip
    assert ola.put("/api/me/password", json={"old": PASSWORD, "new": "zupełnie nowe"}).status_code == 204
    assert (ola.get("/api/me").status_code, other.get("/api/me").status_code) == (200, 401)
    assert site.browser().post("/api/sessions", json={"login": "ola", "password": PASSWORD}).status_code == 401


@pytest.mark.parametrize(
    "password",
    ["short", "x" * 257, "aaaaaaaaaa", "Aleksandra", "password123", "!Password!", "2024Hasło", "QWERTYUIOP", "12345678",
     "12345678!", "abcdefgh",
     "987654321", "zaq12wsx", "1qaz2wsx!", "1qaz@WSX", "polska2012", "password1234567", "Aa123456", "12345678a"],
)  # fmt: skip
def test_a_password_that_is_easily_guessed_is_refused(site, password):
    answer = site.browser().post("/api/accounts", json={"login": "aleksandra", "password": password, "name": "Ola"})
    assert error(answer) == (422, "bad_password")


@pytest.mark.parametrize(
    "password",
    [
        "correct horse",
        "password horse",
        "test-kot-dom",
        "83920174",
        "8493027a",
        "839201test1748295",
        "kot 12345678",
        "!?%;&/(=",
        "a!@#$%^&*()",
        "93847%61test82649!53",
        "zupełnie nowe",
    ],
)
def test_a_password_in_which_there_is_a_well_known_word_may_be_good(password):
    check_password(password, "aleksandra")


@pytest.mark.parametrize("login", ["ab", "x" * 65, "o la", "ola\0", "<ola>", "ola\u202e", ""])
def test_a_login_can_be_typed(site, login):
    answer = site.browser().post("/api/accounts", json={"login": login, "password": PASSWORD, "name": "Ola"})
    assert error(answer) == (422, "bad_login")


def test_name_and_language_can_be_changed(site):
    ola = site.guest()
    changed = ola.patch("/api/me", json={"name": "Aleksandra", "language": "pl"}).json()
    assert (changed["name"], changed["language"]) == ("Aleksandra", "pl")
    assert ola.get("/api/me").json() == changed
    assert ola.patch("/api/me", json={}).json() == changed
    assert error(ola.patch("/api/me", json={"name": "\u200b"})) == (422, "bad_name")


def test_the_language_of_a_newcomer_is_that_of_the_browser(site):
    browser = site.browser()
    answer = browser.post("/api/guests", json={"name": "Ola"}, headers={"accept-language": "pl-PL,pl;q=0.9,en;q=0.5"})
    assert answer.json()["language"] == "pl"


def test_a_program_calls_with_its_token(site):
    ola = site.account()
    program = site.program(ola)
    assert program.secret.startswith("spz_") and len(program.secret) == 47
    me = program.get("/api/me").json()
    assert (me["id"], me["kind"], me["owner"], me["name"]) == (program.id, "program", ola.id, "Automat")
    (token,) = ola.get(f"/api/programs/{program.id}/tokens").json()
    assert token == {"id": program.token, "name": "first", "created": site.clock.ms, "used": site.clock.ms}


def test_a_revoked_token_is_worth_nothing(site):
    ola = site.account()
    program = site.program(ola)
    assert ola.delete(f"/api/programs/{program.id}/tokens/{program.token}").status_code == 204
    assert error(program.get("/api/me")) == (401, "not_signed_in")
    assert error(ola.delete(f"/api/programs/{program.id}/tokens/{program.token}")) == (404, "not_found")


def test_tokens_are_compared_in_constant_time(site, monkeypatch):
    ola = site.account()
    program = site.program(ola)
    compared = []
    same = hmac.compare_digest
    monkeypatch.setattr(people_module.hmac, "compare_digest", lambda a, b: compared.append((a, b)) or same(a, b))
    program.get("/api/me")
    ola.get("/api/me")
    hashes = [hashlib.sha256(secret.encode()).hexdigest() for secret in (program.secret, ola.cookies["sprawdzam"])]
    assert compared == [(hashed, hashed) for hashed in hashes]


@pytest.mark.parametrize("given", ["Bearer spz_x", "Bearer", "Basic b2xhOm9sYQ==", "", "Bearer \u00f3"])
def test_a_token_that_is_none_is_refused_whatever_the_cookie(site, given):
    ola = site.guest()
    answer = ola.get("/api/me", headers={"authorization": given.encode("latin-1")})
    assert error(answer) == (401, "not_signed_in")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_session_is_no_token_and_a_token_no_session(site):
    ola = site.account()
    program = site.program(ola)
    swapped = site.browser()
    assert swapped.get("/api/me", headers={"authorization": f"Bearer {ola.cookies['sprawdzam']}"}).status_code == 401
    swapped.cookies["sprawdzam"] = program.secret
    assert swapped.get("/api/me").status_code == 401


def test_programs_belong_to_accounts(site):
    ola, kuba, guest = site.account("ola"), site.account("kuba"), site.guest()
    program = site.program(ola)
    assert error(guest.post("/api/programs", json={"name": "x"})) == (403, "not_allowed")
    assert error(program.post("/api/programs", json={"name": "x"})) == (403, "not_allowed")
    assert error(program.patch("/api/me", json={"name": "x"})) == (403, "not_allowed")
    assert error(program.post("/api/accounts", json={"login": "bot", "password": PASSWORD})) == (403, "not_allowed")
    for method, path in [
        ("DELETE", f"/api/programs/{program.id}"),
        ("GET", f"/api/programs/{program.id}/tokens"),
        ("DELETE", f"/api/programs/{program.id}/tokens/{program.token}"),
        ("GET", f"/api/programs/{ola.id}/tokens"),
    ]:
        assert error(kuba.request(method, path)) == (404, "not_found")
    assert program.get("/api/me").status_code == 200
    assert [one["id"] for one in ola.get("/api/programs").json()] == [program.id]
    assert kuba.get("/api/programs").json() == []


def test_nobody_has_programs_or_tokens_without_end(site):
    ola = site.account()
    for _ in range(10):
        program = ola.post("/api/programs", json={"name": "x"}).json()
    assert error(ola.post("/api/programs", json={"name": "x"})) == (409, "enough")
    for _ in range(10):
        ola.post(f"/api/programs/{program['id']}/tokens", json={"name": "x"})
    assert error(ola.post(f"/api/programs/{program['id']}/tokens", json={"name": "x"})) == (409, "enough")
    assert (len(site.rows(users)), len(site.rows(tokens))) == (11, 10)
