"""The first minutes of nerwy: the row, hidden cards, calling it, special cards, and how it ends."""

from typing import Any

from sprawdzam.engine.lesson import Answer, Lesson
from sprawdzam.engine.texts import mark


def _row(
    phase: str, turn: int, row: list[str], hands: tuple[list[str], list[str], list[str]], *, last: int | None = None,
    tokens: tuple[str, str, str] = ("0C0N", "0C0N", "0C0N"), round: int = 1,
) -> dict[str, Any]:  # fmt: skip
    """A round that seat 0 opened, with one card a turn."""
    asked = {"waiting": [p for p in range(3) if p != turn]} if phase == "window" else {}
    return {
        "seats": 3, "options": {}, "phase": phase, **asked, "round": round, "starter": 0, "turn": turn,
        "direction": "cw", "last_placer": last, "must_place": 1, "placed": int(phase == "window"), "pending2": False,
        "placements": len(row), "caller": None, "row": row, "top": "heart", "discard": [], "binned": [],
        "players": [{"tokens": told, "hand": hand} for told, hand in zip(tokens, hands, strict=True)],
    }  # fmt: skip


LESSONS = (
    Lesson(
        mark(
            "All of you add cards to one row. Cards with a heart on the back may lie face down: then only"
            " you know what they are worth."
        ),
        _row("turn", 0, [], (["S4", "D2", "D3"], ["S2", "D4", "D5"], ["S5", "D1", "D5"])),
        mark("Open the round: place your 4 face down."),
        [
            Answer(["place S4v"], mark("The row is worth 4, and nobody else knows."), True, ["1: pass", "2: pass"]),
            Answer(["place S4^"], mark("Then everybody sees it. Choose “face down”.")),
        ],
        mark("That card has its number on both sides, so everybody sees it. Take the 4 with the heart, face down."),
    ),
    Lesson(
        mark(
            "When the row is worth 17 or more, whoever says “Check!” wins the round. With less than 17, "
            "whoever placed the last card wins it."
        ),
        _row("window", 2, ["0 S4v", "1 D5", "2 S1^"], (["S2", "D2", "D3"], ["S2", "D4", "D5"], ["D1", "D5"]), last=2),
        mark("Kuba has just placed a card. Your 4, a 5 and a 1: that is 10. Let it pass."),
        [Answer(["pass"], mark("Right: 10 is far from 17. The round goes on."), True, ["1: pass"])],
        mark("Ten is less than 17! You would get a nerves token, and Kuba composure. Better let it pass."),
    ),
    Lesson(
        mark("Special cards act when they lie face up. The Bin takes the last card of the row away with it."),
        _row(
            "turn",
            0,
            ["0 S4v", "1 D5", "2 S1^", "0 D2", "1 S3^", "2 S2v"],
            (["BIN", "D4", "D5"], ["S2", "D4", "D5"], ["S5", "D1", "D5"]),
            last=2,
        ),
        mark(
            "You know of 15, and Kuba’s last card is hidden: one number more, and a check is sure. Place "
            "the Bin face up."
        ),
        [
            Answer(
                ["place BIN^"],
                mark("The hidden card is gone with it, and 15 is not enough for a check."),
                True,
                ["1: pass", "2: pass"],
            ),
            Answer(["place BINv"], mark("Face down it does nothing and is worth 0. Place it face up.")),
            Answer(
                ["call"], mark("Tempting, but if the hidden card is a 1, or no number at all, you lose. Use the Bin.")
            ),
        ],
        mark(
            "That makes 19 at least, and you would have placed the last card: a check would give you "
            "nerves. Place the Bin face up."
        ),
    ),
    Lesson(
        mark(
            "The Trap is the other way round: it acts only face down. Whoever checks falls into it and "
            "takes nerves; you take composure."
        ),
        _row(
            "turn",
            0,
            ["0 S4v", "1 D5", "2 D4"],
            (["TRAP", "D4", "D5"], ["S2", "D4", "D5"], ["S5", "D1", "D5"]),
            last=2,
        ),
        mark("The row looks good. Hide your Trap in it."),
        [
            Answer(["place TRAPv"], mark("Now let them check: the later, the surer."), True, ["1: pass", "2: pass"]),
            Answer(["place TRAP^"], mark("Everybody would see it, and it would do nothing. Place it face down.")),
            Answer(["call"], mark("The row is worth 13 only. Hide the Trap instead.")),
        ],
        mark("Not bad, but the Trap is the better card here. Place it face down."),
    ),
    Lesson(
        mark(
            "You may check as soon as somebody has placed a card, also out of turn, and at the start of "
            "your own turn. The first one counts."
        ),
        _row(
            "window",
            1,
            ["0 S4v", "1 D5", "2 D4", "0 D2", "1 D3"],
            (["S1", "D4", "D5"], ["S2", "D4"], ["S5", "D1", "D5"]),
            last=1,
        ),
        mark("Your hidden 4, then 5, 4, 2 and the 3 that Ola has just placed: that is 18. Check!"),
        [
            Answer(
                ["call"],
                mark(
                    "18! You take a composure token, and Ola, who placed last, takes nerves. Two nerves cost one "
                    "composure."
                ),
                True,
                ["table: go on"],
                "top heart, heart S3",
            ),
        ],
        mark("Count again: 4 + 5 + 4 + 2 + 3 = 18. Somebody else will check if you do not!"),
    ),
    Lesson(
        mark("The first one with three composure tokens wins the match. You have two."),
        _row(
            "turn",
            0,
            ["0 D5", "1 D5", "2 S5v", "0 D4", "1 D3", "2 D2"],
            (["S1", "D4", "D1"], ["S2", "D4", "D5"], ["D3", "D1", "D5"]),
            last=2,
            tokens=("2C0N", "1C1N", "0C1N"),
            round=4,
        ),
        mark("It is your turn, and 19 lie there for everybody to see. Check, and win."),
        [
            Answer(
                ["call"],
                mark("The third token is yours, and so is the match. Nerves of steel! Now for real."),
                True,
                ["table: go on"],
            ),
        ],
        mark("There is nothing to wait for: 19 is more than 17. Check!"),
    ),
)
