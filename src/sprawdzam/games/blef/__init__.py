"""blef: liar's dice with two-ended cards."""

from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Flag, SeatOption
from sprawdzam.engine.texts import mark

GAME = Game(
    name="blef",
    title=mark("Blef"),
    pitch=mark("Liar's dice with two-ended cards: bid, raise, and catch the lie."),
    package=__name__,
    seats=range(2, 7),
    options=(
        Flag("jokers", False, mark("Jokers"), mark("Ones count as every value, unless the round was opened on ones.")),
        Flag("direction_choice", False, mark("Directions"), mark("Whoever starts a round says which way it goes.")),
        Flag(
            "shrinking", False, mark("Shrinking hands"), mark("Start with five cards; whoever loses a round loses one.")
        ),
        Flag("longer", False, mark("Longer game"), mark("Whoever drops out watches; the last one in play wins.")),
        SeatOption("first_starter", "random", mark("First starter"), mark("The seat that opens the first round.")),
    ),
    rules_version=1,
    thought=1600,
)
