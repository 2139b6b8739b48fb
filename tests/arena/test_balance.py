"""Balance studies: what is played, that it is the same everywhere, and what is made of it."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprawdzam
from sprawdzam.arena import balance as study
from sprawdzam.arena import balance_plan
from sprawdzam.arena.balance import balance, report
from sprawdzam.arena.balance_plan import Plan, sampled
from sprawdzam.arena.balance_text import text, verdict
from sprawdzam.arena.errors import BadStudy
from sprawdzam.arena.journal import Journal, code_of
from sprawdzam.arena.matches import Task, do
from sprawdzam.arena.sample import WHOLE, Sample, Spread
from sprawdzam.bots import make
from sprawdzam.engine.errors import BadOption, UnknownBot
from sprawdzam.engine.options import Number, SeatOption
from sprawdzam.games import NAMES, find

BLEF = find("blef")


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Rules are counted in a handful of matches."""
    monkeypatch.setattr(balance_plan, "WATCHED", 6)
    monkeypatch.setattr(balance_plan, "WATCHED_VARIANT", 2)
    monkeypatch.setattr(balance_plan, "WATCHED_CHUNK", 3)
    monkeypatch.setattr(balance_plan, "CHUNK", 50)


def small(**more):
    return balance(BLEF, **({"seats": (2, 3), "bot": "random", "matches": 120, "jobs": 1} | more))


def samples_of(plan, make_sample):
    """Samples laid ready for every set-up of a plan."""
    return {(variant, task.watched): make_sample(variant, task.watched) for variant, task in plan.tasks()}


# --- what is played ---


@pytest.mark.parametrize("game", NAMES)
def test_one_option_is_changed_at_a_time(game):
    plan = Plan.make(find(game), bot="random")
    bases = {base.seats: dict(base.setup.options) for base in plan.bases}
    assert list(bases) == list(find(game).seats)
    fixed = dict(find(game).unclocked)
    for variant in plan.variants:
        changed = {name: value for name, value in variant.setup.options if value != bases[variant.seats][name]}
        assert changed == {variant.option: variant.value}
        assert variant.option not in fixed
    assert all(dict(base.setup.options)[name] == value for base in plan.bases for name, value in fixed.items())


@pytest.mark.parametrize("game", NAMES)
def test_every_option_is_tried_wherever_it_has_values(game):
    plan = Plan.make(find(game), bot="random")
    tried = {(variant.option, variant.seats) for variant in plan.variants}
    for option in find(game).options:
        for seats in find(game).seats:
            wanted = not isinstance(option, SeatOption) or (seats == 1 and bool(option.alone))
            wanted &= len(option.values(seats)) > 1 and option.name not in dict(find(game).unclocked)
            assert ((option.name, seats) in tried) == wanted, (option.name, seats)


@given(low=st.integers(1, 50), more=st.integers(0, 2000))
def test_of_a_wide_range_few_values_are_tried(low, more):
    option = Number("x", low, "", "", low=low, high=low + more)
    values = sampled(option, 2)
    assert values == sorted(set(values)) and len(values) <= 5
    assert values[0] == low and values[-1] == low + more


def test_options_that_were_asked_for_stay_and_tables_without_them_are_left_out():
    plan = Plan.make(find("rys"), (), {"mode": "duel"}, bot="random")
    assert [base.seats for base in plan.bases] == [2]
    assert {variant.option for variant in plan.variants} == {"duel_rules", "no_progress_limit", "max_turns"}
    plan = Plan.make(BLEF, (3,), {"jokers": "true"}, bot="random")
    assert plan.variants[0].told() == "jokers=false"
    assert plan.fields()["options"]["jokers"] is True


def test_slow_bots_change_options_at_one_table_and_are_watched_in_every_match():
    plan = Plan.make(BLEF, bot="search:5")
    assert {variant.seats for variant in plan.variants} == {3}
    assert all(task.watched and task.matches == 1 for _, task in plan.tasks())
    assert any("table of 3 only" in note for note in plan.notes)


