"""``replay``: a log in words."""

from __future__ import annotations

import pytest

import sprawdzam


@pytest.fixture
def log(whole_match, tmp_path):
    file = tmp_path / "match.log"
    file.write_text(whole_match.log.text)
    return file


def test_a_log_is_told_step_by_step_with_the_ranking_at_the_end(run, log, whole_match):
    result = run("replay", log, "--lang", "en")
    assert (result.code, result.err) == (0, "")
    lines = [line.strip() for line in result.out.splitlines()]
    assert lines[0] == "Blef: A, B, C (Jokers)"
    assert lines[1] == "1  Round 1: 3 cards are dealt."
    assert lines[2] == "4  Everyone has chosen."
    assert lines[-4] == "Final ranking:"
    first = "ABC"[whole_match.winners[0]]
    assert lines[-3] == f"1. {first}"
    assert f"{first} wins." in lines[-5]


def test_a_seat_is_told_what_it_did_itself(run, log):
    assert "You bid" in run("replay", log, "--seat", 1, "--lang", "en").out
    assert "You" not in run("replay", log, "--lang", "en").out


def test_a_log_may_come_by_a_pipe(run, log):
    assert run("replay", "-", "--lang", "en", stdin=log.read_bytes()) == run("replay", log, "--lang", "en")


def test_json_has_the_texts_and_the_position_of_every_step(run, log, whole_match):
    told = run("replay", log, "--json", "--lang", "en").json
    assert (told["game"], told["seats"], told["options"]) == ("blef", 3, {"jokers": True})
    assert (told["over"], tuple(told["ranks"])) == (True, whole_match.ranks)
    steps = told["steps"]
    assert [step["step"] for step in steps] == list(range(len(whole_match.log.steps) + 1))
    assert steps[1]["seat"] == "table" and steps[1]["texts"] == ["Round 1: 3 cards are dealt."]
    assert steps[2]["action"] == "choose A"
    assert steps[-1]["position"] == whole_match.position
    assert all("?" not in str(step["position"]) for step in steps)


def test_json_for_a_seat_tells_nothing_that_it_could_not_know(run, log, whole_match):
    told = run("replay", log, "--json", "--seat", 1, "--lang", "en").json
    views = [match.view(1).position for match, _ in whole_match.log.replay()]
    assert [step["position"] for step in told["steps"]] == views
    assert {step["seat"] for step in told["steps"] if step["action"]} == {1, "table"}


def test_a_running_match_says_so(run):
    match = sprawdzam.game("blef", seats=2).start(seed=3)
    match.play(0, "choose B")
    result = run("replay", "-", "--lang", "en", stdin=match.log.text)
    assert result.out.splitlines()[-1] == "The log ends here, before the match is decided."
    assert run("replay", "-", "--json", "--lang", "en", stdin=match.log.text).json["ranks"] is None


def test_a_log_that_begins_with_a_position(run, bidding):
    match = sprawdzam.position(bidding)
    match.play(2, "check")
    lines = run("replay", "-", "--lang", "en", stdin=match.log.text).out.splitlines()
    assert lines[1].strip() == "1  C: check!"


def test_the_last_position_alone_can_be_played_on(run):
    match = sprawdzam.game("blef", seats=2).start(seed=3)
    full = run("replay", "-", "--position", stdin=match.log.text)
    assert full.json == match.position
    assert run("position", "-", "--play", "0 choose B", stdin=full.out).code == 0
    view = run("replay", "-", "--position", "--seat", 1, "--json", stdin=match.log.text)
    assert view.json == match.view(1).position
    assert view.out.count("\n") == 1


def cut(text: str) -> str:
    return text[: len(text) // 2]


def without_end(text: str) -> str:
    return text[: text.rindex("end:")]


WRONG = {
    "cut off": (cut, ["the log is cut off here", "end: N steps"]),
    "without its end": (without_end, ["the log is cut off here", "end: N steps"]),
    "empty": (lambda text: "", ["the log is cut off here"]),
    "no log": (lambda text: "hello\n" * 3, ["line 1", "sprawdzam log 1"]),
    "of another game": (lambda text: text.replace("blef", "poker"), ["there is no game poker", "blef"]),
    "of other rules": (lambda text: text.replace("rules: 1", "rules: 99"), ["line 3: rules 99", "known: 1"]),
    "with too many seats": (lambda text: text.replace("seats: 3", "seats: 9"), ["seats: blef seats 2 to 6", "not 9"]),
    "with an unknown option": (lambda text: text.replace("jokers=true", "foo=1"), ["option foo", "jokers"]),
    "with an illegal action": (lambda text: text.replace("0: choose A", "0: check", 1), ["line 9", "choose A"]),
    "with an unknown action": (lambda text: text.replace("0: choose A", "0: sing", 1), ["line 9", '"sing"']),
    "with a wrong seat": (lambda text: text.replace("0: choose A", "5: choose A", 1), ["line 9", "0 to 2"]),
    "with an impossible card": (lambda text: text.replace("deck ", "deck 9", 1), ["deck cannot be 9", "1-2"]),
    "of another end": (lambda text: text.replace(", over", ", running"), ["the match is over here, not running"]),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_log_is_refused_with_the_line(run, log, case):
    spoil, fragments = WRONG[case]
    log.write_text(text := spoil(log.read_text()))
    result = run("replay", log, "--lang", "en")
    assert result.code == 2
    assert all(fragment in result.problem for fragment in fragments), result.problem
    assert log.read_text() == text


@pytest.mark.parametrize("seat", [-1, 3, 7])
def test_a_wrong_seat_is_refused(run, log, seat):
    result = run("replay", log, "--seat", seat, "--lang", "en")
    assert (result.code, result.problem) == (2, f"there is no seat {seat}; seats are 0 to 2")
