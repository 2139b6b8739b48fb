"""A person plays at the table, by keys and by mouse."""

import threading

import pytest

from sprawdzam.engine.errors import IllegalAction
from sprawdzam.games.blef.rules import CHECK, MOST


async def play_by_keys(hands, luck):
    """Only what the line of keys offers: answers by number, Enter, and now and then the call."""
    for _ in range(3000):
        await hands.my_turn()
        if hands.app.match.over:
            return
        selection = hands.selection
        if selection.loud and (luck.random() < 0.4 or len(selection.groups) == 1):
            await hands.press("s")
        elif selection.ready:
            await hands.press("enter")
        else:
            answers = [a.what for a in selection.group.answers if a in selection.fitting(selection.group.id)]
            await hands.press(*luck.choice(answers[:3]))
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("bot", "size"), [("instinct", (80, 24)), ("random", (120, 35))])
def test_a_whole_match_by_keyboard(at_table, luck, bot, size):
    async def scenario(hands):
        await play_by_keys(hands, luck)
        assert hands.sight.over
        assert hands.sight.scene.prompt in hands.screen_text()
        assert "Final places" in hands.screen_text()

    app = at_table(scenario, bot=bot, size=size)
    assert app.match.over
    assert app.match.winners


@pytest.mark.parametrize(("seats", "size"), [(6, (80, 24)), (2, (120, 35))])
def test_a_newcomer_who_clicks_only_what_is_lit_finishes_a_match(at_table, luck, size, seats):
    """Follows the tray alone: the button that names an action, else any answer that is offered."""

    async def scenario(hands):
        for _ in range(2000):
            await hands.my_turn()
            targets = hands.targets("tray")
            if hands.app.match.over:
                assert ("again",) in targets and ("quit",) in targets
                return
            text = hands.screen_text()
            assert "Your turn" in text, "whose turn it is"
            assert hands.sight.scene.prompt.split()[0] in text, "what is asked"
            asked = hands.selection.active  # marked on the screen
            answers = [target for target in targets if target[:2] == ("answer", asked)]
            assert targets, "somebody whose turn it is can always do something"
            if ("loud",) in targets and (luck.random() < 0.4 or not answers):
                await hands.click(("loud",))
            elif ("confirm",) in targets:
                await hands.click(("confirm",))
            else:
                await hands.click(luck.choice(answers[:4]))
        raise AssertionError("the match does not end")

    app = at_table(scenario, seats=seats, size=size, bot="random", seed=11)
    assert app.match.over


def test_a_card_is_turned_by_its_number_and_by_a_click(at_table):
    async def scenario(hands):
        await hands.my_turn()
        low, high = hands.sight.scene.zone("hand0").pieces[0].face, hands.sight.scene.zone("hand0").pieces[0].second
        assert hands.selection.ready.label == f"Keep {low}"
        await hands.press("1")
        assert hands.selection.ready.label == f"Keep {high}"
        await hands.click(("piece", "hand0", "0"))
        assert hands.selection.ready.label == f"Keep {low}"
        await hands.press("space")
        assert f"Keep {high}" in hands.screen_text()
        await hands.press("escape")
        assert hands.selection.ready.label == f"Keep {low}"
        await hands.press("1", "enter")
        await hands.until(lambda: not hands.sight.mine or hands.sight.scene.zone("hand0").pieces[0].look == "chosen")
        assert hands.app.match.view(0).record.seat[0].end[0] == 2

    at_table(scenario, seats=2)


def test_cards_are_reached_with_the_arrows(at_table):
    async def scenario(hands):
        await hands.my_turn()
        await hands.press("right", "right", "space")
        assert [click.what for click in hands.selection.picker.clicked].count("B") == 1
        assert hands.selection.picked_on(("hand0", 2)).what == "B"
        await hands.press("left", "left", "left", "space")
        assert hands.selection.picked_on(("hand0", 4)).what == "B"

    at_table(scenario, options={"shrinking": True})


def test_a_bid_by_mouse(at_table):
    async def scenario(hands):
        await hands.bidding()
        await hands.click(("answer", "value", "6"))
        assert hands.selection.active == "count"
        await hands.click(("answer", "count", "3"))
        assert "Bid 3 sixes" in hands.screen_text()
        await hands.click(("confirm",))
        assert "0: bid 3x6" in hands.app.match.log.text

    at_table(scenario, options={"first_starter": 0})


def test_one_step_back_and_another_answer(at_table):
    async def scenario(hands):
        await hands.bidding()
        await hands.press("4", "2")
        assert hands.selection.ready.label == "Bid 2 fours"
        await hands.press("backspace")
        assert hands.selection.ready is None
        assert hands.selection.active == "count"
        await hands.press("3")
        assert hands.selection.ready.label == "Bid 3 fours"
        await hands.press("up", "right")
        assert hands.selection.ready.label == "Bid 3 fives"
        await hands.press("escape", "escape")
        assert not hands.selection.changed
        assert "Bid 3" not in hands.screen_text()

    at_table(scenario, options={"first_starter": 0})


