"""In OpenSpiel our games pass its own tests and move as the core does; its searches and solvers run on them."""

from __future__ import annotations

import pickle
import random
import unittest
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install 'sprawdzam[openspiel]')")
from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts, sample_some_states  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from sprawdzam.engine.chance import Fast  # noqa: E402
from sprawdzam.engine.contract import SPECTATOR  # noqa: E402
from sprawdzam.engine.errors import BadOption, IllegalAction  # noqa: E402
from sprawdzam.engine.match import Match  # noqa: E402
from sprawdzam.engine.options import Pick, Value  # noqa: E402
from sprawdzam.engine.record import NUMBER  # noqa: E402
from sprawdzam.engine.view import View  # noqa: E402
from sprawdzam.envs.core import Core  # noqa: E402
from sprawdzam.envs.observation import layout_of  # noqa: E402
from sprawdzam.envs.openspiel import USUAL, SprawdzamState, name_of, setup_of  # noqa: E402
from sprawdzam.envs.story import CHANCE, change, first_page, glance  # noqa: E402
from sprawdzam.games import all_games, find  # noqa: E402

from .sizes import SMALL  # noqa: E402

GAMES = [game.name for game in all_games()]
TABLES = [(game.name, seats) for game in all_games() for seats in game.seats]
MARKED = flags.FLAGS
if not MARKED.is_parsed():
    MARKED(["tests"])


def load(name: str, explicit: bool = False, **params: Value) -> Any:
    return pyspiel.load_game(name_of(find(name), explicit), params)


def variants() -> Iterator[tuple[str, str, Value]]:
    """Every value of every option that is not its default."""
    for game in all_games():
        raced = dict(game.unclocked)
        for option in game.options:
            if option.name in raced:
                continue
            for seats in game.seats:
                usual = option.start(seats)
                for value in option.tried(seats):
                    if value != usual:
                        yield game.name, f"players={seats},{option.name}", value


def told(game: str, option: str, value: Value) -> str:
    """The game as text; a word among numbers is counted down."""
    seats, name = option.split(",")
    known = {o.name: o for o in find(game).options}[name]
    words = [word for word in known.values(int(seats.partition("=")[2])) if isinstance(word, str)]
    if isinstance(value, str) and not isinstance(known, Pick):
        value = -1 - words.index(value)
    return f"sprawdzam_{game}({seats},{name}={value})"


VARIANTS = sorted({told(*each) for each in variants()})


# --- the library's own tests ---


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_matches_at_every_table_pass_the_simulation_test(name: str, seats: int) -> None:
    pyspiel.random_sim_test(load(name, players=seats, rng_seed=1), num_sims=1, serialize=False, verbose=False)


def test_every_option_can_be_said() -> None:
    assert len(VARIANTS) > 20
    for text in VARIANTS:
        game = pyspiel.load_game(text)
        changed = game.setup.changed_options().keys() - dict(game.setup.game.unclocked)
        assert changed == {text.partition(",")[2].partition("=")[0]}
        assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize("text", random.Random(1).sample(VARIANTS, 8))
