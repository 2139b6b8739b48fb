"""What may be done at a table, and what a table does by itself."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.errors import BadOption, IllegalAction, NotYourTurn, SprawdzamError
from sprawdzam.engine.fairness import commitment, seal
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server import wire
from sprawdzam.server.decisions import Asker, NotNow, SeatTaken, Stale, decide
from sprawdzam.server.due import ANSWER, dues
from sprawdzam.server.frames import Manner, whole
from sprawdzam.server.refusals import NotAllowed
from sprawdzam.server.table import GRACE, WINDOW

from .evening import NODE, PROGRAMS, Evening, person, secret_of


def gathering(seats: int = 3, people: int = 3, game: str = "blef", clock: e.Clock | None = None) -> Evening:
    return Evening(game, seats, {}, clock or e.Clock(), people=people)


def running(
    game: str = "blef",
    seats: int = 3,
    people: int | None = None,
    clock: e.Clock | None = None,
    *,
    rated: bool = True,
    **options: Any,
) -> Evening:
    """A match that waits for somebody."""
    evening = Evening(game, seats, options, clock or e.Clock(), people=people or seats, rated=rated)
    evening.sit_down()
    evening.deal()
    until_asked(evening)
    return evening


def until_asked(evening: Evening) -> None:
    while evening.table.actors == (TABLE,):
        evening.next_due()


def refuses(evening: Evening, error: type[SprawdzamError], p: int, kind: type[wire.Request], **fields: Any) -> str:
    """It is refused, and nothing has changed."""
    before = sheets.write(evening.table.saved)
    with pytest.raises(error) as caught:
        evening.ask(p, kind, **fields)
    assert sheets.write(evening.table.saved) == before
    return str(caught.value)


def frames(evening: Evening, seat: int) -> list[dict[str, Any]]:
    first = next(manner for manner in evening.frames if manner.seat == seat)
    return [msgspec.json.decode(made) for _, made in evening.frames[first]]


def whom(evening: Evening) -> set[int]:
    """Who is told of the last event."""
    return {change.seat for change in evening.table.changes}


# --- before the match ---


def test_a_seat_is_taken_once_and_nobody_has_two() -> None:
    evening = gathering()
    evening.ask(0, wire.Sit, seat=1)
    assert "free: 0, 2" in refuses(evening, SeatTaken, 1, wire.Sit, seat=1)
    assert "stand up first" in refuses(evening, SeatTaken, 0, wire.Sit, seat=2)
    refuses(evening, SeatTaken, 1, wire.Sit, seat=5)
    evening.ask(1, wire.Sit)
    assert [seat.who for seat in evening.table.sheet.seats] == ["u1", "u0", ""]


@pytest.mark.parametrize("rated", [True, False])
def test_a_rated_match_has_one_seat_for_an_account_and_its_programs(*, rated: bool) -> None:
    evening = Evening("blef", 4, {}, e.Clock(), people=0, rated=rated)

    def sit(asker: Asker) -> None:
        evening.happen(decide(wire.Sit("r", evening.table.sheet.id), evening.table, asker, evening.now))

    one, two = Asker("p1", "One", program=True, owner="u1"), Asker("p2", "Two", program=True, owner="u1")
    sit(one)
    for own in (two, Asker("u1", "Ola")):
        if rated:
            with pytest.raises(NotAllowed, match="without rating"):
                sit(own)
        else:
            sit(own)
    sit(Asker("u2", "Jan"))
    sheet = sheets.read(sheets.write(evening.table.saved)).sheet  # as any other node sees it
    assert [seat.account for seat in sheet.seats if not seat.free] == (["u1", "u2"] if rated else ["u1"] * 3 + ["u2"])


def test_whoever_finds_no_free_seat_can_watch() -> None:
    evening = gathering(seats=2)
    evening.ask(0, wire.Sit)
    evening.ask(1, wire.Sit)
    assert "you can watch" in refuses(evening, SeatTaken, 2, wire.Sit)


def test_everybody_may_stand_up_and_the_owner_may_free_any_seat() -> None:
    evening = gathering()
    evening.sit_down()
    refuses(evening, NotAllowed, 1, wire.Stand, seat=2)
    evening.ask(1, wire.Stand)
    refuses(evening, SeatTaken, 1, wire.Stand)
    evening.ask(0, wire.Stand, seat=2)
    assert [seat.who for seat in evening.table.sheet.seats] == ["u0", "", ""]


def test_bots_are_hired_by_the_owner_for_seats_without_people() -> None:
    evening = gathering()
    evening.ask(0, wire.Sit, seat=0)
    evening.happen(e.Came(evening.now, 0, NODE))
    evening.ask(1, wire.Sit, seat=1)
    refuses(evening, NotAllowed, 1, wire.Hire, seat=2, level="novice")
    refuses(evening, SeatTaken, 0, wire.Hire, seat=1, level="novice")
    assert "novice, player, master" in refuses(evening, BadOption, 0, wire.Hire, seat=2, level="god")
    evening.ask(0, wire.Hire, seat=2, level="novice")
    evening.ask(0, wire.Hire, seat=2, level="master")
    assert evening.table.desk.places[2].level == "master"


def test_a_match_starts_when_every_seat_is_somebodys() -> None:
    evening = gathering(people=2)
    evening.ask(0, wire.Sit)
    evening.ask(1, wire.Sit)
    assert "still free: 2" in refuses(evening, NotNow, 0, wire.Start)
    evening.ask(0, wire.Hire, seat=2, level="novice")
    evening.ask(0, wire.Start)
    assert evening.table.sheet.phase == sheets.SEALING
    refuses(evening, NotNow, 0, wire.Show, part="00" * 32)


def test_a_part_is_shown_after_all_seals_are_there_and_fits_its_seal() -> None:
    evening = gathering(seats=2, people=2)
    evening.sit_down()
    evening.ask(0, wire.Start)
    sheet = evening.table.sheet
    for p in (0, 1):
        refuses(evening, NotNow, p, wire.Show, part=evening.part(p).hex())
        evening.ask(p, wire.Seal, seal=seal(sheet.id, 1, p, evening.part(p)))
        refuses(evening, NotNow, p, wire.Seal, seal="0" * 64)
    refuses(evening, NotAllowed, 0, wire.Show, part=evening.part(1).hex())
    evening.ask(0, wire.Show, part=evening.part(0).hex())
    refuses(evening, NotNow, 0, wire.Show, part=evening.part(0).hex())
    assert min(due.at for due in dues(evening.table, (NODE,))) > evening.now  # it waits for the other one
    evening.ask(1, wire.Show, part=evening.part(1).hex())
    evening.next_due()
    assert evening.table.sheet.phase == sheets.RUNNING


DAY = 24 * 3600


@pytest.mark.parametrize(
    "clock, seconds",
    [
        (e.Clock(), 20),
        (e.Clock("move", 5), 20),
        (e.Clock("move", 60), 60),
        (e.Clock("move", 3 * DAY), 3 * DAY),
        (e.Clock("match", 600, 5), 20),
        (e.Clock("match", 7 * DAY), 7 * DAY),
    ],
)
def test_a_part_of_the_deal_may_take_as_long_as_a_move(clock: e.Clock, seconds: int) -> None:
    """A match of days begins without everybody being there at once."""
    evening = gathering(seats=2, people=2, clock=clock)
    evening.sit_down()
    evening.ask(0, wire.Start)
    sheet = evening.table.sheet
    assert [due.at for due in dues(evening.table, (NODE,))] == [evening.now + seconds * 1000]
    for p in (0, 1):  # each comes by itself, nearly at the last moment
        evening.ask(p, wire.Seal, seal=seal(sheet.id, 1, p, evening.part(p)))
        evening.happen(e.Left(evening.now, p, NODE))
        evening.now += seconds * 500
    for p in (0, 1):
        evening.ask(p, wire.Show, part=evening.part(p).hex())
    evening.next_due()
    assert evening.table.running


def test_a_table_that_counts_days_waits_as_long_for_its_people() -> None:
    evening = gathering(clock=e.Clock("move", 3 * DAY))
    evening.ask(0, wire.Sit)
    (due,) = dues(evening.table, (NODE,))
    assert due.at == evening.now + 3 * DAY * 1000


@pytest.mark.parametrize("sealed", [False, True])
def test_a_deal_without_an_answer_is_void_and_its_secret_shown(sealed: bool) -> None:
    evening = gathering()
    evening.sit_down()
    evening.ask(0, wire.Start)
    sheet, since = evening.table.sheet, evening.now
    for p in (0, 1, 2) if sealed else (0, 1):
        evening.ask(p, wire.Seal, seal=seal(sheet.id, 1, p, evening.part(p)))
    for p in (0, 1) if sealed else ():
        evening.ask(p, wire.Show, part=evening.part(p).hex())
    evening.next_due()
    assert evening.now == since + ANSWER
    assert [seat.who for seat in sheet.seats] == ["u0", "u1", ""]  # whoever did not answer
    assert not any(seat.seal or seat.part for seat in sheet.seats)
    assert (sheet.phase, sheet.deal) == (sheets.GATHERING, 2)
    desk = frames(evening, SPECTATOR)[-1]["desk"]
    assert desk["void"] == {
        "deal": 1, "commitment": commitment(sheet.id, 1, secret_of(1)), "secret": secret_of(1).hex(),
    }  # fmt: skip
    assert desk["commitment"] == commitment(sheet.id, 2, secret_of(2))
    evening.ask(0, wire.Hire, seat=2, level="novice")  # and the others go on
    evening.deal()
    assert evening.table.running


@pytest.mark.parametrize("clock", [e.Clock(), e.Clock("move", 3 * DAY), e.Clock("match", 7 * DAY)])
@pytest.mark.parametrize("phase", [sheets.SEALING, sheets.SHOWING])
def test_whoever_stands_up_while_a_deal_waits_makes_it_void(phase: str, clock: e.Clock) -> None:
    evening = gathering(clock=clock)
    evening.sit_down()
    evening.ask(0, wire.Start)
    sheet = evening.table.sheet
    for p in (0, 1, 2) if phase == sheets.SHOWING else (0, 1):
        evening.ask(p, wire.Seal, seal=seal(sheet.id, 1, p, evening.part(p)))
    if phase == sheets.SHOWING:
        evening.ask(1, wire.Show, part=evening.part(1).hex())
    assert sheet.phase == phase
    refuses(evening, NotAllowed, 1, wire.Stand, seat=2)
    evening.ask(1, wire.Stand)  # who has answered, and has second thoughts
    assert [seat.who for seat in sheet.seats] == ["u0", "", "u2"]
    assert (sheet.phase, sheet.deal) == (sheets.GATHERING, 2)
    assert not any(seat.seal or seat.part for seat in sheet.seats)
    assert sheet.void and sheet.void.secret == secret_of(1).hex()
    evening.ask(0, wire.Hire, seat=1, level="novice")
    evening.deal()
    assert evening.table.running


def test_a_deal_of_which_all_parts_are_there_cannot_be_taken_back() -> None:
    evening = gathering(seats=2, people=2)
    evening.sit_down()
    evening.ask(0, wire.Start)
    sheet = evening.table.sheet
    for p in (0, 1):
        evening.ask(p, wire.Seal, seal=seal(sheet.id, 1, p, evening.part(p)))
    for p in (0, 1):
        evening.ask(p, wire.Show, part=evening.part(p).hex())
    assert sheet.phase == sheets.SHOWING  # the match begins in the next moment
    refuses(evening, NotNow, 0, wire.Stand)


def test_a_table_that_everybody_has_left_is_cleared_away() -> None:
    evening = gathering()
    evening.sit_down()
    assert not list(dues(evening.table, (NODE,)))
    for p in range(3):
        evening.happen(e.Left(evening.now, p, NODE))
    evening.next_due()
    assert evening.table.sheet.phase == sheets.ABORTED
    assert evening.table.desk.secret == secret_of(1).hex()
    for what in (wire.Sit, wire.Stand, wire.Start):  # and nobody is told of a match that there never was
        assert "closed" in refuses(evening, NotNow, 0, what)


# --- moves ---


def test_a_move_that_answers_an_older_question_is_stale() -> None:
    evening = running()
    asked = evening.table.sheet.seats[0].asked
    assert asked == evening.table.seq(0)
    refuses(evening, Stale, 0, wire.Play, actions=["choose A"], asked=asked - 1)
    refuses(evening, Stale, 0, wire.Play, actions=["choose A"], asked=asked + 1)
    evening.ask(0, wire.Play, actions=["choose A"], asked=asked)
    evening.ask(1, wire.Play, actions=["choose A"])  # without a number the newest question is meant


def test_what_the_rules_do_not_allow_is_refused() -> None:
    evening = running()
    refuses(evening, IllegalAction, 0, wire.Play, actions=["check"])
    refuses(evening, SprawdzamError, 0, wire.Play, actions=["dance"])
    refuses(evening, NotAllowed, 4, wire.Play, actions=["choose A"])
    evening.ask(0, wire.Play, actions=["choose A"])
    evening.ask(1, wire.Play, actions=["choose A"])
    evening.ask(2, wire.Play, actions=["choose A"])
    waiting = next(p for p in range(3) if p not in evening.table.actors)
    refuses(evening, NotYourTurn, waiting, wire.Play, actions=["bid 1x1"])


def test_several_actions_are_one_move_only_where_the_scene_offers_them() -> None:
    """Tried out on the state they would tell what comes: a card of the deck, again and again."""
    evening = running("rys", 3)
    p = evening.table.actors[0]
    view = evening.table.view(p)
    assert view is not None
    while "draw deck" not in view.choices:
        evening.ask(p, wire.Play, actions=[view.choices[0]])
        until_asked(evening)
        p = evening.table.actors[0]
        view = evening.table.view(p)
        assert view is not None
    told = {refuses(evening, IllegalAction, p, wire.Play, actions=["draw deck", "nonsense"]) for _ in range(5)}
    assert told == {"these actions are not offered as one move; send one after the other"}


def test_a_payment_of_several_tokens_is_one_move() -> None:
    evening = running("fiasko", 2)
    for _ in range(300):
        p = evening.table.actors[0]
        view = evening.table.view(p)
        assert view is not None
        paid = [choice for choice in view.scene().choices if len(choice.actions) > 1]
        if paid:
            number = evening.table.sheet.number
            evening.ask(p, wire.Play, actions=list(paid[-1].actions))
            assert evening.table.sheet.number == number + 1
            return
        bids = [text for text in view.choices if text.startswith(("draw", "bid", "take currency"))]
        evening.ask(p, wire.Play, actions=[bids[-1] if bids else view.choices[0]])
        until_asked(evening)
    pytest.fail("nobody ever paid")


def test_a_secret_revision_makes_a_frame_for_nobody_but_its_author() -> None:
    evening = running(clock=e.Clock("match", 60, 5))
    evening.ask(1, wire.Play, actions=["choose A"])
    assert whom(evening) == {0, 1, 2, SPECTATOR}  # that a seat has handed in is public
    before = {seat: whole(evening.table, Manner(seat, *PROGRAMS)) for seat in (0, 2, SPECTATOR)}
    for action in ("choose B", "choose A", "choose B"):
        evening.now += 700
        evening.ask(1, wire.Play, actions=[action])
        assert whom(evening) == {1}
    assert {seat: whole(evening.table, Manner(seat, *PROGRAMS)) for seat in before} == before


# --- words ---


def test_that_somebody_is_muted_nobody_else_learns() -> None:
    evening = running()
    before = {seat: whole(evening.table, Manner(seat, *PROGRAMS)) for seat in (0, 1, SPECTATOR)}
    evening.now += 500
    evening.ask(2, wire.Mute, seat=0)
    assert whom(evening) == {2}
    assert {seat: whole(evening.table, Manner(seat, *PROGRAMS)) for seat in before} == before
    evening.ask(0, wire.Say, text="who hears me?")
    assert whom(evening) == {0, 1, SPECTATOR}
    assert whole(evening.table, Manner(2, *PROGRAMS)).chat == ()
    evening.ask(2, wire.Mute, seat=0, on=False)
    evening.ask(0, wire.Say, text="and now?")
    assert whom(evening) == {0, 1, 2, SPECTATOR}
    refuses(evening, SeatTaken, 2, wire.Mute, seat=2)


def test_whoever_is_muted_stays_so_in_another_seat_and_nobody_else_is() -> None:
    evening = gathering(seats=4, people=3)
    evening.sit_down()
    evening.ask(0, wire.Stand, seat=3)
    evening.ask(2, wire.Mute, seat=0)
    assert frames(evening, 2)[-1]["muted"] == ["u0"]
    evening.ask(0, wire.Stand)
    evening.ask(0, wire.Sit, seat=3)
    evening.happen(e.Sat(evening.now, 0, "u9", "Iga"))
    evening.ask(0, wire.Say, text="and from here?")
    assert whom(evening) == {0, 1, 3, SPECTATOR}
    evening.happen(e.Said(evening.now, 0, "u9", "good evening"))
    assert whom(evening) == {0, 1, 2, 3, SPECTATOR}
    evening.ask(2, wire.Stand)
    evening.ask(2, wire.Sit, seat=2)
    told = whole(evening.table, Manner(2, *PROGRAMS))
    assert told.muted == ("u0",)  # also by one who was away from the table for a moment
    assert [word.text for word in told.chat] == ["good evening"]
    evening.ask(2, wire.Mute, seat=3, on=False)
    assert [word.text for word in whole(evening.table, Manner(2, *PROGRAMS)).chat] == ["and from here?", "good evening"]


def test_only_people_can_be_muted() -> None:
    evening = gathering(seats=3, people=2)
    evening.sit_down()
    refuses(evening, SeatTaken, 1, wire.Mute, seat=2)
    evening.ask(0, wire.Stand, seat=2)
    refuses(evening, SeatTaken, 1, wire.Mute, seat=2)


def test_whom_a_seat_had_muted_in_a_table_of_before_is_muted_still() -> None:
    evening = running()
    old = msgspec.json.decode(sheets.write(evening.table.saved))
    assert "muted" not in old["sheet"]
    old["sheet"]["seats"][2]["muted"] = [0]
    read = sheets.read(msgspec.json.encode(old))
    assert read.sheet.muted == {"u2": ["u0"]}
    assert read == sheets.read(sheets.write(read))


def test_names_and_words_with_markup_arrive_as_text() -> None:
    evening = running()
    evening.ask(1, wire.Say, text="<img src=x onerror=alert(1)>\n\u202e &amp; \x00 {0}")
    said = frames(evening, 0)[-1]["said"]
    assert said["name"] == "<b>Jan</b>" and said["text"] == "<img src=x onerror=alert(1)> &amp; {0}"
    assert evening.table.desk.places[1].name == "<b>Jan</b>"
    scene = whole(evening.table, Manner(0, "scene", "en")).scene
    assert scene is not None and scene.plates[1].name == "<b>Jan</b>"
    refuses(evening, NotAllowed, 1, wire.Say, text=" \n\t ")
    refuses(evening, NotAllowed, 5, wire.Say, text="I only watch")


def test_words_and_comings_do_not_keep_the_table_waiting() -> None:
    evening = Evening("blef", 2, {}, e.Clock(), people=2)
    evening.sit_down()
    evening.deal()
    assert evening.table.actors == (TABLE,)
    (due,) = dues(evening.table, (NODE,))
    evening.now += 300
    evening.ask(0, wire.Say, text="now?")
    evening.happen(e.Left(evening.now, 1, NODE))
    assert min(dues(evening.table, (NODE,)), key=lambda each: each.at).at == due.at


# --- leaving ---


def test_whoever_resigns_is_played_on_by_instinct_and_ranks_last() -> None:
    evening = running("szacunki", 3)
    evening.ask(0, wire.Resign)
    assert evening.table.sheet.seats[0].lent == "instinct"
    refuses(evening, NotNow, 0, wire.Resign)
    refuses(evening, NotNow, 0, wire.Play, actions=[0])
    while evening.table.running:
        if not evening.next_due():
            p = evening.table.actors[0]
            view = evening.table.view(p)
            assert view is not None
            evening.ask(p, wire.Play, actions=[evening.rng.choice(view.actions)])
    sheet = evening.table.sheet
    assert sheet.phase == sheets.OVER
    assert sheet.places[0] == 3 and set(sheet.places[1:]) <= {1, 2}
    refuses(evening, NotNow, 1, wire.Resign)


def test_with_one_seat_left_the_match_ends() -> None:
    evening = running(seats=3)
    evening.ask(0, wire.Resign)
    evening.ask(2, wire.Resign)
    evening.next_due()
    assert (evening.table.sheet.phase, evening.table.sheet.places) == (sheets.OVER, [3, 1, 3])
    assert evening.table.desk.secret == secret_of(1).hex()


def test_whoever_plays_alone_and_resigns_has_lost() -> None:
    evening = running("fiasko", 1)
    evening.ask(0, wire.Resign)
    evening.next_due()
    assert (evening.table.sheet.phase, evening.table.sheet.places) == (sheets.OVER, [2])


def test_a_match_is_called_off_when_all_people_who_play_agree() -> None:
    evening = running(seats=4, people=3)
    refuses(evening, NotAllowed, 0, wire.Offer, what="draw")
    evening.ask(0, wire.Offer)
    evening.ask(1, wire.Offer)
    assert evening.table.desk.places[1].agrees == ("abort",)
    evening.ask(0, wire.Offer, on=False)
    evening.ask(2, wire.Offer)
    assert not any(isinstance(due.event, e.Ended) for due in dues(evening.table, (NODE,)))
    evening.ask(0, wire.Resign)  # whoever has resigned has no say
    evening.next_due()
    desk = evening.table.desk
    assert (desk.phase, desk.ranks, desk.secret) == (sheets.ABORTED, (), secret_of(1).hex())
    refuses(evening, NotNow, 1, wire.Play, actions=["choose A"])


def called_off(evening: Evening) -> bool:
    return any(isinstance(due.event, e.Ended) for due in dues(evening.table, (NODE,)))


def go_away(evening: Evening, *seats: int) -> None:
    """Until bots play for them."""
    for p in seats:
        evening.happen(e.Left(evening.now, p, NODE))
    for p in seats:
        evening.happen(e.Replaced(evening.now, p))


def test_whoever_is_away_is_not_asked_whether_to_call_a_match_off() -> None:
    evening = running(seats=3, rated=False)
    evening.happen(e.Left(evening.now, 2, NODE))
    evening.ask(0, wire.Offer)
    evening.ask(1, wire.Offer)
    assert not called_off(evening)  # a lost connection is not yet an absence
    evening.happen(e.Replaced(evening.now, 2))
    evening.next_due()
    assert evening.table.sheet.phase == sheets.ABORTED


def test_whoever_has_come_back_is_asked_again() -> None:
    evening = running(seats=2, rated=False)
    go_away(evening, 1)
    evening.happen(e.Came(evening.now, 1, NODE))
    evening.happen(e.Returned(evening.now, 1))
    evening.ask(0, wire.Offer)
    assert not called_off(evening)
    go_away(evening, 0)  # who has offered it, and nobody else
    assert not called_off(evening)


def test_a_rated_match_is_called_off_by_more_than_half_of_its_people() -> None:
    evening = running(seats=2)
    go_away(evening, 1)
    evening.ask(0, wire.Offer)
    assert not called_off(evening)  # else a lost connection would save the rival from a defeat
    evening = running(seats=4)
    go_away(evening, 2, 3)
    evening.ask(0, wire.Offer)
    evening.ask(1, wire.Offer)
    assert not called_off(evening)
    evening.happen(e.Resigned(evening.now, 3))  # whoever has resigned has no say
    assert called_off(evening)


def test_who_agrees_and_goes_away_has_agreed() -> None:
    evening = running(seats=2)
    evening.ask(1, wire.Offer)
    go_away(evening, 1)
    assert not called_off(evening)
    evening.ask(0, wire.Offer)
    assert called_off(evening)


def test_nobody_calls_a_match_off_when_all_are_away() -> None:
    evening = running(seats=2, rated=False)
    go_away(evening, 0, 1)
    assert not called_off(evening)


def test_a_bot_plays_for_whoever_is_away_until_they_come_back() -> None:
    evening = running(seats=2)
    gone = evening.now = evening.now + 1000
    evening.happen(e.Left(gone, 0, NODE))
    assert not evening.table.desk.places[0].here
    evening.next_due()
    assert evening.now == gone + evening.away * 1000
    assert evening.table.desk.places[0].replaced
    assert evening.table.sheet.seats[0].lent == "player"
    evening.next_due()
    assert 0 not in evening.table.actors  # it has chosen
    evening.happen(e.Came(evening.now, 0, "another"))
    evening.next_due((NODE, "another"))
    assert not evening.table.desk.places[0].replaced and evening.table.desk.places[0].here


DAYS = [e.Clock("move", 3600), e.Clock("move", 3 * DAY), e.Clock("match", DAY), e.Clock("match", 7 * DAY)]


@pytest.mark.parametrize("clock", DAYS)
def test_nobody_is_replaced_before_their_days_are_over(clock: e.Clock) -> None:
    """At a table that was opened with ``away``, too."""
    evening = running(seats=2, clock=clock)
    since = evening.now
    for p in (0, 1):
        evening.happen(e.Left(evening.now, p, NODE))
    assert evening.table.sheet.away
    evening.next_due()
    assert evening.now == since + clock.seconds * 1000  # silence speaks, and no bot
    move = evening.events[-1]
    assert isinstance(move, e.Moved) and move.by == "clock"
    assert not any(place.replaced for place in evening.table.desk.places)


@pytest.mark.parametrize("clock", [e.Clock("match", DAY - 1), e.Clock("move", 3599), e.Clock()])
def test_people_who_sit_at_a_table_do_not_wait_for_those_who_have_gone(clock: e.Clock) -> None:
    evening = running(seats=2, clock=clock)
    evening.happen(e.Left(evening.now, 0, NODE))
    evening.next_due()
    assert evening.table.desk.places[0].replaced


@pytest.mark.parametrize("clock", DAYS)
def test_a_window_waits_for_days_where_moves_do(clock: e.Clock) -> None:
    evening = running("nerwy", seats=3, clock=clock)
    table = evening.table
    while not any((view := table.view(p)) and view.window for p in table.actors):
        if table.actors == (TABLE,):
            evening.next_due()
            continue
        view = table.view(table.actors[0])
        assert view is not None
        evening.ask(table.actors[0], wire.Play, actions=[view.choices[0]])
    opened = evening.now
    evening.next_due()
    assert evening.now == opened + clock.seconds * 1000


def test_whoever_is_connected_to_two_nodes_is_here_until_both_are_gone() -> None:
    evening = running(seats=2)
    evening.happen(e.Came(evening.now, 0, "another"))
    evening.happen(e.Left(evening.now, 0, NODE))
    assert evening.table.desk.places[0].here
    evening.next_due((NODE,))  # the other node is dead
    assert not evening.table.desk.places[0].here


# --- clocks ---


def test_without_a_clock_nobody_is_hurried() -> None:
    evening = running()
    assert not list(dues(evening.table, (NODE,)))
    assert {timer.until for timer in whole(evening.table, Manner(0, *PROGRAMS)).timers} == {0}


@pytest.mark.parametrize("seconds", [5, 14 * 24 * 3600])
def test_when_the_time_of_a_move_is_up_silence_speaks(seconds: int) -> None:
    evening = running(seats=2, clock=e.Clock("move", seconds))
    began = evening.now
    evening.now += 1000
    evening.ask(1, wire.Play, actions=["choose A"])
    timers = frames(evening, SPECTATOR)[-1]["timers"]
    assert [timer.get("until", 0) for timer in timers] == [began + seconds * 1000, 0]
    evening.next_due()
    assert evening.now == began + seconds * 1000
    last = evening.events[-1]
    assert isinstance(last, e.Moved) and (last.seat, last.by) == (0, "clock")


def test_the_time_for_a_match_runs_only_while_one_is_asked_and_grows_with_each_decision() -> None:
    evening = running(seats=2, clock=e.Clock("match", 60, 2))
    evening.now += 10_000
    evening.ask(0, wire.Play, actions=["choose A"])
    evening.now += 20_000
    evening.ask(0, wire.Play, actions=["choose B"])  # thinks again: that costs nothing and brings nothing
    evening.ask(1, wire.Play, actions=["choose A"])
    assert [seat.bank for seat in evening.table.sheet.seats] == [52_000, 32_000]
    p = evening.table.actors[0]
    bank = evening.table.sheet.seats[p].bank
    assert evening.table.deadline(p) == evening.now + bank
    evening.next_due()
    last = evening.events[-1]
    assert isinstance(last, e.Moved) and last.by == "clock"
    assert evening.table.sheet.seats[p].bank == 2000


def test_whoever_has_no_time_left_for_the_match_has_a_moment_for_each_decision() -> None:
    evening = running(seats=2, clock=e.Clock("match", 5))
    evening.ask(1, wire.Play, actions=["choose A"])
    evening.next_due()
    until_asked(evening)
    for _ in range(3):
        p = evening.table.actors[0]
        asked = evening.now
        bank = evening.table.sheet.seats[p].bank
        assert evening.table.deadline(p) == asked + max(bank, GRACE)
        evening.next_due()
        until_asked(evening)


def test_time_that_was_lost_is_given_back_but_no_more() -> None:
    evening = running(seats=2, clock=e.Clock("move", 20))
    began = evening.now
    beat = began + 5000  # the last sign of life of whoever drove the table
    evening.now = beat + 1000
    evening.ask(0, wire.Play, actions=["choose A"])
    evening.now = beat + 3000
    evening.ask(1, wire.Play, actions=["choose A"])  # another node takes moves all the while
    p = evening.table.actors[0]
    evening.now = beat + 4000
    evening.happen(e.Restored(evening.now, 4000))
    assert evening.table.deadline(p) == evening.now + 20_000
    assert whom(evening) == {0, 1, SPECTATOR}


def test_time_given_back_counts_for_those_who_were_thinking() -> None:
    evening = running(seats=2, clock=e.Clock("move", 20))
    until = evening.table.deadline(0)
    evening.now += 9000
    evening.happen(e.Restored(evening.now, 4000))
    assert evening.table.deadline(0) == until + 4000


# --- the window ---


def window(clock: e.Clock | None = None, **options: Any) -> Evening:
    """nerwy: a card was placed, and everybody else is asked whether to call."""
    evening = running("nerwy", 3, clock=clock, **options)
    for _ in range(50):
        view = evening.table.view(evening.table.actors[0])
        assert view is not None
        if view.window and len(evening.table.actors) == 2:
            return evening
        evening.ask(view.seat, wire.Play, actions=[view.actions[0]])
        until_asked(evening)
    raise AssertionError("nobody could call")


@pytest.mark.parametrize("clock", [e.Clock(), e.Clock("match", 300)])
def test_a_window_closes_by_itself_also_where_moves_have_no_clock(clock: e.Clock) -> None:
    evening = window(clock)
    opened, asked = evening.now, evening.table.actors
    timers = whole(evening.table, Manner(SPECTATOR, *PROGRAMS)).timers
    assert [timers[p].until for p in asked] == [opened + WINDOW] * 2  # a countdown that everybody sees
    evening.next_due()
    assert evening.now == opened + WINDOW
    last = evening.events[-1]
    assert isinstance(last, e.Moved) and (last.actions, last.by) == (("pass",), "clock")


def test_the_first_call_wins_and_the_late_one_is_told_so() -> None:
    evening = window()
    early, late = reversed(evening.table.actors)
    asked = evening.table.sheet.seats[late].asked
    evening.ask(early, wire.Play, actions=["call"])
    assert "table goes on first" in refuses(evening, NotYourTurn, late, wire.Play, actions=["call"], asked=asked)
    until_asked(evening)
    while late not in evening.table.actors:
        view = evening.table.view(evening.table.actors[0])
        assert view is not None
        evening.ask(view.seat, wire.Play, actions=[view.actions[0]])
        until_asked(evening)
    refuses(evening, Stale, late, wire.Play, actions=["call"], asked=asked)


# --- forgetting ---


def test_whoever_is_forgotten_has_no_name_and_no_words_left() -> None:
    evening = running()
    evening.ask(0, wire.Say, text="remember me")
    evening.ask(1, wire.Say, text="and me")
    evening.happen(e.Forgot(evening.now, "u0"))
    seen = wire.encode(whole(evening.table, Manner(2, "scene", "en")))
    assert b"Ola" not in seen and b"remember" not in seen and b"and me" in seen
    assert frames(evening, 2)[-1]["scene"]["plates"][0]["name"] == "A"
    assert person(0).name == "Ola"


def test_whoever_is_forgotten_is_called_otherwise_also_where_that_is_heard_late() -> None:
    """By then it is not kept any more what they were called."""
    early, late = running(), running()
    for evening, was in ((early, "u0"), (late, "forgotten")):
        evening.ask(1, wire.Mute, seat=0, on=True)
        assert evening.table.sheet.owner == "u0"
        evening.happen(e.Forgot(evening.now, "forgotten", was, (0,), owner=True))
        assert b'"u0"' not in wire.encode(whole(evening.table, Manner(2, "scene", "en")))
        assert b'"u0"' not in sheets.write(evening.table.saved)
        assert evening.table.sheet.muted == {"u1": ["forgotten"]}
    assert early.table.desk.owner == late.table.desk.owner == "forgotten"


def test_words_are_of_whoever_said_them_and_not_of_the_seat() -> None:
    evening = gathering()
    evening.sit_down()
    evening.ask(1, wire.Say, text="mine")
    evening.ask(1, wire.Stand)
    evening.happen(e.Forgot(evening.now, "u1"))
    assert evening.table.sheet.chat == []
