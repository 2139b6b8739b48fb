"""The first minutes of blef: hidden ends, bids, raising, checking, lying, and how it ends."""

from typing import Any

from sprawdzam.engine.lesson import Answer, Lesson
from sprawdzam.engine.texts import mark

MINE = ["5/3", "5/4"]


def _round(phase: str, starter: int, bids: list[str], *hands: list[str]) -> dict[str, Any]:
    players = [{"count": len(cards), "cards": cards} for cards in hands]
    return {
        "seats": 3, "options": {}, "phase": phase, "tiebreak": False, "starter": starter, "direction": "cw",
        "bids": bids, "players": players,
    }  # fmt: skip


LESSONS = (
    Lesson(
        mark("Every card has two ends, and only one of them counts. You choose which, and nobody else sees it."),
        _round("choose", 0, [], ["3-5", "4-5"], ["1-4"], ["2-5"]),
        mark("Turn both cards so that the fives are up, then confirm."),
        [
            Answer(
                ["choose BB"],
                mark("A strong secret: two of the four cards on the table are fives, and only you know it."),
                True,
                ["1: choose B", "2: choose A"],
            )
        ],
        mark("Not yet: the five has to be up on both cards. Click a card to turn it round."),
    ),
    Lesson(
        mark("Now bid: at least how many cards of one value do all of you hold together? Your own count too."),
        _round("bid", 0, [], MINE, ["4/1"], ["2/5"]),
        mark("You hold two fives. Bid two fives."),
        [
            Answer(
                ["bid 2x5"],
                mark(
                    "That is true, so nobody can catch you. Ola has to beat it, and a single six does: a higher "
                    "value always beats."
                ),
                True,
                ["1: bid 1x6"],
            ),
            Answer(["bid 1x5"], mark("True, but too modest: you hold two of them. Bid two fives.")),
            Answer(["bid *x5"], mark("Perhaps, but you know of two only. Play it safe this time: two fives.")),
        ],
        mark("You have none of those. You may lie in this game, but begin with the truth: two fives."),
    ),
    Lesson(
        mark(
            "To beat a bid, name a higher value, however few, or more of the same value. A lower value "
            "never beats, not even ten of them."
        ),
        _round("bid", 2, ["2x4"], MINE, ["4/1"], ["4/2"]),
        mark("Kuba says: two fours. Raise with your fives."),
        [
            Answer(["bid [12]x5"], mark("Five is higher than four, so a single five is enough."), True, ["1: bid 2x6"]),
            Answer(["bid *x5"], mark("That beats it, but you know of two fives only. One or two are enough.")),
            Answer(
                ["check"], mark("You could. But two fours are likely enough, and you have something better: fives.")
            ),
        ],
        mark("That beats it, but you hold no such card. Take your fives: one or two of them."),
    ),
    Lesson(
        mark(
            "You do not believe a bid? Check it! All cards are turned up. If the bid is true, you lose "
            "the round; if it is not, whoever made it loses."
        ),
        _round("bid", 1, ["2x5", "3x6"], MINE, ["4/1"], ["6/2"]),
        mark("Four cards are in play, two of them are your fives, and Kuba says: three sixes. Check!"),
        [
            Answer(
                ["check"],
                mark(
                    "A bluff! Kuba loses the round and plays with one card more from now on. That is bad: whoever"
                    " has the fewest cards at the end wins."
                ),
                True,
            )
        ],
        mark("Your two cards are fives, so there cannot be three sixes among four cards. Check!"),
    ),
    Lesson(
        mark("And now the best part: you may say whatever you like. Your cards are poor, but nobody knows that."),
        _round("bid", 2, ["2x3"], ["1/2", "2/6"], ["4/1", "5/4"], ["3/2"]),
        mark("Bluff: bid one or two of a value that you do not have."),
        [
            Answer(
                ["bid [12]x[456]"],
                mark("You have not got a single one, and Ola believes you. Now it is her turn to sweat."),
                True,
                ["1: bid 3x6"],
            ),
            Answer(["check"], mark("Two threes may well be there. Be bold: bid something that you do not have.")),
        ],
        mark("So many? Nobody would believe that. Lie a little less: one or two."),
    ),
    Lesson(
        mark(
            "The match ends when somebody would get a sixth card. Then the fewest cards win: you have "
            "two, Ola has three, Kuba has five."
        ),
        _round("bid", 2, ["7x6"], ["6/1", "5/2"], ["4/1", "5/4", "2/3"], ["6/3", "3/1", "1/2", "6/4", "5/3"]),
        mark("Seven sixes among ten cards? Check, and win."),
        [
            Answer(
                ["check"],
                mark(
                    "Only three sixes! Kuba loses the match, and you win it. That is all you need: sit down and bluff."
                ),
                True,
                ["table: go on"],
            )
        ],
        mark("You could raise, but even seven sixes are hardly possible. Check!"),
    ),
)
