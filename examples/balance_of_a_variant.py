"""What variants do to a game: python balance_of_a_variant.py [GAME] [--small]

One bot plays all seats, first by the rules as they are, then with each option changed by itself. Does it matter who
begins, and how long is a match? The same seed gives the same answer on any number of cores.
"""

import sys

from sprawdzam.arena.balance import balance
from sprawdzam.games import find

game = find(next((word for word in sys.argv[1:] if not word.startswith("-")), "nerwy"))
study = balance(game, seats=[3], bot="instinct", matches=20 if "--small" in sys.argv else 20_000, jobs=1)
table = study.tables[0]
first = table.places[0]
print(f"{game.name}, 3 seats, {table.matches} matches; an equal share is {table.fair:.1%}")
print(
    f"who begins wins {first.share:.1%} ({first.low:.1%} to {first.high:.1%}); {table.length.mean:.0f} actions a match"
)
for change in study.effects:
    wins, length = change.first, change.length
    print(
        f"{change.option}={change.value}: who begins wins {wins.value:.1%} ({wins.low:+.1%} to {wins.high:+.1%} more), "
        f"{length.value:.0f} actions ({length.low:+.1f} to {length.high:+.1f})"
    )
