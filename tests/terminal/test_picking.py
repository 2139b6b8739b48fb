"""Picking an answer in scenes of games that do not exist: nothing in the terminal knows a game."""

from dataclasses import replace
from itertools import product

import pytest

from sprawdzam.engine.scene import Ask, Choice, Click, Piece, Plate, Scene, Zone
from sprawdzam.engine.texts import texts
from sprawdzam.terminal.palette import DAY, NIGHT
from sprawdzam.terminal.places import Cloth, Diary
from sprawdzam.terminal.plates import Rivals
from sprawdzam.terminal.selection import CALL, Selection, columns, numbered
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
    assert [group.id for group in selection.groups] == ["pieces card", "pass", CALL]
    assert selection.pick_piece(("hand", 0))
    assert selection.ready is None
    assert selection.active == "many"
    selection.digit("2")
    assert selection.ready.label == "Play 2 x 7"
    assert selection.pick_piece(("hand", 2))
    assert selection.ready.label == "Play 9", "the newest click counts"
    assert selection.active == "pieces card", "whether to pass is no question any more"
    assert selection.pick_piece(("hand", 2)), "again: taken back"
    assert selection.ready is None and not selection.changed
    assert not selection.pick_piece(("row", 0))


def test_tab_goes_round_the_questions_and_the_call():
    selection = Selection(set_scene())
    seen = []
    for _ in range(4):
        seen.append(selection.active)
        selection.other_group(1)
    assert seen == ["pieces card", "pass", CALL, "pieces card"]
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


def groups_scene():
    """Sevens and nines lie on one another; a play of two steals what lies in front of Ada."""
    hand = [(7, 1), (7, 1), (9, 2), (9, 2), (9, 2), (4, 3)]
    pieces = tuple(Piece(str(v), str(v), f"rank{v}", group=g) for v, g in hand)
    choices = [
        Choice(
            ((Click("cards", str(v), str(v), ("hand", at)),), (Click("count", str(n), str(n)),)), (10 * v + n,),
            f"Play {n} x {v}", touches=(("front1", 1),) if n == 2 else (), usual=n, hits="you steal",
        )
        for v, at, most in ((7, 0, 2), (9, 2, 3), (4, 5, 1))
        for n in range(1, most + 1)
    ]  # fmt: skip
    zones = (
        Zone("front1", "layers", "Sets", (Piece("3", "3", "covered", group=1), Piece("5", "5", group=2)), owner=1),
        Zone("hand", "hand", "Your cards", pieces, owner=0),
    )
    return _scene(choices, (Ask("cards", "Which cards?", "pieces"), Ask("count", "How many?")), zones)


def _sight(scene, selection, **more):
    return Sight(scene, selection, NIGHT, texts("en"), ["H", "Ada", "Łucja"], "Toy", **more)


def _words(block):
    return "\n".join("".join(segment.text for segment in row) for row in block.rows)


def test_the_same_answer_may_have_other_words_for_another_piece():
    """Face down means one thing for a trap, another for a number."""
    zones = (Zone("hand", "hand", "Your cards", (Piece("4", "4"), Piece("><", "Trap")), owner=0),)
    choices = [
        Choice(((Click("card", c, c, ("hand", i)),), (Click("side", way, f"{way}: {c}"),)), (2 * i + j,), f"{c} {way}")
        for i, c in enumerate(("4", "trap"))
        for j, way in enumerate(("up", "down"))
    ]
    scene = _scene(choices, (Ask("card", "Which card?", "pieces"), Ask("side", "Which way up?")), zones)
    selection = Selection(scene)
    selection.digit("1")
    assert [click.label for click in selection.group.answers] == ["up: 4", "down: 4"]
    selection = selection.follow(scene)
    selection.digit("2")
    assert selection.follow(scene).ready.label == "4 down"
    selection = Selection(scene)
    selection.digit("2")
    assert selection.pick("side", "up") and selection.ready.label == "trap up"