def test_random_matches_of_variants_pass_the_simulation_test(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_explicit_chance_in_full_size_passes_the_simulation_test(name: str) -> None:
    pyspiel.random_sim_test(load(name, explicit=True), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_small_sizes_pass_the_simulation_test_and_can_be_serialized(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(SMALL[name]), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_games_and_states_can_be_pickled(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The library cannot serialize a game of Python with sampled chance; pickling goes another way."""
    np.random.seed(1)
    sampled = load(name, rng_seed=1)
    games_sim_test.GamesSimTest().sim_game(sampled, check_pyspiel_serialization=False)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(SMALL[name]))


def walked(game: Any, max_states: int) -> list[SprawdzamState]:
    """States of a random match, evenly spread, its first and its last one among them.

    What the library samples instead lies near the root, where explicit chance is still dealing.
    """
    luck, states = random.Random(1), [game.new_initial_state()]
    while not states[-1].is_terminal():
        states.append(states[-1].child(luck.choice(states[-1].legal_actions())))
    kept = min(max_states, 40)
    return [states[i * (len(states) - 1) // (kept - 1)] for i in range(kept)]


KINDS = [text for name in GAMES for text in (f"sprawdzam_{name}", f"sprawdzam_{name}_explicit", SMALL[name])]


@pytest.mark.parametrize("text", KINDS)
def test_the_api_test_of_the_library(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On states of a random match; on whole trees it runs in ``test_openspiel_trees.py``."""
    monkeypatch.setattr(sample_some_states, "sample_some_states", walked)
    game = pyspiel.load_game(text)
    assert {state.get_type().name for state in walked(game, 40)} == {"CHANCE", "DECISION", "TERMINAL"}
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": text})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5 and not result.skipped
    assert not [*result.failures, *result.errors], (result.failures + result.errors)[0][1]


# --- the same as the core, step for step (law 8) ---


def text_of(story: list[View | str], seat: int) -> str:
    """What ``Match.story`` tells, as an information state."""
    view = next(page for page in story if isinstance(page, View))
    text, row = first_page(view.game, seat)
    for page in story:
        if isinstance(page, str):
            text += f"\n> {page}"
            continue
        seen = np.array(page.row, NUMBER)
        if changed := change(view.game.rules.STATE, row, seen):
            text += f"\n{changed}"
        row = seen
    return text


def same(state: SprawdzamState, match: Match, core: Core | None) -> None:
    """State, turn, legal actions, texts and tensors of every seat."""
    assert state.match.record == match.state
    assert state.current_player() == (match.actors[0] if match.actors else pyspiel.PlayerId.TERMINAL)
    layout = layout_of(match.game, match.setup.seats)
    for seat in range(match.setup.seats):
        view = match.view(seat)
        assert state.observation_string(seat) == glance(match.game, seat, np.array(view.row, NUMBER))
        assert state.observation_tensor(seat) == layout.of(view).tolist()
        if core is not None:
            assert core.observe(seat).tolist() == layout.of(view).tolist()
        if seat == state.current_player():
            assert tuple(state.legal_actions()) == view.actions
            assert [state.action_to_string(a) for a in view.actions] == list(view.choices)
        else:
            assert state.legal_actions(seat) == []


@pytest.mark.parametrize(("name", "seats"), [t for t in TABLES if t[1] in (1, 2, 3)])
def test_sampled_chance_moves_as_the_core_and_the_match_do(name: str, seats: int) -> None:
    luck = random.Random(f"{name} {seats}")
    game = load(name, players=seats, rng_seed=41)
    first, state = game.new_initial_state(), game.new_initial_state()
    first.apply_action(0)
    match = game.setup.start(chance=Fast(42))
    core = Core(game.setup)
    core.reset(42)
    moves = 0
    while True:
        while state.is_chance_node():
            state.apply_action(0)
        if moves % 5 == 0 or match.over:
            same(state, match, core)
        if match.over:
            break
        seat, action = match.actors[0], luck.choice(state.legal_actions())
        state.apply_action(action)
        match.play(seat, action)
        core.play(action)
        moves += 1
    assert state.returns() == pytest.approx(core.rewards)
    for seat in range(seats):
        assert state.information_state_string(seat) == text_of(match.story(seat), seat)


@pytest.mark.parametrize("name", GAMES)
def test_explicit_chance_moves_as_the_match_does(name: str) -> None:
    """With the draws that the log of the match tells, one after the other."""
    luck = random.Random(name)
    game = load(name, explicit=True)
    state = game.new_initial_state()
    match = game.setup.start(seed=3)
    noted = 0
    while True:
        steps = match.log.steps
        draws = [
            *(match.log.opening if noted == 0 else ()),
            *(d for step in steps[max(noted - 1, 0) :] for d in step.draws),
        ]
        noted = len(steps) + 1
        for draw in draws:
            assert state.current_player() == CHANCE
            zone = draw.zone.name.lower()
            assert state.action_to_string(draw.value) == f"{zone} {match.game.notation.OUTCOMES[zone][draw.value]}"
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
            state.apply_action(draw.value)
        if match.over or noted > 60:
            break
        action = luck.choice(state.legal_actions())
        match.play(state.current_player(), action)
        state.apply_action(action)
    same(state, match, None)
    for seat in range(match.setup.seats):
        assert state.information_state_string(seat) == text_of(match.story(seat), seat)


def played(state: SprawdzamState, luck: random.Random, most: int = 10_000) -> list[int]:
    """Plays on at random; returns what was played."""
    actions = []
    while not state.is_terminal() and len(actions) < most:
        actions.append(luck.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return actions


@pytest.mark.parametrize("name", GAMES)
def test_copies_have_luck_of_their_own_and_leave_the_original_alone(name: str) -> None:
    plain, copied = load(name, rng_seed=5).new_initial_state(), load(name, rng_seed=5).new_initial_state()
    actions = played(plain, random.Random(1))
    ends = set()
    for action in actions:
        if copied.is_chance_node() and not copied.match.undealt:
            for _ in range(2):
                twin = copied.clone()
                assert str(twin) == str(copied) and twin.history() == copied.history()
                twin.apply_action(0)
                ends.add(str(twin))
        copied.apply_action(action)
    assert str(copied) == str(plain) and copied.returns() == plain.returns()
    assert len(ends) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_draw_that_waits_comes_out_alike_after_pickling(name: str) -> None:
    """What will come is known beforehand to a match that runs, and found out anew by one that was read."""
    state, luck, drawn = load(name, rng_seed=5).new_initial_state(), random.Random(1), 0
    while not state.is_terminal():
        read = pickle.loads(pickle.dumps(state.match)) if state.is_chance_node() and not state.match.undealt else None
        state.apply_action(luck.choice(state.legal_actions()))
        if read is not None:
            read.draw()
            assert read.past == state.match.past and read.player == state.match.player
            assert read.match.tobytes() == state.match.match.tobytes() and read.due == state.match.due
            drawn += 1
    assert drawn > 1


def test_every_match_of_a_game_has_the_next_seed_even_after_pickling() -> None:
    game = load("blef", rng_seed=11)
    for seed in (11, 12):
        state = game.new_initial_state()
        state.apply_action(0)
        assert state.match.record == game.setup.start(chance=Fast(seed), auto=False).state
        game = pickle.loads(pickle.dumps(game))


# --- secrecy and recall ---


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_world_cannot_be_told_from_the_true_one(name: str) -> None:
    luck = random.Random(name)
    for state in (load(name, rng_seed=2).new_initial_state(), pyspiel.load_game(SMALL[name]).new_initial_state()):
        worlds = set()
        while not state.is_terminal():
            if not state.is_chance_node() and luck.random() < 0.2:
                for seat in range(state.num_players()):
                    world = state.resample_from_infostate(seat, luck.random)
                    assert world.information_state_string(seat) == state.information_state_string(seat)
                    assert world.observation_tensor(seat) == state.observation_tensor(seat)
                    assert world.current_player() == state.current_player()
                    if seat == state.current_player():
                        assert world.legal_actions() == state.legal_actions()
                    assert world.history() == []
                    worlds.add(str(world) != str(state))
                played(world, luck, 5)
            state.apply_action(luck.choice(state.legal_actions()))
        if name != "fiasko" and type(state.match).__name__ == "Sampled":  # fiasko hides nothing from anybody
            assert True in worlds


def test_no_world_is_imagined_while_chance_is_about_to_fall() -> None:
    for explicit in (False, True):
        with pytest.raises(ValueError, match="while chance is about to fall"):
            load("blef", explicit).new_initial_state().resample_from_infostate(0, lambda: 0.5)


def test_the_search_of_the_library_runs_as_it_is() -> None:
    luck = np.random.RandomState(1)
    for game in (load("blef", rng_seed=1), pyspiel.load_game(SMALL["blef"])):
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 2.0, 30, random_state=luck)
        state = game.new_initial_state()
        for _ in range(8):
            if state.is_terminal():
                break
            action = luck.choice(state.legal_actions()) if state.is_chance_node() else bot.step(state)
            state.apply_action(action)


def test_who_only_watches_sees_what_everybody_sees() -> None:
    game = load("blef", rng_seed=3)
    state = game.new_initial_state()
    played(state, random.Random(3), 6)
    kinds, who = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    public = make_observation(game, kinds(public_info=True, perfect_recall=False, private_info=who.NONE))
    public.set_from(state, 0)
    view = View.of(game.setup.game, state.match.record, SPECTATOR)
    assert public.tensor.tolist() == layout_of(game.setup.game, 2).of(view).tolist()
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert public.string_from(state, 0) == glance(game.setup.game, SPECTATOR, np.array(view.row, NUMBER))
    private = kinds(public_info=False, perfect_recall=False, private_info=who.SINGLE_PLAYER)
    assert make_observation(game, private) is None


# --- errors ---


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    for explicit in (False, True):
        state = load("blef", explicit).new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        before = str(state), state.history()
        with pytest.raises(IllegalAction, match="action 180 is not legal for seat 0 now; legal: choose A, choose B"):
            state.apply_action(180)
        assert (str(state), state.history()) == before


def test_a_wrong_parameter_is_told() -> None:
    rys = find("rys")
    with pytest.raises(BadOption, match=r"option no_progress_limit: -3 is not possible; words are: -1 auto, -2 off"):
        setup_of(rys, {"players": 2, "no_progress_limit": -3})
    with pytest.raises(BadOption, match="size: rys has no size tiny; it has: full, five"):
        setup_of(rys, {"players": 2, "size": "tiny"})
    with pytest.raises(BadOption, match="rys seats 2 to 5, not 7"):
        load("rys", players=7)
    assert dict(setup_of(rys, {"players": 2, "mode": USUAL}).options)["mode"] == "duel"
    with pytest.raises(ValueError, match="matches begin with a deal"):
        load("rys").new_initial_state("somewhere")
