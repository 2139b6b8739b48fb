"""fiasko: push your luck, bid for jokers, collect runs."""

from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Meaning, Number, SeatOption
from sprawdzam.engine.texts import mark

GAME = Game(
    name="fiasko",
    title=mark("Fiasco"),
    pitch=mark("Turn up cards and stop in time, bid for jokers, and collect the longest runs."),
    package=__name__,
    seats=range(1, 6),
    options=(
        Number(
            "threshold", 4, mark("Threshold of TEN"),
            mark("Alone against the automaton TEN: it stops at this total. Lower is easier."), low=4, high=10,
            only=range(1, 2),
        ),
        SeatOption(
            "starter", "random", mark("First player"), mark("Who turns up the first card."), alone=("human", "ten"),
            meanings={
                "human": Meaning(mark("you"), mark("You begin.")), "ten": Meaning(mark("TEN"), mark("TEN begins.")),
            },
        ),
    ),
    rules_version=1,
    thought=500,
)  # fmt: skip
