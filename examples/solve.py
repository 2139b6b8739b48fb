"""Solves a small game with OpenSpiel's CFR+ and tells how exploitable what it has learnt still is.

    pip install 'sprawdzam[openspiel]'
    python examples/solve.py
    python examples/solve.py "sprawdzam_rys_explicit(size=five,first_starter=0,max_turns=4)"

A round of blef with one card each and the values 1 to 3 has 390 information states. Exploitability is what a best
answer wins, as the mean over both seats: 0 for perfect play.
"""

from __future__ import annotations

import argparse

import pyspiel
from open_spiel.python.algorithms.cfr import CFRPlusSolver
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import exploitability

import sprawdzam.envs.openspiel  # noqa: F401  (registers the games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="sprawdzam_blef_explicit(size=three,first_starter=0)")
    parser.add_argument("--walks", type=int, default=40, help="walks through the whole game")
    told = parser.parse_args()
    game = pyspiel.load_game(told.game)
    solver = CFRPlusSolver(game)
    for walk in range(1, told.walks + 1):
        solver.evaluate_and_update_policy()
        if walk == told.walks or walk & walk - 1 == 0:
            learnt = solver.average_policy()
            print(f"{walk:4} walks: exploitability {exploitability(game, learnt):.4f}", flush=True)
    values = policy_value(game.new_initial_state(), [learnt, learnt])
    print(f"seat 0 wins {values[0]:+.4f} on average")


if __name__ == "__main__":
    main()
