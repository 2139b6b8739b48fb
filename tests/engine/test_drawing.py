"""A scene as a picture: well-formed, with everything that is seen, and nothing that is hidden."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import sprawdzam
from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.drawing import draw
from sprawdzam.engine.drawing.shapes import SHAPES
from sprawdzam.engine.match import Match
from sprawdzam.engine.scene import Piece, Plate, Scene, Zone
from sprawdzam.games import NAMES

NUMBER = r"-?\d+(?:\.\d+)?"
SPRITES = Path(__file__).parents[2] / "web" / "src" / "cards" / "Sprites.svelte"
SVG = "{http://www.w3.org/2000/svg}"


def midway(game: str, actions: int = 25) -> Match:
    match = sprawdzam.game(game, seats=3).unclocked().start(seed=3)
    luck = Random(1)
    for _ in range(actions):
        if not match.over:
            seat = match.actors[0]
            match.play(seat, luck.choice(match.view(seat).choices))
    return match


def written(svg: str) -> list[str]:
    """All that can be read in a picture, tooltips not included."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
@pytest.mark.parametrize("game", NAMES)
def test_everything_that_is_seen_is_drawn(game, seat):
    scene = midway(game).view(seat).scene()
    svg = draw(scene)
    texts, titles = written(svg), [e.text for e in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    told = " ".join(texts)
    assert scene.title in told and scene.prompt.split()[-1] in told
    assert all(plate.name in told for plate in scene.plates)
    for zone in scene.zones:
        for piece in zone.pieces:
            face = piece.face.replace("★", "")
            assert face in ("", "●") or any(face in text for text in texts), (zone.id, piece)
            assert piece.name in titles or zone.kind == "notes"


@pytest.mark.parametrize("game", NAMES)
def test_a_picture_tells_no_more_than_the_view(game):
    """Two worlds that a seat cannot tell apart look alike, to the last byte (law 4)."""
    match = midway(game)
    for seat in (0, 1, SPECTATOR):
        view = match.view(seat)
        world = view.record.copy()
        view.game.rules.imagine(world, seat, Fast(9))
        assert draw(sprawdzam.View.of(view.game, world, seat).scene()) == view._repr_svg_()


@pytest.mark.parametrize("game", NAMES)
def test_the_end_of_a_match_is_drawn_with_places(game):
    match = midway(game, 10_000)
    assert match.over
    told = written(match._repr_svg_())
    assert {f"{name} · {rank}." for name, rank in zip("ABC", match.ranks, strict=True)} <= set(told)


def test_a_hidden_card_has_no_face():
    match = sprawdzam.game("blef", seats=2).start(seed=7)
    mine, theirs = (match.position["players"][seat]["cards"][0] for seat in (0, 1))
    assert set(mine.split("-")) != set(theirs.split("-"))
    texts = written(match.view(0)._repr_svg_())
    assert [text for text in texts if text in "123456"] == mine.split("-")
    assert not [text for text in written(match._repr_svg_()) if text in "123456"]


def test_a_match_shows_what_everybody_may_see():
    match = midway("nerwy")
    assert match._repr_svg_() == match.view(SPECTATOR)._repr_svg_() == match.view(SPECTATOR).scene()._repr_svg_()
    assert match._repr_svg_() != match.view(0)._repr_svg_()


def test_names_cannot_break_out_of_a_picture():
    plate = Plate(0, '<script>"&', ("<b>",))
    zone = Zone("z", "row", "a & b", (Piece("<1>", 'a "card" & more'), Piece("long < words", "said")))
    svg = draw(Scene(0, "1 < 2", "R&D", (plate,), (zone,)))
    assert "<script" not in svg and {"1 < 2", "R&D", "<1>", '<script>"&'} <= set(written(svg))


def test_a_picture_has_no_ids_and_asks_for_nothing():
    """Many pictures lie on one page of a notebook, and none of them may load anything."""
    svg = draw(midway("szacunki").view(0).scene())
    assert not re.search(r"\b(id|href|src|style|class|on\w+)=", svg) and "url(" not in svg


@pytest.mark.skipif(not SPRITES.exists(), reason="the page is not here")
def test_the_shapes_are_those_of_the_page():
    page = SPRITES.read_text("utf-8")
    for name, (box, marks) in SHAPES.items():
        if name == "spot":  # of which the page makes one path for a card
            drawing = (SPRITES.parent / "drawing.ts").read_text("utf-8")
            outline = re.search(r"const SPOT\b.*?= (.*?);", drawing, re.DOTALL)
            assert outline and re.findall(NUMBER, outline[1]) == re.findall(NUMBER, marks)
            continue
        symbol = re.search(rf'<symbol id="{name}" viewBox="{re.escape(box)}">(.*?)</symbol>', page, re.DOTALL)
        assert symbol, name
        ours = set(re.findall(r' d="([^"]+)"', marks))
        theirs = {" ".join(path.split()) for path in re.findall(r'\bd="([^"]+)"', symbol[1])}
        assert theirs <= ours and (ours == theirs or name == "pulse"), name


def test_the_engine_stays_light():
    """Nothing of a picture is loaded until somebody looks."""
    code = "import sys, sprawdzam; m = sprawdzam.game('blef').start(seed=1); m.view(0).scene(); print([n for n in sys.modules if 'drawing' in n])"  # noqa: E501
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.strip() == "[]"
