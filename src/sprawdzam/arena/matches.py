"""Matches of a balance study, all seats played by one bot: what one worker does at a time."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from sprawdzam.arena.firing import watch
from sprawdzam.arena.sample import Sample
from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.contract import GO_ON, TABLE
from sprawdzam.engine.errors import IllegalAction
from sprawdzam.engine.game import Setup
from sprawdzam.engine.options import Value
from sprawdzam.engine.view import View, seats_of
from sprawdzam.games import find

STYLES = ("random", "instinct")  # bots that the compiled loop plays, in the order of its styles


class Task(NamedTuple):
    """Some matches of one set-up, played by the compiled loop or, with rules counted, one by one."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    bot: str
    watched: bool
    matches: int
    seed: int
    number: int
    """Tasks of one set-up are numbered; each has luck of its own."""

    @property
    def key(self) -> str:
        """Equal tasks, and only these, have equal keys."""
        options = ",".join(f"{name}={value}" for name, value in self.options)
        way = "watched" if self.watched else "played"
        return f"{self.game} {self.seats} {options} {self.bot} {way} {self.matches} {self.seed} {self.number}"

    @property
    def setup(self) -> Setup:
        return Setup(find(self.game), self.seats, self.options)


def do(task: Task) -> Sample:
    """Plays the matches of a task; the same task always comes to the same sample."""
    return _watched(task) if task.watched else _bulk(task)


def _bulk(task: Task) -> Sample:
    from sprawdzam.bots.search import machine_code

    styles = [STYLES.index(task.bot)] * task.seats
    study = machine_code(task.setup.game).studies(
        task.setup.blank(), styles, Random(task.key).getrandbits(63), task.matches
    )
    rounds = study.ends["round"].tolist() if "round" in study.ends.dtype.names else [None] * task.matches
    sample = Sample()
    results = study.results[:, : task.seats].tolist()
    for row in zip(results, study.first.tolist(), study.lengths.tolist(), rounds, strict=True):
        sample.played(*row)
    return sample


def _watched(task: Task) -> Sample:
    sample = Sample()
    for match in range(task.matches):
        _watch_one(task, f"{task.key} {match}", sample)
    return sample


def _watch_one(task: Task, luck: str, sample: Sample) -> None:
    """One match, with the rules that count; decisions are made by the plain ones, from views."""
    from sprawdzam.bots import make

    setup = task.setup
    bots = [make(task.bot) for _ in range(task.seats)]
    rules = watch(setup.game)
    chance = Keyed.from_seed(Random(luck).getrandbits(63))
    minds = [Random(f"{luck} {seat}") for seat in range(task.seats)]
    s = setup.blank()
    rules.deal(s, chance)
    first, together, played = -1, set[int](), 0
    while actors := set(seats_of(setup.game.rules.actors(s))):
        if actors == {TABLE}:
            rules.apply(s, TABLE, GO_ON, chance)
            continue
        together &= actors
        seat = min(actors)
        if not together and len(actors) == 1 and first < 0:
            first = seat  # as `begin` of the compiled loop has it
        together = (together or actors) - {seat}
        legal = rules.legal(s, seat)
        action = bots[seat].decide(View.of(setup.game, s, seat), minds[seat])
        if action not in legal:
            raise IllegalAction("{bot} played action {action}, which is not legal", bot=task.bot, action=action)
        rules.apply(s, seat, action, chance)
        played += 1
    scores = [(points, rank) for points, rank in rules.score(s)]
    sample.played(scores, first, played, s.round if "round" in setup.game.rules.STATE.names else None)
    sample.watched += 1
    sample.fired += rules.firings.steps
    sample.fired_times += rules.firings.times
    sample.fired_in.update(rules.firings.steps.keys())
    sample.chosen += rules.firings.choices
    sample.chosen_in.update(rules.firings.choices.keys())
