"""Picking an answer in scenes of games that do not exist: nothing in the terminal knows a game."""

from itertools import product

import pytest

from sprawdzam.engine.scene import Ask, Choice, Click, Piece, Plate, Scene, Zone
from sprawdzam.engine.texts import texts
from sprawdzam.terminal.palette import DAY, NIGHT
from sprawdzam.terminal.places import Cloth, Diary, Rivals
from sprawdzam.terminal.selection import CALL, Selection, numbered
from sprawdzam.terminal.sight import Sight
from sprawdzam.terminal.story import Entry
from sprawdzam.terminal.tray import Keys, Tray


def range_scene(n):
    """A colour and a number up to n; red goes only with the upper half."""
    choices = [
        Choice(((Click("colour", c, c), Click("number", str(k), str(k))),), (i,), f"{c} {k}")
        for i, (c, k) in enumerate(product(("blue", "red"), range(1, n + 1)))
        if c == "blue" or k > n // 2
    ]
    asks = (Ask("colour", "Which colour?"), Ask("number", "How many?", "range"))
    return _scene(choices, asks)


def set_scene():
    """One of the own cards, then how many of its kind, where there are several; or pass; or the call."""
    hand = (7, 7, 9)
    kinds = {
        7: [Click("card", "7", "7", ("hand", 0)), Click("card", "7", "7", ("hand", 1))],
        9: [Click("card", "9", "9", ("hand", 2))],
    }
    choices = [Choice(((kinds[7][0],), (Click("many", str(n), str(n)),)), (n,), f"Play {n} x 7") for n in (1, 2)]
    choices.append(Choice(((kinds[9][0],),), (9,), "Play 9"))
    choices.append(Choice(((Click("pass", "pass", "Pass"),),), (20,), "Pass"))
    choices.append(Choice(((Click("call", "call", "Now!"),),), (30,), "Now!", touches=(("pile", -1),), loud=True))
    asks = (
        Ask("card", "Which card?", "pieces"),
        Ask("many", "How many?", "range"),
        Ask("pass", "Or:"),
        Ask("call", ""),
    )
    zones = (
        Zone("hand", "hand", "Your cards", tuple(Piece(str(v), f"a {v}") for v in hand), owner=0),
        Zone("row", "row", "Row", (Piece("12", "a 12"), Piece("", "a hidden card"), Piece("J", "joker", "counts"))),
        Zone("pile", "pile", "Pile", (Piece("3", "a 3"),), note="4 below"),
        Zone("front1", "row", "In front", (Piece("5", "a 5"), Piece("5", "a 5", "idle", "2")), owner=1),
    )
    return _scene(choices, asks, zones)


def _scene(choices, asks, zones=()):
    plates = (Plate(0, "You", ("3 points",), acts=True), Plate(1, "Ada", ("out",), out=True), Plate(2, "Łucja", ()))
    return Scene(0, "Turn 3", "What now?", plates, zones, asks, tuple(choices), facts=("a fact",))


def test_numbers_of_two_figures_are_typed_one_after_the_other():
    selection = Selection(range_scene(14))
    selection.digit("1")
    assert selection.picked("colour").what == "blue"
    selection.digit("1")
    assert selection.ready.label == "blue 1"
    selection.digit("2")
    assert selection.ready.label == "blue 12"
    selection.digit("9")
    assert selection.ready.label == "blue 9", "129 is no answer"


def test_a_number_of_two_figures_is_typed_where_its_first_figure_is_no_answer():
    choices = [Choice(((Click("number", str(k), str(k)),),), (k,), str(k)) for k in range(3, 13)]
    selection = Selection(_scene(choices, (Ask("number", "How many?", "range"),)))
    assert selection.digit("1") and selection.ready is None
    assert selection.digit("0") and selection.ready.label == "10"
    assert selection.digit("3") and selection.ready.label == "3", "103 is no answer"
    assert not selection.digit("2")


