"""szacunki: estimate the sum of your own cards, which everybody sees but you."""

from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Number
from sprawdzam.engine.texts import mark

GAME = Game(
    name="szacunki",
    title=mark("Estimates"),
    pitch=mark("Everybody sees your cards but you: estimate their sums, and find out what you hold."),
    package=__name__,
    seats=range(2, 5),
    options=(
        Number(
            "colours", 6, mark("Colours"), mark("Six, or five for beginners: the grey cards stay in the box."),
            low=5, high=6,
        ),
    ),
    rules_version=1,
    thought=700,
)  # fmt: skip
