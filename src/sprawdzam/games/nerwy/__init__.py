"""nerwy: a row of open and hidden cards; call it when it is worth 17."""

from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Flag, Meaning, Number, Pick, SeatOption
from sprawdzam.engine.texts import mark

GAME = Game(
    name="nerwy",
    title=mark("Nerves"),
    pitch=mark("Add cards to one row, open or hidden, and call it when it is worth 17."),
    package=__name__,
    seats=range(2, 7),
    options=(
        Pick(
            "call_window", "race", mark("Calling"),
            mark("Who gets the round when several want to check."), picks=("race", "commit"),
            meanings={
                "race": Meaning(mark("race"), mark("The first one counts, as around a table at home.")),
                "commit": Meaning(
                    mark("in secret"),
                    mark("Everybody answers in secret; of those who check, the nearest on the left does."),
                ),
            },
        ),
        Flag("direction_reset", False, mark("Direction starts anew"), mark("Every round starts clockwise.")),
        Flag(
            "window_after_each", False, mark("Call between two cards"),
            mark("Whoever must place two cards can be called after the first one already."),
        ),
        Pick(
            "last_placer_rule", "chronological", mark("Last placer"),
            mark("Who answers for the row when it is checked; they differ only after a Bin."),
            picks=("chronological", "row_end"),
            meanings={
                "chronological": Meaning(
                    mark("who placed last"), mark("Whoever placed the last card, even if it was a Bin that is gone.")
                ),
                "row_end": Meaning(
                    mark("the end of the row"), mark("The owner of the last card that still lies in the row.")
                ),
            },
        ),
        Number(
            "max_placements", 200, mark("Longest round"),
            mark("After so many cards in a round the player on turn has to call."), low=1, high=200,
        ),
        Number("max_rounds", 100, mark("Most rounds"), mark("After so many rounds the match ends."), low=1, high=100),
        SeatOption("first_starter", "random", mark("First starter"), mark("The seat that opens the first round.")),
    ),
    rules_version=1,
    thought=1600,
    unclocked=(("call_window", "commit"),),
)  # fmt: skip
