"""Logs hold nothing that somebody could sign in with."""

from __future__ import annotations

import io
import logging

import pytest

from sprawdzam.server.redact import HideSecrets

SECRET = "k7Zp0qfXcD-secret_Value"


@pytest.fixture
def log():
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.addFilter(HideSecrets())
    logger = logging.Logger("test")
    logger.addHandler(handler)
    logger.told = out.getvalue
    return logger


@pytest.mark.parametrize(
    "message, args",
    [
        ("Authorization: Bearer %s", (SECRET,)),
        ("%s", (f"authorization: Basic {SECRET}",)),
        ("%r", ({"authorization": f"Bearer {SECRET}", "host": "a"},)),
        ("%r", ([(b"cookie", f"sprawdzam={SECRET}".encode())],)),
        ("Cookie: a=b; __Host-sprawdzam=%s; c=d", (SECRET,)),
        ("Set-Cookie: sprawdzam=%s; Path=/", (SECRET,)),
        ("GET /x?token=spz_%s", (SECRET,)),
        (f'body {{"login": "ola", "password": "{SECRET}"}}', ()),
        ("%r", ({"password": SECRET},)),
        ("$argon2id$v=19$m=65536$" + SECRET, ()),
        ("%(authorization)s", ({"authorization": f"Bearer {SECRET}"},)),
    ],
)
def test_secrets_are_hidden(log, message, args):
    log.warning(message, *args)
    assert SECRET not in log.told() and "[hidden]" in log.told()


def test_secrets_in_a_trace_are_hidden(log):
    try:
        raise ValueError(f"no such token: spz_{SECRET}")
    except ValueError:
        log.exception("failed")
    assert "Traceback" in log.told() and SECRET not in log.told()


def test_everything_else_is_told_as_it_is(log):
    log.warning("%s took %d ms at table %s", "GET /api/me", 7, "abc")
    log.warning("the cookie was set; the password fits; 100%")
    assert log.told() == "GET /api/me took 7 ms at table abc\nthe cookie was set; the password fits; 100%\n"


def test_arguments_keep_their_number_for_formatters_that_take_them_apart(log):
    record = logging.LogRecord("a", 20, "", 1, '%s - "%s" %d', ("192.0.2.1", f"GET /?t=spz_{SECRET}", 200), None)
    assert HideSecrets().filter(record)
    assert record.args == ("192.0.2.1", "GET /?t=[hidden]", 200)