def test_a_range_goes_through_the_answers_that_fit():
    selection = Selection(range_scene(6))
    selection.pick("colour", "red")
    assert {click.what for click in selection.fitting("number")} == {"4", "5", "6"}
    selection.sideways(1)
    assert selection.ready.label == "red 4"
    selection.sideways(-1)
    assert selection.ready.label == "red 4", "nothing fits below"
    selection.sideways(1)
    selection.sideways(1)
    selection.sideways(1)
    assert selection.ready.label == "red 6"


def test_the_newest_answer_takes_the_place_of_one_that_does_not_fit():
    selection = Selection(range_scene(6))
    selection.pick("colour", "red")
    selection.pick("number", "2")
    assert selection.picked("colour").what == "blue", "the only one that is left"
    assert selection.ready.label == "blue 2"


def test_back_takes_answers_back_one_by_one():
    selection = Selection(range_scene(4))
    assert not selection.back()
    selection.pick("colour", "blue")
    selection.pick("number", "3")
    assert selection.back()
    assert selection.picked("number") is None and selection.active == "number"
    assert selection.back()
    assert not selection.changed and selection.active == "colour"


def test_a_piece_is_picked_and_the_next_question_follows():
    selection = Selection(set_scene())
    assert [group.id for group in selection.groups] == ["pieces hand", "pass", CALL]
    assert selection.pick_piece(("hand", 0))
    assert selection.ready is None
    assert selection.active == "many"
    selection.digit("2")
    assert selection.ready.label == "Play 2 x 7"
    assert selection.pick_piece(("hand", 2))
    assert selection.ready.label == "Play 9", "the newest click counts"
    assert selection.pick_piece(("hand", 2)), "again: taken back"
    assert selection.ready is None and not selection.changed
    assert not selection.pick_piece(("row", 0))


def test_tab_goes_round_the_questions_and_the_call():
    selection = Selection(set_scene())
    seen = []
    for _ in range(4):
        seen.append(selection.active)
        selection.other_group(1)
    assert seen == ["pieces hand", "pass", CALL, "pieces hand"]
    assert selection.loud.label == "Now!"


def test_a_single_choice_needs_no_answer():
    only = Choice(((Click("draw", "draw", "Draw"),),), (1,), "Draw a card")
    assert Selection(_scene([only], (Ask("draw", "Draw?"),))).ready is only


def test_answers_without_numbers_are_numbered():
    group = Selection(range_scene(3)).groups[0]
    assert [(key, click.what) for key, click in numbered(group).items()] == [("1", "blue"), ("2", "red")]


def test_picks_are_kept_while_the_choices_stay_and_dropped_when_they_change():
    selection = Selection(range_scene(4))
    selection.pick("colour", "red")
    assert selection.follow(range_scene(4)).picked("colour").what == "red"
    assert selection.follow(range_scene(5)).picked("colour") is None


@pytest.mark.parametrize("palette", [NIGHT, DAY])
@pytest.mark.parametrize("roomy", [True, False])
@pytest.mark.parametrize("width", [60, 84, 120])
@pytest.mark.parametrize("made", [set_scene, lambda: range_scene(40)])
def test_any_scene_is_drawn_within_its_width(made, width, roomy, palette):
    scene = made()
    selection = Selection(scene)
    for keys in ("", "c", "p"):
        if keys == "c":
            selection.active = CALL
        if keys == "p":
            selection.sideways(1)
        sight = Sight(
            scene, selection, palette, texts("en"), ["H", "Ada", "Łucja"], "Toy",
            [Entry("Turn 3", True), Entry("Ada.")],
            roomy=roomy, notice="not like that",
        )  # fmt: skip
        for widget in (Rivals(), Cloth(), Tray(), Diary(), Keys()):
            block = widget.picture(sight, width)
            assert block.width <= width
            for row in block.rows:
                assert sum(segment.cell_length for segment in row) == block.width
