"""All commands under one name, and what becomes of errors: one line, never a traceback."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from sprawdzam.cli.arena import arena
from sprawdzam.cli.backup import backup, restore
from sprawdzam.cli.balance import balance
from sprawdzam.cli.bench import bench
from sprawdzam.cli.engine import engine
from sprawdzam.cli.games import games
from sprawdzam.cli.mcp import mcp
from sprawdzam.cli.play import play
from sprawdzam.cli.position import position
from sprawdzam.cli.replay import replay
from sprawdzam.cli.review import review
from sprawdzam.cli.rules import rules
from sprawdzam.cli.serve import serve
from sprawdzam.cli.simulate import simulate
from sprawdzam.cli.soak import soak
from sprawdzam.cli.solve import solve
from sprawdzam.cli.verify import verify
from sprawdzam.cli.warm import warm
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.texts import preferred_language, texts

app = typer.Typer(
    name="sprawdzam",
    help="Card games of bluff, risk, deduction and theft: play them, let bots play them, study them.",
    epilog="`sprawdzam COMMAND --help` tells more and gives an example.",
    rich_markup_mode=None,  # plain help reads alike on every terminal and in a pipe
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _example(line: str) -> str:
    return f"\b\nExample:\n  {line}"  # \b: lines as they are


app.command(epilog=_example("sprawdzam games --json"))(games)
app.command(epilog=_example("sprawdzam play blef --seats 4 --bots search,instinct --option jokers=true"))(play)
app.command(epilog=_example("sprawdzam simulate blef --games 10000 --bots instinct,random --seed 1"))(simulate)
app.command(epilog=_example("sprawdzam arena blef --bots search:500,instinct,random --matches 200"))(arena)
app.command(epilog=_example("sprawdzam balance blef --seats 3 --seats 4 --option jokers=true"))(balance)
app.command(
    epilog=_example('sprawdzam position deal.json --chance "deck 1-2, deck 3-4" --play "0 choose A" --legal 1')
)(position)
app.command(epilog=_example("sprawdzam serve --port 8317"))(serve)
app.command(epilog=_example("sprawdzam backup saturday.backup"))(backup)
app.command(epilog=_example("sprawdzam restore saturday.backup"))(restore)
app.command(epilog=_example("sprawdzam engine --bot master"))(engine)
app.command(epilog=_example("sprawdzam mcp --no-hints"))(mcp)
app.command(epilog=_example("sprawdzam replay match.log --seat 0"))(replay)
app.command(epilog=_example("sprawdzam review match.log --lang pl"))(review)
app.command(epilog=_example("sprawdzam verify match.log"))(verify)
app.command(epilog=_example("sprawdzam rules blef --lang pl"))(rules)
app.command(epilog=_example("sprawdzam solve blef --hands 1-2 --jokers"))(solve)
app.command(epilog=_example("sprawdzam bench --quick"))(bench)
app.command(epilog=_example("sprawdzam soak kill --database sqlite --small"))(soak)
app.command(epilog=_example("sprawdzam warm --quiet"))(warm)


def _version(wanted: bool) -> None:
    if wanted:
        from sprawdzam import __version__

        print(f"sprawdzam {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def run(args: list[str]) -> int:
    """Runs one command; tells what is wrong in one line."""
    command: Any = typer.main.get_command(app)
    context: Any = None
    try:
        with command.make_context("sprawdzam", args) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except typer.TyperException as error:  # the arguments do not fit the command
        problem = error.format_message()
        if problem.startswith("No such command") and "Did you mean" not in problem:
            problem += " There are: " + ", ".join(sorted(command.commands)) + "."
        return _fail(problem, 2)
    except SprawdzamError as error:
        return _fail(_told(error, context), 2)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)
    except Exception as error:
        return _fail(f"{type(error).__name__}: {error}", 1)
    return 0


def _told(error: SprawdzamError, context: Any) -> str:
    """The error in the language of the command, else of the system; in English where there is no catalogue."""
    try:
        return error.told(texts(context.obj or preferred_language()))
    except OSError:
        return str(error)


def _fail(problem: str, code: int) -> int:
    """One line: texts that were handed in may have line breaks, or codes that a terminal would obey."""
    line = " ".join(problem.split())
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    print(f"error: {shown}", file=sys.stderr)
    return code
