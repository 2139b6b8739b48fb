"""Why something is not possible: whatever a game says, in every state that random play comes to."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, View, game
from sprawdzam.engine.rulebook import rules_of
from sprawdzam.games import all_games, find

GAMES = [one.name for one in all_games()]
TABLES = [(name, seats) for name in GAMES for seats in (find(name).seats[0], find(name).seats[-1])]


def views(name: str, seats: int, matches: int = 2, most: int = 150) -> Iterator[View]:
    """The views of all seats and of a spectator in a few matches, with all kinds of options."""
    for number in range(matches):
        rng = Random(number)
        options = {option.name: rng.choice(option.tried(seats)) for option in find(name).options}
        match = game(name, seats, **options).start(seed=number, auto=False)
        for _ in range(most):
            if match.over:
                break
            yield from (match.view(seat) for seat in range(SPECTATOR, seats))
            seat = rng.choice(match.actors)
            if seat < seats:
                match.play(seat, rng.choice(match.view(seat).choices))
            else:
                match.go_on()
        yield from (match.view(seat) for seat in range(SPECTATOR, seats))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_reason_speaks_against_what_is_legal_and_all_lead_to_a_rule(name: str, seats: int) -> None:
    books = [rules_of(find(name), language) for language in ("pl", "en")]
    for view in views(name, seats):
        zones = {zone.id: len(zone.pieces) for zone in view.scene().zones}
        picked = {click.piece for choice in view.scene().choices for group in choice.path for click in group}
        reasons = view.reasons()
        for reason in reasons:
            assert not [view.write(action) for action in view.actions if action in reason.actions], reason.text
            assert all(reason.rule in book for book in books) or not reason.rule, reason
            assert all(i < zones[id] for id, i in reason.pieces), reason
            if reason.rule != "NE-08":  # which can be placed, but not hidden
                assert not picked.intersection(reason.pieces), reason
        assert len({reason.text for reason in reasons}) == len(reasons)
        assert view.actions or reasons[0].rule or not view.actors or view.seat == SPECTATOR


@pytest.mark.parametrize("name", GAMES)
def test_reasons_are_told_in_both_languages(name: str) -> None:
    seen = set()
    for view in views(name, find(name).seats[-1], matches=1):
        for pl, en in zip(view.reasons("pl"), view.reasons("en"), strict=True):
            assert (pl.rule, list(pl.pieces)) == (en.rule, list(en.pieces))
            seen.add(en.rule)
            assert pl.text != en.text, f"not translated: {en.text}"
    assert len(seen) > 2


def asked(name: str, lesson: int, seat: int, action: str, **changed: object) -> str:
    """The rule behind the answer to an action, at the position of a lesson, with some fields changed."""
    position = {"game": name, "rules": find(name).rules_version, **find(name).lessons[lesson].position, **changed}
    reason = sprawdzam.view(position, seat).why_not(action)
    assert reason is not None and len(reason.text) > 10
    return reason.rule


CASES = [
    ("blef", 0, 0, "bid 1x1", "BL-06"),  # the ends are being chosen
    ("blef", 1, 0, "check", "BL-08"),
    ("blef", 2, 0, "bid 4x3", "BL-12"),
    ("blef", 2, 0, "bid 2x4", "BL-12"),
    ("blef", 2, 0, "bid 5x5", "BL-13"),
    ("blef", 2, 1, "check", "BL-14"),
    ("blef", 2, 1, "bid 1x6", "BL-09"),
    ("blef", 2, 0, "choose AB", "BL-07"),
    ("nerwy", 0, 0, "call", "NE-17"),
    ("nerwy", 2, 0, "pass", "NE-06"),
    ("nerwy", 2, 1, "call", "NE-10"),
    ("nerwy", 2, 1, "place D4", "NE-12"),
    ("nerwy", 1, 2, "call", "NE-10"),  # the one who has placed
    ("nerwy", 1, 0, "place D2", "NE-10"),
    ("rys", 0, 0, "draw deck", "RY-21"),
    ("rys", 2, 0, "play 2x1", "RY-11"),
    ("rys", 4, 0, "play 2x1", "RY-14"),
    ("rys", 0, 1, "play 1x1", "RY-04"),
    ("fiasko", 0, 0, "take numbers", "R1"),
    ("fiasko", 2, 0, "take currency", "FI-08"),
    ("fiasko", 2, 0, "buy G7", "FI-41"),
    ("fiasko", 5, 0, "bid 11", "FI-32"),
    ("fiasko", 5, 1, "bid 3", "FI-29"),
    ("fiasko", 4, 0, "skip", "FI-40"),
    ("szacunki", 0, 0, "pick 3", "SZ-11"),
    ("szacunki", 2, 0, "place 18", "R15"),
    ("szacunki", 2, 0, "pick 3", "SZ-12"),
    ("szacunki", 3, 1, "exchange R", "SZ-19"),
]


@pytest.mark.parametrize(("name", "lesson", "seat", "action", "rule"), CASES)
def test_what_people_try_in_vain_leads_to_its_rule(name: str, lesson: int, seat: int, action: str, rule: str) -> None:
    assert asked(name, lesson, seat, action) == rule


def test_a_bid_in_an_auction_has_to_be_more_than_the_highest() -> None:
    auction = {"joker": "G*", "asked": 1, "high": 3, "bidder": 2}
    assert asked("fiasko", 5, 0, "bid 3", auction=auction, active=1) == "FI-30"


def test_what_is_too_dear_says_what_one_can_pay() -> None:
    lesson = find("fiasko").lessons[3].position
    poor = [{"currency": 2, "fiasko": 0, "numbers": "G4 G5 G6", "jokers": ""}, *lesson["players"][1:]]
    assert asked("fiasko", 3, 0, "buy B9", players=poor) == "FI-42"
    told = sprawdzam.view({"game": "fiasko", "rules": 1, **lesson, "players": poor}, 0).reasons("pl")[0]
    assert "5" in told.text and told.pieces  # 2 tokens and 3 cards; the cards that cannot be had are named


def test_the_second_of_two_cards_has_to_follow() -> None:
    lesson = find("nerwy").lessons[2].position
    placed = {"row": [*lesson["row"][:5], "0 S2v"], "last_placer": 0, "must_place": 2, "placed": 1}
    hands = [{"tokens": "0C0N", "hand": ["BIN", "D4"]}, *lesson["players"][1:]]
    assert asked("nerwy", 2, 0, "call", **placed, players=hands) == "NE-27"


def test_a_token_that_somebody_has_taken_is_gone() -> None:
    taken = [{"dice": "Y G B", "tokens": [5, None]}]
    assert asked("szacunki", 1, 1, "pick 5", rounds=taken) == "R13"


@pytest.mark.parametrize(
    ("top", "rule"), [("13x1", "R23"), ("Jx1", "RY-20"), ("6x2", ""), ("12x4", "RY-10"), ("12x1", "")]
)
def test_a_set_that_cannot_be_stolen_says_why(top: str, rule: str) -> None:
    lesson = find("rys").lessons[1].position
    players = [lesson["players"][0], {**lesson["players"][1], "hand": "1 3", "table": [top]}, lesson["players"][2]]
    reasons = sprawdzam.view({"game": "rys", "rules": 1, **lesson, "players": players}, 0).reasons()
    about = [reason.rule for reason in reasons if any(zone == "table1" for zone, _ in reason.pieces)]
    assert about == ([rule] if rule else [])
