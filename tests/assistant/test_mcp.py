"""An assistant plays whole matches of every game through a real MCP session, as a process of its own."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable
from random import Random

import pytest

import sprawdzam
from sprawdzam.games import NAMES

mcp = pytest.importorskip("mcp")

TOOLS = {"list_games", "read_rules", "start_match", "see", "act", "hint", "story", "result"}
QUOTED = re.compile(r'"([^"]+)"')
Ask = Callable[..., Awaitable[tuple[bool, str]]]


def session(work: Callable[[Ask], Awaitable[None]], *args: str) -> None:
    """Runs the command and lets ``work`` ask it; ``ask(tool, ...)`` tells whether it went well, and the text."""

    async def run() -> None:
        command = mcp.StdioServerParameters(command=sys.executable, args=["-m", "sprawdzam", "mcp", *args])
        async with mcp.stdio_client(command) as streams, mcp.ClientSession(*streams) as client:
            await client.initialize()
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS

            async def ask(tool: str, **given: object) -> tuple[bool, str]:
                result = await client.call_tool(tool, given)
                return not result.is_error, "\n".join(part.text for part in result.content)

            await work(ask)

    asyncio.run(run())


def legal(told: str) -> list[str]:
    """The actions that a text offers, as a reader would find them."""
    return QUOTED.findall(told.partition("You may do one of these:")[2])


def test_an_assistant_plays_whole_matches_of_every_game():
    async def work(ask: Ask) -> None:
        luck = Random(4)
        good, games = await ask("list_games")
        assert good and all(f"{name} (" in games for name in NAMES)
        for game in NAMES:
            good, told = await ask("start_match", game=game, seats=3, bots=["novice"], seed=5, seat=1)
            assert good, told
            match = told.split()[1].rstrip(":")
            assert "you are B" in told and "A is a novice" in told
            played = 0
            while actions := legal(told):
                good, told = await ask("act", match=match, actions=[luck.choice(actions)])
                assert good, told
                played += 1
            good, refusal = await ask("hint", match=match)
            assert not good and "hints are switched off here" in refusal
            assert played and "The match is over" in told
            good, told = await ask("result", match=match, log=True)
            log = told[told.index("sprawdzam log") :]
            assert good and sprawdzam.load(log).over and sum(s.seat == 1 for s in sprawdzam.load(log).log.steps) > 0

    session(work, "--no-hints")


def test_an_assistant_sees_its_view_and_reads_the_rules():
    async def work(ask: Ask) -> None:
        _, told = await ask("start_match", game="blef", seats=2, seed=7, options={"jokers": True})
        good, view = await ask("see", match="m1", as_json=True)
        truth = sprawdzam.game("blef", seats=2, jokers=True).start(seed=7)
        assert good and json.loads(view) == truth.view(0).position and "?-?" in view
        assert (await ask("see", match="m1"))[1] in told
        good, hint = await ask("hint", match="m1")
        assert good and QUOTED.match(hint)[1] in truth.view(0).choices
        good, rule = await ask("read_rules", game="nerwy", ids=["NE-02", "R1"])
        assert good and "3 single-sided and 7 double-sided" in rule and "here it is random" in rule
        good, book = await ask("read_rules", game="blef", language="pl")
        assert good and book == truth.game.rulebook("pl")
        for tool, given, problem in [
            ("act", {"match": "m1", "actions": ["check"]}, "check is not legal for seat 0 now; legal: choose A"),
            ("act", {"match": "m7", "actions": ["check"]}, "there is no match m7; there are: m1"),
            ("act", {"match": "m1", "actions": []}, "actions"),
            ("result", {"match": "m1"}, "the match is not over yet"),
            ("result", {"match": "m1", "log": True}, "the match is not over yet"),
            ("read_rules", {"game": "blef", "ids": ["BL-999"]}, "blef has no rule BL-999"),
            ("start_match", {"game": "blef", "bots": ["program:sh"]}, "there is no level program:sh"),
        ]:
            good, told = await ask(tool, **given)
            assert not good and problem in told, told

    session(work)
