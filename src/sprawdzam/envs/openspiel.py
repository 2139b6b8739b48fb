"""Our games as games of OpenSpiel. Importing this module registers them.

``sprawdzam_blef`` and so on have sampled chance: a step that draws is a chance node with one outcome, and what comes
of it is drawn when it is applied. They run compiled. ``sprawdzam_blef_explicit`` and so on have explicit chance: every
draw is a chance node with the odds of all that can come. They run interpreted, are meant for small sizes
(``size=three``), and can be solved by whatever walks through a game tree.

Parameters are ``players``, the options of the game, ``rng_seed`` where chance is sampled (-1: fresh luck; else the
first match has that seed, the next one the seed after it, and so on) and ``size`` where it is explicit. An option that
takes numbers and words counts its words down: -1 is the first of them, -2 the second (``first_starter=-1``: random).
What is a race runs as its game says for loops without a clock (``nerwy``: everyone hands in an answer in secret).

Returns go by rank: 1 for the first, -1 for the last, evenly between; who shares a rank shares them. They add up to 0.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel

from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.errors import BadOption
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.options import Flag, Option, Pick, Value
from sprawdzam.engine.record import NUMBER
from sprawdzam.engine.view import View
from sprawdzam.envs.observation import layout_of
from sprawdzam.envs.sampled import Kit, Sampled, kit
from sprawdzam.envs.spec import FULL, sized
from sprawdzam.envs.story import CHANCE, OVER, first_page, glance
from sprawdzam.envs.tree import Node, Tree
from sprawdzam.games import all_games

USUAL = "usual"  #: the value of a choice of words as it stands if nothing is said, whatever the number of players
FRESH = -1  #: the seed of fresh luck
MASK62 = (1 << 62) - 1


def name_of(game: Game, explicit: bool = False) -> str:
    """What the game is called in OpenSpiel."""
    return f"sprawdzam_{game.name}{'_explicit' if explicit else ''}"


# --- parameters ---


def parameters(game: Game, explicit: bool) -> dict[str, Any]:
    """All parameters with their defaults."""
    raced = dict(game.unclocked)
    options = {option.name: _default(option, game) for option in game.options if option.name not in raced}
    return {"players": max(2, game.seats[0]), **options, **({"size": FULL} if explicit else {"rng_seed": FRESH})}


def _default(option: Option, game: Game) -> Value:
    if isinstance(option, Flag):
        return option.default
    if isinstance(option, Pick):
        return USUAL
    return option.default if isinstance(option.default, int) else -1


def setup_of(game: Game, given: Mapping[str, Any]) -> Setup:
    """The set-up that parameters mean; one that is at its default says nothing. Raises ``BadOption``."""
    seats = given["players"]
    options: dict[str, Value] = {}
    for option in game.options:
        usual = _default(option, game)
        value = given.get(option.name, usual)
        if value == usual:
            continue
        if isinstance(value, int) and not isinstance(value, bool) and value < 0:
            words = [word for word in option.values(seats) if isinstance(word, str)]
            if -value > len(words):
                raise BadOption("option {name}: {value} is not possible; words are: {words}",
                                name=option.name, value=value, words=_counted(words))  # fmt: skip
            value = words[-value - 1]
        options[option.name] = value
    return sized(game, given.get("size", FULL)).setup(seats, **options).unclocked()


def _counted(words: Sequence[str]) -> str:
    return ", ".join(f"{-i} {word}" for i, word in enumerate(words, 1))


# --- games ---


def kind_of(game: Game, explicit: bool, alone: bool = False) -> Any:
    """The type that OpenSpiel registers. Whoever plays alone against the table plays no zero-sum game."""
    kinds = pyspiel.GameType
    modes = kinds.ChanceMode
    return kinds(
        short_name=name_of(game, explicit),
        long_name=f"{game.title} (sprawdzam{', explicit chance' if explicit else ''})",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if explicit else modes.SAMPLED_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if alone else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # a story has no bounded length
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game, explicit),
    )


class SprawdzamGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours with parameters; ``register`` makes a class of each of them, as OpenSpiel wants it."""

    game: Game
    explicit: bool

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, explicit = self.game, self.explicit
        given = {**parameters(game, explicit), **(params or {})}
        self.setup = setup_of(game, given)
        self.dealt = 0
        self._seed = given.get("rng_seed", FRESH)
        alone = self.setup.seats == 1
        rules = game.rules
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.ACTIONS,
            max_chance_outcomes=max(map(len, game.notation.OUTCOMES.values())) if explicit else 1,
            num_players=self.setup.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=rules.LONGEST,
        )
        super().__init__(kind_of(game, explicit, alone), info, given)
        self._start: Node | Kit = Tree(self.setup).root() if explicit else kit(self.setup)

    def new_initial_state(self, text: Any = None) -> SprawdzamState:
        if text is not None:
            raise ValueError("matches begin with a deal, not with a text")
        start = self._start
        return ExplicitState(self, start) if isinstance(start, Node) else SampledState(self, Sampled.fresh(start))

    def max_chance_nodes_in_history(self) -> int:
        return int(self.setup.game.rules.LONGEST)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SprawdzamObserver | None:
        """A seat's view (or its story, with perfect recall); without private information what everybody sees.

        Private information alone has no record of its own: None.
        """
        if isinstance(iig_obs_type, dict):  # C++ leaves the first argument out
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise ValueError(f"observers have no parameters, not {params}")
        if iig_obs_type is None:
            return SprawdzamObserver(self.setup, story=False, public=False)
        who = pyspiel.PrivateInfoType
        if not iig_obs_type.public_info or iig_obs_type.private_info == who.ALL_PLAYERS:
            return None
        return SprawdzamObserver(self.setup, iig_obs_type.perfect_recall, iig_obs_type.private_info == who.NONE)

    def next_seed(self) -> int:
        """The seed of the next match."""
        self.dealt += 1
        return secrets.randbits(62) if self._seed == FRESH else self._seed + self.dealt - 1

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self), self.dealt)


