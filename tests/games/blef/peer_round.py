"""A round of blef for two with one card each, as a game of OpenSpiel: written from the rulebook, without our code.

Chance deals a pair to each player, both choose an end in secret one after the other, then they bid. Utilities are 1
and -1. It needs OpenSpiel.
"""

from __future__ import annotations

from itertools import combinations

import pyspiel
from open_spiel.python import policy as policies

CARDS = 2  # in play
HEADS, TAILS = 0, 1


TYPE = pyspiel.GameType(
    short_name="blef_round",
    long_name="A round of blef",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)


class RoundGame(pyspiel.Game):
    def __init__(self, values=6, jokers=False):
        self.cards = list(combinations(range(1, values + 1), 2))
        self.jokers = jokers
        self.bids = [(value, quantity) for value in range(1, values + 1) for quantity in range(1, CARDS + 1)]
        self.check = len(self.bids)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.check + 1,
            max_chance_outcomes=len(self.cards),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2 + len(self.bids) + 1,
        )
        super().__init__(TYPE, info, {})

    def new_initial_state(self):
        return RoundState(self)


class RoundState(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.game = game
        self.dealt = []
        self.ends = []
        self.said = []
        self.checked = False

    def child(self, action):
        """As OpenSpiel's own, which can copy only states of games that are registered."""
        after = RoundState(self.game)
        after.dealt, after.ends, after.said = self.dealt[:], self.ends[:], self.said[:]
        after._apply_action(action)
        return after

    def history_str(self):
        return str(self)

    def information_state_string(self, player):
        card = self.dealt[player] if player < len(self.dealt) else "-"
        end = self.ends[player] if player < len(self.ends) else "-"
        return f"{player} {card} {end} {','.join(map(str, self.said))}"

    def current_player(self):
        if self.checked:
            return pyspiel.PlayerId.TERMINAL
        if len(self.dealt) < 2:
            return pyspiel.PlayerId.CHANCE
        if len(self.ends) < 2:
            return len(self.ends)
        return len(self.said) % 2

    def _legal_actions(self, player):
        if len(self.ends) < 2:
            return [HEADS, TAILS]
        if not self.said:
            return list(range(self.game.check))
        return list(range(self.said[-1] + 1, self.game.check + 1))

    def chance_outcomes(self):
        left = [2 - self.dealt.count(card) for card in range(len(self.game.cards))]
        return [(card, n / sum(left)) for card, n in enumerate(left) if n]

    def _apply_action(self, action):
        if len(self.dealt) < 2:
            self.dealt.append(action)
        elif len(self.ends) < 2:
            self.ends.append(action)
        elif action == self.game.check:
            self.checked = True
        else:
            self.said.append(action)

    def _action_to_string(self, player, action):
        return str(action)

    def is_terminal(self):
        return self.checked

    def returns(self):
        if not self.checked:
            return [0.0, 0.0]
        shown = [self.game.cards[card][end] for card, end in zip(self.dealt, self.ends, strict=True)]
        value, quantity = self.game.bids[self.said[-1]]
        opened_on = self.game.bids[self.said[0]][0]
        counts = [one == value or (self.game.jokers and one == 1 and opened_on != 1) for one in shown]
        bidder = (len(self.said) - 1) % 2
        winner = bidder if sum(counts) >= quantity else 1 - bidder
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def __str__(self):
        return f"{self.dealt} {self.ends} {self.said} {self.checked}"


class SolutionPolicy(policies.Policy):
    """One of our solutions as a policy of OpenSpiel; what is never done is left out."""

    def __init__(self, game, solution):
        super().__init__(game, [0, 1])
        self.check = game.check
        self.solution = solution
        self.known = {}

    def action_probabilities(self, state, player_id=None):
        player = state.current_player() if player_id is None else player_id
        kind = state.dealt[player]
        if len(state.ends) < 2:
            return {end: p for end, p in enumerate(self.solution.choice(player, kind)) if p > 0}
        hand = state.ends[player] * len(state.game.cards) + kind
        key = (player, hand, *state.said)
        if key not in self.known:
            play = self.solution.play(player, hand, state.said)
            self.known[key] = {self.check if bid < 0 else bid: p for bid, p in play.items() if p > 0}
        return self.known[key]
