"""Every game at the table: whole matches by keys, every choice by clicks, every size of the screen."""

from itertools import cycle
from random import Random

import pytest

import sprawdzam
from sprawdzam.engine.texts import texts
from sprawdzam.games import NAMES, find
from sprawdzam.terminal.palette import DAY, NIGHT
from sprawdzam.terminal.places import Cloth, Diary, Record
from sprawdzam.terminal.plates import Rivals
from sprawdzam.terminal.selection import Selection, numbered
from sprawdzam.terminal.sight import Sight
from sprawdzam.terminal.story import Story
from sprawdzam.terminal.tray import Keys, Tray

from ..games.fiasko.tables import over

SHORT = {"nerwy": {"max_rounds": 3}, "rys": {"max_turns": 12}}
LONG = {"fiasko": 30, "szacunki": 30}  # turns that are played of a match, if not all of it
TABLES = [(game, seats) for game in NAMES for seats in find(game).seats]
SIZES = [(60, 20), (80, 24), (100, 30), (120, 35), (200, 60)]


def options(game, seats):
    more = {"mode": "duel"} if game == "rys" and seats == 2 else {}
    return {**SHORT.get(game, {}), **more}


def setup_of(game, seats):
    return sprawdzam.game(game, seats, **options(game, seats))


def moments(game, seats, steps, seed=1):
    """Views of seat 0 along a match that is played at random."""
    match = setup_of(game, seats).start(seed=seed)
    luck = Random(seed)
    story = Story(match.view(0))
    for _ in range(steps):
        yield match, story
        if match.over:
            return
        seat = luck.choice(match.actors)
        match.play(seat, luck.choice(match.view(seat).actions))
        story.add(match.view(0))


async def play_by_keys(hands, luck, most):
    """Numbers, arrows, Tab, Enter and now and then the call."""
    for done in range(3000):
        await hands.my_turn()
        if hands.app.match.over or done == most:
            return
        selection = hands.selection
        group = selection.group
        if selection.loud and (luck.random() < 0.15 or not selection.picker.choices):
            await hands.press("s")
        elif selection.ready and luck.random() < 0.8:
            await hands.press("enter")
        elif group is not None and group.kind == "pieces":
            keys = [key for key in map(selection.key_of, group.places) if key]
            if luck.random() < 0.5:
                await hands.press(luck.choice(keys))
            else:
                await hands.press(*["right"] * luck.randrange(len(group.places)), "space")
        elif group is not None and group.kind != "call":
            fitting = selection.fitting(group.id)
            keys = [key for key, click in numbered(group).items() if click in fitting] or list(numbered(group))
            await hands.press(*luck.choice(keys[:4]))
        else:
            await hands.press("tab")
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("game", "size"), list(zip(NAMES, cycle([(80, 24), (120, 35)]), strict=False)))
def test_a_whole_match_by_keys_alone(at_table, luck, full, game, size):
    """Of long games a part, if not in full size."""
    seats, most = min(find(game).seats), None if full else LONG.get(game)

    async def scenario(hands):
        await play_by_keys(hands, luck, most)
        assert most or (hands.sight.over and "Final places" in hands.screen_text())

    app = at_table(scenario, game=game, seats=seats, size=size, options=options(game, seats))
    assert most or app.match.over


