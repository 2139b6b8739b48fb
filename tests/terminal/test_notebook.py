"""Pieces that are no cards: the notebook and its pencil, tokens by their width, ranges on a strip, rounds in rows."""

from __future__ import annotations

from random import Random

import pytest

import sprawdzam
from sprawdzam.engine.texts import texts
from sprawdzam.games.szacunki.rules import Phase
from sprawdzam.terminal.boards import history, strip, tokens
from sprawdzam.terminal.notebook import notebook
from sprawdzam.terminal.palette import DAY, NIGHT
from sprawdzam.terminal.pencil import Pencil, pages
from sprawdzam.terminal.selection import Selection
from sprawdzam.terminal.sight import Sight

NAMES = ["Ty", "Ola"]


def moment(phase, rounds=0, seed=5):
    """A match that waits for seat 0 in a phase, after some rounds."""
    match = sprawdzam.game("szacunki", 2).start(seed=seed)
    luck = Random(seed)
    while True:
        view = match.view(0)
        if view.record.phase == phase and 0 in match.actors and view.record.round > rounds:
            return match
        seat = match.actors[0]
        match.play(seat, luck.choice(match.view(seat).actions))


def sight_of(match, pencil=None, palette=NIGHT):
    scene = match.view(0).scene("en", NAMES)
    return Sight(scene, Selection(scene), palette, texts("en"), NAMES, "Game", pencil=pencil or Pencil())


def lines(block):
    return ["".join(segment.text for segment in row) for row in block.rows]


def targets(block):
    return {s.style.meta["target"] for row in block.rows for s in row if s.style and s.style.meta.get("target")}


def shown(sight):
    rack = next(zone for zone in sight.own if zone.kind == "rack")
    return lines(notebook(sight, rack, pages(sight.scene), 80))


# --- the notebook ---


@pytest.mark.parametrize("palette", [NIGHT, DAY])
def test_a_page_shows_what_is_possible_and_hides_what_lies_elsewhere(palette):
    match = moment(Phase.PICK, rounds=3)
    view = match.view(0).record
    sight = sight_of(match, palette=palette)
    upper, lower = shown(sight)[1:3]
    for c in range(6):
        told = upper[10 * c : 10 * c + 9].split() + lower[10 * c : 10 * c + 9].split()
        assert told == [str(n) if view.colour[c].unseen[n] else "·" for n in range(8)]


def test_what_is_crossed_out_stays_until_the_card_is_exchanged():
    match = moment(Phase.EXCHANGE)
    scene = match.view(0).scene("en", NAMES)
    pencil = Pencil()
    for page in pages(scene):
        open_ = next(n for n, piece in enumerate(page.pieces) if "out" not in piece.look)
        pencil.cross(scene, (page.id, open_))
    assert sum(line.count("×") for line in shown(sight_of(match, pencil))) == 6
    match.play(0, "exchange Y")
    assert sum(line.count("×") for line in shown(sight_of(match, pencil))) == 5


def test_what_is_out_for_sure_needs_no_cross():
    scene = moment(Phase.PICK).view(0).scene("en", NAMES)
    page = pages(scene)[0]
    pencil = Pencil()
    pencil.cross(scene, (page.id, next(n for n, piece in enumerate(page.pieces) if "out" in piece.look)))
    assert not pencil.crossed


def test_the_pencil_goes_over_all_pages_and_back():
    scene = moment(Phase.PICK).view(0).scene("en", NAMES)
    pencil = Pencil()
    assert not pencil.press(scene, "right"), "it lies on the table"
    assert pencil.take(scene) and pencil.at == ("notes0.0", 0)
    seen = []
    for _ in range(24):
        seen.append(pencil.at)
        assert pencil.press(scene, "right")
    assert pencil.at == ("notes0.0", 0) and len(set(seen)) == 24
    assert pencil.press(scene, "down") and pencil.at == ("notes0.0", 4)
    assert pencil.press(scene, "left") and pencil.at == ("notes5.0", 7)
    assert pencil.press(scene, "enter") and pencil.at is None


