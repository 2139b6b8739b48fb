"""The ten laws (see ``sprawdzam.engine.contract``) as a conformance suite for any game and any bot.

>>> from sprawdzam.games import find
>>> from sprawdzam.testing import check_laws
>>> check_laws(find("blef"), seats=[2], options={"first_starter": 0}, laws=[5, 7]).setups
16

Without ``laws`` all of them are checked, without ``seats`` and ``options`` every set-up. ``effort=THOROUGH`` looks
longer; ``bots=(MyBot,)`` checks your bots; a law alone is checked by ``law_3_imagination(Case(setup))``.
``strategies`` has Hypothesis strategies, ``broken`` has games that break one law each.
"""

from sprawdzam.testing.blindness import AnyLegal, Bot, law_10_bots_are_blind
from sprawdzam.testing.determinism import law_8_determinism, twins
from sprawdzam.testing.future import law_1_no_future
from sprawdzam.testing.imagination import imagined_worlds, law_3_imagination, worlds_of_story
from sprawdzam.testing.play import law_5_sets_of_actors, law_6_one_source_of_legality, law_7_conservation_and_end
from sprawdzam.testing.round_trips import law_9_round_trips
from sprawdzam.testing.secrecy import law_2_default_closed, law_4_told_from_the_view
from sprawdzam.testing.suite import LAWS, Checked, Law, check_laws, setups
from sprawdzam.testing.verdict import BrokenLaw
from sprawdzam.testing.walk import QUICK, THOROUGH, Case, Effort, Moment, Walk

__all__ = [
    "LAWS",
    "QUICK",
    "THOROUGH",
    "AnyLegal",
    "Bot",
    "BrokenLaw",
    "Case",
    "Checked",
    "Effort",
    "Law",
    "Moment",
    "Walk",
    "check_laws",
    "imagined_worlds",
    "law_1_no_future",
    "law_2_default_closed",
    "law_3_imagination",
    "law_4_told_from_the_view",
    "law_5_sets_of_actors",
    "law_6_one_source_of_legality",
    "law_7_conservation_and_end",
    "law_8_determinism",
    "law_9_round_trips",
    "law_10_bots_are_blind",
    "setups",
    "twins",
    "worlds_of_story",
]
