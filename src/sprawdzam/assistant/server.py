"""The MCP server: what an assistant can ask for, as tools. Needs the extra ``mcp``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Annotated, Literal, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from sprawdzam import __version__
from sprawdzam.assistant.desk import Desk
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.game import Game
from sprawdzam.engine.notation import position_text
from sprawdzam.engine.options import show
from sprawdzam.engine.rulebook import rules_of
from sprawdzam.games import all_games, find

P = ParamSpec("P")

ABOUT = (
    "Card games of bluff, risk, deduction and theft against bots. Start with list_games and read_rules, then "
    "start_match. You see what your seat may know, in words, with every legal action as a text in quotes. Answer with "
    "act, and read what the others did. Go on until the match is over."
)

GameName = Annotated[str, Field(description="A game, as list_games names it.")]
MatchName = Annotated[str, Field(description="A match, as start_match has named it, such as m1.")]
Language = Annotated[Literal["en", "pl"], Field(description="English or Polish.")]


def make_server(*, hints: bool = True) -> MCPServer[None]:
    """A server with a desk of its own: whoever speaks to it has its matches."""
    server: MCPServer[None] = MCPServer(
        "sprawdzam", title="Sprawdzam!", instructions=ABOUT, version=__version__, log_level="WARNING"
    )
    desk, one_at_a_time = Desk(hints), Lock()

    def tool(reads: bool) -> Callable[[Callable[P, str]], Callable[P, str]]:
        """Makes a function a tool: one call after another, and what is wrong told as it is."""

        def add(work: Callable[P, str]) -> Callable[P, str]:
            @wraps(work)
            def call(*args: P.args, **kwargs: P.kwargs) -> str:
                try:
                    with one_at_a_time:
                        return work(*args, **kwargs)
                except SprawdzamError as error:
                    raise ToolError(str(error)) from error

            notes = ToolAnnotations(read_only_hint=reads, destructive_hint=False, open_world_hint=False)
            server.add_tool(call, annotations=notes, structured_output=False)
            return call

        return add

    @tool(reads=True)
    def list_games() -> str:
        """The games, their seats and their options."""
        return "\n\n".join(map(_game, all_games()))

    @tool(reads=True)
    def read_rules(
        game: GameName,
        language: Language = "en",
        ids: Annotated[
            list[str] | None, Field(description="Only the rules of these marks, such as BL-12 or R7.")
        ] = None,
    ) -> str:
        """The rulebook of a game; each rule has a mark in square brackets."""
        found = find(game)
        return _marked(found, language, ids) if ids else found.rulebook(language)

    @tool(reads=False)
    def start_match(
        game: GameName,
        seats: Annotated[int | None, Field(description="How many seats the table has.")] = None,
        options: Annotated[
            dict[str, bool | int | str] | None, Field(description='Options of the game, such as {"jokers": true}.')
        ] = None,
        bots: Annotated[
            list[str] | None, Field(description="Who sits at the other seats, in turn: novice, player, master.")
        ] = None,
        seat: Annotated[int, Field(description="Where you sit, from 0.")] = 0,
        seed: Annotated[int | None, Field(description="The same seed deals the same cards.")] = None,
        language: Language = "en",
    ) -> str:
        """Start a match against bots. Tells its name, and what you see."""
        name = desk.open(game, seats, options, bots or ["player"], seat, seed, language)
        own = desk.seat(name)
        others = [f"{own.names[p]} is a {level}" for p, level in own.lent.items()]
        return "\n".join([f"match {name}: you are {own.names[seat]}", *others, "", *own.story, own.seen()])

    @tool(reads=True)
    def see(
        match: MatchName,
        as_json: Annotated[bool, Field(description="As a position in JSON, ? for what you do not know.")] = False,
    ) -> str:
        """What you see now, and what you may do."""
        seat = desk.seat(match)
        return position_text(seat.view.position) if as_json else seat.seen()

    @tool(reads=False)
    def act(
        match: MatchName,
        actions: Annotated[
            list[str], Field(min_length=1, description="One action, or several of yours in a row: all or none.")
        ],
    ) -> str:
        """Play. Tells what happened until you are asked again, and what you see then."""
        return desk.seat(match).act(actions)

    @tool(reads=True)
    def hint(match: MatchName) -> str:
        """What a strong bot would do at your seat, and the odds. It knows no more than you."""
        return desk.hint(match)

    @tool(reads=True)
    def story(match: MatchName) -> str:
        """Everything that has happened, as your seat saw it."""
        return "\n".join(desk.seat(match).story) or "Nothing has happened yet."

    @tool(reads=True)
    def result(
        match: MatchName,
        log: Annotated[bool, Field(description="The whole log too, hidden cards included.")] = False,
    ) -> str:
        """Places and points, when the match is over."""
        seat = desk.seat(match)
        return f"{seat.result()}\n\n{seat.log()}" if log else seat.result()

    return server


def _game(game: Game) -> str:
    lines = [f"{game.name} ({game.title}), {game.seats[0]} to {game.seats[-1]} seats: {game.pitch}"]
    for option in game.options:
        values = "; ".join(dict.fromkeys(str(option.possible(n)) for n in game.seats))
        lines.append(f"- {option.name}={show(option.default)}: {option.text} ({values})")
    return "\n".join(lines)


def _marked(game: Game, language: str, ids: list[str]) -> str:
    """The rules that have these marks."""
    known = rules_of(game, language)
    names = [name.strip().strip("[]") for name in ids]
    if missing := [name for name in names if name not in known]:
        raise ToolError(f"{game.name} has no rule {', '.join(missing)}; there are: {', '.join(known)}")
    return "\n\n".join(f"{known[name].section} [{name}]: {known[name].text}" for name in names)
