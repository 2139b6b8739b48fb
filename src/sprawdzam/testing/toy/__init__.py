"""licytka: the smallest game that needs all ten laws. Its mutants are the broken games.

Everyone gets one card and bets 1 to 3 in secret, 3 only with a card above the lowest. Then the table turns up a
card: whoever holds its kind wins the own bet. Two rounds, or three with ``long``.
"""

from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Flag

GAME = Game(
    name="licytka",
    title="Licytka",
    pitch="One card each, a secret bet, a card turned up.",
    package=__name__,
    seats=range(2, 4),
    options=(Flag("long", False, "Long", "Three rounds instead of two."),),
    rules_version=1,
)
