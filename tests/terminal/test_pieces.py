"""Cards, tracks and places as they are drawn, from words of style that need not be known."""

from dataclasses import replace

import pytest

from sprawdzam.engine.scene import Piece, Plate, Scene, Track, Zone
from sprawdzam.engine.texts import texts
from sprawdzam.terminal.cards import LARGE, MIDDLE, SMALL, State, brief, card, chip
from sprawdzam.terminal.palette import DAY, INK, NIGHT, PAPER, contrast
from sprawdzam.terminal.paper import GROUNDS, paint
from sprawdzam.terminal.places import Cloth
from sprawdzam.terminal.plates import Rivals
from sprawdzam.terminal.selection import Selection
from sprawdzam.terminal.sight import Sight
from sprawdzam.terminal.story import WHOLE, counting, partly, turned
from sprawdzam.terminal.tracks import bar, tokens


def words(block):
    return "\n".join("".join(segment.text for segment in row) for row in block.rows)


def grounds(block):
    found = (segment.style.bgcolor for row in block.rows for segment in row if segment.style and segment.style.bgcolor)
    return {colour.name.upper() for colour in found}


def sight_of(zones=(), plates=(), palette=NIGHT, **more):
    plates = plates or (Plate(0, "You", ()), Plate(1, "Ada", ("4 cards",)), Plate(2, "Łucja", ()))
    scene = Scene(0, "Turn 3", "What now?", plates, tuple(zones), **more)
    return Sight(scene, Selection(scene), palette, texts("en"), ["H", "Ada", "Łucja"], "Toy")


@pytest.mark.parametrize("palette", [NIGHT, DAY])
@pytest.mark.parametrize(
    "look", [*GROUNDS, *(f"{look} covered" for look in GROUNDS), "single", "counts", "idle", "heart", ""]
)
def test_the_print_of_every_look_can_be_read(look, palette):
    painted = paint(Piece("5", "five", look), palette)
    assert contrast(painted.print, painted.ground) >= 4.4


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
def test_looks_that_nobody_knows_are_ignored(size):
    assert card(Piece("5", "five", "velvet haze"), size, NIGHT) == card(Piece("5", "five"), size, NIGHT)


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
def test_a_back_tells_no_more_than_its_holder_knows(size):
    hidden = card(Piece("", "hidden", "heart"), size, NIGHT)
    known = card(Piece("", "your hidden 2", "heart", "2"), size, NIGHT)
    assert "2" not in words(hidden) and "2" in words(known)
    assert hidden.width == known.width and hidden.height == known.height
    assert INK in grounds(hidden) and PAPER in grounds(known), "a folded corner"


def test_a_card_with_a_heart_behind_shows_it():
    for size in (SMALL, MIDDLE, LARGE):
        assert "♥" in words(card(Piece("4", "four", "single"), size, DAY))
        assert "♥" not in words(card(Piece("4", "four", "double"), size, DAY))


def test_what_would_be_hit_is_marked_on_cards_of_every_size():
    for size in (SMALL, MIDDLE, LARGE):
        plain, hit = (card(Piece("4", "four"), size, DAY, State(touched=colour)) for colour in ("", DAY.pick))
        assert plain != hit and (plain.width, plain.height) == (hit.width, hit.height)
        assert {"╌", "╍"} & set(words(hit))


def test_pieces_in_brief():
    seven, joker, back = Piece("7", "seven", "rank7"), Piece("J", "joker", "joker"), Piece("", "hidden")
    assert brief([seven, seven, joker]) == "7×2+J"
    assert words(chip([seven, seven, joker], NIGHT)).strip() == "7×2+J"
    assert words(chip([back] * 9, NIGHT)).strip().endswith("×9")


def test_a_track_shows_what_is_seen_what_is_known_and_the_limit():
    track = Track("Face up: 12", (("seen", 12), ("own", 2)), 17, "your hidden cards: 2")
    for one_line in (True, False):
        drawn = bar(track, 76, NIGHT, one_line=one_line)
        assert drawn.width <= 76 and drawn.height == (1 if one_line else 2)
        assert "Face up: 12" in words(drawn) and "17" in words(drawn) and "your hidden cards: 2" in words(drawn)
        assert words(drawn).count("▒") == (2 if one_line else 4)
        assert NIGHT.call in grounds(drawn)
    assert bar(replace(track, parts=(("seen", 60),)), 76, NIGHT, one_line=True).width <= 76, "far beyond the limit"


def test_tokens_have_their_empty_places():
    drawn = tokens(Track("nerves", (("nerves", 1),), 2), NIGHT, dark=True, weak=NIGHT.second)
    assert words(drawn).startswith("nerves ") and words(drawn).endswith("○") and len(words(drawn)) == 9


def test_owners_stand_below_their_cards_in_a_long_row():
    pieces = tuple(Piece(str(i % 5 + 1), "a card", "double", owner=i % 3) for i in range(30))
    for width in (60, 84, 160):
        drawn = Cloth().picture(sight_of([Zone("row", "row", "Row", pieces)]), width)
        assert words(drawn).count(" A ") == 10 and drawn.width <= width


def test_many_layers_fit_a_rivals_place():
    layers = [
        Piece(str(i % 13 + 1), "a card", f"rank{i % 13 + 1}" + (" covered" if i < 29 else ""), group=i + 1)
        for i in range(30)
        for _ in range(1 + i % 4)
    ]
    zones = [
        Zone("table1", "layers", "Sets", tuple(layers), owner=1),
        Zone("hand1", "hand", "Ada", (Piece("3", "three", "rank3", group=1), *[Piece("", "", group=9)] * 40), owner=1),
    ]
    sight = sight_of(zones)
    for width in (50, 80):
        for lines in (20, 24, 35, 60):
            sight.lines, sight.roomy = lines, lines >= 35
            drawn = Rivals().picture(sight, width)
            assert drawn.width <= width and "…" in words(drawn) and "×40" in words(drawn)
            assert drawn.height <= 9


def test_a_window_does_not_tell_who_has_answered():
    plates = (Plate(0, "You", (), acts=True), Plate(1, "Ada", (), acts=True), Plate(2, "Łucja", ()))
    assert "to play" in words(Rivals().picture(sight_of(plates=plates), 80))
    assert "to play" not in words(Rivals().picture(sight_of(plates=plates, window=True), 80))


def row_scene(*faces, tracks=()):
    pieces = tuple(Piece(face, face or "hidden", owner=i % 2) for i, face in enumerate(faces))
    return sight_of([Zone("row", "row", "Row", pieces)], tracks=tracks).scene


def test_a_common_row_is_turned_over_piece_by_piece():
    before, after = row_scene("3", "", "5", "", tracks=(Track("a", (), 1),)), row_scene("3", "2", "5", "4")
    assert turned(before, after) == (("row", 1), ("row", 3))
    halfway = partly(before, after, (("row", 3),))
    assert [piece.face for piece in halfway.zone("row").pieces] == ["3", "2", "5", ""]
    assert halfway.tracks == before.tracks, "nothing is summed up yet"
    assert counting(after, [("row", 1)]) is None, "these pieces are not counted"


def test_faces_that_come_to_a_hidden_hand_are_no_reveal():
    def hand(*faces):
        pieces = tuple(Piece(face, face or "hidden") for face in faces)
        return sight_of([Zone("hand1", "hand", "Ada", pieces, owner=1)]).scene

    assert turned(hand("", "", ""), hand("9", "", "")) == ()
    assert turned(hand("", "", ""), hand("9", "2", "2")) == (("hand1", WHOLE),)
