"""The first minutes of szacunki: dice, tokens, an estimate, a miss, and the numbers at the end."""

from typing import Any

from sprawdzam.engine.lesson import Answer, Lesson
from sprawdzam.engine.texts import mark

RACKS = ["Y5 G6 B4 R1 P3", "Y0 G1 B2 R7 P4", "Y2 G0 B1 R2 P6", "Y1 G3 B0 R4 P0"]


def _round(
    phase: str, track: dict[str, list[int]], *rounds: dict[str, Any], racks: list[str] = RACKS
) -> dict[str, Any]:
    """A table for two without grey; seat 0 rolls."""
    return {
        "seats": 2, "options": {"colours": 5}, "phase": phase, "track": track, "order": [0, 1], "racks": racks,
        "rounds": list(rounds),
    }  # fmt: skip


def _past(
    dice: str, tokens: list[int], starts: list[int], results: str, exchanges: list[str] | None = None
) -> dict[str, Any]:
    past = {"dice": dice, "tokens": tokens, "starts": starts, "results": results.split()}
    return past | ({"exchanges": exchanges} if exchanges else {})


START = {"0": [1, 0]}

LESSONS = (
    Lesson(
        mark(
            "Your cards stand with their backs to you: everybody sees your numbers, from 0 to 7, but you."
            " Three dice say which of your cards are added up."
        ),
        _round("turn", START, {"dice": "Y Y G"}),
        mark("Two dice are yellow, so your yellow card would count twice. Turn one yellow die to blue."),
        [
            Answer(
                ["turn Y B"], mark("Yellow, green and blue: now the sum of these three cards of yours matters."), True
            ),
            Answer(["keep"], mark("You may leave them. But this time turn one yellow die to blue.")),
        ],
        mark("A possible choice, but let us do it with blue: pick a yellow die, then blue."),
    ),
    Lesson(
        mark(
            "Now everybody takes a token. The wider it is, the safer, but the fewer points it brings: "
            "width 1 brings 7, width 7 brings 1."
        ),
        _round("pick", START, {"dice": "Y G B"}),
        mark("Take the token that is 5 fields wide. It brings 3 points."),
        [
            Answer(["pick 5"], mark("Five fields in a row have to contain your sum."), True, ["1: pick 3"]),
            Answer(["pick [67]"], mark("Safe, but it brings little. Dare to take width 5.")),
        ],
        mark("Bold! But you know little yet. Begin with width 5."),
    ),
    Lesson(
        mark(
            "Each number exists once in every colour. The others hold 0, 1, 2 in yellow, 0, 1, 3 in green"
            " and 0, 1, 2 in blue: so your own cards are not among these, and rather high."
        ),
        _round("place", START, {"dice": "Y G B", "tokens": [5, 3], "starts": [None, None]}),
        mark(
            "Where does the sum of your yellow, green and blue card lie? About 15 is likely: lay the token around it."
        ),
        [
            Answer(
                ["place 1[2-5]"],
                mark(
                    "Correct! Your pawn moves 3 fields ahead. You only learn that the range was right, not the "
                    "sum itself."
                ),
                True,
                ["1: place 9", "table: go on"],
            ),
            Answer(
                ["place 1[67]"],
                mark("A bit too high: that needs nearly the highest numbers in all three colours. Lay it around 15."),
            ),
        ],
        mark("Too low: you cannot have the low numbers, the others have them. Lay it around 15."),
    ),
    Lesson(
        mark(
            "If the sum is not under your token, you hear “higher” or “lower”, and you exchange a card: "
            "you see the old one, but not the new one."
        ),
        _round("exchange", {"0": [0], "6": [1]}, _past("R P P", [5, 2], [9, 14], "lower correct")),
        mark("“Lower”: your red card and twice the purple one make less than 9. Exchange your red card."),
        [
            Answer(
                ["exchange R"],
                mark("It was a 1, as everybody can see now. Your new red card is a secret again, for you alone."),
                True,
                (),
                "cards 5",
            ),
        ],
        mark("You may exchange any colour. This time take red."),
    ),
    Lesson(
        mark(
            "After the last round you write down your numbers: up to three for each colour. If yours is "
            "among them, one number brings 5 points, two bring 2, three bring 1. A miss costs 2."
        ),
        _round(
            "guess",
            {"16": [1], "17": [0]},
            _past("Y B R", [6, 7], [6, 6], "correct correct"),
            _past("Y G B", [7, 6], [9, 8], "correct lower", ["", "Y2"]),
            _past("Y Y G", [7, 5], [8, 8], "correct correct"),
            _past("Y Y G", [6, 7], [8, 8], "correct correct"),
            _past("Y R P", [4, 7], [6, 9], "correct correct"),
            _past("B B P", [6, 5], [7, 6], "correct correct"),
            _past("Y G R", [5, 7], [6, 7], "correct correct"),
            _past("Y G R", [6, 4], [6, 7], "correct correct"),
            _past("R P P", [4, 7], [6, 9], "lower higher", ["Y6", "B1"]),
            _past("B R R", [5, 6], [9, 9], "lower correct", ["Y5", ""]),
            racks=["Y4 G1 B4 R1 P0", "Y3 G4 B5 R3 P7", "Y7 G0 B7 R2 P5", "Y0 G3 B6 R6 P6"],
        )
        | {"order": [1, 0], "guesses": [[], []]},
        mark("Your yellow card can only be 1 or 4: all other yellow numbers lie where you see them. Write down both."),
        [
            Answer(
                ["guess 1 4"],
                mark(
                    "It is the 4: two points for sure. The pawn farthest ahead wins. Now you can estimate with "
                    "the best!"
                ),
                True,
            ),
            Answer(["guess [14]"], mark("Brave: 5 points or a loss of 2. Take both numbers and be sure.")),
        ],
        mark("The notebook shows what is left for yellow: 1 and 4. Write down both, and nothing else."),
    ),
)
