"""``sprawdzam position``: a position checked, played on and asked what is legal."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from sprawdzam.cli.arguments import File, check_seat
from sprawdzam.cli.files import read_text
from sprawdzam.engine.chance import Keyed, Recorder, Script
from sprawdzam.engine.contract import GO_ON, TABLE
from sprawdzam.engine.errors import BadChance, NotYourTurn, SprawdzamError, UnknownAction
from sprawdzam.engine.game import Game
from sprawdzam.engine.log import read_draw
from sprawdzam.engine.match import Match
from sprawdzam.engine.notation import Fields, is_view, parse_json, position_text, read_position, short
from sprawdzam.engine.view import View
from sprawdzam.games import find


def position(
    file: File,
    *,
    legal: Annotated[
        int | None,
        typer.Option(metavar="SEAT", help="Print this seat's legal actions, one a line, in place of the position."),
    ] = None,
    play: Annotated[
        list[str] | None, typer.Option(metavar="'SEAT ACTION'", help="Play an action; may be repeated.")
    ] = None,
    chance: Annotated[
        list[str] | None,
        typer.Option(metavar="'ZONE VALUE, ...'", help="What is drawn, in this order; may be repeated."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One line of JSON with two more fields: actors and legal.")
    ] = False,
) -> None:
    """Check a position, play on from it, and print what it comes to.

    A position may be full, or a view with ? for what a seat does not know; to play, a full one is needed. Without
    --play and --chance it is printed as it is. With them the table's own steps (a deal, a reveal) go on by
    themselves as far as their draws are laid ready by --chance.
    """
    values = parse_json(read_text(file))
    game = find(str(Fields(values).get("game")))
    setup, state = read_position(game, values)
    if legal is not None:
        check_seat(legal, setup)
    if play or chance:
        script = _script(game, chance or ())
        match = Match.from_position(setup, state, script, auto=False)
        _play(match, script, play or ())
        state = match.state
    whole = View.of(game, state, TABLE)
    if is_view(state):
        asked = [] if legal is None else [View(game, state, legal)]
    else:
        asked = [View.of(game, state, seat) for seat in ([legal] if legal is not None else range(setup.seats))]
    if as_json:
        print(json.dumps(whole.position | _extra(whole, asked, legal), ensure_ascii=False))
    elif legal is None:
        print(position_text(whole.position))
    else:
        try:
            asked[0].may_act()
        except NotYourTurn as answer:  # no error: that was the question
            print(answer, file=sys.stderr)
        print("".join(f"{choice}\n" for choice in asked[0].choices), end="")


def _extra(whole: View, asked: Sequence[View], legal: int | None) -> dict[str, Any]:
    return {
        "actors": ["table" if seat == TABLE else seat for seat in whole.actors],
        "legal": {str(view.seat): list(view.choices) for view in asked if view.choices or legal is not None},
    }


def _script(game: Game, chance: Sequence[str]) -> Script:
    laid: dict[str, list[int]] = {}
    for told in ",".join(chance).split(",") if chance else ():
        zone, value = read_draw(told, game)
        laid.setdefault(zone, []).append(value)
    return Script(laid, game.notation.OUTCOMES)


def _play(match: Match, script: Script, plays: Sequence[str]) -> None:
    _table(match, script)
    for text in plays:
        who, _, action = text.strip().partition(" ")
        if not (who.isascii() and who.isdecimal() and len(who) < 4 and action):
            raise UnknownAction(
                "play {text}: a seat and an action are needed, such as {example}",
                text=short(text), example=_example(match),
            )  # fmt: skip
        check_seat(int(who), match.setup)
        if match.actors == (TABLE,):
            raise BadChance(
                "chance: the table goes on before seat {seat} can act, and nothing is laid ready for it; "
                "possible: --chance '{example}'",
                seat=who, example=_draws(match),
            )  # fmt: skip
        match.play(int(who), action)
        _table(match, script)
    if rest := script.rest():
        zone, row = next(iter(rest.items()))
        raise BadChance("chance: {zone} {value} is left over, nothing draws it", zone=zone,
                        value=match.game.notation.OUTCOMES[zone][row[0]])  # fmt: skip


def _table(match: Match, script: Script) -> None:
    """The table's steps, up to one that needs draws when all that was laid ready is used up."""
    while match.actors == (TABLE,):
        used_up = not script.rest()
        try:
            match.go_on()
        except BadChance:
            if used_up:
                return
            raise


def _example(match: Match) -> str:
    """An action that would be right somewhere near here."""
    for seat in match.actors:
        if seat != TABLE:
            return f"{seat} {match.view(seat).choices[0]}"
    return "0 ACTION"


def _draws(match: Match) -> str:
    """Draws that the table's next step could be given."""
    recorder = Recorder(Keyed.from_seed(0))
    try:
        match.game.rules.apply(match.state, TABLE, GO_ON, recorder)
    except SprawdzamError:
        return "ZONE VALUE"
    names = match.game.notation.OUTCOMES
    return ", ".join(f"{d.zone.name.lower()} {names[d.zone.name.lower()][d.value]}" for d in recorder.draws)
