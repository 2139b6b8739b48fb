"""A bot that breaks the rules loses its seat, with a reason, and nothing else is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from sprawdzam.arena import Played, Study, figures, load, report, run, text
from sprawdzam.arena.referee import Here, Order, play
from sprawdzam.arena.seclusion import play_apart

from .conftest import timeless

needs_signals = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing can be interrupted here")


def one(bot: str, *, limit: float = 10.0, place: int = 0, against: str = "random") -> Played:
    study = Study.of("blef", [bot, against] if place == 0 else [against, bot], limit=limit)
    fixture = next(study.fixtures(2))
    return play(Order(study, fixture, fixture.bots), [Here(name, limit) for name in fixture.bots])


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    ("bot", "limit", "reason"),
    [
        ("Illegal", 10, "returned action 1000000, which is not legal"),
        ("Text", 10, "returned a str, not a number of view.actions"),
        ("Crash", 10, "crashed: ValueError: three is too many by far"),
        ("Leaves", 10, "crashed: SystemExit: 3"),
        pytest.param("Busy", 0.2, "overran 0.2 s", marks=needs_signals),
        ("Late", 0.05, "overran 0.05 s"),
    ],
)
def test_each_kind_of_forfeit_has_its_reason(own, bot, limit, reason, place):
    match = one(own(bot), limit=limit, place=place)
    (forfeit,) = match.forfeits
    assert forfeit == (place, own(bot), reason)
    assert match.ranks[place] == 2 and match.ranks[1 - place] == 1
    assert match.decisions[1 - place] > 0


def test_after_an_interruption_no_alarm_is_left(own):
    if hasattr(signal, "setitimer"):
        before = signal.getsignal(signal.SIGALRM)
        one(own("Busy"), limit=0.1)
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0) and signal.getsignal(signal.SIGALRM) == before


def test_a_bot_that_cannot_be_made_forfeits(own):
    match = play(_order(own("Chooser")), [Here(own("Needy"), 10), Here("random", 10)])
    assert "Needy() must give a bot" in match.forfeits[0].reason


def _order(bot: str) -> Order:
    study = Study.of("blef", [bot, "random"])
    fixture = next(study.fixtures(2))
    return Order(study, fixture, fixture.bots)


@pytest.mark.parametrize("bot", ["Chooser", "Crash"])
def test_bots_decide_alike_in_processes_of_their_own(own, bot):
    order = _order(own(bot))
    here = play(order, [Here(name, 10) for name in order.bots])
    assert timeless([play_apart(order)]) == timeless([here])


@pytest.mark.slow
def test_who_kills_a_worker_is_found_and_forfeits(own, tmp_path):
    """Nothing else is lost: the others' matches are played as if nothing had happened."""
    deadly, chooser = own("Dies"), own("Chooser")
    study = Study.of("blef", [deadly, chooser, "instinct"])
    run(study, 2, tmp_path / "out", jobs=2)
    _, played = load(tmp_path / "out")
    assert len(played) == 6
    for match in played:
        reasons = {(forfeit.bot, forfeit.reason) for forfeit in match.forfeits}
        assert reasons == ({(deadly, "its process died, with exit code 7")} if deadly in match.bots else set())
    found = report(tmp_path / "out")
    assert [(each.bot, each.matches) for each in found.forfeits] == [(deadly, 4)]
    assert found.ladder[-1].bot == deadly and found.ladder[-1].share == 0 and found.ladder[-1].forfeits == 4
    assert f"{deadly}: its process died, with exit code 7 (4 of 4 matches)" in text(found)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="processes end otherwise there")
def test_who_cannot_be_interrupted_is_ended(own, tmp_path):
    stuck = own("Stuck")
    study = Study.of("blef", [stuck, "random"], limit=0.3)
    run(study, 1, tmp_path / "out", jobs=2)
    _, played = load(tmp_path / "out")
    assert [match.forfeits[0].reason for match in played] == ["overran 0.3 s and could not be stopped"] * 2


def test_a_death_in_the_middle_keeps_what_was_decided(own):
    match = play_apart(_order(own("DiesLater")))
    assert match.forfeits[0].reason == "its process died, with exit code 9"
    assert match.decisions[0] == 3


def test_many_reasons_are_cut_short(own):
    bot = own("Crash")
    study = Study.of("blef", [bot, "random"])
    match = one(bot)
    forfeit = match.forfeits[0]
    matches = [
        Played(**{**vars(match), "deal": n, "forfeits": (forfeit._replace(reason=f"reason {n}"),)}) for n in range(9)
    ]
    told = text(figures(study, matches))
    assert "reason 0 (1 of 9 matches)" in told and "4 other reasons (4 matches)" in told and "reason 7" not in told


WARM = """
from sprawdzam.arena import Study
from sprawdzam.arena.referee import Order, warm
from sprawdzam.bots.search import machine_code
from sprawdzam.games import find
study = Study.of("blef", ["master", "random"])
fixture = next(study.fixtures(2))
warm(Order(study, fixture, fixture.bots))
print(len(machine_code(find("blef")).code.search.signatures))
"""


def test_nobody_forfeits_because_of_the_compiler():
    """A Master's first decision in blef is computed; the search that comes later is compiled all the same."""
    told = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=True).stdout
    assert told == "1\n"