def test_pieces_of_a_group_are_one_column_with_one_key():
    scene = groups_scene()
    assert columns(scene.zone("hand")) == [(0, 1), (2, 3, 4), (5,)]
    selection = Selection(scene)
    assert [selection.key_of(place) for place in selection.group.places] == ["1", "2", "3"]
    assert selection.digit("2") and selection.picked("cards").what == "9"
    assert selection.ready.label == "Play 3 x 9", "all of them, until another number is picked"
    assert selection.active == "count"
    selection.sideways(-1)
    assert selection.ready.label == "Play 2 x 9"
    selection.back()
    selection.back()
    assert not selection.digit("4") and not selection.changed


def test_a_click_on_any_piece_of_a_group_or_on_an_equal_one_counts():
    selection = Selection(groups_scene())
    assert selection.pick_piece(("hand", 3)) and selection.picked("cards").what == "9"
    selection = Selection(set_scene())
    assert selection.pick_piece(("hand", 1)) and selection.picked("card").what == "7", "two equal sevens"
    assert Selection(set_scene()).digit("2"), "by key, too"


def test_groups_stand_as_one_card_with_their_number():
    scene = groups_scene()
    drawn = _words(Tray().picture(_sight(scene, Selection(scene)), 90))
    assert "×2" in drawn and "×3" in drawn and "Which cards?" in drawn


def test_what_a_choice_would_hit_shows_before_it_is_confirmed():
    scene = groups_scene()
    selection = Selection(scene)
    sight = _sight(scene, selection)
    assert sight.touched == {("front1", 1)}, "the cursor is on the sevens, of which two are usual"
    assert sight.hit == {1} and "you steal" in _words(Rivals().picture(sight, 90))
    selection.sideways(1)
    assert not _sight(scene, selection).touched, "three nines"
    selection.press()
    selection.pick("count", "2")
    assert _sight(scene, selection).hit == {1}


def test_one_question_about_pieces_of_two_zones_has_one_row_of_keys():
    zones = (
        Zone("pool", "pool", "Pool", (Piece("2", "2", group=1), Piece("13", "13", group=1), Piece("5", "5", group=2))),
        Zone("deck", "pile", "Deck", (Piece("", "the top"),), note="31 cards"),
    )
    places = [("deck", 0), ("pool", 0), ("pool", 2)]
    choices = [Choice(((Click("source", str(p), str(p), p),),), (i,), f"Take {p}") for i, p in enumerate(places)]
    scene = _scene(choices, (Ask("source", "From where?", "pieces"),), zones)
    selection = Selection(scene)
    assert {place: selection.key_of(place) for place in places} == {
        ("pool", 0): "1", ("pool", 2): "2", ("deck", 0): "3",
    }  # fmt: skip
    assert selection.digit("3") and selection.ready.label == "Take ('deck', 0)"
    assert "+13" in _words(Cloth().picture(_sight(scene, selection), 90))


def test_what_every_choice_hits_is_marked_at_once():
    zones = (Zone("front1", "layers", "Sets", (Piece("5", "5", group=1),), owner=1),)
    choices = [
        Choice(((Click("loot", w, w),),), (i,), w, touches=(("front1", 0),)) for i, w in enumerate(("take", "leave"))
    ]
    scene = _scene(choices, (Ask("loot", "Loot?"),), zones)
    assert _sight(scene, Selection(scene)).hit == {1}


def test_a_single_choice_beside_a_call_is_not_asked_for():
    choices = [
        Choice(((Click("answer", "pass", "pass"),),), (0,), "Pass"),
        Choice(((Click("call", "call", "Now!"),),), (1,), "Now!", loud=True),
    ]
    scene = replace(_scene(choices, (Ask("answer", "Do you pass?"),)), window=True)
    selection = Selection(scene)
    assert selection.only and selection.ready.label == "Pass" and not selection.changed and not selection.back()
    sight = _sight(scene, selection)
    assert "Do you pass?" not in _words(Tray().picture(sight, 90))
    assert _words(Keys().picture(sight, 90)).split()[:4] == ["⏎", "Pass", "s", "Now!"]
    assert Tray().picture(sight, 90).rows[0][0].style.color.name == NIGHT.call.lower(), "the edge of a call window"


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
