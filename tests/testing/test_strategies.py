"""The strategies make what they say."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sprawdzam.engine.match import Match
from sprawdzam.games import find
from sprawdzam.testing.strategies import actions, match_machine, matches, movers, options, seats, setups
from sprawdzam.testing.toy import GAME as TOY

BLEF = find("blef")
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(seats(BLEF), options(BLEF))
def test_options_without_seats_fit_every_table(n: int, chosen: dict[str, bool | int | str]) -> None:
    assert BLEF.setup(n, **chosen).seats == n


@FEW
@given(setups(BLEF).flatmap(matches), st.data())
def test_matches_go_on_with_any_action(match: Match, data: st.DataObject) -> None:
    if not match.over:
        seat = data.draw(st.sampled_from(movers(match)))
        match.play(seat, data.draw(actions(match.view(seat))))
    assert match.over == (match.ranks is not None)


def test_short_matches_come_to_their_end() -> None:
    ends = set()

    @settings(max_examples=100, deadline=None, derandomize=True)
    @given(setups(TOY).flatmap(matches))
    def look(match: Match) -> None:
        ends.add(match.over)

    look()
    assert ends == {True, False}


ToyMachine = match_machine(TOY)
BlefMachine = match_machine(BLEF)
for machine in (ToyMachine, BlefMachine):
    machine.TestCase.settings = settings(FEW, stateful_step_count=30)
TestToyMachine = ToyMachine.TestCase
TestBlefMachine = BlefMachine.TestCase
