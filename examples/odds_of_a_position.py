"""Load a position and ask for the odds: python odds_of_a_position.py [--small]

A position is a text (docs/notation.md), and a view is one with ? in it. What seat 2 is told here follows from what it
knows: its own cards and the bids.
"""

import sys
from random import Random

import sprawdzam
from sprawdzam.bots import make
from sprawdzam.bots.reason import hint
from sprawdzam.engine.texts import texts

VIEW = """{
  "game": "blef", "rules": 1, "seats": 3, "options": {"jokers": true},
  "phase": "bid", "round": 4, "tiebreak": false, "starter": 0, "direction": "cw", "bids": ["2x3", "3x3"],
  "players": [
    {"count": 2, "cards": ["?/?", "?/?"]},
    {"count": 1, "cards": ["?/?"]},
    {"count": 3, "cards": ["3/1", "5/2", "3/6"]}
  ]
}"""

view = sprawdzam.view(VIEW, seat=2)
simulations = 500 if "--small" in sys.argv else 20_000
print("share of rivals left behind in imagined matches:")
for opinion in make(f"search:{simulations}").opinions(view, Random(1))[:5]:
    print(f"  {view.write(opinion.action):8} {opinion.value:6.1%}  ({opinion.visits} tries)")
for action in view.actions[:3]:
    print(f"{view.write(action)}: {view.game.expert.why(view.record, 2, action, texts('en'), 'ABC')}")
found = hint(view, Random(1))
print(f"a Master would say: {found.label}. {found.why}")
