"""Logs hold nothing that somebody could sign in with."""

from __future__ import annotations

import io
import json
import logging
import sys

import pytest

from sprawdzam.server.redact import HideSecrets
from sprawdzam.server.running import configure_logs

SECRET = "k7Zp0qfXcD-secret_Value"
TABLE = "6zWIRAN_j3DM2JcVMOGnYw"
LETTERS = "abcdefghijklmnopqrstUV"


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


@pytest.mark.parametrize("id", [TABLE, LETTERS])
@pytest.mark.parametrize(
    "message",
    [
        "GET /api/tables/%s/log",
        "Referer: https://play.example/t/%s?x=1",
        "GET /api/socket?table=%s",
        "put off: there is no table %s; perhaps the link was cut",
        "put off: snapshot 0 of %s: it cannot be read with this key",
        "DETAIL:  Key (table_id, number)=(%s, 3) already exists.",
    ],
)
def test_links_of_tables_are_hidden(log, message, id):
    log.warning(message, id)
    assert id not in log.told() and "[hidden]" in log.told()


def test_whatever_looks_like_an_id_of_a_table_is_hidden(log):
    log.warning("%r", (b"x", TABLE))
    log.warning("cannot reach postgresql://sprawdzam:%s@db.example/it", SECRET)
    assert TABLE not in log.told() and SECRET not in log.told()


def test_nodes_and_names_of_errors_are_told(log):
    lines = [f"node {TABLE} serves", "asyncpg.exceptions.UndefinedFunctionError: no", "AsyncAdapt_asyncpg_connection"]
    for line in lines:
        log.warning(line)
    assert log.told() == "".join(f"{line}\n" for line in lines)


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


@pytest.fixture
def as_served(monkeypatch):
    """What the log of ``sprawdzam serve`` tells."""
    out = io.StringIO()
    root, quieter = logging.getLogger(), [logging.getLogger(name) for name in ("uvicorn", "alembic")]
    handlers, levels = root.handlers[:], [logger.level for logger in (root, *quieter)]
    monkeypatch.setattr(sys, "stderr", out)
    configure_logs()
    yield out.getvalue
    root.handlers[:] = handlers
    for logger, level in zip((root, *quieter), levels, strict=True):
        logger.setLevel(level)


def test_the_log_of_a_server_is_json_without_secrets(as_served):
    log = logging.getLogger("sprawdzam.test")
    log.info("Authorization: Bearer %s", SECRET)
    try:
        raise ValueError(f"no such token: spz_{SECRET}")
    except ValueError:
        log.exception("failed at table %s", TABLE)
    told = as_served()
    first, second = map(json.loads, told.splitlines())
    assert (first["level"], first["from"], first["text"]) == ("info", "sprawdzam.test", "Authorization: [hidden]")
    assert (second["level"], second["text"]) == ("error", "failed at table [hidden]")
    assert "Traceback" in second["trace"] and "no such token: [hidden]" in second["trace"]
    assert SECRET not in told and TABLE not in told
