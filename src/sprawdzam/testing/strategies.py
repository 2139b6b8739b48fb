"""Hypothesis strategies for any game, and a state machine that plays it. Needs the extra ``testing``.

>>> from hypothesis import given
>>> from sprawdzam.games import find
>>> @given(setups(find("blef")).flatmap(matches))
... def test_somebody_acts_until_the_end(match):
...     assert match.over or match.actors
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.errors import IllegalAction, NotYourTurn, UnknownAction
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.log import parse_log
from sprawdzam.engine.match import Match
from sprawdzam.engine.notation import parse_json, read_position
from sprawdzam.engine.options import Value
from sprawdzam.engine.view import View

SEEDS = st.integers(0, 2**32 - 1)


def seats(game: Game) -> st.SearchStrategy[int]:
    """A number of seats."""
    return st.sampled_from(list(game.seats))


def options(game: Game, seats: int | None = None) -> st.SearchStrategy[dict[str, Value]]:
    """A value for every option; without a number of seats, one that is possible at every table."""
    n = min(game.seats) if seats is None else seats
    return st.fixed_dictionaries({option.name: st.sampled_from(option.values(n)) for option in game.options})


@st.composite
def setups(draw: st.DrawFn, game: Game) -> Setup:
    """A number of seats with a value for every option."""
    n = draw(seats(game))
    return game.setup(n, **draw(options(game, n)))


def actions(view: View) -> st.SearchStrategy[int]:
    """A legal action of a view that has any."""
    return st.sampled_from(view.actions)


@st.composite
def matches(draw: st.DrawFn, setup: Setup, most: int = 60) -> Match:
    """A match after up to ``most`` legal actions, revisions among them."""
    match = setup.start(draw(SEEDS))
    for _ in range(draw(st.integers(0, most))):
        if match.over:
            break
        seat = draw(st.sampled_from(movers(match)))
        match.play(seat, draw(actions(match.view(seat))))
    return match


def movers(match: Match) -> list[int]:
    """The seats that may do something: first those that the match waits for, then those that may revise."""
    able = [seat for seat in range(match.setup.seats) if match.view(seat).actions]
    return sorted(able, key=lambda seat: (seat not in match.actors, seat))


class MatchMachine(RuleBasedStateMachine):
    """Plays any game: legal and illegal actions, saving and loading, with the laws as invariants.

    Made for a game by ``match_machine``.
    """

    game: Game
    match: Match

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.match = data.draw(setups(self.game)).start(data.draw(SEEDS))
        self.pieces = self._census(self.match.state)

    @precondition(lambda self: not self.match.over)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(movers(self.match)))
        self.match.play(seat, data.draw(actions(self.match.view(seat))))

    @rule(data=st.data())
    def play_what_is_not_legal(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.match.setup.seats - 1))
        action = data.draw(st.integers(0, self.game.rules.ACTIONS - 1))
        if action in self.match.view(seat).actions:
            action = self.game.rules.ACTIONS
        state, log = self.match.state, self.match.log.text
        try:
            self.match.play(seat, action)
        except (IllegalAction, NotYourTurn, UnknownAction):
            pass
        else:
            raise AssertionError(f"seat {seat} plays {action}, which is not legal")
        assert (self.match.state, self.match.log.text) == (state, log)

    @rule()
    def save_and_load(self) -> None:
        text = self.match.log.text
        again = parse_log(text, lambda name: self.game)
        assert (again.state, again.log.text) == (self.match.state, text)
        self.match = again

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "match"):
            assert self._census(self.match.state) == self.pieces

    @invariant()
    def views_come_back_from_their_text(self) -> None:
        if hasattr(self, "match"):
            for seat in (*range(self.match.setup.seats), SPECTATOR):
                view = self.match.view(seat)
                assert read_position(self.game, parse_json(view.text))[1] == view.record

    def _census(self, state: Any) -> list[int]:
        out = [0] * self.game.rules.PIECES
        self.game.rules.census(state, out)
        return out


def match_machine(game: Game) -> type[MatchMachine]:
    """The state machine of a game; its ``TestCase`` is a test."""
    return type(f"{game.name.capitalize()}Machine", (MatchMachine,), {"game": game})
