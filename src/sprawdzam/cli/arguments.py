"""Arguments that several commands take, and how their texts are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import typer

from sprawdzam.engine.errors import BadOption, NotYourTurn
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.options import show
from sprawdzam.engine.texts import preferred_language


def _speak(context: typer.Context, language: str) -> str:
    """Errors are told in the language of the command."""
    context.find_root().obj = language
    return language


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; `sprawdzam games` lists them.")]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats the table has.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="K=V", help="An option of the game, such as jokers=true; may be repeated."),
]
Language = Annotated[
    Literal["pl", "en"],
    typer.Option(
        "--lang",
        help="Polish or English.",
        default_factory=preferred_language,
        show_default="as the system",
        callback=_speak,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
File = Annotated[str, typer.Argument(metavar="FILE|-", help="A file, or - for the standard input.")]


def read_options(game: Game, given: Sequence[str] | None) -> dict[str, str]:
    """Options from texts such as ``jokers=true``; the game itself says which names and values are right."""
    options: dict[str, str] = {}
    for text in given or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            examples = [f"{option.name}={show(option.default)}" for option in game.options]
            raise BadOption(
                "option {text}: name=value is needed, such as {examples}",
                text=text.strip() or "''", examples=", ".join(examples),
            )  # fmt: skip
        if name in options:
            raise BadOption("option {name}: it is given twice", name=name)
        options[name] = value
    return options


def make_setup(game: Game, seats: int | None, options: Sequence[str] | None, usual: int | None = None) -> Setup:
    """The table that is asked for; bots and one person have no clock to race against, unless that is asked for."""
    given = read_options(game, options)
    if seats is None:
        seats = game.seats_for(given, usual_seats(game) if usual is None else usual)
    return game.setup(seats, **(dict(game.unclocked) | given))


def usual_seats(game: Game) -> int:
    """The table that is set when nobody says how large."""
    return max(game.seats[0], min(3, game.seats[-1]))


def read_names(what: str, text: str) -> list[str]:
    """Names with commas between them."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise BadOption("{what}: names with commas between them are needed, not {text}", what=what, text=text or "''")
    return names


def check_room(what: str, names: Sequence[str], most: int) -> None:
    if len(names) > most:
        raise BadOption("{what}: {found} are named, there is room for {most}", what=what, found=len(names), most=most)


def check_seat(seat: int, setup: Setup) -> None:
    if not 0 <= seat < setup.seats:
        raise NotYourTurn("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=setup.seats - 1)
