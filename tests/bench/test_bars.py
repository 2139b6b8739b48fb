"""Bars: a multiple of a peer, a rate, or a time; and what is said when something was not measured."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from sprawdzam.bench.bars import BARS, IN_PYTHON, Bar, judge
from sprawdzam.bench.measure import Measurement
from sprawdzam.bench.report import table
from sprawdzam.games import NAMES


def measured(**medians: float) -> list[Measurement]:
    return [Measurement(name, "1/s", (median,)) for name, median in medians.items()]


@pytest.mark.parametrize(("ours", "met"), [(30.0, True), (29.0, False)])
def test_a_multiple_of_a_peer(ours: float, met: bool) -> None:
    verdict = judge(Bar("", "a", "b", 3), measured(a=ours, b=10.0))
    assert (verdict.reached, verdict.met) == (ours / 10, met)


@pytest.mark.parametrize(("b", "c", "met"), [(10.0, 9.0, True), (10.0, 11.0, False), (11.0, 10.0, False)])
def test_of_several_peers_the_fastest_in_that_run_counts(b: float, c: float, met: bool) -> None:
    verdict = judge(Bar("", "a", ("b", "c")), measured(a=10.0, b=b, c=c))
    assert (verdict.reached, verdict.met) == (10.0 / max(b, c), met)


def test_openspiels_own_games_are_those_that_its_peer_measures() -> None:
    text = (Path(__file__).parents[2] / "bench" / "peers" / "openspiel.py").read_text("utf-8")
    listed = re.search(r"^IN_PYTHON = (\(.*?\))", text, re.DOTALL | re.MULTILINE)
    assert listed and set(ast.literal_eval(listed[1])) == set(IN_PYTHON)


def test_the_sides_are_held_against_one_another_turn_by_turn() -> None:
    """The machine was three times as fast in the last turn, for both: the ratio is what most turns say."""
    ours = Measurement("a", "1/s", (30.0, 36.0, 300.0), turns=(30.0, 36.0, 300.0))
    theirs = Measurement("b", "1/s", (10.0, 30.0, 10.0), turns=(10.0, 12.0, 100.0))
    assert judge(Bar("", "a", "b", 3), [ours, theirs]).reached == 3.0
    assert judge(Bar("", "a", "b", 3), [ours, replace(theirs, turns=())]).reached == 3.6


def test_turns_are_joined() -> None:
    first, second = (Measurement("a", "1/s", (x, x + 2), turns=(x + 1,)) for x in (1.0, 5.0))
    both = first.joined(second)
    assert (both.samples, both.turns) == ((1.0, 3.0, 5.0, 7.0), (2.0, 6.0))


@pytest.mark.parametrize(("ours", "met"), [(5e6, True), (4e6, False), (6.1e6, True)])
def test_a_rate_will_do_in_place_of_the_multiple(ours: float, met: bool) -> None:
    assert judge(Bar("", "a", "b", rate=5e6), measured(a=ours, b=6e6)).met is met
    assert judge(Bar("", "a", "b", rate=5e6), measured(a=ours, b=3e6)).met is True


@pytest.mark.parametrize(("ours", "met"), [(20_000, True), (19_999, False)])
def test_a_rate_without_a_peer(ours: float, met: bool) -> None:
    assert judge(Bar("", "a", "", rate=20_000), measured(a=ours)).met is met


@pytest.mark.parametrize(("ours", "met"), [(1.0, True), (1.01, False)])
def test_a_time(ours: float, met: bool) -> None:
    assert judge(Bar("", "a", "", 1.0), measured(a=ours)).met is met


@pytest.mark.parametrize(("ours", "met"), [(1_000_000, True), (999_999, False)])
def test_an_amount_that_must_be_reached(ours: float, met: bool) -> None:
    bar = Bar("", "a", "", unit="frames", least=1_000_000)
    assert judge(bar, measured(a=ours)).met is met
    assert f"1,000,000 {'1,000,000' if met else '  999,999'}" in table([], [judge(bar, measured(a=ours))])


def test_what_was_not_measured_is_neither_met_nor_missed() -> None:
    for bar in (Bar("", "a", "b", 3), Bar("", "c", "", rate=1.0), Bar("", "a", ("a", "b"))):
        verdict = judge(bar, measured(a=1.0))
        assert (verdict.reached, verdict.met) == (None, None)


def test_what_is_for_information_binds_nobody() -> None:
    assert judge(Bar("", "a", "b", 3, binding=False), measured(a=1.0, b=1.0)).met is None


def test_every_game_has_bars_for_playouts_search_batches_and_openspiel() -> None:
    for name in NAMES:
        wanted = {f"{name}_{what}" for what in ("playouts", "search", "vector", "openspiel")}
        assert wanted <= {bar.ours for bar in BARS}


def test_the_bars_of_the_environments_are_those_that_were_promised() -> None:
    """A promise that is not kept is a missed bar; to lower the bar, or to make it one for information, is none."""
    promised = {("blef_pettingzoo", "leduc_pettingzoo"): 10, ("blef_vector_threads_2", "blef_vector_threads_1"): 1.7}
    promised |= {(f"{name}_vector", "leduc_batched"): 3 if name == "blef" else 1 for name in NAMES}
    promised |= {(f"{name}_openspiel", IN_PYTHON): 1 for name in NAMES}
    bars = {(bar.ours, bar.theirs): bar for bar in BARS}
    for pair, factor in promised.items():
        assert bars[pair].factor >= factor and bars[pair].binding and not bars[pair].rate, pair


def test_the_table_tells_rates_multiples_and_times() -> None:
    bars = [Bar("multiple", "a", "b", 3), Bar("rate", "a", "", rate=20_000), Bar("time", "t", "", 1.0)]
    found = measured(a=30_000.0, b=5_000.0, t=0.5)
    told = table(found, [judge(bar, found) for bar in bars]).splitlines()[-3:]
    assert [line.split()[1:] for line in told] == [
        ["3x", "6.0x", "met"], ["20.0", "k/s", "30.0", "k/s", "met"], ["1.00", "s", "0.50", "s", "met"],
    ]  # fmt: skip


@pytest.mark.parametrize(("median", "told"), [(0.0, False), (2.0, True)])
def test_what_is_known_of_a_bar_that_was_missed_is_told(median: float, told: bool) -> None:
    found = [Measurement("gaps", "", (median,), note="which and where")]
    assert ("which and where" in table(found, [judge(Bar("no gaps", "gaps", "", 0.0, unit=""), found)])) is told