@pytest.mark.parametrize("quick", ["random", "search:5"])
def test_tasks_add_up_and_none_is_like_another(quick):
    plan = Plan.make(BLEF, (2, 3), bot=quick, matches=130)
    keys = [task.key for _, task in plan.tasks()]
    assert len(set(keys)) == len(keys)
    total: Counter[object] = Counter()
    for variant, task in plan.tasks():
        total[variant, task.watched] += task.matches
    assert all(total[base, not plan.quick] == 130 for base in plan.bases)
    assert all(total[variant, not plan.quick] == 65 for variant in plan.variants)


def test_bad_studies_are_refused():
    with pytest.raises(UnknownBot, match="there is no bot nobody"):
        Plan.make(BLEF, bot="nobody")
    with pytest.raises(BadOption, match="blef seats 2 to 6, not 9"):
        Plan.make(BLEF, (2, 9))
    with pytest.raises(BadOption, match="it has: jokers"):
        Plan.make(BLEF, (), {"wings": True})
    with pytest.raises(BadOption, match="option mode: duel"):
        Plan.make(find("rys"), (3,), {"mode": "duel"})
    for matches in (0, -1, 10**9):
        with pytest.raises(BadStudy, match="matches: 1 to 100000000"):
            Plan.make(BLEF, matches=matches)


# --- matches ---


def test_a_watched_match_is_the_match_that_is_played_elsewhere():
    setup = sprawdzam.game("blef", seats=3)
    task = Task("blef", 3, setup.options, "instinct", True, 1, 4, 0)
    luck = f"{task.key} 0"
    match = setup.start(seed=Random(luck).getrandbits(63))
    minds, bot = [Random(f"{luck} {seat}") for seat in range(3)], make("instinct")
    actions = 0
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bot.decide(match.view(seat), minds[seat]))
        actions += 1
    sample = do(task)
    assert sample.by_seat == dict.fromkeys(match.winners, WHOLE)
    assert sample.lengths == {actions: 1} and sample.rounds == {match.state.round: 1}
    assert sample.fired["BL-05"] == match.state.round


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize(
    ("game", "option"), [("blef", "first_starter"), ("nerwy", "first_starter"), ("fiasko", "starter")]
)
def test_whoever_begins_is_found(game, option, watched):
    """Also where all choose before: whoever does so last does not begin."""
    setup = sprawdzam.game(game, seats=3, **{option: 1}).unclocked()
    sample = do(Task(game, 3, setup.options, "random", watched, 8, 1, 0))
    assert sample.began == {1: 8}
    assert sum(sample.by_place.values()) == sum(sample.by_seat.values()) == 8 * WHOLE
    assert all(sample.by_place[(seat - 1) % 3] == wins for seat, wins in sample.by_seat.items())


@pytest.mark.parametrize("game", NAMES)
def test_the_compiled_loop_and_watched_matches_tell_of_the_same_game(game):
    setup = find(game).setup(3).unclocked()
    bulk = do(Task(game, 3, setup.options, "random", False, 300, 1, 0))
    slow = do(Task(game, 3, setup.options, "random", True, 12, 1, 0))
    one, other = Spread.of(bulk.lengths), Spread.of(slow.lengths)
    assert abs(one.mean - other.mean) < 5 * (one.deviation / 12**0.5 + one.error)
    assert bool(bulk.rounds) == bool(slow.rounds)


def test_alone_somebody_wins_or_nobody():
    setup = find("fiasko").setup(1)
    sample = do(Task("fiasko", 1, setup.options, "random", False, 200, 1, 0))
    assert 0 <= sample.by_seat[0] < 200 * WHOLE and not sample.margins
    table = report(*_laid(find("fiasko"), (1,), lambda variant, watched: sample)).tables[0]
    assert table.fair is None and table.lead is None and verdict(table).startswith("alone: ")


def _laid(game, seats, make_sample):
    plan = Plan.make(game, seats, bot="random", matches=10)
    return plan, samples_of(plan, make_sample)


# --- sums ---

