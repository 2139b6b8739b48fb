"""Whole trees of small sizes in OpenSpiel: its tests of trees, recall, and its solvers."""

from __future__ import annotations

import re
import unittest
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install 'sprawdzam[openspiel]')")
from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # noqa: E402

from sprawdzam.envs.openspiel import SprawdzamState  # noqa: E402
from sprawdzam.games import NAMES, find  # noqa: E402

from .sizes import SIZES  # noqa: E402

PAGE = Path(__file__).parents[2] / "docs" / "openspiel.md"
LARGE = {"szacunki"}  # its tree takes a minute to walk through by all of these ways
GAMES = [pytest.param(name, marks=pytest.mark.full) if name in LARGE else name for name in SIZES]
MARKED = flags.FLAGS
if not MARKED.is_parsed():
    MARKED(["tests"])


@cache
def grown(name: str) -> Any:
    """The game, loaded once: it keeps the nodes that were visited."""
    return pyspiel.load_game(SIZES[name].text)


def all_states(state: SprawdzamState) -> Iterator[SprawdzamState]:
    yield state
    for action in state.legal_actions():
        yield from all_states(state.child(action))


# --- the library's own tests ---


def test_every_game_has_a_size_that_can_be_walked_through_and_the_page_says_how_large_it_is() -> None:
    assert set(SIZES) == set(NAMES)
    text = PAGE.read_text("utf-8")
    for name, (loaded, *_, told) in SIZES.items():
        _, size, rest = re.split(r"\(size=(\w+),?", loaded)
        options = f"`{rest[:-1]}`" if rest != ")" else ""
        assert re.search(rf"^\| `{name}` \| `{size}`: [^|]+ \| {options} ?\| {told} \|$", text, re.MULTILINE), name


@pytest.mark.parametrize("name", GAMES)
def test_the_api_test_on_the_whole_tree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it but one, and that one is below.

    Two of its tests look up how large a tree ought to be, in tables that have the library's own games alone: ours are
    added. Information sets that must not overlap are compared as texts and then as tensors: whatever has no tensor of
    an information state has an empty one for every player, and those overlap.
    """
    size = SIZES[name]
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, (size.chance, size.decisions, size.ends))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, size.told)
    case = type("Case", (api_test.EnforceAPIOnFullTreeBase,), {"game": grown(name), "game_name": name})
    tests = unittest.defaultTestLoader.getTestCaseNames(case)
    left = [test for test in tests if test != "test_current_player_infosets_no_overlap_between_players"]
    assert len(tests) == len(left) + 1 and {"test_game_is_perfect_recall", "test_number_of_nodes"} <= set(left)
    result = unittest.TestResult()
    unittest.TestSuite(case(test) for test in left).run(result)
    assert result.testsRun == len(left) and not result.skipped
    assert not [*result.failures, *result.errors], (result.failures + result.errors)[0][1]


# --- information states ---


@pytest.mark.parametrize("name", SIZES)
def test_an_information_state_is_one_players_and_tells_all_that_the_player_has_lived_through(name: str) -> None:
    """Of two histories with the same text: the same player, view and legal actions, and the same past in its eyes.

    Stricter than the library, which asks for the past alone, and whose test of players needs tensors.
    """
    seen: dict[str, tuple[int, list[int], list[int], tuple[tuple[str, int], ...]]] = {}
    nodes = dict.fromkeys(("CHANCE", "DECISION", "TERMINAL"), 0)
    walk: list[tuple[SprawdzamState, tuple[tuple[tuple[str, int], ...], ...]]] = [
        (grown(name).new_initial_state(), ((), ()))
    ]
    while walk:
        state, pasts = walk.pop()
        nodes[state.get_type().name] += 1
        player = state.current_player()
        if state.is_chance_node():
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
        if player >= 0:
            told = state.information_state_string()
            known = player, state.view(player).row, state.legal_actions(), pasts[player]
            assert seen.setdefault(told, known) == known, state.history()
        for action in state.legal_actions():
            lived = list(pasts)
            if player >= 0:
                lived[player] = (*pasts[player], (told, action))
            walk.append((state.child(action), tuple(lived)))
    size = SIZES[name]
    assert len(seen) == size.told and tuple(nodes.values()) == (size.chance, size.decisions, size.ends)


@pytest.mark.parametrize("name", [name for name in SIZES if name != "szacunki"])
def test_what_a_player_was_told_once_stays_told(name: str) -> None:
    """A story only grows: at every node, for both players, whoever acts."""
    walk = [(grown(name).new_initial_state(), ("", ""))]
    while walk:
        state, before = walk.pop()
        now = tuple(state.match.story(seat) for seat in (0, 1))
        assert all(text.startswith(past) for text, past in zip(now, before, strict=True)), state.history()
        walk += [(state.child(action), now) for action in state.legal_actions()]


def test_information_states_are_those_of_the_rulebook() -> None:
    """A card and an end (6), after any set of bids (2^6); before that a card (3) when either chooses."""
    states = all_states(grown("blef").new_initial_state())
    assert len({s.information_state_string() for s in states if s.current_player() >= 0}) == 6 * 2**6 + 2 * 3


# --- solving ---

LEARNT = {
    "blef": (8, 0.6, 0.25),
    "fiasko": (4, 0.6, 0.32),
    "szacunki": (3, 0.8, 0.55),
    "nerwy": (8, 0.4, 0.02),
    "rys": (8, 0.3, 0.02),
}


@pytest.mark.parametrize("name", GAMES)
def test_cfr_makes_a_small_game_less_and_less_exploitable(name: str) -> None:
    game = grown(name)
    walks, before, after = LEARNT[name]
    solver = cfr.CFRPlusSolver(game)
    assert exploitability.exploitability(game, solver.average_policy()) > before
    for _ in range(walks):
        solver.evaluate_and_update_policy()
    assert 0 <= exploitability.exploitability(game, solver.average_policy()) < after


class Shipped(policies.Policy):
    """What blef's expert plays in a round with one card each; what is never done is left out."""

    def __init__(self, game: Any) -> None:
        super().__init__(game, [0, 1])
        self.known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: SprawdzamState, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player()
        told = state.information_state_string(seat)
        if told not in self.known:
            advice = find("blef").solutions.advise(state.view(seat).record, seat)
            self.known[told] = {action: share for action, share in advice.items() if share > 0}
        return self.known[told]


@pytest.mark.full
def test_the_library_finds_the_published_exploitability_of_a_round_with_one_card_each() -> None:
    """In full size, on the rules themselves; docs/solver.md has both figures."""
    game = pyspiel.load_game("sprawdzam_blef_explicit(size=round,first_starter=0)")
    play = Shipped(game)
    found = find("blef").solutions.solution("1-1")
    theirs = exploitability.nash_conv(game, play) / 2
    assert theirs == pytest.approx(sum(found.best) / 2, abs=1e-6) and theirs < 0.0001
    value = expected_game_score.policy_value(game.new_initial_state(), [play, play])
    assert value[0] == pytest.approx(-0.0506, abs=1e-4)
