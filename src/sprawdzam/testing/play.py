"""Laws 5, 6 and 7: who is asked, what is legal, and that nothing is lost and everything ends."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from random import Random
from typing import TypeVar

from sprawdzam.engine.chance import Fast, Keyed
from sprawdzam.engine.contract import GO_ON, SPECTATOR, TABLE, State, foremost
from sprawdzam.engine.errors import IllegalAction, NotYourTurn, UnknownAction
from sprawdzam.engine.match import Match
from sprawdzam.engine.view import View, seats_of
from sprawdzam.testing.round_trips import actions_come_back
from sprawdzam.testing.secrecy import table_of
from sprawdzam.testing.verdict import blamed
from sprawdzam.testing.walk import Case, Moment, Play, difference

T = TypeVar("T")

FEW = 12  # actions that are tried of a long list
REFUSALS = (IllegalAction, NotYourTurn, UnknownAction)


def law_5_sets_of_actors(case: Case) -> None:
    """First choices of different seats commute; that a seat has handed in is public; a revision replaces a choice.

    In a race one seat's choice ends what the others were asked. Then ``foremost`` says whose choice counts of several
    that arrive together, by what everybody can see; who was too late may do nothing, and who passes changes nothing for
    the others.
    """
    for moment in case.moments:
        _mask(moment)
    for moment in case.sample(5, 2.0):
        if len(moment.choosers) > 1:
            _commute(moment)
            _handed_in(moment)
            _race(moment)


def _mask(moment: Moment) -> None:
    allowed = {*moment.seats, TABLE}
    if not set(moment.actors) <= allowed or (TABLE in moment.actors and len(moment.actors) > 1):
        raise moment.broken(5, f"the game waits for {moment.actors}: some of the seats, or the table alone")


def _first_choices(moment: Moment) -> dict[int, int]:
    """One legal action for up to three of the seats that are asked."""
    rng = Random(moment.walk.seed * 7919 + moment.index)
    some = rng.sample(moment.choosers, min(3, len(moment.choosers)))
    return {seat: rng.choice(moment.legal(seat)) for seat in some}


def _played(moment: Moment, order: tuple[int, ...], choices: dict[int, int]) -> State | None:
    """The state after these seats chose in this order; None if one was no longer asked: see ``_race``."""
    chance = Keyed.from_seed(moment.walk.seed)  # by address, so the order of draws does not matter
    state = moment.state.copy()
    for seat in order:
        if seat not in seats_of(moment.rules.actors(state)):
            return None
        if choices[seat] not in moment.walk.legal(state, seat):
            raise moment.broken(5, f"another seat's choice takes action {choices[seat]} from seat {seat}")
        with blamed(6, f"apply of {seat}:{choices[seat]} in the order {order}", moment.place):
            moment.rules.apply(state, seat, choices[seat], chance)
    return state


def _commute(moment: Moment) -> None:
    choices = _first_choices(moment)
    orders = list(permutations(choices))
    states = [_played(moment, order, choices) for order in orders]
    if any(state is None for state in states):
        return
    for order, state in zip(orders[1:], states[1:], strict=True):
        if state != states[0]:
            assert states[0] is not None
            what = difference(states[0], state)
            raise moment.broken(5, f"choices {choices} in the orders {orders[0]} and {order} differ: {what}")


def _handed_in(moment: Moment) -> None:
    """Everyone sees who has handed in, and whoever may choose again ends where a first choice ends."""
    rng = Random(moment.walk.seed * 104729 + moment.index)
    seat = rng.choice(moment.choosers)
    first, second = (rng.choice(moment.legal(seat)) for _ in range(2))
    once = moment.after(Play(seat, first), Fast(moment.walk.seed))
    others = tuple(p for p in moment.actors if p != seat)
    if not set(others) <= set(seats_of(moment.rules.actors(once))):
        return  # see _race
    asked = seats_of(moment.rules.actors(once))
    if asked not in (others, tuple(sorted((*others, seat)))):
        raise moment.broken(5, f"seat {seat} has acted; the game waited for {moment.actors}, and waits for {asked}")
    for watcher in moment.watchers:
        seen = View.of(moment.game, once, watcher).actors
        if seen != asked:
            raise moment.broken(
                5, f"seat {seat} has handed in; seat {watcher} sees the game wait for {seen}, not for {asked}"
            )
    if seat in asked or second not in moment.walk.legal(once, seat):  # it has more to hand in, or may not revise
        return
    twice = once.copy()
    with blamed(6, f"apply of the revision {seat}:{second} after {seat}:{first}", moment.place):
        moment.rules.apply(twice, seat, second, Fast(moment.walk.seed))
    direct = moment.after(Play(seat, second), Fast(moment.walk.seed))
    if twice != direct:
        raise moment.broken(
            5, f"seat {seat} revises {first} to {second}, which is not the same as choosing {second}: "
            f"{difference(twice, direct)}",
        )  # fmt: skip


def _race(moment: Moment) -> None:
    ending: dict[int, int] = {}
    for seat in moment.choosers:
        actions = _some(moment.legal(seat), Random(moment.walk.seed * 65537 + moment.index))
        ends = [action for action in actions if _ends_the_race(moment, seat, action)]
        if ends:
            ending[seat] = ends[0]
    if ending:
        _in_order(moment)
        _together(moment, ending)
        _together(moment, _first_choices(moment))


def _ends_the_race(moment: Moment, seat: int, action: int) -> bool:
    """Whether others are no longer asked after this: then they may do nothing, else all that they could do before."""
    after = moment.after(Play(seat, action), Keyed.from_seed(moment.walk.seed))
    asked = seats_of(moment.rules.actors(after))
    others = [p for p in moment.choosers if p != seat]
    late = [p for p in others if p not in asked]
    for p in late or others:
        left, wanted = moment.walk.legal(after, p), () if late else moment.legal(p)
        if left != wanted:
            raise moment.broken(5, f"after {seat}:{action} seat {p} may do {left}; it should be {wanted}")
    return bool(late)


def _in_order(moment: Moment) -> None:
    """``foremost`` is an order of the seats, and everybody can tell it."""
    first = getattr(moment.rules, "foremost", foremost)
    found: dict[tuple[int, ...], int] = {}
    for size in range(1, len(moment.choosers) + 1):
        for group in combinations(moment.choosers, size):
            mask = sum(1 << p for p in group)
            with blamed(5, f"foremost of the seats {group}", moment.place):
                found[group] = first(moment.state.copy(), mask)
                seen = {watcher: first(moment.view(watcher).record.copy(), mask) for watcher in moment.watchers}
            if found[group] not in group:
                raise moment.broken(5, f"foremost of the seats {group} is {found[group]}")
            if set(seen.values()) != {found[group]}:
                raise moment.broken(5, f"foremost of the seats {group} is {found[group]}; by the views of seats {seen}")
            for p in group:
                rest = tuple(q for q in group if q != p)
                if p != found[group] and found[rest] != found[group]:
                    raise moment.broken(5, f"foremost of the seats {group} is {found[group]}, of {rest} {found[rest]}")


def _together(moment: Moment, choices: dict[int, int]) -> None:
    """What arrives at the same moment has one result, whoever is named first; of choices that end a race one counts."""
    orders = _some(tuple(permutations(choices)), Random(moment.index))
    states = []
    for order in orders:
        match = Match.from_position(moment.setup, moment.state, Keyed.from_seed(moment.walk.seed), auto=False)
        with blamed(5, f"Match.play_together of {choices}", moment.place):
            match.play_together({seat: choices[seat] for seat in order})
        states.append(match.state)
    for order, state in zip(orders[1:], states[1:], strict=True):
        if state != states[0]:
            what = difference(states[0], state)
            raise moment.broken(5, f"{choices} at the same moment, in the orders {orders[0]} and {order}: {what}")
    seat = getattr(moment.rules, "foremost", foremost)(moment.state.copy(), sum(1 << p for p in choices))
    alone = moment.after(Play(seat, choices[seat]), Keyed.from_seed(moment.walk.seed))
    if not set(choices) & set(seats_of(moment.rules.actors(alone))) and states[0] != alone:
        what = difference(alone, states[0])
        raise moment.broken(5, f"{choices} at the same moment: seat {seat} goes first, and yet {what}")


def _some(things: tuple[T, ...], rng: Random) -> tuple[T, ...]:
    return things if len(things) <= FEW else tuple(rng.sample(things, FEW))


def law_6_one_source_of_legality(case: Case) -> None:
    """Every listed action applies; any other number is refused with an error and changes nothing.

    The list is ascending, the scene offers exactly what it lists, and silence means one of it.
    """
    for moment in case.moments:
        for seat in (*moment.seats, TABLE):
            _listed(moment, seat)
    for moment in case.sample(6):
        for seat in moment.seats:
            _offered(moment, seat)
            _all_apply(moment, seat)
    for moment in case.sample(66, 0.3):
        _others_are_refused(moment)


def _listed(moment: Moment, seat: int) -> None:
    actions = moment.legal(seat)
    if any(a >= b for a, b in pairwise(actions)) or any(not 0 <= a < moment.rules.ACTIONS for a in actions):
        raise moment.broken(6, f"the legal actions of seat {seat} are not ascending numbers of actions: {actions}")
    if seat in moment.actors and not actions:
        raise moment.broken(6, f"the game waits for seat {seat}, which has no legal action")
    if seat == TABLE and actions != ((GO_ON,) if TABLE in moment.actors else ()):
        raise moment.broken(6, f"the table may do {actions} while the game waits for {moment.actors}")
    if actions and not moment.actors:
        raise moment.broken(6, f"the match is over, and seat {seat} may do {actions}")


def _offered(moment: Moment, seat: int) -> None:
    view = moment.view(seat)
    with blamed(6, f"the texts of the actions of seat {seat}", moment.place):
        choices = view.choices
    if len(set(choices)) < len(choices):
        raise moment.broken(6, f"two actions of seat {seat} have the same text: {choices}")
    if table_of(moment.game) is None:
        return
    with blamed(6, f"the scene of seat {seat}", moment.place):
        offered = {choice.actions[0] for choice in view.scene("en").choices}
    if offered != set(view.actions):
        raise moment.broken(6, f"the scene of seat {seat} offers {sorted(offered)}, legal is {view.actions}")
    if view.actions and view.silence not in view.actions:
        raise moment.broken(6, f"silence of seat {seat} means {view.silence}, legal is {view.actions}")


def _all_apply(moment: Moment, seat: int) -> None:
    actions_come_back(moment, seat)  # else a text is to blame
    actions = moment.legal(seat)
    rng = Random(moment.index)
    for action in _some(actions, rng):
        direct = moment.after(Play(seat, action), Fast(moment.index))
        match = _match(moment)
        with blamed(6, f"Match.play of a listed action, {seat}:{action},", moment.place):
            match.play(seat, action)
        if match.state != direct:
            what = difference(match.state, direct)
            raise moment.broken(6, f"Match.play of {seat}:{action} does not do what apply does: {what}")


def _match(moment: Moment) -> Match:
    return Match.from_position(moment.setup, moment.state, Fast(moment.index), auto=False)


def _others_are_refused(moment: Moment) -> None:
    match = _match(moment)
    log = match.log.text
    tried = [(seat, action) for seat in (*moment.seats, TABLE) for action in _others(moment, seat)]
    tried += [(seat, 0) for seat in (SPECTATOR, moment.setup.seats, TABLE + 1, -2)]
    for seat, action in tried:
        _refused(moment, match, seat, action)
    for seat in moment.seats:
        _refused(moment, match, seat, "no such thing")
        _refused(moment, match, seat, "")
    if match.state != moment.state or match.log.text != log:
        raise moment.broken(6, f"a refused action changes something: {difference(moment.state, match.state)}")


def _others(moment: Moment, seat: int) -> list[int]:
    """Numbers that are not listed: outside of all actions, some beside listed ones, and any others."""
    listed = set(moment.legal(seat))
    beside = {action + step for action in listed for step in (-1, 1)} - listed
    rng = Random(moment.index * 97 + seat)
    numbers = rng.sample(range(moment.rules.ACTIONS), min(FEW, moment.rules.ACTIONS))
    return sorted({-1, moment.rules.ACTIONS, *_some(tuple(sorted(beside)), rng), *numbers} - listed)


def _refused(moment: Moment, match: Match, seat: int, action: int | str) -> None:
    try:
        match.play(seat, action)
    except REFUSALS:
        return
    except Exception as error:
        raise moment.broken(
            6, f"Match refuses {action!r} of seat {seat} with {type(error).__name__}: {error}"
        ) from error
    raise moment.broken(6, f"Match plays {action!r} of seat {seat}, which is not listed: {moment.legal(seat)}")


def law_7_conservation_and_end(case: Case) -> None:
    """All pieces are conserved, no field of a state is a hole, and every match ends within ``LONGEST`` steps."""
    for walk in case.walks:
        for moment in walk.moments:  # that pieces are conserved was seen on the way
            _set_up_stays(moment)
        if not walk.ended:
            last = walk.moments[-1]
            raise last.broken(7, f"the match goes on after {last.rules.LONGEST} steps")
        _ranked(walk.moments[-1])


def _set_up_stays(moment: Moment) -> None:
    marked = moment.state.copy()
    moment.setup.mark(marked)
    if marked != moment.state:
        raise moment.broken(7, f"seats and options changed: {difference(marked, moment.state)}")


def _ranked(moment: Moment) -> None:
    out = [[0, 0] for _ in moment.seats]
    with blamed(7, "score", moment.place):
        moment.rules.score(moment.state.copy(), out)
    ranks = [rank for _, rank in out]
    most = max(2, moment.setup.seats)  # whoever plays alone can lose against the table
    if (min(ranks) != 1 and len(ranks) > 1) or min(ranks) < 1 or max(ranks) > most:
        raise moment.broken(7, f"the final ranks are {ranks}")
