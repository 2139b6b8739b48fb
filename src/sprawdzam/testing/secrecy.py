"""Laws 2 and 4: what a view shows, and that everything told or asked is computed from it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import HOLE, SPECTATOR, State
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.game import Game, Table
from sprawdzam.engine.texts import texts
from sprawdzam.engine.view import View, names_of, seats_of
from sprawdzam.testing.verdict import blamed
from sprawdzam.testing.walk import Case, Moment, Play, difference, field_names

GARBAGE = 77


def law_2_default_closed(case: Case) -> None:
    """A view starts as holes, and what cannot be told apart looks the same.

    Leaks are found in two ways: what differs between the truth and an imagined world must not be seen, and while
    several seats are asked at once, what one hands in must look alike to those who are still asked, whatever it is.
    A spectator knows nothing that a seat does not know. What is shown on purpose and taken for known by ``imagine``
    cannot be told from a leak: only the game's own tests know that it was to be a secret.
    """
    for moment in case.moments:
        _spectator_knows_least(moment)
        _secret_choices(moment)
    for moment in case.sample(2):
        for seat in moment.watchers:
            _only_written(moment, seat)
            _worlds_look_alike(moment, seat, case.effort.worlds)


def _worlds_look_alike(moment: Moment, seat: int, number: int) -> None:
    """What ``imagine`` writes over is not known, so no view may show it."""
    known = moment.row(seat)
    for world in moment.worlds(seat, number):
        again = View.of(moment.game, world, seat).record.row()
        for place, value in enumerate(world.row()):
            if HOLE != known[place] != value == again[place]:
                raise moment.broken(
                    2,
                    f"seat {seat} sees that {field_names(world.dtype)[place]} is {known[place]}; in a world that it "
                    f"imagines it is {value}, and seen as that",
                )


def _spectator_knows_least(moment: Moment) -> None:
    """Known to a spectator is known to all. What is merged with the undrawn is more for whoever sees less."""
    truth = moment.truth
    watched = moment.row(SPECTATOR)
    for seat in moment.seats:
        row = moment.row(seat)
        for place in [i for i, seen in enumerate(watched) if seen != row[i]]:
            seen, known, true = watched[place], row[place], truth[place]
            merged = true <= known <= seen and seen != true
            if seen != HOLE and not merged:
                name = field_names(moment.state.dtype)[place]
                raise moment.broken(2, f"a spectator sees that {name} is {seen}; seat {seat} sees {known}")


def _secret_choices(moment: Moment) -> None:
    """While several seats are asked, those still asked do not see what one of them hands in."""
    if len(moment.choosers) < 2 or moment.next is None:
        return
    seat = moment.next.seat
    actions = moment.legal(seat)
    others = [p for p in moment.choosers if p != seat]
    looks: dict[int, tuple[int, State]] = {}
    for action in {actions[0], actions[len(actions) // 2], actions[-1]}:
        after = moment.after(Play(seat, action), Fast(moment.walk.seed))
        asked = seats_of(moment.rules.actors(after))
        for p in others:
            if p not in asked or moment.walk.legal(after, p) != moment.legal(p):
                continue  # a race: that choice ended the asking
            look = View.of(moment.game, after, p).record
            before = looks.setdefault(p, (action, look))
            if before[1] != look:
                raise moment.broken(
                    2,
                    f"seat {p} is still asked and sees what seat {seat} chose: "
                    f"{difference(before[1], look)} after actions {before[0]} and {action}",
                )


def _only_written(moment: Moment, seat: int) -> None:
    """``hide`` does not read what lies in the view before."""
    state = moment.state
    full = moment.game.record.from_row(iter([GARBAGE] * len(state.row())))
    with blamed(2, f"hide for seat {seat}", moment.place):
        moment.rules.hide(state, seat, full)
    names = field_names(state.dtype)
    for name, blank, dirty in zip(names, moment.view(seat).record.row(), full.row(), strict=True):
        if dirty not in (blank, GARBAGE) or (dirty == GARBAGE and blank not in (HOLE, GARBAGE)):
            raise moment.broken(2, f"hide for seat {seat} computes {name} from what lay in the view before")


def law_4_told_from_the_view(case: Case) -> None:
    """Whatever a seat is told or asked is the same in every world that its view allows.

    Actors and legal actions are asked of the state, the view and the worlds; texts, errors, position, scene and the
    meaning of silence are computed for the state and for each world.
    """
    for moment in case.moments:
        for seat in moment.watchers:
            _legal_from_view(moment, seat)
    for moment in case.sample(4):
        for seat in moment.watchers:
            _alike_in_worlds(moment, seat, case.effort.worlds)


def _legal_from_view(moment: Moment, seat: int) -> None:
    view = moment.view(seat)
    _same_asks(moment, seat, view.record, "its view")


def _same_asks(moment: Moment, seat: int, other: State, where: str) -> None:
    with blamed(4, f"actors in {where}", moment.place):
        actors = seats_of(moment.rules.actors(other))
    if actors != moment.actors:
        raise moment.broken(4, f"the game waits for {moment.actors}, in {where} of seat {seat} for {actors}")
    if seat != SPECTATOR:
        with blamed(4, f"legal in {where}", moment.place):
            out = [0] * moment.rules.ACTIONS
            listed = tuple(out[: moment.rules.legal(other, seat, out)])
        if listed != moment.legal(seat):
            raise moment.broken(4, f"legal for seat {seat}: {moment.legal(seat)}, in {where}: {listed}")


def _alike_in_worlds(moment: Moment, seat: int, number: int) -> None:
    truly = told_to(moment, moment.state, seat)
    for world in moment.worlds(seat, number):
        _same_asks(moment, seat, world, "a world")
        for what, text in told_to(moment, world, seat).items():
            if text != truly[what]:
                raise moment.broken(
                    4, f"{what} of seat {seat} depends on what it cannot see:\n  {truly[what]}\n  {text}"
                )


def told_to(moment: Moment, s: State, seat: int) -> dict[str, Any]:
    """All that a seat is told and asked in a state, by name."""
    view = View.of(moment.game, s, seat)
    told: dict[str, Any] = {}
    with blamed(4, f"telling seat {seat}", moment.place):
        told["the actors"] = view.actors
        told["the legal actions"] = view.actions
        told["the texts of the actions"] = view.choices
        told["the position"] = view.text
        told["the answer to nonsense"] = _answer(view, "no such thing")
        told["the answer to an illegal action"] = _answer(view, _illegal(moment, view))
        table = table_of(moment.game)
        if table is not None:
            told["the scene"] = view.scene("en")
            told["why something is not possible"] = view.reasons("en")
            if view.actions:
                told["the meaning of silence"] = view.silence
            if moment.index:
                told["what happened"] = _happened(moment, table, view)
    return told


def _happened(moment: Moment, table: Table, view: View) -> list[str]:
    before = moment.walk.moments[moment.index - 1].view(view.seat).record
    return table.tell(before, view.record, view.seat, texts("en"), names_of((), moment.setup.seats))


def _answer(view: View, text: str) -> str:
    try:
        view.read(text)
    except SprawdzamError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _illegal(moment: Moment, view: View) -> str:
    """The text of some action that is not legal now, if one can be told."""
    if view.seat == SPECTATOR:
        return "nothing"
    unlisted = [action for action in range(moment.rules.ACTIONS) if action not in view.actions]
    if not unlisted:
        return "nothing"
    return _text_of(view.write, Random(moment.index).choice(unlisted))


def _text_of(write: Callable[[int], str], action: int) -> str:
    try:
        return write(action)
    except (IndexError, KeyError, ValueError):
        return str(action)  # it has no text here


def table_of(game: Game) -> Table | None:
    """The game's table, or None for a game that has none yet."""
    try:
        return game.table
    except ModuleNotFoundError as error:
        if error.name != f"{game.package}.table":
            raise
        return None
