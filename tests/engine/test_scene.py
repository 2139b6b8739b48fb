"""Picking a choice by clicks, and what moved between two scenes."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, Match
from sprawdzam.engine.contract import TABLE
from sprawdzam.engine.scene import Choice, Click, Move, Picker, Piece, Scene, Zone, moves


def click(where: str, what: str) -> Click:
    return Click(where, what, what)


def choice(number: int, *path: tuple[str, ...] | str) -> Choice:
    """A path of groups; a click is written as question:answer."""
    groups = [(group,) if isinstance(group, str) else group for group in path]
    clicks = tuple(tuple(click(*text.split(":")) for text in group) for group in groups)
    return Choice(clicks, (number,), str(number))


BIDS = [choice(10 * v + q, f"value:{v}", f"count:{q}") for v in (1, 2) for q in (1, 2, 3)] + [choice(99, "call:check")]
ENDS = [choice(i, (f"first:{a}", f"second:{b}")) for i, (a, b) in enumerate(product("AB", repeat=2))]


def told(clicks: tuple[Click, ...]) -> list[str]:
    return [f"{c.where}:{c.what}" for c in clicks]


def pick(picker: Picker, *texts: str) -> Picker:
    for text in texts:
        assert picker.click(click(*text.split(":"))), text
    return picker


def ready(picker: Picker) -> int | None:
    return picker.ready.actions[0] if picker.ready else None


def test_at_first_the_first_steps_of_all_paths_are_open() -> None:
    picker = Picker(BIDS)
    assert told(picker.open) == ["value:1", "value:2", "call:check"] and picker.ready is None
    assert len(picker.possible) == len(BIDS)


def test_a_path_is_followed_step_by_step() -> None:
    picker = pick(Picker(BIDS), "value:2")
    assert told(picker.open) == ["count:1", "count:2", "count:3"] and picker.ready is None
    assert ready(pick(picker, "count:3")) == 23


def test_a_path_of_one_click_is_ready_at_once() -> None:
    assert ready(pick(Picker(BIDS), "call:check")) == 99


def test_nothing_is_ready_before_a_click() -> None:
    """Also when there is one choice only: it is offered, not played."""
    picker = Picker([choice(1, "call:check")])
    assert picker.ready is None and ready(pick(picker, "call:check")) == 1


def test_a_single_step_may_be_skipped_when_a_later_one_was_clicked() -> None:
    picker = pick(Picker(BIDS), "count:3")
    assert [c.actions[0] for c in picker.possible] == [13, 23] and told(picker.open) == ["value:1", "value:2"]
    assert ready(pick(picker, "value:1")) == 13


def test_another_answer_to_the_same_question_replaces_the_first() -> None:
    picker = pick(Picker(BIDS), "value:2", "count:3", "value:1")
    assert ready(picker) == 13 and ready(pick(picker, "count:2")) == 12


def test_the_newest_click_counts_when_an_earlier_one_stands_in_its_way() -> None:
    picker = pick(Picker(BIDS), "value:2", "count:3", "call:check")
    assert told(tuple(picker.clicked)) == ["call:check"] and ready(picker) == 99
    assert ready(pick(picker, "value:1", "count:1")) == 11


def test_a_click_that_leads_nowhere_changes_nothing() -> None:
    picker = pick(Picker(BIDS), "value:2")
    assert not picker.click(click("value", "9")) and not picker.click(click("colour", "red"))
    assert told(tuple(picker.clicked)) == ["value:2"]


def test_back_takes_the_last_answer_back() -> None:
    picker = pick(Picker(BIDS), "value:2", "count:3")
    assert picker.back() and told(tuple(picker.clicked)) == ["value:2"] and picker.ready is None
    assert picker.back() and picker.clicked == [] and not picker.back()


@pytest.mark.parametrize("texts", [("first:A", "second:B"), ("second:B", "first:A")])
def test_clicks_of_one_set_come_in_any_order(texts: tuple[str, ...]) -> None:
    picker = pick(Picker(ENDS), texts[0])
    assert picker.ready is None and len(picker.possible) == 2
    assert ready(pick(picker, texts[1])) == 1


def test_a_set_must_be_whole_before_the_next_step() -> None:
    choices = [choice(1, ("card:1", "extra:2"), "done:yes"), choice(2, ("card:1", "extra:3"), "done:yes")]
    picker = pick(Picker(choices), "card:1")
    assert told(picker.open) == ["extra:2", "extra:3"]
    assert not picker.click(click("done", "yes")) and told(tuple(picker.clicked)) == ["card:1"]
    assert ready(pick(Picker(choices), "card:1", "extra:3")) == 2


def test_presets_stand_until_another_answer_is_clicked() -> None:
    preset = [click("first", "A"), click("second", "A")]
    picker = Picker(ENDS, preset)
    assert ready(picker) == 0
    assert ready(pick(picker, "second:B")) == 1
    assert picker.back() and ready(picker) == 0 and not picker.back()


def test_answers_that_have_no_other_are_settled() -> None:
    choices = [choice(1, "card:7", "count:1"), choice(2, "card:8", "count:1"), choice(3, "card:8", "count:2")]
    picker = pick(Picker(choices), "card:7")
    assert told(picker.settled) == ["card:7", "count:1"] and picker.open == () and ready(picker) == 1
    assert told(pick(picker, "card:8").settled) == ["card:8"]


SETS = [
    replace(choice(100 * v + 10 * n + j, f"cards:{v}", f"count:{n}", f"jokers:{j}"), usual=1 + 10 * n - j)
    for v in (7, 8)
    for n in range(1, v - 4)
    for j in (0, 1)
] + [choice(999, "pass:pass")]


def test_once_the_first_step_is_clicked_the_most_usual_choice_stands() -> None:
    picker = Picker(SETS)
    assert picker.ready is None and picker.settled == ()
    assert ready(pick(picker, "cards:8")) == 830
    assert told(picker.settled) == ["cards:8", "count:3", "jokers:0"] and picker.open == ()
    assert told(tuple(picker.clicked)) == ["cards:8"], "the rest is not clicked, but stands"


def test_another_answer_takes_the_place_of_a_usual_one() -> None:
    picker = pick(Picker(SETS), "cards:8", "jokers:1")
    assert ready(picker) == 831
    assert ready(pick(picker, "count:2")) == 821
    assert ready(pick(picker, "cards:7")) == 721, "what was clicked stays, where it fits"
    assert picker.back() and ready(picker) is None, "the cards were clicked last"


def test_nothing_is_usual_before_the_first_step() -> None:
    """A later one leaves the first open: nobody has said which cards."""
    picker = pick(Picker(SETS), "count:2")
    assert picker.ready is None and told(picker.open) == ["cards:7", "cards:8"]
    assert ready(pick(picker, "cards:7")) == 720


def test_choices_without_a_usual_one_wait_for_every_answer() -> None:
    assert pick(Picker(BIDS), "value:2").ready is None and Picker(BIDS).usual is None


def test_answers_to_a_question_are_listed_whatever_is_clicked() -> None:
    picker = pick(Picker(BIDS), "value:2", "count:3")
    assert told(picker.answers("value")) == ["value:1", "value:2"]
    assert told(picker.answers("count")) == ["count:1", "count:2", "count:3"] and picker.answers("x") == ()


@pytest.mark.parametrize("seats", [2, 3])
def test_every_legal_action_of_a_match_can_be_picked(seats: int) -> None:
    match = sprawdzam.game("blef", seats=seats, direction_choice=True, first_starter=0).start(seed=3)
    for _ in range(40):
        if match.over:
            break
        seat = match.actors[0]
        view = match.view(seat)
        scene = view.scene()
        assert sorted(a for c in scene.choices for a in c.actions) == list(view.actions)
        for wanted in scene.choices:
            picker = Picker(scene.choices, scene.preset)
            for group in wanted.path:
                for one in group:
                    assert picker.click(one)
            assert picker.ready == wanted
        match.play(seat, view.choices[-1])


# What moved. A back is a piece without a face.


def scene(**zones: str) -> Scene:
    """Zones with pieces: a letter or digit is a face, a dot a back, a pair such as 1/5 a two-ended card."""
    made = []
    for name, text in zones.items():
        pieces = [p.partition("/") for p in text.split()]
        made.append(Zone(name, "row", name, tuple(Piece("" if a == "." else a, a, second=b) for a, _, b in pieces)))
    return Scene(0, "", "", (), tuple(made))


def moved(before: Scene, after: Scene) -> set[tuple[str, str, str]]:
    def place(at: tuple[str, int] | None) -> str:
        return f"{at[0]}{at[1]}" if at else ""

    return {(move.kind, place(move.source), place(move.target)) for move in moves(before, after)}


def test_nothing_moved_between_equal_scenes() -> None:
    assert moves(scene(hand="1 2 .", row="3"), scene(hand="1 2 .", row="3")) == ()


def test_a_face_moves_to_another_zone() -> None:
    found = moved(scene(hand="1 2 3", row=""), scene(hand="1 3", row="2"))
    assert found == {("moved", "hand1", "row0"), ("moved", "hand2", "hand1")}


def test_the_same_face_is_sought_before_a_back() -> None:
    found = moved(scene(hand=". 7", row=""), scene(hand="", row="7 ."))
    assert found == {("moved", "hand1", "row0"), ("moved", "hand0", "row1")}


def test_a_face_that_nobody_saw_leave_comes_from_a_back() -> None:
    assert moved(scene(rival=". .", row=""), scene(rival=".", row="7")) == {("moved", "rival1", "row0")}


def test_a_back_turns_in_its_place() -> None:
    assert moved(scene(rival="."), scene(rival="5")) == {("flipped", "rival0", "rival0")}
    assert moved(scene(rival="5"), scene(rival=".")) == {("flipped", "rival0", "rival0")}
    assert [kind for kind, _, _ in moved(scene(rival=". ."), scene(rival="5 ."))].count("flipped") == 1


def test_a_two_ended_card_is_turned_round() -> None:
    assert moved(scene(hand="1/5 2/6"), scene(hand="5/1 2/6")) == {("flipped", "hand0", "hand0")}


def test_pieces_appear_and_leave() -> None:
    assert moved(scene(row="1"), scene(row="1 2")) == {("appeared", "", "row1")}
    assert moved(scene(row="1 2"), scene(row="2")) == {("left", "row0", ""), ("moved", "row1", "row0")}
    assert moved(scene(row="1"), scene(pile="4")) == {("left", "row0", ""), ("appeared", "", "pile0")}
    assert moves(scene(), scene(row="1")) == (Move("appeared", None, ("row", 0)),)


def test_every_piece_is_accounted_for_once() -> None:
    before, after = scene(a="1 1 . .", b="2 .", c=""), scene(a="1 .", b="2 3 1", c=". 4")
    found = moves(before, after)
    sources = [move.source for move in found if move.source]
    targets = [move.target for move in found if move.target]
    assert len(set(sources)) == len(sources) and len(set(targets)) == len(targets)


def test_a_hidden_card_keeps_no_identity() -> None:
    """Whatever rivals hold and choose, another seat sees the same scenes and the same moves."""

    def shown(cards: tuple[str, str], mask: str, seat: int) -> list[Any]:
        position = sprawdzam.game("blef", seats=3, first_starter=0).start(seed=1).position
        for p, held in enumerate((["1-2"], list(cards), ["3-4"])):
            position["players"][p] = {"count": len(held), "cards": held}
        del position["round"]  # it follows from the counts
        match = sprawdzam.position(position)
        scenes = [match.view(seat).scene()]
        for who, text in ((1, f"choose {mask}"), (0, "choose A"), (2, "choose B")):
            match.play(who, text)
            scenes.append(match.view(seat).scene())
        return [scenes, [moves(a, b) for a, b in pairwise(scenes)]]

    for seat in (0, SPECTATOR):
        one = shown(("1-5", "2-6"), "AA", seat)
        assert shown(("1-5", "2-6"), "BA", seat) == one
        assert shown(("3-4", "5-6"), "AB", seat) == one


def test_the_reveal_turns_hidden_cards_over() -> None:
    match = sprawdzam.game("blef", seats=2, first_starter=0).start(seed=1)
    for seat in (0, 1):
        match.play(seat, "choose A")
    match.play(0, "bid 1x1")
    match.auto = False
    before = match.view(0).scene()
    match.play(1, "check")
    assert flipped(match, before) == [(("hand1", 0), ("hand1", 0))]


def flipped(match: Match, before: Scene) -> list[tuple[Any, Any]]:
    found = moves(before, match.view(0).scene())
    return [(move.source, move.target) for move in found if move.kind == "flipped"]


def test_a_zone_is_found_by_its_name() -> None:
    assert scene(hand="1", row="2").zone("row").pieces[0].face == "2"


@pytest.mark.parametrize("game", ["blef", "nerwy"])
def test_what_a_sum_adds_up_in_a_reveal_lies_open_and_comes_to_what_is_told(game: str) -> None:
    """Of every recipient, in both languages: a page counts by it, and may learn nothing that they do not see."""
    match = sprawdzam.game(game, seats=3).start(seed=5, auto=False)
    rng, found = Random(5), 0
    while not match.over and found < 40:
        for seat, language in product((*range(3), SPECTATOR), ("en", "pl")):
            scene = match.view(seat).scene(language)
            for track in (track for track in scene.tracks if track.pieces):
                found += 1
                (_, total), *_ = track.parts
                assert scene.pause and sum(adds for _, adds in track.pieces) == total
                assert re.findall(r"\d+", track.title) == [str(total)]
                for (zone, place), _ in track.pieces:
                    assert scene.zone(zone).pieces[place].face
        seat = rng.choice(match.actors)
        match.go_on() if seat == TABLE else match.play(seat, rng.choice(match.view(seat).actions))
    assert found
