"""A balance report in words and tables, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sprawdzam.arena.balance import Balance, Count, Difference, RuleCount, Share, Table
from sprawdzam.arena.firing import watch
from sprawdzam.engine.options import show
from sprawdzam.engine.rulebook import first_words

TITLE = 58  # letters of a rule


def text(report: Balance) -> str:
    parts = [_head(report), _shares(report), _lengths(report), _points(report), _effects(report), *_rules(report)]
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part)))


def ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place + 1, f"{place + 1}th")


def _head(report: Balance) -> Iterator[str]:
    told = report.plan.fields()
    options = "".join(f", {name}={show(value)}" for name, value in told["options"].items())
    yield f"{report.plan.game.name}{options}: {report.plan.bot} at every seat, seed {report.plan.seed}"


def _shares(report: Balance) -> Iterator[str]:
    yield "WHO WINS: % of matches by place, with 95 % intervals. The 1st place is whoever begins, the 2nd sits to"
    yield "the left of that one, and so on. * marks what luck alone would hardly bring."
    many = [table for table in report.tables if table.fair is not None]
    if many:
        most = max(len(table.places) for table in many)
        yield f"seats  matches  equal  {'  '.join(f'{ordinal(place):>11}' for place in range(most))}"
    for table in many:
        shares = "  ".join(f"{_share(share):>11}" for share in table.places)
        yield f"{table.seats:>5}  {table.matches:>7}  {100 * (table.fair or 0):5.2f}  {shares}".rstrip()
    for table in report.tables:
        yield verdict(table)
    if odd := [table for table in many if len(set(table.began)) > 1 and any(s.significant for s in table.by_seat)]:
        seats = ", ".join(str(table.seats) for table in odd if min(table.began))
        if seats:
            yield f"at {seats} seats the number of a seat matters, whoever begins: that ought to be luck (1 of 20)"


def _share(share: Share) -> str:
    return f"{100 * share.share:.2f} ±{50 * (share.high - share.low):.2f}{'*' if share.significant else ' '}"


def verdict(table: Table) -> str:
    """In a line: is it fair?"""
    if table.fair is None:
        (alone,) = table.by_seat
        return f"alone: {alone.share:.2%} of matches are won ({alone.low:.2%} to {alone.high:.2%})"
    lead = table.lead
    if lead is None:
        return f"{table.seats} seats: nobody ever decides alone, so there are no places to compare"
    largest = f"largest deviation {100 * lead.by:+.2f} points, {ordinal(lead.place)} place"
    told = [
        f"{name} wins {100 * abs(share.share - table.fair):.2f} points {'more' if share.share > table.fair else 'less'}"
        for name, share in (("whoever begins", table.places[0]), ("the last place", table.places[-1]))
        if share.significant
    ]
    if told:
        return f"{table.seats} seats: {', '.join(told)} than an equal share; {largest}"
    if lead.significant:
        return f"{table.seats} seats: neither first nor last place matters, but another does; {largest}"
    return f"{table.seats} seats: no advantage that luck would not bring; {largest}"


def _lengths(report: Balance) -> Iterator[str]:
    yield "LENGTH of a match: actions of all seats, and rounds where the game counts them."
    yield "seats    mean    5 %   25 %  median   75 %   95 %  longest  rounds: mean    5 %   95 %  longest"
    for table in report.tables:
        of, rounds = table.length, ""
        if table.rounds:
            r = table.rounds
            rounds = f"{r.mean:>14.2f}  {r.p5:>5}  {r.p95:>5}  {r.most:>7}"
        yield (
            f"{table.seats:>5}  {of.mean:>6.1f}  {of.p5:>5}  {of.p25:>5}  {of.median:>6}  {of.p75:>5}  {of.p95:>5}  "
            f"{of.most:>7}{rounds}"
        )


def _points(report: Balance) -> Iterator[str]:
    scored = [table for table in report.tables if table.points]
    shared = [table for table in report.tables if table.fair is not None]
    if scored:
        yield "POINTS at the end, by how many the highest seat is ahead, and how often the first place is shared."
        yield "seats    mean   5 %  25 %  median  75 %  95 %  ahead: mean   5 %  95 %  shared first"
        for table in scored:
            of, ahead = table.points, " " * 26
            assert of is not None
            if table.margin:
                ahead = f"{table.margin.mean:>14.2f}  {table.margin.p5:>4}  {table.margin.p95:>4}"
            yield (
                f"{table.seats:>5}  {of.mean:>6.2f}  {of.p5:>4}  {of.p25:>4}  {of.median:>6}  {of.p75:>4}  "
                f"{of.p95:>4}{ahead}  " + (f"{table.shared.share:>12.2%}" if table.fair else f"{'-':>12}")
            )
    elif shared:
        told = ", ".join(f"{table.shared.share:.2%} with {table.seats}" for table in shared)
        yield f"FIRST PLACE shared: {told}. There are no points."


def _effects(report: Balance) -> Iterator[str]:
    yield "OPTIONS, one changed at a time: what becomes of the mean length, of the share of whoever begins, and of the"
    yield "largest deviation from an equal share (in points), with 95 % intervals. * excludes no change; 1 of 20 does"
    yield "by luck."
    if not report.effects:
        yield "nothing to change at these tables"
    else:
        width = max(len(f"{effect.option}={show(effect.value)}") for effect in report.effects)
        yield f"{'option':<{width}}  seats  {'length':>8}  {'change':>15}  {'begins':>13}  {'deviation':>13}"
    before = ""
    changes = list(dict.fromkeys((effect.option, effect.value) for effect in report.effects))
    for effect in sorted(
        report.effects, key=lambda effect: (changes.index((effect.option, effect.value)), effect.seats)
    ):
        name = f"{effect.option}={show(effect.value)}"
        yield (
            f"{name if name != before else '':<{width}}  {effect.seats:>5}  {effect.length.value:>8.1f}  "
            f"{_change(effect.length, 1):>15}  {_change(effect.first, 100):>13}  "
            f"{_change(effect.lead, 100) if effect.lead else '-':>13}"
        )
        before = name
    yield from report.plan.notes


def _change(change: Difference, unit: int) -> str:
    if change.more == change.low == change.high == 0:
        return "0 "
    return f"{unit * change.more:+.2f} ±{unit * (change.high - change.more):.2f}{'*' if change.significant else ' '}"


def _rules(report: Balance) -> Iterator[Iterator[str]]:
    matches = ", ".join(f"{count.matches} with {count.seats}" for count in report.rules[0].counts)
    happening = [rule for rule in report.rules if rule.happens]
    shaping = [rule for rule in report.rules if not rule.happens]

    def frequency(rule: RuleCount) -> float:
        return max(count.steps if rule.happens else count.choices for count in rule.counts)

    def fired() -> Iterator[str]:
        yield "RULES THAT FIRE: in how many steps of a match, in the mean, and in how many matches. +1: one more rule"
        yield f"is cited in the same places. Matches watched: {matches}."
        yield from _table(sorted((rule for rule in happening if rule.fired), key=frequency, reverse=True), True)

    def shaped() -> Iterator[str]:
        some = sorted((rule for rule in shaping if rule.fired), key=frequency, reverse=True)
        if some:
            yield "RULES THAT SHAPE CHOICES: at how many decisions of a match, and in how many matches."
            yield from _table(some, False)

    def never() -> Iterator[str]:
        silent = [rule for rule in report.rules if not rule.fired]
        if silent:
            yield "NEVER FIRED in the set-up that was asked for:"
            for rule in silent:
                yield f"{_ids(rule):<12}  {first_words(rule.text, TITLE)}{_awake(rule.changed)}"

    def apart() -> Iterator[str]:
        if report.uncounted:
            yield "NOT COUNTED: about pieces, sight, clocks and the table, or cited where nothing runs."
            rules = watch(report.plan.game).rules
            for name, where in report.uncounted.items():
                cited = ", ".join(where) or "rulebook only"
                yield f"{name:<6}  {rules[name].title(TITLE):<{TITLE}}  {cited}"

    yield from (fired(), shaped(), never(), apart())


def _table(rules: Sequence[RuleCount], happens: bool) -> Iterator[str]:
    if not rules:
        return
    seats = [count.seats for count in rules[0].counts]
    yield f"{'rule':<12}  {'':<{TITLE}}  {'  '.join(f'{n} seat' + 's' * (n > 1) for n in seats)}   in matches"
    for rule in rules:
        each = "  ".join(f"{count.steps if happens else count.choices:>7.2f}" for count in rule.counts)
        inside = [count.in_steps if happens else count.in_choices for count in rule.counts]
        low, high = min(inside), max(inside)
        share = f"{low:.0%}" if f"{low:.0%}" == f"{high:.0%}" else f"{low:.0%} to {high:.0%}"
        several = _times(rule.counts) if happens else ""
        yield f"{_ids(rule):<12}  {first_words(rule.text, TITLE):<{TITLE}}  {each}   {share}{several}"


def _times(counts: Sequence[Count]) -> str:
    """Where one step may bring several."""
    most = max(counts, key=lambda count: count.times - count.steps)
    return f", {most.times:.2f} times with {most.seats}" if most.times > 1.005 * most.steps else ""


def _ids(rule: RuleCount) -> str:
    return rule.ids[0] if len(rule.ids) == 1 else f"{rule.ids[0]} +{len(rule.ids) - 1}"


def _awake(changed: Sequence[Count]) -> str:
    """The change that makes a rule fire most."""
    if not changed:
        return ""
    most = max(changed, key=lambda count: count.steps + count.choices)
    return f"  (with {most.change}: {most.steps or most.choices:.2f} a match)"
