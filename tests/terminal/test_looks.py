"""What is on the screen, in both themes and sizes."""

import threading

import pytest

from sprawdzam.terminal.palette import DAY, NIGHT


@pytest.mark.parametrize("size", [(80, 24), (120, 35), (100, 30), (60, 20), (200, 60)])
@pytest.mark.parametrize("seats", [2, 6])
def test_prompt_buttons_and_keys_are_on_the_screen(at_table, size, seats):
    async def scenario(hands):
        await hands.bidding()
        await hands.press("6", "2")
        text = hands.screen_text()
        lines = text.split("\n")
        assert len(lines) == size[1]
        for words in ("Sprawdzam!", "Your turn", "Which value?", "How many?", "Bid 2 sixes", "help", "quit"):
            assert words in text
        assert "?" in lines[-1]

    at_table(scenario, size=size, seats=seats, options={"first_starter": 0, "shrinking": True})


def test_the_diary_stands_beside_a_wide_table_and_opens_over_a_narrow_one(at_table):
    async def wide(hands):
        await hands.my_turn()
        assert "3 cards are dealt." in hands.screen_text()
        await hands.press("h")
        assert "3 cards are dealt." not in hands.screen_text()
        await hands.press("h")
        assert "3 cards are dealt." in hands.screen_text()

    async def narrow(hands):
        await hands.my_turn()
        assert "3 cards are dealt." not in hands.screen_text()
        await hands.press("h")
        await hands.pilot.pause()
        assert "3 cards are dealt." in hands.screen_text()
        await hands.press("escape")
        assert "3 cards are dealt." not in hands.screen_text()

    at_table(wide, size=(120, 35))
    at_table(narrow, size=(80, 24))


def test_day_and_night(at_table):
    async def scenario(hands):
        await hands.my_turn()
        assert hands.sight.palette is NIGHT
        await hands.press("t")
        assert hands.sight.palette is DAY
        backgrounds = {str(s.style.bgcolor.name).upper() for row in hands.app.screen._compositor.render_strips()
                       for s in row if s.style and s.style.bgcolor}  # fmt: skip
        assert DAY.panel in backgrounds and NIGHT.panel not in backgrounds
        await hands.press("t")
        assert hands.sight.palette is NIGHT

    at_table(scenario)


def test_the_language_changes_at_once(at_table, shouted):
    async def scenario(hands):
        await hands.bidding()
        await hands.press("6", "2")
        assert "Bid 2 sixes" in hands.screen_text()
        await hands.press("l")
        text = hands.screen_text()
        assert "BID 2 SIXES" in text, "what was picked stays picked"
        assert "3 CARDS ARE DEALT." in text, "the diary, too"
        assert "YOUR TURN" in text
        await hands.press("l")
        assert "Bid 2 sixes" in hands.screen_text()

    at_table(scenario, options={"first_starter": 0})


def test_a_missing_language_is_told(at_table, monkeypatch):
    async def scenario(hands):
        await hands.my_turn()

        def missing(language):
            raise FileNotFoundError(language)

        with monkeypatch.context() as patch:
            patch.setattr("sprawdzam.terminal.app.texts", missing)
            patch.setattr(type(hands.app), "texts", property(lambda app: hands.sight.texts))
            hands.table.change_language()
        hands.table.update()
        assert "This language is not installed: pl" in hands.screen_text()
        assert hands.app.language == "en"

    at_table(scenario)


def test_help_and_rulebook(at_table):
    async def scenario(hands):
        await hands.my_turn()
        await hands.press("question_mark")
        await hands.until(lambda: "In one minute" in hands.screen_text())
        assert "the next question" in hands.screen_text()
        await hands.press("escape")
        await hands.press("r")
        await hands.until(lambda: "Liar" in hands.screen_text())
        before = hands.screen_text()
        await hands.press("pagedown")
        await hands.until(lambda: hands.screen_text() != before)
        await hands.press("q")
        assert hands.app.screen is hands.table
        assert hands.app.is_running

    at_table(scenario)


def test_whose_turn_it_is_shows_without_colour(at_table):
    wait = threading.Event()

    class Slow:
        name = "slow"

        def decide(self, view, rng):
            if view.record.phase == 3:
                wait.wait(20)
            return view.actions[0]

    async def scenario(hands):
        await hands.my_turn()
        await hands.press("enter")
        await hands.until(lambda: "is thinking" in hands.sight.scene.prompt)
        line = next(line for line in hands.screen_text().split("\n") if "to play" in line)
        assert "Ola" in line and line.index("Ola") < line.index("to play") < line.index("Kuba")
        wait.set()
        await hands.bidding()

    at_table(scenario, bots=[Slow(), Slow()], options={"first_starter": 1})


def test_only_the_own_view_is_shown(at_table):
    """Nothing on the screen changes when the rivals' hidden cards do."""

    async def scenario(hands):
        await hands.bidding()
        pieces = [p for zone in hands.sight.scene.zones if zone.owner not in (None, 0) for p in zone.pieces]
        assert pieces and not any(piece.face or piece.second for piece in pieces)

    at_table(scenario, options={"shrinking": True})
