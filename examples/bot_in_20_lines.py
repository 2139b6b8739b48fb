"""A bot of one's own in 20 lines, and how strong it is: python bot_in_20_lines.py [GAME] [--small]

It imagines worlds that its seat cannot tell from the true one, tries every action in each of them, plays on at random
and takes what ended best. Elsewhere it is named by its file: sprawdzam arena nerwy --bots bot_in_20_lines.py:Dreamer
"""

import sys
from random import Random
from tempfile import TemporaryDirectory

from sprawdzam import TABLE, arena
from sprawdzam.engine.chance import Fast


class Dreamer:
    name = "dreamer"
    worlds = 10

    def decide(self, view, rng):
        dreams = [rng.getrandbits(60) for _ in range(self.worlds)]
        return max(view.actions, key=lambda action: sum(self.dream(view, action, seed) for seed in dreams))

    def dream(self, view, action, seed):
        rules, world, chance, luck = view.game.rules, view.record.copy(), Fast(seed), Random(seed)
        rules.imagine(world, view.seat, chance)
        rules.apply(world, view.seat, action, chance)
        legal, score = [0] * rules.ACTIONS, [[0, 0] for _ in range(world.seats)]
        while mask := rules.actors(world):
            seat = TABLE if mask >> TABLE else (mask & -mask).bit_length() - 1
            rules.apply(world, seat, luck.choice(legal[: rules.legal(world, seat, legal)]), chance)
        rules.score(world, score)
        return -score[view.seat][1]  # the rank: 1 is best


if __name__ == "__main__":
    game = next((word for word in sys.argv[1:] if not word.startswith("-")), "nerwy")
    study = arena.Study.of(game, [f"{__file__}:Dreamer", "random"], limit=60)
    with TemporaryDirectory() as folder:
        arena.run(study, 2 if "--small" in sys.argv else 40, folder)
        print(arena.text(arena.report(folder)))
