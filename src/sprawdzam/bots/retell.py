"""What people are told of a review: chances and mistakes of each seat, in their language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sprawdzam.bots.reason import known, label
from sprawdzam.bots.review import Account, Mistake, Point, Review
from sprawdzam.engine.odds import percent
from sprawdzam.engine.texts import texts
from sprawdzam.engine.view import names_of

DIGITS = 4  # behind the point: all that noise leaves, and more


@dataclass(frozen=True)
class ToldMistake:
    """A mistake: what was played, what a Master would have done, and why. Chances to win go from 0 to 1."""

    step: int
    played: str
    better: str
    why: str
    before: float
    after: float
    error: float
    """The standard error of the difference."""


@dataclass(frozen=True)
class Course:
    """One seat's way: from its fair share to its share of the win; luck and skill are how it came there."""

    seat: int
    name: str
    begin: float
    end: float
    luck: float
    skill: float
    error: float
    points: tuple[Point, ...]
    """Moments (0 is the opening, n follows step n) and chances to win, before and after each decision."""
    mistakes: tuple[ToldMistake, ...]


@dataclass(frozen=True)
class TurnOfLuck:
    """A step that changed a seat's chance most through no doing of its own."""

    seat: int
    step: int
    change: float


@dataclass(frozen=True)
class ToldReview:
    """What was found out about a match of so many steps."""

    steps: int
    seats: tuple[Course, ...]
    turns: tuple[TurnOfLuck, ...]


def tell(review: Review, language: str = "en", names: Sequence[str] = ()) -> ToldReview:
    called = names_of(names, len(review.accounts))
    return ToldReview(
        review.steps,
        tuple(_course(account, language, called) for account in review.accounts),
        tuple(TurnOfLuck(turn.seat, turn.step, round(turn.change, DIGITS)) for turn in review.turns),
    )


def _course(account: Account, language: str, names: Sequence[str]) -> Course:
    return Course(
        account.seat, names[account.seat], round(account.begin, DIGITS), round(account.end, DIGITS),
        round(account.luck, DIGITS), round(account.skill, DIGITS), round(account.error, DIGITS),
        tuple((moment, round(chance, DIGITS)) for moment, chance in account.points),
        tuple(_mistake(mistake, language, names) for mistake in account.mistakes),
    )  # fmt: skip


def _mistake(mistake: Mistake, language: str, names: Sequence[str]) -> ToldMistake:
    view, decision, told = mistake.view, mistake.decision, texts(language)
    found = told("Of imagined matches it wins {better}; what was played wins {played}.",
                 better=percent(decision.before), played=percent(decision.after))  # fmt: skip
    why = " ".join(filter(None, (known(view, decision.better, language, names), found)))
    return ToldMistake(
        decision.step, label(view, decision.played, language, names), label(view, decision.better, language, names),
        why, round(decision.before, DIGITS), round(decision.after, DIGITS), round(decision.error, DIGITS),
    )  # fmt: skip