def test_the_newest_answer_counts(at_table):
    """Last bid 2 fours: one of the fours is no raise, so clicking 1 takes the fours back."""

    class Bidder:
        name = "bidder"

        def decide(self, view, rng):
            bid = 3 * MOST + 1
            return bid if bid in view.actions else view.actions[0]

    async def scenario(hands):
        await hands.bidding()
        await hands.press("4")
        fitting = {click.what for click in hands.selection.fitting("count")}
        assert fitting == {"3"}
        await hands.click(("answer", "count", "1"))
        assert hands.selection.picked("value") is None
        await hands.press("5")
        assert hands.selection.ready.label == "Bid 1 five"

    at_table(scenario, bots=[Bidder(), Bidder()], options={"first_starter": 2})


def test_s_calls_at_once(at_table):
    async def scenario(hands):
        await hands.bidding()
        await hands.press("5", "s")
        assert "0: check" in hands.app.match.log.text

    at_table(scenario, options={"first_starter": 1})


def test_the_call_is_reached_by_tab_and_enter(at_table):
    async def scenario(hands):
        await hands.bidding()
        await hands.press("tab", "tab", "enter")
        assert "0: check" in hands.app.match.log.text

    at_table(scenario, options={"first_starter": 1})


def test_a_refused_action_says_why(at_table, monkeypatch):
    async def scenario(hands):
        await hands.bidding()
        steps = len(hands.app.match.log.steps)

        def refuse(seat, actions):
            raise IllegalAction("{action} is not legal now", action="bid 1x1")

        monkeypatch.setattr(hands.app.match, "play_all", refuse)
        await hands.press("1", "1", "enter")
        assert "bid 1x1 is not legal now" in hands.screen_text()
        assert len(hands.app.match.log.steps) == steps
        monkeypatch.undo()
        await hands.press("tab")
        assert "not legal" not in hands.screen_text()

    at_table(scenario, options={"first_starter": 0})


def test_a_choice_may_be_changed_while_others_still_choose(at_table):
    """BL R8."""
    wait = threading.Event()

    class Slow:
        name = "slow"

        def decide(self, view, rng):
            wait.wait(20)
            return view.actions[0]

    async def scenario(hands):
        await hands.my_turn()
        await hands.press("enter")
        assert not hands.sight.mine
        assert ("confirm",) not in hands.targets("tray")
        await hands.press("1")
        assert ("confirm",) in hands.targets("tray")
        await hands.press("enter")
        assert [step.text for step in hands.app.match.log.steps if step.seat == 0] == ["choose A", "choose B"]
        wait.set()
        await hands.bidding()

    at_table(scenario, bots=[Slow(), Slow()])


def test_whoever_is_out_watches_to_the_end(at_table):
    """Bids as high as possible, so loses every round that it opens or raises."""

    async def scenario(hands):
        seen = False
        while not hands.app.match.over:
            await hands.until(lambda: hands.sight.mine or hands.app.match.over or hands.sight.me.out)
            if hands.sight.me.out:
                seen = True
                assert not hands.targets("tray") or not hands.sight.mine
                await hands.until(lambda: hands.app.match.over)
                break
            legal = hands.app.match.view(0).actions
            bids = [action for action in legal if action < CHECK]
            hands.app.match.play(0, bids[-1] if bids else legal[0])
        assert seen
        await hands.pilot.pause()
        assert "Final places" in hands.screen_text()
        assert any(entry.text == "You are out." for entry in hands.sight.diary)

    at_table(scenario, seats=3, options={"longer": True})


def test_play_again_begins_another_match(at_table, luck):
    async def scenario(hands):
        await hands.press("n")
        first = hands.app.match
        await play_by_keys(hands, luck)
        assert hands.app.match is first, "not while the match runs"
        await hands.press("n")
        await hands.my_turn()
        assert hands.app.match is not first
        assert not hands.app.match.over
        assert len({entry.text for entry in hands.sight.diary if entry.heading}) == 1

    at_table(scenario, seats=2)


def test_a_number_of_two_figures_is_typed_at_the_table(at_table):
    async def scenario(hands):
        await hands.bidding()
        await hands.press("6")
        await hands.press("1", "2")
        assert hands.selection.ready.label == "Bid 12 sixes"

    at_table(scenario, seats=6, options={"shrinking": True, "first_starter": 0})


def test_a_hint_tells_what_a_master_would_do_and_why(at_table):
    async def scenario(hands):
        await hands.bidding()
        await hands.press("i")
        await hands.until(lambda: "A Master would do this" in hands.screen_text(), 60)
        labels = [choice.label for choice in hands.app.match.view(0).scene("en", hands.app.names).choices]
        assert any(label in hands.screen_text() for label in labels) and "%" in hands.screen_text()
        steps = len(hands.app.match.log.steps)
        await hands.press("i")
        await hands.until(lambda: "A Master would do this" not in hands.screen_text(), 3)
        assert len(hands.app.match.log.steps) == steps, "a hint plays nothing"

    at_table(scenario, options={"first_starter": 1})


def test_there_are_hints_on_the_own_turn_only(at_table):
    wait = threading.Event()

    class Slow:
        name = "slow"

        def decide(self, view, rng):
            wait.wait(20)
            return view.actions[0]

    async def scenario(hands):
        await hands.my_turn()
        assert "hint" in hands.screen_text()
        await hands.press("enter")
        assert "hint" not in hands.screen_text()
        await hands.press("i")
        assert "A hint is there for you when it is your turn." in hands.screen_text()
        wait.set()

    at_table(scenario, bots=[Slow(), Slow()], options={"first_starter": 2})
