"""The first minutes of fiasko: turning up cards, stopping, a fiasco, buying, paying, an auction, and the points."""

from typing import Any

from sprawdzam.engine.lesson import Answer, Lesson
from sprawdzam.engine.texts import mark
from sprawdzam.games.fiasko.state import CARDS, COPIES


def _player(currency: int = 5, fiasko: int = 0, numbers: str = "", jokers: str = "") -> dict[str, Any]:
    return {"currency": currency, "fiasko": fiasko, "numbers": numbers, "jokers": jokers}


def _turn(
    phase: str, mine: dict[str, Any], *, area: str = "", market: str = "", discard: str = "", active: int = 0,
    others: tuple[dict[str, Any], ...] = (_player(), _player()), **more: Any,
) -> dict[str, Any]:  # fmt: skip
    return {
        "seats": 3, "options": {}, "phase": phase, "active": active, "area": area, "market": market,
        "discard": discard, **more, "players": [mine, *others],
    }  # fmt: skip


def _rest(market: str, *players: dict[str, Any]) -> str:
    """All cards of a table of three that lie nowhere else."""
    elsewhere = " ".join([market, *(player[cards] for player in players for cards in ("numbers", "jokers"))]).split()
    copies = zip(CARDS, COPIES, strict=True)
    return " ".join(card for card, marks in copies for _ in range(marks[:2].sum() - elsewhere.count(card)))


END = (
    _player(2, 0, "B2 B3 G4 G5 G6 G7", "G*"), _player(4, 1, "O1 O2 R5 R6"), _player(1, 0, "B7 B8 R1"),
)  # fmt: skip

LESSONS = (
    Lesson(
        mark(
            "On your turn you turn up cards, one by one. Numbers push the total up, currency pulls it "
            "down. Above 10 it is a fiasco."
        ),
        _turn("draw", _player()),
        mark("Turn up your first card."),
        [
            Answer(
                ["draw"],
                mark("A green 6: the total is 6. Now you could stop or go on."),
                True,
                ["table: go on"],
                "deck G6",
            )
        ],
    ),
    Lesson(
        mark(
            "If you stop, you take one of two: the number cards, and the others get tokens for the "
            "currency; or the tokens, and the numbers go to the market."
        ),
        _turn("draw", _player(numbers="G4"), area="G6 $3 G5"),
        mark(
            "A green 5 and 6 go well with your green 4: long runs of one colour are points. Stop and take the numbers."
        ),
        [
            Answer(
                ["take numbers"],
                mark("4, 5, 6 in green: a run of three. The others get 3 tokens each for the currency card."),
                True,
            ),
            Answer(
                ["take currency"], mark("Three tokens are nice, but the green run is worth more. Take the numbers.")
            ),
        ],
        mark("Too risky now: you would lose both green cards. Stop and take the numbers."),
    ),
    Lesson(
        mark(
            "And if you go on for too long? Then your numbers go to the market, but you get a fiasco "
            "token as a comfort: it pays 3."
        ),
        _turn("draw", _player(numbers="G4 G5 G6"), area="R3 B4"),
        mark("The total is 7. Try it out: turn up one more card."),
        [
            Answer(
                ["draw"],
                mark("An orange 5 makes 12: a fiasco! The cards are gone, the token is yours, and your turn is over."),
                True,
                ["table: go on", "table: go on"],
                "deck O5",
            )
        ],
        mark("Sensible! But this time see what a fiasco is like: turn up one more card."),
    ),
    Lesson(
        mark(
            "If you took numbers, you may buy one card of the market afterwards. It costs as much as the number on it."
        ),
        _turn("buy", _player(5, 1, "G4 G5 G6"), market="B4 R3 O5 G7 B9", discard="$3"),
        mark(
            "The green 7 would make your run longer. You can pay 5 tokens, 3 for the fiasco token and 1 "
            "for each card: buy it."
        ),
        [Answer(["buy G7"], mark("Bought! Now it has to be paid."), True)],
        mark("That does not fit your run 4, 5, 6. Buy the green 7."),
    ),
    Lesson(
        mark("A currency token pays 1, a fiasco token 3, and each of your number cards 1. There is no change."),
        _turn(
            "pay",
            _player(5, 1, "G4 G5 G6"),
            market="B4 R3 O5 B9",
            discard="$3",
            payment={"for": "card", "payer": 0, "item": "G7", "due": 7, "units": False, "last_card": None},
        ),
        mark("Pay 7 with your fiasco token and 4 currency tokens, and keep your run."),
        [
            Answer(
                ["pay fiasko, pay currency, pay currency, pay currency, pay currency"],
                mark("Green 4 to 7: a run of four, and one token left."),
                True,
            )
        ],
        mark(
            "You could, but then you would give away cards of your run. The fiasco token and 4 currency "
            "tokens are exactly 7."
        ),
    ),
    Lesson(
        mark(
            "Jokers fit into any run. They are auctioned as soon as they turn up: everybody speaks once, "
            "bids more or passes."
        ),
        _turn(
            "bid",
            _player(6, 0, "G4 G5 G6 G7"),
            area="R3",
            discard="$3 $2",
            active=2,
            auction={"joker": "G*", "asked": 0, "high": 0, "bidder": None},
        ),
        mark("The green joker! You speak first and have one chance only. Bid 4 or more."),
        [
            Answer(
                ["bid [4-9]", "bid 10"],
                mark("Nobody bids more: the joker is yours, as soon as you have paid."),
                True,
                ["1: pass", "2: pass"],
            ),
            Answer(["pass"], mark("But it is the very joker that you need! Bid 4 or more.")),
        ],
        mark("Too little: Ola would simply bid one more. Bid 4 or more."),
    ),
    Lesson(
        mark(
            "When the deck is empty, everybody may buy one more card. Then your longest run in each "
            "colour counts, a point for each card, jokers included."
        ),
        _turn("final", END[0], others=END[1:], market="R3 O9", discard=_rest("R3 O9", *END), final=3),
        mark("You are the last to buy, and neither card fits. Buy nothing, and look at the points."),
        [
            Answer(
                ["skip"],
                mark(
                    "Five green cards in a row with the joker, and two blue ones: you win. That is all: the deck "
                    "is waiting!"
                ),
                True,
            )
        ],
        mark("That card would not make any of your runs longer. Buy nothing."),
    ),
)
