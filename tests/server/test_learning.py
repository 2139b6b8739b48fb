"""What a server teaches: hints where the owner allows them, reasons with their rules, lessons, options in words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from sprawdzam.engine.errors import NotYourTurn, UnknownAction
from sprawdzam.games import all_games, find
from sprawdzam.server import events as e
from sprawdzam.server import wire
from sprawdzam.server.decisions import NotNow
from sprawdzam.server.refusals import NotAllowed

from . import sockets
from .nodes import Line, Up, caught_up, deal
from .serving import serving

pytestmark = pytest.mark.anyio
GAMES = [game.name for game in all_games()]


@pytest.fixture
async def up(sqlite_url: str) -> AsyncIterator[Up]:
    node = await Up.start(sqlite_url, "n")
    yield node
    await node.stop()


async def playing(up: Up, game: str, *, rated: bool = False, hints: bool = True) -> tuple[str, list[Line]]:
    """A match that waits for somebody; who is to act comes first."""
    now, seats = up.outside.now(), max(2, find(game).seats[0])
    options = {"call_window": "commit"} if game == "nerwy" else {}
    settings = e.Opened(
        now, up.outside.token(), "a", game, seats, options, True, e.Clock(), rated, hints, 60, ""
    )  # fmt: skip
    id = await up.hub.open(settings, [e.Sat(now, 0, "a", "Ala")])
    lines = [up.line(who) for who in "abcd"[:seats]]
    for line in lines:
        await line.ask(id, wire.Join, language="pl")
    for seat, line in list(enumerate(lines))[1:]:
        await line.ask(id, wire.Sit, seat=seat)
    await deal(id, lines)
    await caught_up(up, id, lambda table: table.running and set(table.actors) <= set(range(seats)))
    first = up.table(id).actors[0]
    return id, [lines[first], *(line for seat, line in enumerate(lines) if seat != first)]


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_names_a_choice_and_says_why_with_odds_in_both_languages(up: Up, game: str) -> None:
    id, (asked, *_) = await playing(up, game)
    pl, en = [(await asked.ask(id, wire.Hint, language=language)).result for language in ("pl", "en")]
    for told in (pl, en):
        assert told["label"] and len(told["why"]) > 10
    assert pl["why"] != en["why"]
    view = up.table(id).view(up.table(id).actors[0])
    assert view is not None and pl["action"] in view.choices


async def test_there_are_no_hints_where_the_owner_does_not_allow_them(up: Up) -> None:
    id, (asked, *_) = await playing(up, "blef", hints=False)
    with pytest.raises(NotAllowed, match="no hints"):
        await asked.ask(id, wire.Hint)
    assert (await asked.ask(id, wire.Why)).result  # rules are no hints


async def test_a_hint_is_for_whoever_is_asked(up: Up) -> None:
    id, (_, other) = await playing(up, "rys")
    with pytest.raises(NotYourTurn):
        await other.ask(id, wire.Hint)
    with pytest.raises(NotAllowed):
        await up.line("stranger").ask(id, wire.Hint)


async def test_whoever_may_only_revise_has_nothing_to_ask_a_master(up: Up) -> None:
    """BL R8: the choice may still be changed, and nobody waits for that."""
    id, (asked, _) = await playing(up, "blef")
    view = up.table(id).view(0)
    assert view is not None
    await asked.ask(id, wire.Play, actions=[view.choices[0]])
    after = up.table(id).view(0)
    assert after is not None and after.actions and after.actors == (1,)
    with pytest.raises(NotYourTurn, match="seat 0 has chosen; the game waits for: 1"):
        await asked.ask(id, wire.Hint)


async def test_reasons_come_with_the_words_of_their_rule(up: Up) -> None:
    id, (asked, other) = await playing(up, "rys")
    for language in ("pl", "en"):
        for line in (asked, other):
            told = (await line.ask(id, wire.Why, language=language)).result
            book = " ".join(find("rys").rulebook(language).split())
            assert told and all(one.text and one.words in book for one in told)
    turn = (await other.ask(id, wire.Why, language="en")).result[0]
    assert turn.rule == "RY-04" and "turn" in turn.text


async def test_one_action_can_be_asked_about(up: Up) -> None:
    id, (asked, _) = await playing(up, "rys")
    (why,) = (await asked.ask(id, wire.Why, action="draw deck", language="en")).result
    assert why.rule == "RY-21" and ["deck", 0] in [list(piece) for piece in why.pieces]
    view = up.table(id).view(up.table(id).actors[0])
    assert view is not None
    assert (await asked.ask(id, wire.Why, action=view.choices[0])).result == []
    with pytest.raises(UnknownAction):
        await asked.ask(id, wire.Why, action="dance")


@pytest.mark.parametrize("language", ["xx", "../en", ""])
async def test_an_unknown_language_is_told_in_english(up: Up, language: str) -> None:
    id, (asked, _) = await playing(up, "rys")
    assert (await asked.ask(id, wire.Why, language=language)).result == (await asked.ask(id, wire.Why)).result


async def test_reasons_are_for_those_at_the_table_while_there_is_a_match(up: Up) -> None:
    id = await up.open("blef", 2)
    line = up.line("a")
    await line.ask(id, wire.Join)
    with pytest.raises(NotNow):
        await line.ask(id, wire.Why)
    with pytest.raises(NotAllowed):
        await up.line("stranger").ask(id, wire.Why)


def test_lessons_and_options_are_told_in_the_language_of_the_caller(tmp_path: Any) -> None:
    with serving(tmp_path) as site, httpx.Client(base_url=site) as client:
        told = {
            language: client.get("/api/games", headers={"accept-language": language}).json()
            for language in ("pl", "en")
        }
        for pl, en in zip(told["pl"], told["en"], strict=True):
            assert pl["lessons"] == en["lessons"] >= 5
            for number in (0, pl["lessons"] - 1):
                lesson = client.get(
                    f"/api/games/{pl['name']}/lessons/{number}", headers={"accept-language": "pl"}
                ).json()
                assert lesson["number"] == number and lesson["scene"]["seat"] == 0 and lesson["replies"]
            for wrong in (pl["lessons"], -1, "x", "00"):
                assert client.get(f"/api/games/{pl['name']}/lessons/{wrong}").status_code == 404
            for seats in pl["options"]:
                for option, english in zip(pl["options"][seats], en["options"][seats], strict=True):
                    assert option["title"] and option["text"] != english["text"]
                    assert len(option["meanings"]) == len(option["values"])
                    for value, meaning in zip(option["values"], option["meanings"], strict=True):
                        if isinstance(value, str):
                            assert meaning["title"] and meaning["text"], f"{option['name']}={value}"


@pytest.mark.parametrize(
    "asked, hints",
    [({}, False), ({"rated": False}, True), ({"rated": False, "hints": False}, False), ({"hints": False}, False)],
)
async def test_a_rated_match_has_no_hints(migrated: Path, tmp_path: Path, asked: dict[str, bool], hints: bool) -> None:
    async with sockets.serving(sockets.copied(migrated, tmp_path / "site.db"), sockets.World()) as (_, address):
        host = await sockets.Person.guest(address, "Ela")
        opened = await host.http.post("/api/tables", json={"game": "blef", **asked})
        assert (await at_table(host, opened.json()["id"]))["hints"] is hints
        both = await host.http.post("/api/tables", json={"game": "blef", "hints": True})
        assert both.status_code == 400 and "rated" in both.text


async def test_a_table_that_is_older_than_this_rule_has_no_hints_either(up: Up) -> None:
    id, lines = await playing(up, "blef", rated=True)
    with pytest.raises(NotAllowed, match="no hints"):
        await lines[0].ask(id, wire.Hint)
    for line in lines:
        await line.ask(id, wire.Offer)
    await caught_up(up, id, lambda table: table.sheet.phase == "aborted")
    again = (await lines[0].ask(id, wire.Again)).result
    sheet = up.table(str(again)).sheet
    assert sheet.rated and not sheet.hints


async def at_table(person: sockets.Person, table: str) -> dict[str, Any]:
    socket = await person.socket(table)
    told = await socket.wait(lambda frame: frame.get("about"))
    await socket.close()
    return dict(told["about"])
