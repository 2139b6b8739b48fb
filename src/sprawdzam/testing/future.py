"""Law 1: the state holds no future.

A game could shuffle at the deal and keep the order, or keep a seed. Either way chance is settled before anybody
sees it. So: whatever is in a state is known to some seat; two results of one step that differ are told apart by some
seat at once; what is drawn last in a step makes a difference; and no address is asked for twice, for a second answer
from the same address is known from the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from sprawdzam.engine.chance import Zone, outcomes
from sprawdzam.engine.contract import HOLE, SPECTATOR, State
from sprawdzam.engine.view import View
from sprawdzam.testing.walk import Case, Moment, Play, Probe, Walk, difference, field_names

FEWEST = 24  # results of a step that are compared even in a quick run
FEWEST_VALUES = 3  # that each draw of a step is changed to, however many draws there are


def law_1_no_future(case: Case) -> None:
    """The state holds no random generator and no order of undrawn cards."""
    for walk in case.walks:
        _addresses(walk)
    for moment in case.moments:
        _known_to_somebody(moment)
    limit = max(FEWEST, case.effort.ways // 10)
    for moment in case.sample(1):
        if moment.next is not None and _drawn(moment):
            _seen_at_once(moment, moment.next, limit)
            _last_draw_matters(moment, moment.next)


def _drawn(moment: Moment) -> bool:
    """Whether the walk's next step asks chance for something."""
    following = moment.walk.moments[moment.index + 1 : moment.index + 2]
    return bool(following and following[0].asked)


def _addresses(walk: Walk) -> None:
    seen: dict[tuple[str, int], int] = {}
    zones = walk.setup.game.rules.Zone
    for moment in walk.moments:
        for asked in moment.asked:
            if not isinstance(asked.zone, zones):
                raise moment.broken(1, f"a draw asks for {asked.zone!r}, which is no Zone of the game")
            address = (asked.zone.name.lower(), asked.number)
            if address in seen:
                place, number = address
                raise moment.broken(
                    1, f"chance is asked for {place} {number} again: step {seen[address]} has settled it already"
                )
            seen[address] = moment.index
    if walk.wrong_draw:
        raise walk.moments[-1].broken(1, walk.wrong_draw)


def _known_to_somebody(moment: Moment) -> None:
    unwatched = [place for place, value in enumerate(moment.row(SPECTATOR)) if value == HOLE]
    rows = [moment.row(seat) for seat in moment.seats]
    for place in unwatched:
        if all(row[place] == HOLE for row in rows):
            name = field_names(moment.state.dtype)[place]
            raise moment.broken(1, f"{name} is settled ({moment.truth[place]}), and no seat has seen it")


def _seen_at_once(moment: Moment, play: Play, limit: int) -> None:
    alike = [list({tuple(state.row()): state for state in _results(moment, play, limit)}.values())]
    for seat in moment.seats:  # the next one looks only at what the ones before could not tell apart
        alike = [part for group in alike for part in _by_look(moment, group, seat) if len(part) > 1]
    if alike:
        what = difference(*alike[0][:2])
        raise moment.broken(1, f"the next step draws what no seat sees: {what}, with equal views of all seats")


def _by_look(moment: Moment, states: list[State], seat: int) -> list[list[State]]:
    looks: dict[tuple[int, ...], list[State]] = {}
    for state in states:
        looks.setdefault(tuple(View.of(moment.game, state, seat).record.row()), []).append(state)
    return list(looks.values())


def _results(moment: Moment, play: Play, limit: int) -> Iterator[State]:
    """States that the next step can lead to: as many as the limit says, and every draw of the walk changed alone."""
    drawn = moment.walk.moments[moment.index + 1].asked
    yield from (state for state, _ in islice(outcomes(lambda rng: moment.after(play, rng)), limit))
    rng = Random(moment.walk.seed * 8191 + moment.index)
    some = max(FEWEST_VALUES, limit // len(drawn))
    for place, asked in enumerate(drawn):
        values = [value for value, weight in enumerate(asked.weights) if weight]
        for value in rng.sample(values, min(some, len(values))):
            yield moment.after(play, _Changed([a.value for a in drawn], place, value))


def _last_draw_matters(moment: Moment, play: Play) -> None:
    drawn = moment.walk.moments[moment.index + 1].asked
    possible = [value for value, weight in enumerate(drawn[-1].weights) if weight]
    values = [asked.value for asked in drawn]
    results = []
    for value in possible:
        probe = Probe(_Changed(values, len(values) - 1, value))
        results.append(moment.after(play, probe))
        if len(probe.asked) != len(drawn):
            return  # it leads to further draws, so it is not the last one
    if len(possible) > 1 and all(state == results[0] for state in results):
        raise moment.broken(1, f"the draw {drawn[-1]} changes nothing: the state knew before what comes")


class _Changed:
    """The given draws, one of them changed; where one has become impossible, the first possible one."""

    def __init__(self, values: Sequence[int], place: int, value: int) -> None:
        self.values = [*values[:place], value, *values[place + 1 :]]
        self.number = 0

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return self.take(zone, number, [1] * n, n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        wanted = self.values[self.number] if self.number < len(self.values) else -1
        self.number += 1
        if 0 <= wanted < len(counts) and counts[wanted] > 0:
            return wanted
        return next(kind for kind, count in enumerate(counts) if count > 0)
