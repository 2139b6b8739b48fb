"""Games and bots that each break one law: what a conformance suite must catch.

A broken game is the toy game with a few lines changed. It is written into the cache folder and imported from there,
so that its source can be read, debugged and compiled as that of any game.
"""

from __future__ import annotations

import importlib
import os
import random
import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from random import Random
from types import ModuleType
from typing import cast

from sprawdzam.engine.compile import cache_folder
from sprawdzam.engine.game import Game
from sprawdzam.engine.record import Record
from sprawdzam.engine.view import View

PACKAGE = "sprawdzam_broken"
FILES = ("__init__.py", "rules.py", "notation.py", "table.py")
Change = tuple[str, str, str]


@dataclass(frozen=True)
class BrokenGame:
    """A game that breaks the law of that number; ``changes`` are file, old text and new text."""

    name: str
    law: int
    changes: tuple[Change, ...]

    @property
    def game(self) -> Game:
        folder = cache_folder() / "broken"
        if PACKAGE not in sys.modules:
            parent = ModuleType(PACKAGE)
            parent.__path__ = [str(folder)]
            sys.modules[PACKAGE] = parent
        self._write(folder / self.name)
        importlib.invalidate_caches()
        return cast(Game, importlib.import_module(f"{PACKAGE}.{self.name}").GAME)

    def _write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            text = files("sprawdzam.testing.toy").joinpath(name).read_text("utf-8")
            for file, old, new in self.changes:
                if file == name:
                    if text.count(old) != 1:
                        raise ValueError(f"{self.name}: {old!r} stands {text.count(old)} times in {file}")
                    text = text.replace(old, new)
            target = folder / name
            if not target.exists() or target.read_text("utf-8") != text:
                fresh = folder / f"{name}.{os.getpid()}"
                fresh.write_text(text, "utf-8")
                fresh.replace(target)


def broken(name: str, law: int, *changes: Change) -> BrokenGame:
    return BrokenGame(name, law, changes)


def rules(old: str, new: str) -> Change:
    return ("rules.py", old, new)


def notation(old: str, new: str) -> Change:
    return ("notation.py", old, new)


def table(old: str, new: str) -> Change:
    return ("table.py", old, new)


# Lines of the toy's rules that several broken games change
DEALT = "drawn(s, rng, Zone.DECK, s.round * SEATS + p)\n"
TURNS = "s.turned = drawn(s, rng, Zone.TURNED, s.round)\n"
SHOWS = "v.spare[i] = s.spare[i]\n"
IMAGINES = "    for p in range(v.seats):\n        me = v.seat[p]\n"
BETS = "s.seat[seat].bet = action + 1\n"
CENSUS = "    if s.turned:\n        out[s.turned - 1] += 1\n"
GUESSED = "me.card = drawn(v, rng, Zone.WORLD, 2 * p)"
CLEARS = "    s.turned = 0\n"
HANDED_IN = "        s.waiting &= ~(1 << seat)\n"
FIRST = "        s.waiting = 0\n"  # whoever bets first bets alone: a race
HIDES = "def hide(s: State, seat: int, v: State) -> None:\n"
FOREMOST = "def foremost(s: State, mask: int) -> int:\n"
CLOSES = "v.spare[i] = HOLE if s.spare[i] else 0\n"
NEXT_THERE = (
    "        while s.deck[s.turned - 1] == 0:\n            s.turned = 1 + s.turned % KINDS\n"
    "        s.deck[s.turned - 1] -= 1\n"
)