COUNTS = st.dictionaries(st.integers(-5, 30), st.integers(1, 9)).map(Counter)
NAMED = st.dictionaries(st.sampled_from(["BL-01", "R2"]), st.integers(1, 9)).map(Counter)
SAMPLES = st.builds(Sample, st.integers(0, 9), COUNTS, COUNTS, lengths=COUNTS, fired=NAMED, chosen_in=NAMED)


@given(st.lists(SAMPLES, max_size=5), st.randoms())
def test_sums_do_not_depend_on_the_order(samples, luck):
    def total(some):
        whole = Sample()
        for sample in some:
            whole.add(sample)
        return whole

    mixed = list(samples)
    luck.shuffle(mixed)
    assert total(samples) == total(mixed)


@given(SAMPLES)
def test_a_sample_comes_back_from_json(sample):
    assert Sample.from_json(json.loads(json.dumps(sample.as_json()))) == sample


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=60))
def test_a_spread_tells_what_numpy_tells(values):
    spread = Spread.of(Counter(values))
    assert spread.mean == pytest.approx(np.mean(values)) and spread.deviation == pytest.approx(np.std(values))
    wanted = [np.quantile(values, q, method="inverted_cdf") for q in (0.05, 0.25, 0.5, 0.75, 0.95)]
    assert [spread.p5, spread.p25, spread.median, spread.p75, spread.p95] == wanted
    assert (spread.least, spread.most, spread.number) == (min(values), max(values), len(values))


