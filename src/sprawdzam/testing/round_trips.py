"""Law 9: texts parse back to what they were."""

from __future__ import annotations

from random import Random

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import TABLE, State
from sprawdzam.engine.log import parse_log
from sprawdzam.engine.match import Match
from sprawdzam.engine.notation import parse_json, position_text, read_position, write_position
from sprawdzam.testing.verdict import BrokenLaw, blamed
from sprawdzam.testing.walk import Case, Moment, Walk, difference


def law_9_round_trips(case: Case) -> None:
    """Action, position, every view and the log parse back to what they were, in mid-match and from a position too."""
    for moment in case.sample(9, 2.0):
        _position(moment, moment.state, "the position")
        for seat in moment.watchers:
            _position(moment, moment.view(seat).record, f"the view of seat {seat}")
        for seat in moment.seats:
            actions_come_back(moment, seat)
    for walk in case.walks:
        _logs(walk)


def _position(moment: Moment, s: State, what: str) -> None:
    with blamed(9, f"{what}, written and read,", moment.place):
        text = position_text(write_position(moment.game, s))
        setup, again = read_position(moment.game, parse_json(text))
    if setup != moment.setup:
        raise moment.broken(9, f"{what} comes back with the set-up {setup!r}\n{text}")
    if again != s:
        raise moment.broken(9, f"{what} comes back with another content: {difference(s, again)}\n{text}")


def actions_come_back(moment: Moment, seat: int) -> None:
    """The text of every legal action is read as that action, and can stand in a log."""
    view = moment.view(seat)
    for action in moment.legal(seat):
        with blamed(9, f"the text of action {action} of seat {seat}", moment.place):
            text = view.write(action)
            again = view.game.notation.read_action(view.record, seat, text)
        if again != action:
            raise moment.broken(9, f"{text!r} of seat {seat} comes back as action {again}, it was {action}")
        if " | " in text or "\n" in text or text != text.strip():
            raise moment.broken(9, f"{text!r} of seat {seat} cannot stand in a log")


def _logs(walk: Walk) -> None:
    """The match of the walk, told by a log: whole, from the middle, and from a position in the middle."""
    steps = len(walk.moments) - 1
    middle = Random(walk.seed).randrange(steps + 1)
    whole = Match.begin(walk.setup, Fast(walk.seed), auto=False)
    _driven(whole, walk, 0, middle)
    _log(whole, walk.moments[middle])
    cut = Match.from_position(walk.setup, walk.moments[middle].state, Fast(walk.seed), auto=False)
    _driven(cut, walk, middle, min(steps, middle + 12))
    _log(cut, walk.moments[middle])
    _driven(whole, walk, middle, steps)
    _log(whole, walk.moments[-1])
    if whole.state != walk.moments[-1].state:
        what = difference(whole.state, walk.moments[-1].state)
        raise walk.moments[-1].broken(8, f"Match plays the walk otherwise than apply: {what}")
    _goes_on(walk)


def _driven(match: Match, walk: Walk, first: int, last: int) -> None:
    """Plays the steps of the walk; from a position chance may fall otherwise, so that a step may not be there."""
    for moment in walk.moments[first:last]:
        play = moment.next
        assert play is not None
        if match.actors == (TABLE,):
            match.go_on()
        elif play.seat != TABLE and play.action in match.view(play.seat).actions:
            match.play(play.seat, play.action)


def _log(match: Match, moment: Moment) -> None:
    text = match.log.text
    with blamed(9, "the log, written and read,", lambda: f"{text}\n{moment.place()}"):
        again = parse_log(text, lambda name: match.game)
    if again.state != match.state:
        raise moment.broken(9, f"the log leads to another state: {difference(match.state, again.state)}\n{text}")
    if again.log.text != text:
        raise moment.broken(9, f"the log comes back as another text:\n{text}\n{again.log.text}")


def _goes_on(walk: Walk) -> None:
    """A match with a seed goes on after its log as it would have gone on without."""
    rng = Random(walk.seed)
    match = walk.setup.start(walk.seed)
    half = rng.randrange(len(walk.moments) // 2 + 1)
    while not match.over and len(match.log.steps) < half:
        _any(match, rng)
    with blamed(9, "a log", lambda: match.log.text):
        again = parse_log(match.log.text, lambda name: match.game)
    state = rng.getstate()
    for one in (match, again):
        rng.setstate(state)
        while not one.over and len(one.log.steps) < half + 20:
            _any(one, rng)
    if match.log.text != again.log.text:
        raise BrokenLaw(9, f"a match goes on otherwise when it is loaded:\n{match.log.text}\n{again.log.text}")


def _any(match: Match, rng: Random) -> None:
    seat = rng.choice(match.actors)
    match.play(seat, rng.choice(match.view(seat).actions))