BROKEN_GAMES = (
    # Law 1. The card to be turned up is drawn with the deal and lies ready
    broken(
        "stacked_deck",
        1,
        rules(DEALT, DEALT + "        s.spare[0] = drawn(s, rng, Zone.TURNED, s.round)\n"),
        rules(TURNS, "s.turned = s.spare[0]\n        s.spare[0] = 0\n"),
        rules(SHOWS, CLOSES + "        if s.spare[i]:\n            v.deck[s.spare[i] - 1] += 1\n"),
        rules(IMAGINES, "    if v.spare[0] < 0:\n        v.spare[0] = drawn(v, rng, Zone.WORLD, 99)\n" + IMAGINES),
        rules(CENSUS, CENSUS + "    if s.spare[0]:\n        out[s.spare[0] - 1] += 1\n"),
    ),
    # The state keeps a seed, from which the card to be turned up is computed
    broken(
        "kept_seed",
        1,
        rules(DEALT, DEALT + "        s.spare[0] = 1 + roll(rng, Zone.TURNED, s.round, 1000)\n"),
        rules(TURNS, "s.turned = 1 + s.spare[0] % KINDS\n        s.spare[0] = 0\n" + NEXT_THERE),
        rules(SHOWS, CLOSES),
        rules(
            IMAGINES, "    if v.spare[0] < 0:\n        v.spare[0] = 1 + roll(rng, Zone.WORLD, 99, 1000)\n" + IMAGINES
        ),
    ),
    broken("same_address", 1, rules("Zone.TURNED, s.round", "Zone.TURNED, 0")),
    # Chance is asked, and the answer is thrown away
    broken("deaf_draw", 1, rules(TURNS, "roll(rng, Zone.TURNED, s.round, 3)\n        s.turned = 1\n" + NEXT_THERE)),
    # Law 2
    broken(
        "open_bets",
        2,
        rules(
            "            if me.bet == 0:\n                v.seat[p].bet = 0\n", "            v.seat[p].bet = me.bet\n"
        ),
    ),
    broken("spectator_sees_a_card", 2, rules("if p == seat or", "if p == max(seat, 0) or")),
    broken("undrawn_cards_shown", 2, rules("            v.deck[me.card - 1] += 1\n            if", "            if")),
    broken("view_on_top_of_the_last", 2, rules("v.round = s.round\n", "v.round = max(v.round, s.round)\n")),
    broken("hide_changes_the_state", 2, rules(SHOWS, SHOWS + "        s.spare[1] = 1\n")),
    # Law 3
    broken("imagined_out_of_thin_air", 3, rules(GUESSED, "me.card = 1 + roll(rng, Zone.WORLD, 2 * p, KINDS)")),
    broken("never_imagines_a_high_bet", 3, rules("ACTIONS if me.card > 1 else ACTIONS - 1)", "ACTIONS - 1)")),
    broken("imagines_impossible_bets", 3, rules("ACTIONS if me.card > 1 else ACTIONS - 1)", "ACTIONS)")),
    broken(
        "imagines_rare_cards_too_often",
        3,
        rules(
            GUESSED,
            "me.card = 1 + roll(rng, Zone.WORLD, 2 * p, KINDS)\n            while v.deck[me.card - 1] == 0:\n"
            "                me.card = 1 + me.card % KINDS\n            v.deck[me.card - 1] -= 1",
        ),
    ),
    broken("leaves_a_hole", 3, rules("if me.bet == HOLE:", "if me.bet == HOLE and p > 0:")),
    # Law 4
    broken("legal_depends_on_a_rival", 4, rules("ACTIONS if s.seat[seat].card > 1", "ACTIONS if s.seat[0].card > 1")),
    # The table looks behind the view
    broken(
        "prompt_knows_the_state",
        4,
        table(
            "def prompt(",
            "BEHIND: list[State] = []\nHIDE = rules.hide\n\n\n"
            "def hide(s: State, seat: int, v: State) -> None:\n    BEHIND[:] = [s]\n    HIDE(s, seat, v)\n\n\n"
            "rules.hide = hide\n\n\ndef prompt(",
        ),
        table('return "Bet."', 'return f"Bet against {BEHIND[0].seat[1 - min(seat, 1)].card}."'),
    ),
    # Law 5
    broken(
        "first_come",
        5,
        rules(BETS, BETS + "        if s.spare[0] == 0:\n            s.spare[0] = seat + 1\n"),
        rules("    s.phase = Phase.DEAL\n    if", "    s.phase = Phase.DEAL\n    s.spare[0] = 0\n    if"),
    ),
    broken("revisions_are_counted", 5, rules(BETS, BETS + "        s.spare[1] += 1\n")),
    broken("race_won_by_nobody", 5, rules(HANDED_IN, FIRST), rules(HIDES, FOREMOST + "    return 0\n\n\n" + HIDES)),
    # Whoever holds the better card goes first, which the others cannot see
    broken(
        "race_won_in_secret",
        5,
        rules(HANDED_IN, FIRST),
        rules(
            HIDES,
            FOREMOST + "    best = -1\n    for p in range(s.seats):\n"
            "        if mask >> p & 1 and (best < 0 or s.seat[p].card > s.seat[best].card):\n            best = p\n"
            "    return best\n\n\n" + HIDES,
        ),
    ),
    broken(
        "race_goes_on_afterwards",
        5,
        rules(HANDED_IN, FIRST),
        rules("    if s.phase != Phase.BET:\n", "    if s.phase != Phase.BET and s.phase != Phase.TURN:\n"),
    ),
    # Law 6
    broken(
        "nothing_to_do",
        6,
        rules("    n = ACTIONS", "    if s.seat[seat].card == 2:\n        return 0\n    n = ACTIONS"),
    ),
    broken("listed_and_refused", 6, rules(BETS, "assert action < 2 or s.seat[seat].card == 3\n        " + BETS)),
    broken("not_ascending", 6, rules("out[i] = i\n", "out[i] = n - 1 - i\n")),
    broken("one_text_for_two_actions", 6, notation("bet {action + 1}", "bet {min(action + 1, 2)}")),
    broken("scene_hides_an_action", 6, table("rules.legal(v, seat, out)]", "rules.legal(v, seat, out)][:2]")),
    broken("silence_means_too_much", 6, table("    return 0\n", "    return 2\n")),
    # Law 7
    broken("lost_card", 7, rules("    s.deck[s.turned - 1] += 1\n", "    s.deck[s.turned - 1] += s.round != 2\n")),
    broken("endless", 7, rules("if s.round == 2 + s.option.long:", "if s.round == 200:")),
    broken("debts", 7, rules("me.points += me.bet\n", "me.points += me.bet\n        me.points -= 1\n")),
    broken("no_winner", 7, rules("out[p][1] = 1\n", "out[p][1] = 2\n")),
    # Law 8
    broken(
        "chance_of_its_own",
        8,
        rules("import numpy as np\n", "import random\n\nimport numpy as np\n"),
        rules(TURNS, TURNS + "        s.spare[0] = random.randrange(1000)\n"),
    ),
    broken("halves", 8, rules(CLEARS, "    s.spare[0] = s.turned / 2\n" + CLEARS)),
    broken("overflow", 8, rules(CLEARS, "    s.spare[0] = ((s.turned * 6364136223846793005) >> 33) % 1000\n" + CLEARS)),
    broken("python_only", 8, rules(CLEARS, "    s.spare[0] = int(str(s.turned)[::-1], 8)\n" + CLEARS)),
    # Law 9
    broken("backward_texts", 9, notation("return int(text[-1]) - 1", "return 3 - int(text[-1])")),
    broken(
        "points_forgotten", 9, notation('player.integer("points", 0, 9)', 'player.integer("points", 0, 9) // 2 * 2')
    ),
    broken(
        "holes_forgotten", 9, notation('_or_hole(player.one_of("bet", BETS), BETS)', 'player.one_of("bet", BETS) % 4')
    ),
    broken("log_in_two_minds", 9, notation('"turned": CARDS}', '"turned": ("a", "b", "b")}')),
    # Law 10
    broken("shared_memory", 10, rules("    for i in range(2):\n        " + SHOWS, "    v.spare = s.spare\n")),
)


class PeekingBot:
    """Looks into the frames that called it for a state, and plays by what a rival holds."""

    def decide(self, view: View, rng: Random) -> int:
        frame = sys._getframe(1)
        for value in frame.f_locals.values():
            if isinstance(value, Record) and value.dtype == view.record.dtype and min(value.row()) >= 0:
                return view.actions[sum(value.row()[::-1][i] * i for i in range(12)) % len(view.actions)]
        return view.actions[0]


class MoodyBot:
    """Does not ask the generator that it is given."""

    def decide(self, view: View, rng: Random) -> int:
        return random.choice(view.actions)


class MeddlingBot:
    """Writes on its view."""

    def decide(self, view: View, rng: Random) -> int:
        view.record.seats += 1
        return view.actions[0]


class LawlessBot:
    """Plays what it likes."""

    def decide(self, view: View, rng: Random) -> int:
        return 999


BROKEN_BOTS = (PeekingBot, MoodyBot, MeddlingBot, LawlessBot)
