"""Observations: made from the view alone, of a layout that stays, and without losing anything."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.encoding import ByPlayer, Members, OneOf
from sprawdzam.engine.game import Game, Setup
from sprawdzam.envs.observation import DTYPE, OBSERVATION_VERSION, layout_by, layout_of
from sprawdzam.games import all_games, find
from sprawdzam.testing import Case, Effort, setups

TABLES = [(game, seats) for game in all_games() for seats in game.seats]


def sampled(game: Game, seats: int, most: int = 3) -> list[Setup]:
    return Random(seats).sample(found := list(setups(game, [seats])), min(most, len(found)))


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda x: getattr(x, "name", str(x)))
def test_views_that_differ_look_different_and_worlds_that_do_not_look_alike(game: Game, seats: int) -> None:
    """Law 4, and that nothing is lost; every number stays within its limits."""
    layout = layout_of(game, seats)
    seen: dict[tuple[int, bytes], list[int]] = {}
    for setup in sampled(game, seats):
        case = Case(setup, Effort(moments=5), seed=seats)
        for moment in case.sample(9):
            for seat in (*range(seats), SPECTATOR):
                view = moment.view(seat)
                numbers = layout.of(view)
                assert (numbers >= layout.low).all() and (numbers <= layout.high).all()
                assert seen.setdefault((seat, numbers.tobytes()), view.row) == view.row
                for world in moment.worlds(seat, 1):
                    assert layout.of(type(view).of(game, world, seat)).tobytes() == numbers.tobytes()
    assert len(seen) > 10


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda x: getattr(x, "name", str(x)))
def test_every_number_belongs_to_one_named_part(game: Game, seats: int) -> None:
    layout = layout_of(game, seats)
    assert [part.start for part in layout.parts] == [0, *(part.stop for part in layout.parts[:-1])]
    assert layout.parts[-1].stop == layout.size
    assert len({part.name for part in layout.parts}) == len(layout.parts)
    assert layout.low.dtype == layout.high.dtype == DTYPE


@pytest.mark.parametrize("game", [game for game in all_games() if 2 in game.seats], ids=lambda game: game.name)
def test_a_table_of_two_is_told_by_its_own_code_as_by_that_of_all(game: Game) -> None:
    layout = layout_of(game, 2)
    match = game.setup(2).unclocked().start(seed=3)
    luck = Random(3)
    for _ in range(40):
        for seat in (0, 1, SPECTATOR):
            rows, seen = np.array([match.view(seat).row]), np.full((2, 1, layout.size), 7, DTYPE)
            layout.code.encode_pair(rows, 0, 1, [seat], seen[0])
            layout.code.encode_any(rows, 0, 1, [seat], 2, seen[1])
            assert (seen[0] == seen[1]).all() and (seen[0] == layout.of(match.view(seat))).all()
        if match.actors:
            match.play(match.actors[0], luck.choice(match.view(match.actors[0]).actions))


def test_the_own_place_comes_first() -> None:
    layout = layout_of(find("blef"), 3)
    match = find("blef").setup(3, first_starter=1).start(seed=7)
    for seat, place in ((0, 1), (1, 0), (2, 2)):
        numbers = layout.of(match.view(seat))
        card = match.state.seat[seat].card[0]
        assert np.flatnonzero(numbers[layout.part("me").slice]).tolist() == [seat]
        assert np.flatnonzero(numbers[layout.part("turn").slice]).tolist() == [place]
        assert np.flatnonzero(numbers[layout.part("seat[+0].card").slice]).tolist() == [card - 1]
        assert not numbers[layout.part("seat[+1].card").slice].any()


def test_what_an_option_says_is_at_the_same_place_in_every_variant() -> None:
    layout = layout_of(find("blef"), 2)
    for jokers in (False, True):
        numbers = layout.of(find("blef").setup(2, jokers=jokers).start(seed=1).view(0))
        assert numbers[layout.part("option.jokers").slice].tolist() == [jokers]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_game_that_says_nothing_is_observed_number_by_number(game: Game) -> None:
    seats = game.seats[-1]
    layout = layout_by(game, {}, seats)
    view = game.setup(seats).start(chance=Fast(3)).view(1)
    assert layout.of(view).tolist() == [int(seat == 1) for seat in range(seats)] + view.row


def test_records_that_are_passed_over_are_zeros() -> None:
    """Which rounds of szacunki are still to come is told by a counter; reading them all gives the same numbers."""
    game = find("szacunki")
    whole = layout_by(game, {field: said for field, said in game.encoding.items() if field != "past"}, 3)
    for moment in Case(game.setup(3), Effort(moments=5), seed=1).sample(9):
        for seat in (*range(3), SPECTATOR):
            view = moment.view(seat)
            assert layout_of(game, 3).of(view).tolist() == whole.of(view).tolist()


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_bid_has_a_number_wherever_the_cards_of_the_table_can_reach_it(seats: int) -> None:
    """All bids of a table in its fullest round, value by value, the number of cards that can be there for each."""
    game = find("blef")
    match = game.setup(seats, shrinking=True, first_starter=1).start(seed=1)
    for seat in range(seats):
        match.play(seat, "choose AAAAA")
    part = layout_of(game, seats).part("bids")
    assert part.stop - part.start == 6 * 5 * seats
    for value in range(6):
        for quantity in range(5 * seats):
            seat = match.actors[0]
            before = layout_of(game, seats).of(match.view(seat))[part.slice]
            match.play(seat, f"bid {quantity + 1}x{value + 1}")
            after = layout_of(game, seats).of(match.view(seat))[part.slice]
            assert (after - before).nonzero()[0].tolist() == [value * 5 * seats + quantity]
    assert after.tolist() == [1] * (6 * 5 * seats)


def test_an_encoding_of_a_field_that_does_not_exist_is_refused() -> None:
    game = find("blef")
    with pytest.raises(KeyError, match="no field colour, which the encoding names"):
        layout_by(game, {"colour": OneOf(3), "seat": ByPlayer()}, 2)


def test_more_numbers_than_the_code_can_count_are_refused() -> None:
    game = find("blef")
    with pytest.raises(ValueError, match="an observation may have 65535 numbers at most"):
        layout_by(game, game.encoding | {"deck": OneOf(5000)}, 2)


def test_a_set_whose_rows_do_not_begin_with_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="10 columns are not the bits of whole numbers, 15 each"):
        Members(15, columns=10, each=5)


def test_a_part_that_does_not_exist_is_told() -> None:
    with pytest.raises(KeyError, match="blef observes no hand; it observes: me, seats, option"):
        layout_of(find("blef"), 2).part("hand")


KEPT = Path(__file__).with_name("layouts.json")


def layouts() -> dict[str, str]:
    """Two digests of every layout: of what each number is, and of the code that writes them."""
    found = {}
    for game, seats in TABLES:
        layout = layout_of(game, seats)
        digests = [hashlib.sha256(told.encode()).hexdigest()[:16] for told in (repr(layout.parts), layout.code.CODE)]
        found[f"{game.name} {seats}"] = f"{layout.size} {' '.join(digests)}"
    return found


def test_a_layout_that_changes_has_a_new_version() -> None:
    """Else what was learned yesterday reads the wrong numbers today: raise OBSERVATION_VERSION and write them anew,
    with ``python tests/envs/test_observation.py``. Only code that still writes the same numbers keeps the version.
    """
    assert json.loads(KEPT.read_text("utf-8")) == {"version": OBSERVATION_VERSION, **layouts()}


if __name__ == "__main__":
    KEPT.write_text(json.dumps({"version": OBSERVATION_VERSION, **layouts()}, indent=1) + "\n", "utf-8")
