"""rys: play sets, steal lower sets of the same size."""

from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Number, Pick, SeatOption
from sprawdzam.engine.texts import mark

MANY, TWO = range(3, 6), range(2, 3)

GAME = Game(
    name="rys",
    title=mark("Lynx"),
    pitch=mark("Play sets of equal cards, steal lower sets of the same size, and get rid of your hand."),
    package=__name__,
    seats=range(2, 6),
    options=(
        Pick(
            "mode", "basic", mark("Mode"),
            mark("basic, advanced (no free draws) or expert (ones steal 13s and jokers) for 3 to 5; duel for 2."),
            picks=("basic", "advanced", "expert", "duel"),
            only={"basic": MANY, "advanced": MANY, "expert": MANY, "duel": TWO},
        ),
        Pick(
            "duel_rules", "basic", mark("Duel with"),
            mark("Rules of a duel: basic, or those of the advanced or the expert mode on top."),
            picks=("basic", "advanced", "expert"), only={"advanced": TWO, "expert": TWO},
        ),
        Number(
            "no_progress_limit", "auto", mark("Turns without progress"),
            mark("After so many turns that draw no card the match ends; auto: 100 with expert rules, else off."),
            low=2, high=1000, words=("auto", "off"),
        ),
        Number("max_turns", 2000, mark("Most turns"), mark("After so many turns the match ends."), low=1, high=2000),
        SeatOption("first_starter", "random", mark("First starter"), mark("The seat that plays first.")),
    ),
    rules_version=1,
    thought=400,
)  # fmt: skip
