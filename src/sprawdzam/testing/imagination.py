"""Law 3: imagined worlds, and the exact worlds of a story that they are compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from math import prod
from random import Random

from sprawdzam.engine.chance import Fast, Source, outcomes
from sprawdzam.engine.contract import HOLE, SPECTATOR, State
from sprawdzam.engine.game import Game
from sprawdzam.engine.notation import read_position, write_position
from sprawdzam.engine.view import View, seats_of
from sprawdzam.testing.verdict import blamed
from sprawdzam.testing.walk import Case, Moment, Probe, Walk, census_of, difference, field_names, sparse

Row = tuple[int, ...]
Worlds = dict[Row, Fraction]

ROUGHLY = 2  # the ways along one path are many times too many before a count is not worth the while
FURTHER = 10  # steps that are played from an imagined world
PATIENCE = 16  # steps that a story tries for each of its ways


def law_3_imagination(case: Case, *, exact: bool = True) -> None:
    """An imagined world looks like the view that it was imagined from, and every world is met as often as it should.

    Where chance has few ways, all worlds that ``imagine`` can make are listed: the true one must be among them, and
    they must be the worlds of the seat's story with their weights (see ``worlds_of_story``). With ``exact=False``
    every world of the story must be met, however often: for a game that documents other frequencies, or whose
    record forgets what a seat once saw.
    """
    for moment in case.sample(3):
        for seat in moment.watchers:
            for world in moment.worlds(seat, case.effort.worlds):
                _fits(moment, seat, world)
                _is_a_position(moment, seat, world)
                _goes_on(moment, seat, world)
            _meets_the_truth(moment, seat, case.effort.ways)
    for seat in (0, case.setup.seats - 1, SPECTATOR):
        for moment, worlds in worlds_of_story(case.walks[0], seat, case.effort.ways):
            _as_in_the_story(moment, seat, worlds, case.effort.ways, exact)


def _fits(moment: Moment, seat: int, world: State) -> None:
    row = world.row()
    if min(row) < 0:
        name, value = field_names(world.dtype)[row.index(min(row))], min(row)
        told = "leaves {name} unknown" if value == HOLE else "makes {name} {value}"
        raise moment.broken(3, f"imagine for seat {seat} " + told.format(name=name, value=value))
    again = View.of(moment.game, world, seat).record
    if again != moment.view(seat).record:
        what = difference(moment.view(seat).record, again)
        raise moment.broken(
            3, f"seat {seat} can tell an imagined world from the true one: {what}\nworld: {sparse(world)}"
        )
    true, made = census_of(moment, moment.state), census_of(moment, world)
    if true != made:
        raise moment.broken(3, f"seat {seat} imagines pieces {made}, there are {true}\nworld: {sparse(world)}")


def _is_a_position(moment: Moment, seat: int, world: State) -> None:
    """The notation refuses impossible positions and sorts what has no order: a world passes as the truth does."""
    if _read_again(moment.game, moment.state) == "" != (problem := _read_again(moment.game, world)):
        raise moment.broken(3, f"seat {seat} imagines what is no position: {problem}\nworld: {sparse(world)}")


def _read_again(game: Game, s: State) -> str:
    """What is wrong with a state that is written and read; nothing if it comes back as it was."""
    try:
        return difference(s, read_position(game, write_position(game, s))[1])
    except (ValueError, LookupError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


def _goes_on(moment: Moment, seat: int, world: State) -> None:
    """A world can be played on from, as far as it takes to see it all."""
    s, rng, chance = world.copy(), Random(moment.index), Fast(moment.index)
    with blamed(3, f"playing on from a world that seat {seat} imagines", lambda: f"{sparse(world)}\n{moment.place()}"):
        for _ in range(FURTHER):
            actors = seats_of(moment.rules.actors(s))
            if not actors:
                return
            actor = rng.choice(actors)
            moment.rules.apply(s, actor, rng.choice(moment.walk.legal(s, actor)), chance)


def imagined_worlds(view: View, ways: int) -> Worlds | None:
    """All worlds that ``imagine`` can make of a view, with their weights; None if chance has more ways."""
    imagine = view.game.rules.imagine

    def one(chance: Source) -> Row:
        world = view.record.copy()
        imagine(world, view.seat, chance)
        return tuple(world.row())

    return _collected(one, ways)


def _collected(run: Callable[[Source], Row], ways: int) -> Worlds | None:
    """All results of chance with their weights; None if there are more ways than that."""
    first = Probe(Fast(0))
    run(first)
    if prod(sum(weight > 0 for weight in asked.weights) for asked in first.asked) > ways * ROUGHLY:
        return None
    worlds: Worlds = {}
    number = 0
    for row, weight in islice(outcomes(run), ways + 1):
        worlds[row] = worlds.get(row, Fraction(0)) + weight
        number += 1
    return worlds if number <= ways else None


def _meets_the_truth(moment: Moment, seat: int, ways: int) -> None:
    with blamed(3, f"imagine for seat {seat}", moment.place):
        worlds = imagined_worlds(moment.view(seat), ways)
    if worlds is not None and tuple(moment.truth) not in worlds:
        raise moment.broken(3, f"seat {seat} never imagines the world that is true")


def worlds_of_story(walk: Walk, seat: int, ways: int) -> Iterator[tuple[Moment, Worlds]]:
    """For each moment of a match all worlds that a seat's story allows, with their exact weights, by brute force.

    Begins with every way of the deal and follows the match; a world that looks different to the seat is dropped.
    Chance weighs as it falls. What a rival did weighs as the game's ``habit`` says. Without one its choices carry no
    evidence: one learns that it could do something that looks like this, and all that it could do so is equally
    likely. Ends where there are more than ``ways`` ways.
    """
    setup, game = walk.setup, walk.setup.game

    def opening(chance: Source) -> Row:
        s = setup.blank()
        game.rules.deal(s, chance)
        return tuple(s.row())

    dealt = _collected(opening, ways)
    worlds = None if dealt is None else _looking(dealt, walk.moments[0], seat)
    tries = ways * PATIENCE
    for moment in walk.moments:
        if worlds is None:
            return
        yield moment, worlds
        tries -= len(worlds) * (1 if moment.next is None else len(moment.legal(moment.next.seat)))
        if moment.next is None or tries < 0:
            return
        worlds = _one_step_on(worlds, moment, seat, ways)


def _looking(worlds: Worlds, moment: Moment, seat: int) -> Worlds:
    """Those worlds that look to a seat as the true one does, weighing 1 together."""
    seen = moment.view(seat).record
    left = {
        row: weight
        for row, weight in worlds.items()
        if View.of(moment.game, _state(moment.game, row), seat).record == seen
    }
    total = sum(left.values())
    return {row: weight / total for row, weight in left.items()}


def _state(game: Game, row: Row) -> State:
    return game.record.from_row(iter(row))


def _one_step_on(worlds: Worlds, moment: Moment, seat: int, ways: int) -> Worlds | None:
    play, following = moment.next, moment.walk.moments[moment.index + 1]
    assert play is not None
    found: Worlds = {}
    left = ways
    for row, weight in worlds.items():
        world = _state(moment.game, row)
        own = play.seat == seat
        actions = (play.action,) if own else moment.walk.legal(world, play.seat)
        alike: list[tuple[Fraction, Worlds]] = []
        for action in actions:

            def step(chance: Source, action: int = action, world: State = world) -> Row:
                s = world.copy()
                moment.rules.apply(s, play.seat, action, chance)
                return tuple(s.row())

            results = _collected(step, left)
            if results is None:
                return None
            left -= len(results) - 1
            seen = following.view(seat).record
            kept = {
                r: w for r, w in results.items() if View.of(moment.game, _state(moment.game, r), seat).record == seen
            }
            if kept:
                alike.append((_weight(moment, world, play.seat, action), kept))
        shared = Fraction(1) if hasattr(moment.rules, "habit") else Fraction(1, max(1, len(alike)))
        for habit, kept in alike:
            for result, chance_weight in kept.items():
                found[result] = found.get(result, Fraction(0)) + weight * chance_weight * habit * shared
    if not found or len(found) > ways:
        return None
    total = sum(found.values())
    return {row: weight / total for row, weight in found.items()}


def _weight(moment: Moment, world: State, seat: int, action: int) -> Fraction:
    habit = getattr(moment.rules, "habit", None)
    return Fraction(1) if habit is None else Fraction(int(habit(world, seat, action)))


def _as_in_the_story(moment: Moment, seat: int, worlds: Worlds, ways: int, exact: bool) -> None:
    imagined = imagined_worlds(moment.view(seat), ways)
    if imagined is None:
        return
    for row, weight in worlds.items():
        if row not in imagined:
            raise moment.broken(
                3, f"seat {seat} never imagines a world that is possible: {sparse(_state(moment.game, row))}"
            )
        if exact and imagined[row] != weight:
            raise moment.broken(
                3,
                f"seat {seat} imagines a world with {imagined[row]} that comes with {weight}: "
                f"{sparse(_state(moment.game, row))}",
            )
    extra = next((row for row in imagined if row not in worlds), None)
    if exact and extra is not None:
        raise moment.broken(3, f"seat {seat} imagines a world that cannot be: {sparse(_state(moment.game, extra))}")
