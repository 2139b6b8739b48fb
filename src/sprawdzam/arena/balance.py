"""``balance``: how fair a game is, how long, which of its rules matter and what its options change, for designers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

from sprawdzam.arena.balance_plan import Plan, Variant
from sprawdzam.arena.firing import watch
from sprawdzam.arena.interval import Z95, interval
from sprawdzam.arena.journal import Journal, code_of
from sprawdzam.arena.matches import Task, do
from sprawdzam.arena.pool import spread
from sprawdzam.arena.sample import WHOLE, Sample, Spread
from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Value

ERROR = 0.05  # how often luck alone may look like an advantage, at each table


@dataclass(frozen=True)
class Share:
    """A share of wins with its 95 % interval, and whether luck alone would hardly bring it."""

    share: float
    low: float
    high: float
    significant: bool


@dataclass(frozen=True)
class Lead:
    """The place that is farthest from an equal share, and by how much."""

    place: int
    by: float
    error: float
    significant: bool


@dataclass(frozen=True)
class Table:
    """The set-up that was asked for, at a table of so many seats.

    Places are seats counted from whoever begins: the first seat that has a decision for itself alone. Seats by number
    are there too: where chance says who begins they differ by luck only, or something is wrong.
    """

    seats: int
    options: dict[str, Value]
    matches: int
    fair: float | None
    places: tuple[Share, ...]
    by_seat: tuple[Share, ...]
    began: tuple[int, ...]
    lead: Lead | None
    shared: Share
    length: Spread
    rounds: Spread | None
    points: Spread | None
    margin: Spread | None
    histogram: dict[int, int]


@dataclass(frozen=True)
class Difference:
    """What a change makes: the new value, and how much more it is, with its 95 % interval."""

    value: float
    more: float
    low: float
    high: float

    @property
    def significant(self) -> bool:
        return not self.low <= 0 <= self.high


@dataclass(frozen=True)
class Effect:
    """One option at another value than was asked for, at one table."""

    option: str
    value: Value
    instead_of: Value
    seats: int
    matches: int
    length: Difference
    first: Difference
    """The share of whoever begins; alone at the table, the share of matches that are won."""
    lead: Difference | None
    """How far the farthest place is from an equal share."""


@dataclass(frozen=True)
class Count:
    """How often rules fired at a table: in how many steps and how many times in them, at how many decisions of
    a match, in the mean; and in which share of matches they did so at all.
    """

    seats: int
    change: str
    matches: int
    steps: float
    times: float
    in_steps: float
    choices: float
    in_choices: float


@dataclass(frozen=True)
class RuleCount:
    """Rules that are cited in the same places, and how often they fired."""

    ids: tuple[str, ...]
    section: str
    text: str
    places: tuple[str, ...]
    happens: bool
    """Whether it can fire in a step; else it only shapes choices."""
    counts: tuple[Count, ...]
    changed: tuple[Count, ...]
    """The same with one option changed, for changes that make it fire."""

    @property
    def fired(self) -> bool:
        return any(count.steps or count.choices for count in self.counts)


@dataclass(frozen=True)
class Balance:
    """The whole report."""

    plan: Plan
    tables: tuple[Table, ...]
    effects: tuple[Effect, ...]
    rules: tuple[RuleCount, ...]
    uncounted: dict[str, tuple[str, ...]]

    def fields(self) -> dict[str, Any]:
        """The report for programs; the same for the same seed, wherever it was played."""
        return {
            **self.plan.fields(),
            "notes": self.plan.notes,
            "tables": [_rounded(asdict(table)) for table in self.tables],
            "effects": [_rounded(asdict(effect)) for effect in self.effects],
            "rules": [_rounded(asdict(rule)) for rule in self.rules],
            "not_counted": [
                {"id": name, "text": watch(self.plan.game).rules[name].text, "cited_in": list(where)}
                for name, where in self.uncounted.items()
            ],
        }


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return round(value, 6) if isinstance(value, float) else value


def balance(
    game: Game,
    *,
    seats: Sequence[int] = (),
    options: Mapping[str, Value] | None = None,
    bot: str = "instinct",
    matches: int | None = None,
    seed: int = 1,
    ray: str | None = None,
    jobs: int | None = None,
    folder: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Balance:
    """Plays a balance study and reports it; ``progress`` hears how many of how many tasks are done.

    ``folder`` keeps finished tasks: the same study, begun again there, goes on where it stopped.
    """
    plan = Plan.make(game, seats, options, bot=bot, matches=matches, seed=seed)
    return report(plan, play(plan, ray=ray, jobs=jobs, folder=folder, progress=progress))


def play(
    plan: Plan,
    *,
    ray: str | None = None,
    jobs: int | None = None,
    folder: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[tuple[Variant, bool], Sample]:
    """The samples of a plan: of every set-up, as played and as watched."""
    tasks = plan.tasks()
    finished: dict[str, Sample] = {}
    with ExitStack() as stack:
        journal = None
        if folder is not None:
            journal = stack.enter_context(Journal(folder / "finished.jsonl", code_of(plan.game, plan.bot)))
            finished = journal.finished
        todo = [task for _, task in tasks if task.key not in finished]
        progress(len(tasks) - len(todo), len(tasks))
        if any(not task.watched for task in todo):
            _compile(plan)
        results = stack.enter_context(closing(spread(do, todo, ray=ray, jobs=jobs)))  # Ctrl-C ends the workers
        for done, (index, sample) in enumerate(results, len(tasks) - len(todo) + 1):
            finished[todo[index].key] = sample
            if journal is not None:
                journal.add(todo[index].key, sample)
            progress(done, len(tasks))
    samples: dict[tuple[Variant, bool], Sample] = {}
    for variant, task in tasks:
        samples.setdefault((variant, task.watched), Sample()).add(finished[task.key])
    return samples


def _compile(plan: Plan) -> None:
    """Here and now: else all workers would compile the same thing at the same time."""
    setup = plan.bases[0].setup
    do(Task(plan.game.name, setup.seats, setup.options, plan.bot, False, 1, 0, 0))


def report(plan: Plan, samples: Mapping[tuple[Variant, bool], Sample]) -> Balance:
    """What the samples of a plan say."""
    as_played = not plan.quick  # slow bots are watched in all their matches
    played = {variant: sample for (variant, watched), sample in samples.items() if watched == as_played}
    watched = {variant: sample for (variant, as_watched), sample in samples.items() if as_watched}
    bases = {base.seats: base for base in plan.bases}
    effects = [
        _effect(variant, bases[variant.seats], played[variant], played[bases[variant.seats]])
        for variant in plan.variants
    ]
    return Balance(
        plan,
        tuple(_table(base, played[base]) for base in plan.bases),
        tuple(effects),
        tuple(_rules(plan, watched)),
        watch(plan.game).uncounted(),
    )


def _table(base: Variant, sample: Sample) -> Table:
    n, begun = base.seats, sum(sample.began.values())
    pointless = sample.bare == sample.matches
    return Table(
        seats=n,
        options=base.setup.changed_options(),
        matches=sample.matches,
        fair=1 / n if n > 1 else None,
        places=tuple(_share(sample.by_place[place], begun, n) for place in range(n)) if begun else (),
        by_seat=tuple(_share(sample.by_seat[seat], sample.matches, n) for seat in range(n)),
        began=tuple(sample.began[seat] for seat in range(n)),
        lead=_lead(sample, n),
        shared=_share(sample.shared * WHOLE, sample.matches, 0),
        length=_spread(sample.lengths),
        rounds=Spread.of(sample.rounds),
        points=None if pointless else Spread.of(sample.points),
        margin=None if pointless else Spread.of(sample.margins),
        histogram=dict(sorted(sample.lengths.items())),
    )


def _spread(counts: Mapping[int, int]) -> Spread:
    found = Spread.of(counts)
    assert found is not None  # every match has a length
    return found


def _share(parts: int, matches: int, n: int) -> Share:
    """``n`` is how many would be alike; 0 or 1: there is nothing to compare with."""
    low, high = interval(parts / WHOLE, matches)
    share = parts / (WHOLE * matches)
    return Share(share, low, high, n > 1 and abs(share - 1 / n) > _luck(n, matches))


def _luck(n: int, matches: int) -> float:
    """How far one of ``n`` equal shares comes from 1/n by luck, in all but 5 % of studies; n are looked at at once."""
    return NormalDist().inv_cdf(1 - ERROR / (2 * n)) * sqrt((n - 1) / (n * n * matches))


def _lead(sample: Sample, n: int) -> Lead | None:
    begun = sum(sample.began.values())
    if n == 1 or not begun:
        return None
    shares = [sample.by_place[place] / (WHOLE * begun) for place in range(n)]
    place = max(range(n), key=lambda place: abs(shares[place] - 1 / n))
    share = shares[place]
    by = share - 1 / n
    return Lead(place, by, sqrt(share * (1 - share) / begun), abs(by) > _luck(n, begun))


def _effect(variant: Variant, base: Variant, new: Sample, old: Sample) -> Effect:
    after, before = _lead(new, variant.seats), _lead(old, variant.seats)
    lengths = _spread(new.lengths), _spread(old.lengths)
    lead = None
    if after and before:
        lead = _difference(abs(after.by), after.error, abs(before.by), before.error)
    return Effect(
        option=variant.option,
        value=variant.value,
        instead_of=dict(base.setup.options)[variant.option],
        seats=variant.seats,
        matches=new.matches,
        length=_difference(lengths[0].mean, lengths[0].error, lengths[1].mean, lengths[1].error),
        first=_difference(*_first(new), *_first(old)),
        lead=lead,
    )


def _first(sample: Sample) -> tuple[float, float]:
    """The share of whoever begins, and its standard error."""
    begun = max(1, sum(sample.began.values()))
    share = sample.by_place[0] / (WHOLE * begun)
    return share, sqrt(share * (1 - share) / begun)


def _difference(new: float, new_error: float, old: float, old_error: float) -> Difference:
    reach = Z95 * sqrt(new_error * new_error + old_error * old_error)
    return Difference(new, new - old, new - old - reach, new - old + reach)


def _rules(plan: Plan, watched: Mapping[Variant, Sample]) -> list[RuleCount]:
    """Rules in the order of the rulebook, those that are cited together as one."""
    rules = watch(plan.game)
    counted = rules.counted()
    happening = rules.counted(("deal", "apply", "score"))
    together: dict[tuple[str, ...], list[str]] = {}
    for name in rules.rules:
        if name in counted:
            together.setdefault(rules.cited(name), []).append(name)
    found = []
    for places, ids in together.items():
        changed = [_count(ids[0], variant, watched[variant]) for variant in plan.watched_variants()]
        rule = rules.rules[ids[0]]
        found.append(
            RuleCount(
                ids=tuple(ids),
                section=rule.section,
                text=rule.text,
                places=places,
                happens=ids[0] in happening,
                counts=tuple(_count(ids[0], base, watched[base]) for base in plan.bases),
                changed=tuple(count for count in changed if count.steps or count.choices),
            )
        )
    return found


def _count(name: str, variant: Variant, sample: Sample) -> Count:
    each = max(1, sample.watched)
    return Count(
        variant.seats,
        variant.told() if variant.option else "",
        sample.watched,
        sample.fired[name] / each,
        sample.fired_times[name] / each,
        sample.fired_in[name] / each,
        sample.chosen[name] / each,
        sample.chosen_in[name] / each,
    )
