"""Messages: read strictly, described truly, and shown in the docs as they are."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import jsonschema
import msgspec
import pytest

from sprawdzam.server import wire

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "protocol.py"))
SCHEMA = json.loads((ROOT / "docs" / "protocol.json").read_text("utf-8"))
REQUESTS = jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": "#/$defs/Request"}]})
REPLIES = jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": "#/$defs/Reply"}]})

HEX = "0f" * 32
GOOD = [
    {"do": "join", "id": "a", "table": "T1"},
    {"do": "join", "id": "A.b:c_d-9", "table": "t_-", "since": 0, "seat": 5, "style": "view", "language": "pl"},
    {"do": "leave", "id": "a" * 64, "table": "t" * 64},
    {"do": "sit", "id": "a", "table": "t", "seat": None},
    {"do": "hire", "id": "a", "table": "t", "seat": 1, "level": "novice"},
    {"do": "seal", "id": "a", "table": "t", "seal": HEX},
    {"do": "show", "id": "a", "table": "t", "part": HEX},
    {"do": "play", "id": "a", "table": "t", "actions": ["bid 3x4", 7], "asked": 12},
    {"do": "say", "id": "a", "table": "t", "text": "x" * 300},
    {"do": "offer", "id": "a", "table": "t", "on": False},
]
BAD = [
    {},
    {"do": "dance", "id": "a", "table": "t"},
    {"do": "leave", "table": "t"},
    {"do": "leave", "id": "a"},
    {"do": "leave", "id": "", "table": "t"},
    {"do": "leave", "id": "a" * 65, "table": "t"},
    {"do": "leave", "id": "a b", "table": "t"},
    {"do": "leave", "id": "a\n", "table": "t"},
    {"do": "leave", "id": 1, "table": "t"},
    {"do": "leave", "id": "a", "table": "../t"},
    {"do": "leave", "id": "a", "table": "t", "seat": 1},
    {"do": "join", "id": "a", "table": "t", "since": -1},
    {"do": "join", "id": "a", "table": "t", "since": "1"},
    {"do": "join", "id": "a", "table": "t", "since": 1.5},
    {"do": "sit", "id": "a", "table": "t", "seat": 6},
    {"do": "sit", "id": "a", "table": "t", "seat": True},
    {"do": "seal", "id": "a", "table": "t", "seal": HEX[:-1]},
    {"do": "seal", "id": "a", "table": "t", "seal": HEX[:-1] + "\n"},
    {"do": "show", "id": "a", "table": "t", "part": HEX.upper()},
    {"do": "play", "id": "a", "table": "t", "actions": []},
    {"do": "play", "id": "a", "table": "t", "actions": "call"},
    {"do": "play", "id": "a", "table": "t", "actions": ["call"] * 65},
    {"do": "play", "id": "a", "table": "t", "actions": ["x" * 201]},
    {"do": "play", "id": "a", "table": "t", "actions": [None]},
    {"do": "say", "id": "a", "table": "t", "text": ""},
    {"do": "say", "id": "a", "table": "t", "text": "x" * 301},
]


@pytest.mark.parametrize("request_", GOOD, ids=str)
def test_a_right_request_is_read_as_the_schema_says(request_: dict[str, object]) -> None:
    assert not list(REQUESTS.iter_errors(request_))
    read = msgspec.to_builtins(wire.decode(json.dumps(request_)))
    assert request_.items() <= read.items()


@pytest.mark.parametrize("request_", BAD, ids=str)
def test_a_wrong_request_is_refused_as_the_schema_says(request_: dict[str, object]) -> None:
    assert list(REQUESTS.iter_errors(request_))
    with pytest.raises(msgspec.ValidationError):
        wire.decode(json.dumps(request_))


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '{"do": "leave"} x', "{'do': 1}", '{"do": NaN}', "[" * 9999])
def test_what_is_no_json_object_is_refused(body: str) -> None:
    with pytest.raises((msgspec.DecodeError, RecursionError)):
        wire.decode(body)


def test_every_request_has_an_id_and_a_table_and_takes_nothing_unknown() -> None:
    kinds = SCHEMA["$defs"]["Request"]["discriminator"]["mapping"]
    assert len(kinds) >= 15
    for do, where in kinds.items():
        kind = SCHEMA["$defs"][where.rpartition("/")[2]]
        assert {"do", "id", "table"} <= set(kind["required"]) and kind["additionalProperties"] is False, do


def test_every_message_says_what_it_is_for() -> None:
    for name, kind in SCHEMA["$defs"].items():
        assert name in ("Request", "Reply") or kind["description"].endswith((".", "?", ".)")), name


def test_the_docs_are_up_to_date() -> None:
    for file, text in TOOL["wanted"]().items():
        assert file.read_text("utf-8") == text, "run: make docs"


def test_the_messages_that_the_docs_show_are_messages() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    blocks = re.findall(r"```jsonc\n(.*?)```", page, re.DOTALL)
    shown = [json.loads(line) for block in blocks for line in block.splitlines()]
    assert {"do", "is"} == {key for message in shown for key in ("do", "is") if key in message}
    for message in shown:
        if "do" in message:
            wire.decode(json.dumps(message))
        else:
            assert not list(REPLIES.iter_errors(message))
            msgspec.convert(message, wire.AnyReply)


def test_the_example_has_forty_lines_and_nothing_of_ours() -> None:
    lines = (ROOT / "examples" / "bot.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line]) <= 40
    assert not any(re.search(r"(import|from) +sprawdzam", line) for line in lines)