@pytest.mark.parametrize(("game", "size"), list(zip(NAMES, cycle([(120, 35), (80, 24)]), strict=False)))
def test_a_newcomer_who_clicks_only_what_is_lit_gets_through_a_match(at_table, luck, full, game, size):
    """The button that names an action, else any answer or piece that is offered. Of long games a part, as above."""
    seats, most = min(find(game).seats) + 1, None if full else LONG.get(game)

    async def scenario(hands):
        for done in range(2000):
            await hands.my_turn()
            if hands.app.match.over or done == most:
                return
            lit = hands.targets("tray", "cloth")
            offered = [target for target in lit if target[0] in ("answer", "piece")]
            if ("loud",) in lit and (luck.random() < 0.3 or not offered):
                await hands.click(("loud",))
            elif ("confirm",) in lit and (luck.random() < 0.7 or not offered):
                await hands.click(("confirm",))
            else:
                await hands.click(luck.choice(offered))
        raise AssertionError("the match does not end")

    app = at_table(scenario, game=game, seats=seats, size=size, options=options(game, seats), bot="random")
    assert most or app.match.over


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("size", [(60, 20), (200, 60)])
def test_the_largest_table_on_the_smallest_and_the_largest_screen(at_table, luck, game, size):
    seats = max(find(game).seats)

    async def scenario(hands):
        for _ in range(4):
            await hands.my_turn()
            if hands.app.match.over:
                return
            text = hands.screen_text()
            assert len(text.split("\n")) == size[1]
            assert hands.sight.scene.prompt.split()[0] in text
            assert hands.targets("tray"), "something can be done"
            await hands.press("t", "right", "tab", "1", "enter")

    at_table(scenario, game=game, seats=seats, size=size, options=options(game, seats))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_moment_is_drawn_within_every_screen(monkeypatch, game, seats):
    room = 0
    monkeypatch.setattr(Cloth, "room", property(lambda cloth: room))
    names = ["Hania", "Ola", "Kuba", "Łucja", "Staś", "Michalina"]
    for i, (match, story) in enumerate(moments(game, seats, 600)):
        if i % (4 if i < 60 else 20) and not match.over:
            continue
        scene = match.view(0).scene("en", names)
        selection = Selection(scene)
        if selection.group and i % 8:
            selection.press()
        for j, (width, height) in enumerate(SIZES):
            room = height // 3
            sight = Sight(
                scene, selection, (NIGHT, DAY)[(i + j) % 2], texts("en"), names, "Game",
                story.told(texts("en"), names), roomy=height >= 35, lines=height, tray=15 if height >= 35 else 10,
            )  # fmt: skip
            for widget in (Rivals(), Cloth(), Tray(), Diary(), Record(), Keys()):
                block = widget.picture(sight, width)
                assert block.width <= width, type(widget)
                for row in block.rows:
                    assert sum(segment.cell_length for segment in row) == block.width


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_choice_is_reached_by_clicks(game, seats):
    for match, _ in moments(game, seats, 60):
        scene = match.view(0).scene("en")
        for choice in [choice for choice in scene.choices if not choice.loud][::5]:
            selection = Selection(scene)
            for click in (click for group in choice.path for click in group):
                done = selection.only or selection.picked(click.where) == click
                if not done and click.piece and not selection.turns(click.piece):
                    assert selection.pick_piece(click.piece)
                elif not done:
                    assert selection.pick(click.where, click.what)
            assert selection.ready == choice


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_different_choices_have_different_names(game, seats):
    for language in ("en", "pl"):
        for match, _ in moments(game, seats, 400):
            scene = match.view(0).scene(language)
            pieces = {(zone.id, i): piece.name for zone in scene.zones for i, piece in enumerate(zone.pieces)}
            called: dict[str, set[object]] = {}
            for choice in scene.choices:
                clicks = [click for group in choice.path for click in group]
                what = tuple(pieces[click.piece] if click.piece else click.label for click in clicks)
                called.setdefault(choice.label, set()).add(what)
            assert all(len(same) == 1 for same in called.values()), called


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_piece_that_can_be_clicked_has_its_own_key(game, seats):
    for match, _ in moments(game, seats, 60):
        selection = Selection(match.view(0).scene("en"))
        for group in selection.groups:
            keys = [key for key in map(selection.key_of, group.places) if key]
            assert len(set(keys)) == len(keys) and (keys or not group.places)


@pytest.mark.parametrize("game", NAMES)
def test_who_watches_sees_the_table(game):
    seats = max(find(game).seats)
    match = setup_of(game, seats).start(seed=1)
    scene = match.view(sprawdzam.SPECTATOR).scene("en")
    sight = Sight(scene, Selection(scene), NIGHT, texts("en"), list("ABCDEF"), "Game")
    assert sight.me is None and len(sight.rivals) == seats
    for widget in (Rivals(), Cloth(), Record(), Tray(), Keys()):
        assert widget.picture(sight, 84).width <= 84


@pytest.mark.parametrize(("ended", "threshold"), [(("5/0 B1 B2", "5/0 G1"), 5), (("5/0 B1", "5/0 G1 G2"), 4)])
def test_whoever_beats_ten_meets_a_stronger_one(at_table, ended, threshold):
    """FI-74: after a loss the threshold stays."""

    async def scenario(hands):
        hands.app.session.match = over(*ended, solo=True)
        hands.table.again()
        await hands.my_turn()
        assert (
            dict(hands.app.setup.options)["threshold"] == threshold == hands.app.match.view(0).record.option.threshold
        )

    at_table(scenario, game="fiasko", seats=1)
