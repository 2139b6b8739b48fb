"""How strong our bots are: plays the studies that docs/strength.md tells of, and writes that page.

``python tools/strength.py play`` plays whatever is missing of the studies (an hour a game at most on two cores; it may
be stopped at any time and goes on where it was), and stores their results under docs/strength/. ``python
tools/strength.py write`` makes the page from what is stored there. ``make strength`` does both.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from sprawdzam.arena import Study, draw, report, run
from sprawdzam.bots import LEVELS, make
from sprawdzam.cli.progress import SlowProgress
from sprawdzam.engine.game import Game
from sprawdzam.games import NAMES, find

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "strength.md"
STORED = ROOT / "docs" / "strength"
LADDER = ("master", "player", "novice", "instinct", "random")
LADDER_MATCHES = 60
FIRST, MOST = 100, 1600  # matches of a bar; as many as put the interval clear of the line
PEER_MS = 100
TIMED = 4  # matches by which thinking is timed
PEER_FIRST, PEER_MOST = 40, 160

HEAD = """\
# Strength

What our bots achieve, measured. This page is made by `make strength` from the results in [docs/strength](strength); the
studies behind them can be played again with the same seed and give the same results, but for bots that think by the
clock.

All figures are shares of wins at a table for two. Each deal is played twice, with seats exchanged; intervals are 95 %,
and take the matches of one deal for one observation where they are alike. *Novice*, *Player* and *Master* are the
levels that people play against: a Novice follows instinct and does anything at all in one decision of four, a Player
searches briefly, a Master follows exact advice where the game has some and searches 20 times as long elsewhere.
`instinct` is a rule of thumb, `random` plays any legal action.

A study goes on until its interval is clear of the line: it is looked at after 100, 200, 400, 800 and 1600 matches (40,
80 and 160 against the peer), so intervals that were just clear are a little too narrow.
"""
PEER = f"""
`openspiel:{PEER_MS}ms` is the information-set search of OpenSpiel 2.0 in its own Python, as its authors deliver it
(UCT, random roll-outs, the most visited action), on our compiled rules and with our worlds. Both sides think for
{PEER_MS} ms on one thread.
"""
EXACT = """\
## Exact play