def test_a_shared_first_place_counts_in_parts():
    sample = Sample()
    sample.played([(3, 1), (3, 1), (0, 3)], 2, 10, None)
    assert sample.by_seat == {0: WHOLE // 2, 1: WHOLE // 2} and sample.by_place == {1: WHOLE // 2, 2: WHOLE // 2}
    assert (sample.shared, sample.margins, sample.bare) == (1, {0: 1}, 0)


# --- the report ---


def test_the_report_is_the_same_with_any_number_of_workers():
    one, two = small(), small(jobs=2)
    assert json.dumps(one.fields()) == json.dumps(two.fields())
    assert json.dumps(small(seed=2).fields()) != json.dumps(one.fields())


def test_shares_add_up_and_have_their_intervals():
    found = small()
    for table in found.tables:
        for shares in (table.places, table.by_seat):
            assert sum(share.share for share in shares) == pytest.approx(1)
            assert all(share.low <= share.share <= share.high for share in shares)
        assert sum(table.histogram.values()) == table.matches == sum(table.began) == 120
        assert table.rounds is not None and table.points is None  # blef has rounds and no points
    told = text(found)
    assert all(word in told for word in ("WHO WINS", "LENGTH", "OPTIONS", "RULES THAT FIRE", "NEVER FIRED", "BL-16"))


def wins(shares, matches=1000):
    """A sample in which each place wins so many of a thousand."""
    sample = Sample(
        matches, bare=matches, began=Counter({0: matches}), lengths=Counter({10: matches // 2, 14: matches // 2})
    )
    sample.by_place = Counter({place: share * WHOLE for place, share in enumerate(shares)})
    sample.by_seat = Counter(sample.by_place)
    sample.watched = matches
    return sample


@pytest.mark.parametrize(
    ("shares", "fragments"),
    [
        ([340, 330, 330], ["no advantage that luck would not bring", "+0.67 points, 1st"]),
        ([433, 333, 234], ["whoever begins wins 9.97 points more", "the last place wins 9.93 points less"]),
        ([333, 400, 267], ["the last place wins 6.63 points less", "+6.67 points, 2nd"]),
        ([336, 390, 274], ["the last place"]),
        ([308, 384, 308], ["neither first nor last place matters", "2nd place"]),
    ],
)
def test_the_verdict_says_what_is_more_than_luck(shares, fragments):
    table = report(*_laid(BLEF, (3,), lambda variant, watched: wins(shares))).tables[0]
    assert all(fragment in verdict(table) for fragment in fragments), verdict(table)


def test_the_effect_of_an_option_is_the_difference():
    def made(variant, watched):
        sample = wins([400, 300, 300] if variant.option == "jokers" else [340, 330, 330])
        if variant.option == "longer":
            sample.lengths = Counter({20: 1000})
        return sample

    effects = {effect.option: effect for effect in report(*_laid(BLEF, (3,), made)).effects}
    jokers, longer, shrinking = effects["jokers"], effects["longer"], effects["shrinking"]
    assert (jokers.first.value, jokers.first.more) == pytest.approx((0.4, 0.06))
    reach = 1.96 * (0.4 * 0.6 / 1000 + 0.34 * 0.66 / 1000) ** 0.5
    assert jokers.first.high - jokers.first.more == pytest.approx(reach, rel=1e-3) and jokers.first.significant
    assert jokers.lead.more == pytest.approx(0.4 - 1 / 3 - (0.34 - 1 / 3))
    assert (longer.length.value, longer.length.more) == (20, 8) and longer.length.significant
    assert shrinking.length.more == 0 and not shrinking.length.significant and not shrinking.first.significant


def test_rules_that_an_option_wakes_are_told_with_it():
    found = small(seats=(3,))
    shrinking = next(rule for rule in found.rules if "BL-28" in rule.ids)
    assert not shrinking.fired and {count.change for count in shrinking.changed} == {"shrinking=true"}
    checks = next(rule for rule in found.rules if "BL-16" in rule.ids)
    assert checks.happens and checks.counts[0].matches == 6 and checks.counts[0].in_steps == 1
    assert "(with shrinking=true:" in text(found)


def test_a_slow_bot_is_reported_from_its_own_matches():
    found = balance(BLEF, seats=(2,), bot="search:20", matches=2, jobs=1)
    assert found.tables[0].matches == 2 and found.rules[0].counts[0].matches == 2


# --- interruptions ---


class Stop(Exception):
    pass


def test_an_interrupted_study_goes_on_where_it_stopped(tmp_path, monkeypatch):
    def stop_after(done, of):
        if done == 5:
            raise Stop

    with pytest.raises(Stop):
        small(folder=tmp_path, progress=stop_after)
    played = []
    monkeypatch.setattr(study, "do", lambda task: (played.append(task.key), do(task))[1])
    again = small(folder=tmp_path)
    tasks = Plan.make(BLEF, (2, 3), bot="random", matches=120).tasks()
    assert len([key for key in played if " 0 0" not in key]) <= len(tasks) - 4  # what was told last may be lost
    assert json.dumps(again.fields()) == json.dumps(small().fields())
    played.clear()
    small(folder=tmp_path)
    assert played == []


def test_a_line_that_was_cut_off_and_lines_of_other_code_are_not_taken(tmp_path):
    file = tmp_path / "finished.jsonl"
    with Journal(file, "old") as journal:
        journal.add("a", Sample(1))
    with Journal(file, "new") as journal:
        assert journal.finished == {}
        journal.add("b", Sample(2))
    file.write_bytes(file.read_bytes() + b'{"code": "new", "task": "c", "sam')
    with Journal(file, "new") as journal:
        assert journal.finished == {"b": Sample(2)}
        journal.add("d", Sample(3))
    with Journal(file, "old") as journal:
        assert journal.finished == {"a": Sample(1)}
    assert len(file.read_text().splitlines()) == 3


def test_code_differs_by_game_and_by_the_file_of_a_bot(tmp_path):
    assert code_of(BLEF, "search:5") == code_of(BLEF, "random") != code_of(find("rys"), "random")
    file = tmp_path / "mine.py"
    file.write_text("")
    before = code_of(BLEF, f"{file}:Mine")
    file.write_text("changed = True")
    assert before != code_of(BLEF, f"{file}:Mine")


@pytest.mark.full
def test_on_ray_the_report_is_the_same():
    """Tasks go the same way there as those of a study, which every run plays on Ray: see test_ray.py."""
    pytest.importorskip("ray")
    assert json.dumps(small(ray="local", jobs=2).fields()) == json.dumps(small().fields())