def _loaded(text: str, dealt: int) -> Any:
    game = pyspiel.load_game(text)
    game.dealt = dealt
    return game


def _resumed(game: SprawdzamGame, text: str) -> Any:
    return game.deserialize_state(text)


# --- states ---


class SprawdzamState(pyspiel.State):  # type: ignore[misc]
    """What both kinds of chance have in common. ``match`` is a ``Sampled`` or a ``Node``."""

    match: Any

    def __init__(self, game: SprawdzamGame, match: Any) -> None:
        super().__init__(game)
        self.match = match

    def current_player(self) -> int:
        return self.match.player  # type: ignore[no-any-return]

    def is_terminal(self) -> bool:
        return self.match.player == OVER  # type: ignore[no-any-return]

    def is_chance_node(self) -> bool:
        return self.match.player == CHANCE  # type: ignore[no-any-return]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """As the library's own, which asks four times before it asks ``_legal_actions``."""
        asked = self.match.player
        if player is None or player == asked or asked == CHANCE:
            return self.match.actions  # type: ignore[no-any-return]
        return super().legal_actions(player)  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.actions  # type: ignore[no-any-return]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return self._chance_to_string(action)
        return self.view(player).write(action)

    def _chance_to_string(self, action: int) -> str:
        raise NotImplementedError

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        return self.match.view(seat)  # type: ignore[no-any-return]

    def returns(self) -> list[float]:
        if self.match.player != OVER:
            return [0.0] * self.num_players()
        return by_rank([rank for _, rank in self.match.results()])

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SprawdzamState:
        """A world that the player cannot tell from this one, as ``imagine`` deals it, with the player's own story.

        The stories of the others begin there, and so does ``history()``: what they did in secret is not known.
        """
        luck = int(probability_sampler() * (1 << 53)) & MASK62
        return type(self)(self.get_game(), self.match.imagined(player_id, luck))

    def __str__(self) -> str:
        match = self.match
        told = "before the deal"
        if not match.undealt:
            told = glance(match.setup.game, TABLE, np.array(match.record.row(), NUMBER))
        return f"{told}\nchance: {match.due}" if match.due else told

    def __reduce__(self) -> tuple[Any, ...]:
        return _resumed, (self.get_game(), self.serialize())


class SampledState(SprawdzamState):
    """A match that runs compiled; a step that draws has one outcome."""

    match: Sampled

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        match = self.match
        if match.player != CHANCE:
            match.play(action)
        elif match.past:
            match.draw()
        else:
            match.deal(self.get_game().next_seed())

    def _chance_to_string(self, action: int) -> str:
        return "deal" if self.match.undealt else "go on"


class ExplicitState(SprawdzamState):
    """A node of the tree of all draws and actions; a draw is a step of its own."""

    match: Node

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.match.asked is not None
        return self.match.asked.odds

    def _apply_action(self, action: int) -> None:
        if action not in self.match.actions:
            if self.match.player >= 0:
                self.view(self.match.player).check(action)
            raise ValueError(f"{action} cannot come; possible: {self.match.actions}")
        self.match = self.match.after(action)

    def _chance_to_string(self, action: int) -> str:
        assert self.match.asked is not None
        zone = self.match.asked.zone
        return f"{zone} {self.match.setup.game.notation.OUTCOMES[zone][action]}"


def by_rank(ranks: Sequence[int]) -> list[float]:
    """From 1 for the first place to -1 for the last; who shares a rank shares its places."""
    last = max(2, len(ranks)) - 1  # whoever plays alone is first or second
    return [1.0 - 2.0 * (rank - 1 + (ranks.count(rank) - 1) / 2) / last for rank in ranks]


class SprawdzamObserver:
    """Tensors and texts of what a player sees; ``tensor`` is laid out as ``envs.observation`` says."""

    def __init__(self, setup: Setup, story: bool, public: bool) -> None:
        self.setup = setup
        self.story = story
        self.public = public
        self.tensor: np.ndarray[Any, Any] | None = None
        self.dict: dict[str, Any] = {}
        if not story:
            self.tensor = np.zeros(layout_of(setup.game, setup.seats).size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: SprawdzamState, player: int) -> None:
        if self.tensor is None:
            return
        if state.match.undealt:
            self.tensor[:] = 0
        else:
            self.tensor[:] = state.match.observe(SPECTATOR if self.public else player)

    def string_from(self, state: SprawdzamState, player: int) -> str:
        seat = SPECTATOR if self.public else player
        if self.story:
            return state.match.story(seat)  # type: ignore[no-any-return]
        if state.match.undealt:
            return first_page(self.setup.game, seat)[0]
        return glance(self.setup.game, seat, np.array(state.view(seat).row, NUMBER))


def register() -> None:
    """Makes all games known to OpenSpiel; once is enough."""
    known = set(pyspiel.registered_names())
    for game in all_games():
        for explicit in (False, True):
            if name_of(game, explicit) not in known:
                made = type(name_of(game, explicit), (SprawdzamGame,), {"game": game, "explicit": explicit})
                pyspiel.register_game(kind_of(game, explicit), made)


register()
