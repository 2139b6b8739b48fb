"""All ten laws for a game, in every number of seats and every combination of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from random import Random
from typing import Any

from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.options import Value
from sprawdzam.testing.blindness import AnyLegal, MakeBot, law_10_bots_are_blind
from sprawdzam.testing.determinism import law_8_determinism
from sprawdzam.testing.future import law_1_no_future
from sprawdzam.testing.imagination import law_3_imagination
from sprawdzam.testing.play import law_5_sets_of_actors, law_6_one_source_of_legality, law_7_conservation_and_end
from sprawdzam.testing.round_trips import law_9_round_trips
from sprawdzam.testing.secrecy import law_2_default_closed, law_4_told_from_the_view
from sprawdzam.testing.verdict import NAMES
from sprawdzam.testing.walk import QUICK, Case, Effort


@dataclass(frozen=True)
class Law:
    """One law: ``check`` raises ``BrokenLaw``."""

    number: int
    check: Callable[..., None]

    @property
    def name(self) -> str:
        return NAMES[self.number]


LAWS = (
    Law(1, law_1_no_future),
    Law(2, law_2_default_closed),
    Law(3, law_3_imagination),
    Law(4, law_4_told_from_the_view),
    Law(5, law_5_sets_of_actors),
    Law(6, law_6_one_source_of_legality),
    Law(7, law_7_conservation_and_end),
    Law(8, law_8_determinism),
    Law(9, law_9_round_trips),
    Law(10, law_10_bots_are_blind),
)


@dataclass
class Checked:
    """What was looked at without finding a broken law."""

    setups: int = 0
    matches: int = 0
    states: int = 0


def setups(game: Game, seats: Iterable[int] | None = None, options: Mapping[str, Any] | None = None) -> Iterator[Setup]:
    """Every number of seats with every combination of options; those given in ``options`` stay fixed."""
    fixed = dict(options or {})
    for n in game.seats if seats is None else seats:
        free = [option for option in game.options if option.name not in fixed]
        for values in product(*(option.tried(n) for option in free)):
            chosen: dict[str, Value] = dict(zip((option.name for option in free), values, strict=True))
            yield game.setup(n, **fixed, **chosen)


def check_laws(
    game: Game,
    *,
    seats: Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    matches: int | None = None,
    seed: int = 0,
    effort: Effort = QUICK,
    laws: Sequence[int] | None = None,
    most: int | None = 100,
    bots: tuple[MakeBot, ...] = (AnyLegal,),
    exact: bool = True,
    compiled: bool = True,
) -> Checked:
    """Checks the laws over random play; raises ``BrokenLaw`` at the first one that is broken.

    ``effort`` is ``QUICK``, ``THOROUGH`` or an ``Effort`` of your own, and ``matches`` overrides its number of
    matches. Of more than ``most`` set-ups a sample is taken, other ones for every seed. ``laws`` picks some by their
    number; ``bots`` are factories for law 10; for ``exact`` see law 3, for ``compiled`` law 8.
    """
    if matches is not None:
        effort = replace(effort, matches=matches)
    chosen = list(setups(game, seats, options))
    if most is not None and len(chosen) > most:
        chosen = Random(seed).sample(chosen, most)
    special: dict[int, dict[str, Any]] = {3: {"exact": exact}, 8: {"compiled": compiled}, 10: {"bots": bots}}
    checks = [partial(law.check, **special.get(law.number, {})) for law in LAWS if laws is None or law.number in laws]
    done = Checked()
    for number, setup in enumerate(chosen):
        case = Case(setup, effort, seed + number * 1000)
        for check in checks:
            check(case)
        done.setups += 1
        done.matches += len(case.walks)
        done.states += sum(1 for _ in case.moments)
    return done