def test_crossing_out_by_keys_and_by_clicks_does_nothing_to_the_match(at_table):
    async def scenario(hands):
        await hands.my_turn()
        before = hands.app.match.log.text
        await hands.press("x")
        while "out" in hands.sight.scene.zone(hands.table.pencil.at[0]).pieces[hands.table.pencil.at[1]].look:
            await hands.press("right")
        await hands.press("space")
        assert len(hands.table.pencil.crossed) == 1 and "×" in hands.screen_text()
        await hands.press("enter")
        assert hands.table.pencil.at is None
        (place,) = hands.table.pencil.crossed
        await hands.click(("cross", place[0], str(place[1])))
        assert not hands.table.pencil.crossed
        assert hands.app.match.log.text == before

    at_table(scenario, game="szacunki", seats=2, bot="random")


# --- guesses ---


def test_nothing_is_written_by_an_enter_too_many():
    selection = Selection(moment(Phase.GUESS).view(0).scene("en", NAMES))
    assert selection.ready is None
    assert selection.pick("nothing", "nothing") and selection.ready.label == "Write nothing"


def test_number_keys_tick_the_numbers_that_they_name():
    selection = Selection(moment(Phase.GUESS).view(0).scene("en", NAMES))
    for keys, label in (("0", "Write 0"), ("7", "Write 0 7"), ("3", "Write 0 3 7"), ("0", "Write 3 7")):
        assert selection.digit(keys) and selection.ready.label == label
    assert selection.digit("1") and selection.digit("2")
    assert selection.ready.label == "Write 1 2 3", "the newest three count"


def test_ticks_do_not_go_over_to_the_next_colour():
    match = moment(Phase.GUESS)
    selection = Selection(match.view(0).scene("en", NAMES))
    selection.digit("4")
    match.play(0, "guess 4")
    again = selection.follow(match.view(0).scene("en", NAMES))
    assert not again.picker.clicked and again.place[0].startswith("notes1.")


# --- tokens, ranges, rounds ---


def test_a_token_is_as_wide_as_its_number_and_picked_by_it():
    match = moment(Phase.PICK)
    sight = sight_of(match)
    zone = sight.scene.zone("tokens")
    faces = [piece.face for piece in zone.pieces]
    face, worth, _ = lines(tokens(sight, zone, 84))
    assert face.split() == faces and worth.split() == [f"+{8 - int(size)}" for size in faces]
    assert sight.selection.digit(faces[-1])
    assert sight.selection.ready.label == f"Take the token {faces[-1]}"


def test_a_range_lies_on_the_strip_over_the_fields_that_it_covers():
    match = moment(Phase.PLACE)
    sight = sight_of(match)
    size = match.view(0).record.past[match.view(0).record.round - 1].size[0]
    (group,) = sight.selection.groups
    (free,) = lines(strip(sight, group, 84, ()))
    assert free.split() == [str(n) for n in range(22)]
    assert sight.selection.pick("start", "3")
    (laid,) = lines(strip(sight, group, 84, ()))
    told = "3" if size == 1 else f"3–{2 + size}"
    assert laid.split() == [*map(str, range(3)), told, *map(str, range(3 + size, 22))]
    assert len(laid) == len(free)


def test_a_click_near_the_end_of_the_strip_means_the_last_range():
    match = moment(Phase.PLACE)
    sight = sight_of(match)
    (group,) = sight.selection.groups
    last = max(int(click.what) for click in group.answers)
    assert {int(target[2]) for target in targets(strip(sight, group, 84, ()))} == set(range(last + 1))


def test_the_history_has_a_line_for_each_round_with_the_own_answer():
    match = moment(Phase.PICK, rounds=3)
    sight = sight_of(match)
    view = match.view(0).record
    title, *rows = lines(history(sight, sight.scene.zone("history"), 34))
    assert title.strip() == "What was said" and len(rows) == 3
    for r, row in enumerate(rows):
        first, size = view.past[r].start[0] - 1, view.past[r].size[0]
        assert (str(first) if size == 1 else f"{first}–{first + size - 1}") in row
