"""Why: a decision told to a person, with its odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from sprawdzam.bots.levels import LevelBot, Thought
from sprawdzam.engine.odds import percent
from sprawdzam.engine.texts import Texts, texts
from sprawdzam.engine.view import View, names_of

FEW = 20  # simulations below which a figure would say nothing
ALIKE = 0.02  # a difference of value that is not worth a word


@dataclass(frozen=True)
class Hint:
    """What a Master would do at this seat, and why."""

    action: int
    label: str
    why: str


def hint(view: View, rng: Random, language: str = "en", names: Sequence[str] = ()) -> Hint:
    """What a Master would do. It is computed from the view, so nobody learns more than the seat can know."""
    thought = LevelBot.at_table("master").think(view, rng)
    return Hint(thought.action, label(view, thought.action, language, names), why(view, thought, language, names))


def label(view: View, action: int, language: str = "en", names: Sequence[str] = ()) -> str:
    """An action as the table words it: the choice that it is, else the first one that begins with it (a payment)."""
    choices = view.scene(language, names).choices
    whole = [choice.label for choice in choices if choice.actions == (action,)]
    begun = [choice.label for choice in choices if choice.actions[0] == action]
    return next(iter([*whole, *begun]), view.write(action))


def why(view: View, thought: Thought, language: str = "en", names: Sequence[str] = ()) -> str:
    """What speaks for a decision: what the game knows about the action, then what the thought came to."""
    told = texts(language)
    found = [known(view, thought.action, language, names)]
    if len(view.actions) == 1:
        found.append(told("There is no other choice."))
    elif thought.plan:
        found.append(_planned(thought, told))
    elif thought.opinions:
        found.append(_compared(view, thought, told, language, names))
    return " ".join(part for part in found if part)


def known(view: View, action: int, language: str = "en", names: Sequence[str] = ()) -> str:
    """What the game itself knows about an action: its odds, mostly. Nothing where it has no expert."""
    if view.game.expert is None:
        return ""
    called = names_of(names, view.record.seats)
    return view.game.expert.why(view.record, view.seat, action, texts(language), called)


def _planned(thought: Thought, told: Texts) -> str:
    """How often the computed strategy does this; one that never varies needs no word."""
    often = dict(thought.plan)[thought.action]
    if often > 0.995:
        return told("By calculation nothing is better.")
    return told("The exact strategy does this in {share} of such cases.", share=percent(often))


def _compared(view: View, thought: Thought, told: Texts, language: str, names: Sequence[str]) -> str:
    mine = next(opinion for opinion in thought.opinions if opinion.action == thought.action)
    if mine.visits < FEW:
        return told("Many choices look alike here.")
    if view.record.seats > 2:
        text = told("In imagined matches it leaves {share} of the rivals behind", share=percent(mine.value))
    else:
        text = told("It wins {share} of imagined matches", share=percent(mine.value))
    other = next((o for o in thought.opinions if o.action != thought.action and o.visits >= FEW), None)
    if other is None:
        return text + "."
    named = label(view, other.action, language, names)
    if other.value > mine.value - ALIKE:
        return text + "; " + told('about as good: "{action}".', action=named)
    return text + "; " + told('the next best, "{action}": {share}.', action=named, share=percent(other.value))