Rounds of `blef` for two, by the cards of the starter and of the other one. A round won is 1, a round lost -1; the value
is the starter's, the exploitability what a best answer wins more, as the mean over both places. [solver.md](solver.md)
tells how this is computed, what is forgotten in `2-2`, and of larger hands.
"""
SOLVED = ("1-1", "1-2", "2-1", "2-2")  # hands; larger ones take hours together


@dataclass(frozen=True)
class Bar:
    """What we ask of a bot: to beat another one in so large a share of two-seat matches."""

    bot: str
    against: str
    line: float


BARS = (
    Bar("master", "random", 0.98),
    Bar("master", "instinct", 0.65),
    Bar("player", "novice", 0.65),
    Bar("master", "player", 0.60),
    Bar(f"master:{PEER_MS}ms", f"openspiel:{PEER_MS}ms", 0.75),
)


# --- playing ---


def play(games: Iterable[str], folder: Path, jobs: int | None) -> None:
    STORED.mkdir(exist_ok=True)
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    for game in games:
        study = Study.of(game, LADDER)
        ladder = _study(study, LADDER_MATCHES, folder, jobs)
        bars = [_decided(game, bar, folder, jobs) for bar in BARS]
        _solve(find(game))
        stored = {"machine": machine, "bars": bars, "ladder": ladder, "ms": times(game)}
        (STORED / f"{game}.json").write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
        drawn = draw(report(folder / study.name), folder / study.name)
        shutil.copy(next(file for file in drawn if file.suffix == ".svg"), STORED / f"{game}.svg")


def _decided(game: str, bar: Bar, folder: Path, jobs: int | None) -> dict[str, Any]:
    """Plays on until the interval is clear of the line, or for as long as we want to wait."""
    peer = bar.against.startswith("openspiel")
    matches, most = (PEER_FIRST, PEER_MOST) if peer else (FIRST, MOST)
    study = Study.of(game, (bar.bot, bar.against))
    while True:
        fields = _study(study, matches, folder, jobs)
        duel = next(each for each in fields["cross"] if each["bot"] == bar.bot)
        if not duel["low"] <= bar.line <= duel["high"] or matches >= most:
            return {**asdict(bar), **duel, "forfeits": len(fields["forfeits"]), "seed": study.seed}
        matches *= 2


def _study(study: Study, matches: int, folder: Path, jobs: int | None) -> dict[str, Any]:
    place = folder / study.name
    number = study.deals(matches) * study.seats * len(study.groups())
    with SlowProgress(f"{study.game}: {', '.join(study.bots)}", number) as bar:
        told = 0

        def heard(finished: int, planned: int) -> None:
            nonlocal told
            bar.advance(finished - told)
            told = finished

        run(study, matches, place, jobs=jobs, heard=heard)
    return report(place).fields()


def _solve(game: Game) -> None:
    """Solves what the page tells of and was not solved yet."""
    if game.solutions is None:
        return
    file = STORED / f"{game.name}-solved.json"
    solved: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for part in game.solutions.parts():
        if part.fields["hands"] in SOLVED and part.name not in solved:
            with SlowProgress(f"{game.name}: {part.name}", part.steps) as bar:
                told = game.solutions.solve(part, bar.advance)
            solved[part.name] = {"value": told["value"], "exploitability": told["exploitability"]}
            file.write_text(json.dumps(solved, indent=1) + "\n", "utf-8")


def times(game: str) -> dict[str, float]:
    """Milliseconds of one core that a decision takes on average, where there is one: the mean over some matches."""
    found = {}
    for level in LEVELS:
        bots, seconds, decisions = [make(level), make("instinct")], 0.0, 0
        for seed in range(TIMED + 1):
            match, luck = find(game).setup(2).unclocked().start(seed=seed), Random(seed)
            while not match.over:
                seat = match.actors[0]
                view = match.view(seat)
                began = process_time()
                action = bots[seat].decide(view, luck)
                if seed and seat == 0 and len(view.actions) > 1:  # the first match compiles
                    seconds += process_time() - began
                    decisions += 1
                match.play(seat, action)
        found[level] = round(1000 * seconds / decisions, 2)
    return found


# --- writing ---


def write() -> str:
    """The page, from what is stored."""
    games = {game: json.loads(file.read_text("utf-8")) for game in NAMES if (file := STORED / f"{game}.json").exists()}
    return "\n".join([HEAD, *_bars(games), PEER, *_ms(games), *_solved(), *_ladders(games)]) + "\n"


def _bars(games: dict[str, Any]) -> list[str]:
    lines = ["## What we ask of them", ""]
    lines += ["| game | who | against | at least | measured | 95 % interval | matches | |", "|---" * 8 + "|"]
    for game, stored in games.items():
        for bar in stored["bars"]:
            lines.append(
                f"| `{game}` | {bar['bot']} | {bar['against']} | {bar['line']:.0%} | {bar['share']:.1%} | "
                f"{bar['low']:.1%} to {bar['high']:.1%} | {bar['matches']} | {verdict(bar)} |"
            )
    return lines


def verdict(bar: dict[str, Any]) -> str:
    """In one word, from the interval alone."""
    return "met" if bar["low"] > bar["line"] else "missed" if bar["high"] < bar["line"] else "undecided"


def _ms(games: dict[str, Any]) -> list[str]:
    lines = ["## How long they think", ""]
    lines += ["Milliseconds of one core for a decision that has a choice, in matches against `instinct`.", ""]
    lines += ["| game | " + " | ".join(LEVELS) + " |", "|---" * 4 + "|"]
    for game, stored in games.items():
        lines.append(f"| `{game}` | " + " | ".join(f"{stored['ms'][level]:.1f}" for level in LEVELS) + " |")
    return [*lines, ""]


def _solved() -> list[str]:
    lines = [EXACT, "| round | value | exploitability |", "|---" * 3 + "|"]
    for file in sorted(STORED.glob("*-solved.json")):
        for name, part in json.loads(file.read_text("utf-8")).items():
            lines.append(f"| {name} | {part['value']:+.4f} | {part['exploitability']:.5f} |")
    return [*lines, ""]


def _ladders(games: dict[str, Any]) -> list[str]:
    lines = ["## Ladders", ""]
    lines += ["Everybody against everybody; ratings by OpenSkill (Plackett-Luce), from 25 at the start.", ""]
    for game, stored in games.items():
        ladder = stored["ladder"]
        lines += [f"### {find(game).title}", ""]
        lines += ["| bot | rating | wins | 95 % interval |", "|---" * 4 + "|"]
        for row in ladder["ladder"]:
            rating = row["rating"]
            lines.append(
                f"| {row['bot']} | {rating['mu']:.1f} ± {rating['sigma']:.1f} | {row['share']:.1%} | "
                f"{row['low']:.1%} to {row['high']:.1%} |"
            )
        study = ladder["study"]
        lines += [
            "",
            f"{ladder['matches']} matches, seed {study['seed']}, rules {study['rules_version']}, {stored['machine']}.",
            "",
            f"![who beats whom in {game}](strength/{game}.svg)",
            "",
        ]
    return lines[:-1]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=["play", "write"])
    arguments.add_argument("--game", action="append", choices=NAMES, help="only this game; may be repeated")
    arguments.add_argument("--folder", type=Path, default=ROOT / "build" / "strength", help="where matches are kept")
    arguments.add_argument("--jobs", type=int, help="processes; all cores if not given")
    given = arguments.parse_args()
    if given.what == "play":
        play(given.game or NAMES, given.folder, given.jobs)
    else:
        PAGE.write_text(write(), "utf-8")


if __name__ == "__main__":
    main()
