"""What the program does for the players: clocks that run out, and texts for what cannot be done."""

from __future__ import annotations

import pytest

import sprawdzam
from sprawdzam import Match, UnknownAction

from .tables import at, dealt, drive, guess, hits, phase, picks, refused, say, stacks


def silent(match: Match) -> str:
    """What it means when the clock of the first one who is asked runs out."""
    view = match.view(match.actors[0])
    return view.write(view.silence)


@pytest.mark.parametrize("letters", ["YGB", "YYS", "SSS"])
def test_a_clock_that_runs_out_leaves_the_dice_and_sets_grey_ones_to_yellow(letters: str) -> None:
    """SZ R40: whoever the roller is."""
    assert silent(dealt(3, dice=letters, order="CAB")) == "keep"
    match = dealt(2, dice=letters, colours=5, order="BA")
    for _ in range(letters.count("S")):
        assert phase(match) == "grey" and silent(match) == "set Y"
        say(match, "set R")
    assert silent(match) == "keep"


def test_a_clock_that_runs_out_takes_the_widest_token_left() -> None:
    """SZ R40"""
    match = at(4, phase="pick")
    for meant, taken in ((7, 7), (6, 5), (6, 6), (4, 1)):
        assert silent(match) == f"pick {meant}"
        say(match, f"pick {taken}")


@pytest.mark.parametrize(("size", "start"), [(1, 10), (2, 10), (3, 9), (4, 9), (5, 8), (6, 8), (7, 7)])
def test_a_clock_that_runs_out_places_the_token_in_the_middle(size: int, start: int) -> None:
    """SZ R40: its middle is nearest to 10.5; of two such places the lower one counts."""
    match = at(2, phase="place", now=f"{size} {size % 7 + 1}")
    assert silent(match) == f"place {start}"
    far = [abs(first + (size - 1) / 2 - 10.5) for first in range(23 - size)]
    assert far.index(min(far)) == start


def test_a_clock_that_runs_out_exchanges_the_first_colour_that_has_cards() -> None:
    """SZ R40"""
    match = drive(dealt(3, dice="YGB" * 2, cards="134"), "x7 x6 x5", swaps="YYY")
    assert silent(at(3, phase="exchange", now="7@0:higher 6@0:higher 5@0:higher")) == "exchange Y"
    assert stacks(match)[0] == 0
    say(match, "keep")
    picks(match, "765")
    for seat in range(3):
        match.play(seat, "place 0")
    assert phase(match) == "exchange" and silent(match) == "exchange G"


def test_a_clock_that_runs_out_guesses_nothing_for_the_colour_asked() -> None:
    """SZ R40: what was written before stays."""
    match = at(2, phase="guess", past=hits(*["76"] * 10), dice="")
    guess(match, 0, "1 2")
    view = match.view(0)
    match.play(0, view.silence)
    assert match.position["guesses"][0] == ["1 2", "-"]


def test_a_match_in_which_nobody_ever_acts_ends() -> None:
    """SZ R40: there is always something that silence means."""
    match = dealt(2, dice="YGB" * 10, cards="134 256 012 135 034 024", order="AB")
    steps = 0
    while not match.over:
        match.play(match.actors[0], match.view(match.actors[0]).silence)
        steps += 1
    assert match.position["rounds"][0]["tokens"] == [7, 6] and match.position["rounds"][0]["starts"] == [7, 8]
    assert match.position["guesses"] == [["-"] * 6] * 2 and steps < 122 and len(match.position["rounds"]) == 10


@pytest.mark.parametrize(
    "text",
    ["", "roll", "set", "set X", "set y", "turn Y", "turn Y Y", "turn YG", "pick 8", "pick 0", "pick 007",
     "place 22", "place 100", "place -1", "place", "exchange", "exchange YG", "guess", "guess 8", "guess 1 1", "KEEP",
     "keep it", "guess 0 1 2 3", "guess  1"],
)  # fmt: skip
def test_what_is_no_action_is_told_what_actions_are(text: str) -> None:
    assert refused(at(2), 0, text, UnknownAction).endswith(
        "actions are: set Y (a grey die), keep, turn Y S (a die, from Y to S), pick 7 (a token), place 9 (its first "
        "field), exchange Y, guess 4 5 (up to three numbers), guess -"
    )


def test_actions_are_written_as_they_are_read() -> None:
    """In every phase, all of them."""
    match = sprawdzam.game("szacunki", 2, colours=5).start(seed=1)
    seen: set[str] = set()
    while not match.over:
        view = match.view(match.actors[0])
        assert [view.read(text) for text in view.choices] == list(view.actions)
        seen.update(text.split()[0] for text in view.choices)
        match.play(view.seat, view.choices[len(view.choices) // 3])
    assert seen == {"set", "keep", "turn", "pick", "place", "exchange", "guess"}


@pytest.mark.parametrize("text", ["pick ٣", "place ٣", "pick 07", "place 03"])
def test_a_number_is_written_in_one_way(text: str) -> None:
    match = at(2, phase="place" if text.startswith("place") else "pick", now="7 6" if text.startswith("place") else "")
    refused(match, 0, text, UnknownAction)
