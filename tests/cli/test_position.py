"""``position``: checked, played on, asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sprawdzam

LEGAL = ["bid 1x5", "bid 2x5", "bid 3x5", "bid 1x6", "bid 2x6", "bid 3x6", "check"]
DEAL = "deck 1-2, deck 1-2, deck 1-3, deck 1-4"  # for seats with 1, 2 and 1 cards


def test_a_position_is_printed_one_field_a_line_and_reads_back(run, bidding, tmp_path):
    file = tmp_path / "a position.json"
    file.write_text(json.dumps(bidding))
    result = run("position", file)
    assert (result.code, result.err) == (0, "")
    assert result.json == bidding
    assert len(result.out.splitlines()) == len(bidding) + 2
    assert run("position", "-", stdin=result.out) == result


def test_a_byte_order_mark_and_other_line_ends_do_no_harm(run, bidding):
    text = json.dumps(bidding, indent=1).replace("\n", "\r\n")
    assert run("position", "-", stdin="\ufeff" + text).json == bidding


def test_json_adds_actors_and_legal_actions(run, bidding):
    result = run("position", "-", "--json", stdin=json.dumps(bidding))
    assert result.out.count("\n") == 1
    assert result.json == bidding | {"actors": [2], "legal": {"2": LEGAL}}


def test_the_table_is_an_actor(run, bidding):
    result = run("position", "-", "--json", "--play", "2 check", stdin=json.dumps(bidding))
    assert (result.json["actors"], result.json["legal"]) == (["table"], {})


def test_a_view_is_a_position_too(run, view):
    assert run("position", "-", stdin=json.dumps(view)).json == view
    result = run("position", "-", "--json", "--legal", 2, stdin=json.dumps(view))
    assert result.json == view | {"actors": [2], "legal": {"2": LEGAL}}


@pytest.mark.parametrize("source", ["bidding", "view"])
def test_legal_lists_the_actions_of_a_seat(run, request, source):
    text = json.dumps(request.getfixturevalue(source))
    result = run("position", "-", "--legal", 2, stdin=text)
    assert (result.code, result.out.splitlines(), result.err) == (0, LEGAL, "")
    result = run("position", "-", "--legal", 0, stdin=text)
    assert (result.code, result.out) == (0, "")
    assert result.err == "seat 0 cannot act now; the game waits for: 2\n"


def test_actions_are_played_in_order(run, bidding):
    result = run("position", "-", "--play", "2 bid 1x5", "--play", "0  bid 1x6", stdin=json.dumps(bidding))
    assert result.json == bidding | {"bids": ["1x2", "3x4", "1x5", "1x6"]}


def test_the_table_goes_on_by_itself_up_to_a_draw(run, bidding):
    result = run("position", "-", "--play", "2 check", stdin=json.dumps(bidding))
    assert result.json["phase"] == "deal"
    assert [player["count"] for player in result.json["players"]] == [1, 2, 1]


def test_the_table_draws_what_is_laid_ready(run, bidding):
    result = run("position", "-", "--play", "2 check", "--chance", DEAL, stdin=json.dumps(bidding))
    assert result.json["phase"] == "choose"
    assert [player["cards"] for player in result.json["players"]] == [["1-2"], ["1-2", "1-3"], ["1-4"]]


def test_chance_may_be_given_in_parts(run, bidding):
    parts = ("--chance", "deck 1-2, deck 1-2", "--chance", "deck 1-3,deck 1-4")
    plays = ("--play", "2 check", "--play", "0 choose A")
    result = run("position", "-", *plays, *parts, stdin=json.dumps(bidding))
    assert result.json["players"][0]["cards"] == ["1/2"]


def test_chance_alone_deals(run, bidding):
    dealt = run("position", "-", "--play", "2 check", stdin=json.dumps(bidding)).out
    assert run("position", "-", stdin=dealt).out == dealt
    assert run("position", "-", "--chance", DEAL, stdin=dealt).json["phase"] == "choose"


def test_a_match_that_is_over_stays_so(run, whole_match):
    text = str(whole_match)
    assert run("position", "-", stdin=text).json == whole_match.position
    assert run("position", "-", "--json", stdin=text).json["actors"] == []
    assert "the match is over" in run("position", "-", "--play", "0 check", stdin=text).problem


def edited(*path: Any, to: Any) -> Any:
    def edit(position: dict[str, Any]) -> None:
        place: Any = position
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return edit


def drop(name: str) -> Any:
    return lambda position: position.pop(name)


WRONG = {
    "a card too many": (edited("players", 0, "cards", to=["1/4", "1/4"]), "players[0].cards: 2 entries", "possible: 1"),
    "a third copy of a card": (
        lambda p: [player.update(cards=["1/4"]) for player in p["players"]],
        "players[2].cards: 1-4", "the deck has 2 of it"),
    "a card of no deck": (edited("players", 0, "cards", to=["7/1"]), "players[0].cards", "5/1 (5 counts)"),
    "a bid of too many": (edited("bids", to=["4x1"]), "bids: \"4x1\"", "1x1 to 3x6"),
    "a bid that does not raise": (edited("bids", to=["1x2", "1x1"]), "bids: 1x1 does not raise 1x2", "a higher value"),
    "an unknown field": (edited("colour", to="red"), "colour: there is no such field", "there are: game, rules"),
    "a missing field": (drop("phase"), "phase: this field is missing", ""),
    "an unknown phase": (edited("phase", to="lunch"), "phase: \"lunch\"", "possible: deal, choose"),
    "an unknown game": (edited("game", to="poker"), "there is no game poker", "there are: blef"),
    "other rules": (edited("rules", to=99), "rules: 99", "possible: 1"),
    "too many seats": (edited("seats", to=9), "seats: 9", "2 to 6"),
    "an unknown option": (edited("options", to={"foo": True}), "options: option foo", "jokers"),
    "an option of the wrong kind": (edited("options", to={"jokers": 3}), "option jokers: 3", "false, true"),
    "a starter of no seat": (edited("starter", to=3), "starter: 3", "0 to 2"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_position_is_refused_with_its_field_and_what_is_right(run, bidding, tmp_path, case):
    edit, *fragments = WRONG[case]
    edit(bidding)
    file = tmp_path / "wrong.json"
    file.write_text(text := json.dumps(bidding))
    result = run("position", file)
    assert result.code == 2
    assert all(fragment in result.problem for fragment in fragments), result.problem
    assert file.read_text() == text


@pytest.mark.parametrize(
    ("args", "fragments"),
    [
        (["--play", "2 chekc"], ['"chekc" is no action of blef', "check"]),
        (["--play", "2 bid 1x1"], ["bid 1x1 is not legal", "bid 1x5"]),
        (["--play", "0 check"], ["seat 0 cannot act now", "waits for: 2"]),
        (["--play", "3 check"], ["there is no seat 3", "0 to 2"]),
        (["--play", "7 go on"], ["there is no seat 7", "0 to 2"]),
        (["--play", "-1 check"], ["a seat and an action are needed", "2 bid 1x5"]),
        (["--play", "check"], ["a seat and an action are needed", "2 bid 1x5"]),
        (["--play", "2"], ["a seat and an action are needed", "2 bid 1x5"]),
        (["--play", ""], ["a seat and an action are needed", "2 bid 1x5"]),
        (["--legal", "3"], ["there is no seat 3", "0 to 2"]),
        (["--legal", "-1"], ["there is no seat -1", "0 to 2"]),
        (["--legal", "two"], ["--legal"]),
        (["--chance", "deck 9-9"], ["deck cannot be 9-9", "1-2"]),
        (["--chance", "dice 3"], ["there is no zone dice", "deck"]),
        (["--chance", ""], ["there is no zone ''", "deck"]),
        (["--chance", "deck 1-2"], ["deck 1-2 is left over"]),
        (["--play", "2 check", "--chance", "deck 1-2"], ["draw 2 of deck is asked for, 1 laid ready", "5-6"]),
        (["--play", "2 check", "--chance", "deck 1-2, deck 1-2, deck 1-2, deck 5-6"], ["draw 3", "cannot be 1-2"]),
        (["--play", "2 check", "--chance", f"{DEAL}, deck 5-6"], ["deck 5-6 is left over"]),
        (["--play", "2 check", "--play", "0 choose A"], ["before seat 0 can act", "--chance 'deck "]),
    ],
)
def test_wrong_actions_and_wrong_chance_are_refused(run, bidding, tmp_path, args, fragments):
    file = tmp_path / "position.json"
    file.write_text(text := json.dumps(bidding))
    result = run("position", file, *args)
    assert result.code == 2
    assert all(fragment in result.problem for fragment in fragments), result.problem
    assert file.read_text() == text


def test_the_draws_that_an_error_names_fit(run, bidding):
    plays = ("--play", "2 check", "--play", "0 choose A")
    problem = run("position", "-", *plays, stdin=json.dumps(bidding)).problem
    result = run("position", "-", *plays, "--chance", problem.split("'")[1], stdin=json.dumps(bidding))
    assert result.json["phase"] == "choose"


@pytest.mark.parametrize("args", [("--play", "2 check"), ("--chance", "deck 1-2")])
def test_a_view_cannot_be_played_on(run, view, args):
    result = run("position", "-", *args, stdin=json.dumps(view))
    assert result.code == 2
    assert "a full position is needed" in result.problem


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", '"blef"', "[" * 100_000, "{}", '{"game": null}'])
def test_what_is_no_position_is_refused(run, text):
    result = run("position", "-", stdin=text)
    assert result.code == 2
    assert result.problem


def test_positions_of_a_whole_match_pass(run, whole_match):
    for number, (match, _) in enumerate(whole_match.log.replay()):
        if number % 7 == 0:
            assert run("position", "-", stdin=str(match)).json == match.position
            told = match.view(1).position
            assert run("position", "-", stdin=json.dumps(told)).json == told


def test_a_position_played_on_is_what_a_match_comes_to(run, bidding):
    match = sprawdzam.position(bidding)
    match.play(2, "bid 3x6")
    assert run("position", "-", "--play", "2 bid 3x6", stdin=json.dumps(bidding)).json == match.position
