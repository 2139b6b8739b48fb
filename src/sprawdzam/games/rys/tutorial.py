"""The first minutes of rys: sets, stealing, the loot, drawing, jokers, and how it ends."""

from typing import Any

from sprawdzam.engine.lesson import Answer, Lesson
from sprawdzam.engine.texts import mark

POOL = ["2", "5", "8", "11", "4", "12"]
OLA, KUBA = "1 3 4 6 8 10 10 12 13", "2 3 5 6 9 11 12"


def _turn(
    phase: str, hand: str, tables: tuple[list[str], list[str], list[str]], *, pool: list[str] = POOL, compared: int = 0,
    stole: bool = False, offered: bool = False, others: tuple[str, str] = (OLA, KUBA),
) -> dict[str, Any]:  # fmt: skip
    """A turn of seat 0, some turns into the match."""
    hands = (hand, *others)
    return {
        "seats": 3, "options": {}, "phase": phase, "turn": 0, "turns": 6, "idle": 0, "compared": compared,
        "stole": stole, "moved": False, "offered": offered, "owed": 0, "pool": pool, "discard": "",
        "players": [{"hand": hand, "known": "", "table": table} for hand, table in zip(hands, tables, strict=True)],
    }  # fmt: skip


LESSONS = (
    Lesson(
        mark(
            "You want many cards on the table and none in your hand. On your turn you play cards of one "
            "value: one of them, some, or all."
        ),
        _turn("play", "2 3 4 7 7 7 9 9 11 13", ([], ["10x1"], ["12x1"])),
        mark("Play all three sevens."),
        [Answer(["play 7x3"], mark("Three points lie on the table. They count as long as nobody steals them."), True)],
        mark("You can do that, but more is better: play the three sevens together."),
    ),
    Lesson(
        mark(
            "Now the theft. If you play as many cards as somebody has on top, and of a higher value, you "
            "steal that set."
        ),
        _turn("play", "2 3 4 9 9 11 13", (["7x3"], ["6x2"], ["12x1"])),
        mark("Ola has two sixes on top. Steal them: two cards, higher than six."),
        [Answer(["play 9x2"], mark("Two against two, nine above six: the sixes leave Ola’s table."), True)],
        mark("That does not meet two sixes: it takes exactly two equal cards, and higher ones. Play your nines."),
    ),
    Lesson(
        mark(
            "The loot is yours to decide: take it into your hand, to play it later, or leave it to the "
            "victim. At the end every card in your hand costs a point."
        ),
        _turn("loot", "2 3 4 6 6 11 13", (["7x3", "9x2"], ["6x2"], ["12x1"]), compared=1, stole=True),
        mark("You hold two sixes already: with these it would be four of them. Take the loot."),
        [
            Answer(
                ["take"],
                mark("Four sixes: hardly anybody can steal so many. Ola draws two new cards."),
                True,
                ["1: draw deck", "1: draw deck"],
                "deck 7, deck 9",
            )
        ],
        mark("You could. But together with your own they make a big set. Take them."),
    ),
    Lesson(
        mark("Jokers take the value of the cards that they are played with, and count as cards."),
        _turn("play", "2 3 4 6 6 6 6 11 11 13 J", (["9x2"], ["10x1"], ["8x3"])),
        mark("Kuba has three eights on top. Steal them with your elevens and the joker."),
        [
            Answer(["play 11x2 +J"], mark("Three elevens against three eights. Well stolen!"), True),
            Answer(
                ["play 6x*"],
                mark("Sixes are lower than eights: they steal nothing from Kuba. Two elevens and the joker do."),
            ),
            Answer(["play 11x*"], mark("It has to be three cards: add the joker to your two elevens.")),
        ],
        mark("It takes three cards above eight: two elevens and the joker."),
    ),
    Lesson(
        mark(
            "Nothing to steal? Then you may draw one card: from the deck, or an open one from the pool. "
            "Whoever has stolen draws nothing."
        ),
        _turn(
            "offer",
            "2 3 4 6 6 6 6 13 13",
            (["9x2", "3x1"], ["10x1"], ["12x1"]),
            offered=True,
            compared=2,
            pool=["2", "5", "J", "11", "4", "12"],
        ),
        mark("There is a joker in the pool. Take it."),
        [
            Answer(["draw pool 2"], mark("A joker fits everything: two thirteens have just become three."), True),
            Answer(["no draw"], mark("Good cards are worth having: take the joker.")),
        ],
        mark("Not the worst, but a joker fits every set. Take it from the pool."),
    ),
    Lesson(
        mark(
            "The match ends at once when somebody plays the last card of their hand, or when there is "
            "nothing left to draw. Cards on the table count for you, cards in the hand against you."
        ),
        _turn("play", "13 13", (["9x2", "6x4", "11x2 +J"], ["10x1", "4x2"], ["12x1", "5x3"])),
        mark("You have two cards left. Play both, and it is over."),
        [
            Answer(
                ["play 13x2"],
                mark("Eleven cards on the table and none in the hand: you win. Now you know how to pounce!"),
                True,
            )
        ],
        mark("With both thirteens at once you finish right now. Play both."),
    ),
)
