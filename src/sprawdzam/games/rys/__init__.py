"""rys: play sets, steal lower sets of the same size."""

from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Meaning, Number, Pick, SeatOption
from sprawdzam.engine.texts import mark

MANY, TWO = range(3, 6), range(2, 3)
MODES = {
    "basic": Meaning(mark("basic"), mark("Whoever steals nothing may draw a card.")),
    "advanced": Meaning(mark("advanced"), mark("Whoever steals nothing draws nothing.")),
    "expert": Meaning(mark("expert"), mark("As advanced, and ones steal 13s and jokers.")),
}

GAME = Game(
    name="rys",
    title=mark("Lynx"),
    pitch=mark("Play sets of equal cards, steal lower sets of the same size, and get rid of your hand."),
    package=__name__,
    seats=range(2, 6),
    options=(
        Pick(
            "mode", "basic", mark("Mode"),
            mark("How it is played: three modes for 3 to 5 players, and a duel for two."),
            picks=("basic", "advanced", "expert", "duel"),
            only={"basic": MANY, "advanced": MANY, "expert": MANY, "duel": TWO},
            meanings=MODES | {"duel": Meaning(mark("duel"), mark("For two, with a virtual player between you."))},
        ),
        Pick(
            "duel_rules", "basic", mark("Duel with"),
            mark("By which rules a duel is played."),
            picks=("basic", "advanced", "expert"), only={"advanced": TWO, "expert": TWO}, meanings=MODES,
        ),
        Number(
            "no_progress_limit", "auto", mark("Turns without progress"),
            mark("After so many turns in which no card is drawn the match ends."),
            low=2, high=1000, words=("auto", "off"),
            meanings={
                "auto": Meaning(mark("as the mode needs it"), mark("After 100 turns with expert rules, else never.")),
                "off": Meaning(mark("no limit"), mark("It never ends for that reason.")),
            },
        ),
        Number("max_turns", 2000, mark("Most turns"), mark("After so many turns the match ends."), low=1, high=2000),
        SeatOption("first_starter", "random", mark("First starter"), mark("The seat that plays first.")),
    ),
    rules_version=1,
    thought=400,
)  # fmt: skip
