"""Writes a page for each game, docs/games/<game>.md, from the code and from what was measured: `make docs`.

All pages have the same sections. What stands in them follows from the game's modules, from docs/speed.json, from
docs/strength/, and, for the history of its rules, from CHANGELOG.md. Lengths and choices are counted in random matches
with fixed seeds, so that a page is the same on every machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any, NamedTuple

from sprawdzam.engine.contract import TABLE
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.options import Option, SeatOption, show
from sprawdzam.engine.record import NUMBER
from sprawdzam.engine.rulebook import rules_of
from sprawdzam.envs.observation import DTYPE, OBSERVATION_VERSION, layout_of
from sprawdzam.games import all_games

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "games"
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
SPEED = json.loads((ROOT / "docs" / "speed.json").read_text("utf-8"))
MATCHES = 6  # of each table


class Counted(NamedTuple):
    """What random matches at one table came to."""

    length: float
    choices: float
    most: int
    kinds: dict[str, tuple[str, str, set[int]]]
    """By the first word of an action: an example, how the table words it, and the numbers that were seen."""


def count(setup: Setup) -> Counted:
    """Plays at random and looks."""
    luck = Random(f"{setup!r}")
    lengths: list[int] = []
    numbers: list[int] = []
    kinds: dict[str, tuple[str, str, set[int]]] = {}
    for seed in range(MATCHES):
        match = setup.start(seed=seed)
        while not match.over:
            seat = match.actors[0]
            view = match.view(seat)
            numbers.append(len(view.actions))
            labels = {c.actions[0]: c.label for c in view.scene().choices if len(c.actions) == 1}
            for action, text in zip(view.actions, view.choices, strict=True):
                word = text.split()[0]
                if word not in kinds or (not kinds[word][1] and action in labels):
                    kinds[word] = (text, labels.get(action, ""), kinds.get(word, ("", "", set()))[2])
                kinds[word][2].add(action)
            match.play(seat, luck.choice(view.actions))
        lengths.append(sum(step.seat != TABLE for step in match.log.steps))
    return Counted(sum(lengths) / len(lengths), sum(numbers) / len(numbers), max(numbers), kinds)


def page(game: Game) -> str:
    tables = {n: count(game.setup(n).unclocked()) for n in game.seats}
    parts = [
        f"# {game.name}: {game.title}",
        game.pitch,
        f"<!-- made by make docs from the code; {FOLDER.name}/{game.name}.md is not edited by hand -->",
        "## Rules",
        *rules(game),
        "## Options",
        *options(game),
        "## Actions",
        *actions(game, tables),
        "## Observation",
        *observation(game),
        "## Rewards",
        *rewards(game),
        "## Sizes",
        *sizes(game, tables),
        "## Speed",
        *speed(game),
        "## Strength",
        *strength(game),
        "## Versions",
        *versions(game),
    ]
    return "\n\n".join(part if part.startswith("|") else filled(part) for part in parts) + "\n"


def filled(text: str) -> str:
    return fill(text, 120, break_long_words=False, break_on_hyphens=False)


def rules(game: Game) -> Iterator[str]:
    known = rules_of(game)
    sections: dict[str, list[str]] = {}
    for rule in known.values():
        sections.setdefault(rule.section, []).append(rule.id)
    books = f"../../src/sprawdzam/games/{game.name}/rulebook"
    yield (
        f"{seats_of(game)}. The rulebook in [English]({books}.en.md) and in [Polish]({books}.pl.md) has a mark for "
        f"each of its {len(known)} rules and rulings; tests and comments in the code cite them."
    )
    rows = [f"| {section} | {', '.join(names)} |" for section, names in sections.items()]
    yield "\n".join(["| section | marks |", "|---|---|", *rows])


def seats_of(game: Game) -> str:
    return f"{game.seats[0]} to {game.seats[-1]} seats"


def options(game: Game) -> Iterator[str]:
    rows = [
        f"| `{option.name}` | {option.kind} | `{show(option.default)}` | {possible(game, option)} "
        f"| {cell(option.text)} |"
        for option in game.options
    ]
    yield "\n".join(["| option | kind | default | possible | means |", "|---|---|---|---|---|", *rows])
    if game.unclocked:
        told = ", ".join(f"`{name}={show(value)}`" for name, value in game.unclocked)
        yield f"Loops without a clock (bots, studies, environments) play {told}: a race has no meaning there."


def possible(game: Game, option: Option) -> str:
    """What is possible at which tables."""
    if isinstance(option, SeatOption):
        return "random, or a seat" + (f"; alone: random, {', '.join(option.alone)}" if option.alone else "")
    found: dict[str, list[int]] = {}
    for n in game.seats:
        found.setdefault(str(option.possible(n)), []).append(n)
    if len(found) == 1:
        return cell(next(iter(found)))
    return cell("; ".join(f"{', '.join(map(str, seats))} seats: {told}" for told, seats in found.items()))


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def actions(game: Game, tables: dict[int, Counted]) -> Iterator[str]:
    merged: dict[str, tuple[str, str, set[int]]] = {}
    for counted in tables.values():
        for word, (example, label, numbers) in counted.kinds.items():
            if word not in merged or (label and not merged[word][1]):
                merged[word] = (example, label, merged.get(word, ("", "", set()))[2])
            merged[word][2].update(numbers)
    yield (
        f"{game.rules.ACTIONS} numbers, from 0 to {game.rules.ACTIONS - 1}; everywhere but inside the engine an action "
        f"is a text ([notation](../notation.md)). What was legal at least once in {MATCHES} random matches of each "
        "table, by the first word:"
    )
    rows = [
        f"| `{word}` | `{example}` | {cell(label)} | {min(numbers)} to {max(numbers)} |"
        for word, (example, label, numbers) in sorted(merged.items(), key=lambda item: min(item[1][2]))
    ]
    yield "\n".join(["| word | example | at the table it reads | numbers seen |", "|---|---|---|---|", *rows])


def observation(game: Game) -> Iterator[str]:
    layouts = {n: layout_of(game, n) for n in game.seats}
    told = ", ".join(f"{n}: {layout.size}" for n, layout in layouts.items())
    yield (
        f"A row of `{DTYPE.name}` made from the view alone; version {OBSERVATION_VERSION}. It depends on the number of "
        f"seats ({told}), never on options. Seats stand in turn from the own one: `[+1]` is the left neighbour. Fields "
        "that repeat are one line here; `layout_of(game, seats).parts` has the place of each."
    )
    n = max(2, game.seats[0])
    fields: dict[str, list[Any]] = {}
    for part in layouts[n].parts:
        fields.setdefault(re.sub(r"\[\+?\d+\]", "[·]", part.name), []).append(part)
    rows = []
    for name, parts in fields.items():
        first = parts[0]
        times = f"{len(parts)} × {first.stop - first.start}" if len(parts) > 1 else str(first.stop - first.start)
        rows.append(f"| `{name}` | {first.start} | {times} | {cell(first.text)} |")
    yield "\n".join([f"| field ({n} seats) | begins at | numbers | what |", "|---|---|---|---|", *rows])


def rewards(game: Game) -> Iterator[str]:
    yield (
        "Nothing until the end, then one number for each seat by its final rank, after the rulebook's tie-breaks: 1 "
        "for the first place, -1 for the last, evenly spaced between; those who share a place get the mean of what "
        "it spans. With two seats that is 1 and -1, or 0 and 0. `match.scores` has the points of the rulebook and "
        "`match.ranks` the places."
    )
    if 1 in game.seats:
        yield "Alone against the game: 1 for a match that is won, -1 for one that is lost."


def sizes(game: Game, tables: dict[int, Counted]) -> Iterator[str]:
    state = game.rules.STATE
    zones = ", ".join(f"`{zone.name.lower()}`" for zone in game.rules.Zone)
    yield "\n".join(
        [
            "| what | size |",
            "|---|---|",
            f"| a state | {state.itemsize} bytes, {state.itemsize // NUMBER.itemsize} numbers |",
            f"| actions | {game.rules.ACTIONS} |",
            f"| steps of a match, those of the table included | at most {game.rules.LONGEST} |",
            f"| zones of chance | {zones} |",
        ]
    )
    rows = [f"| {n} | {c.length:.0f} | {c.choices:.1f} | {c.most} |" for n, c in tables.items()]
    yield f"Counted in {MATCHES} random matches of each table, default options:"
    yield "\n".join(["| seats | actions a match | legal actions, mean | most |", "|---|---|---|---|", *rows])


def speed(game: Game) -> Iterator[str]:
    def rate(what: str) -> int:
        return int(SPEED[what][game.name])

    yield (
        f"Random playouts: {rate('actions_a_second') / 1e6:.1f} million actions a second. A batch of 1024, with "
        f"observation, mask and reward: {rate('batch_steps_a_second') / 1e6:.1f} million steps a second. Stepped as a "
        f"game of OpenSpiel from Python: {rate('openspiel_actions_a_second'):,} actions a second. Search from the "
        f"opening, whole matches to the end: {rate('simulations_a_second'):,} simulations a second. Measured "
        f"{SPEED['measured']} ({SPEED['table']})."
    )


def strength(game: Game) -> Iterator[str]:
    stored = json.loads((ROOT / "docs" / "strength" / f"{game.name}.json").read_text("utf-8"))
    rows = [
        f"| `{bar['bot']}` | `{bar['against']}` | {bar['share']:.0%} | {bar['low']:.0%} to {bar['high']:.0%} "
        f"| {bar['matches']} |"
        for bar in stored["bars"]
    ]
    yield "Shares of wins at a table of two, on duplicate deals; [strength.md](../strength.md) tells how."
    yield "\n".join(["| bot | against | wins | 95 % interval | matches |", "|---|---|---|---|---|", *rows])


def versions(game: Game) -> Iterator[str]:
    yield (
        f"Rules version {game.rules_version}, observation version {OBSERVATION_VERSION}. Logs and positions name the "
        "version of the rules that they follow; one of an older version may not replay. A new version is a change of "
        "play, however slight; what else has changed stands in [CHANGELOG.md](../../CHANGELOG.md)."
    )
    rows = [f"| {number} | {release} | {cell(told)} |" for number, release, told in history(game, CHANGELOG)]
    yield "\n".join(["| rules version | since release | what it plays |", "|---|---|---|", *rows])


def history(game: Game, changelog: str) -> list[tuple[int, str, str]]:
    """Every version of a game's rules, the release that it came with, and what is told of it, the newest first.

    Under "Rules changed" a line is ``- `blef` 2: what is played differently``; version 1 is the line under "Added" that
    tells of all rules. Raises ``ValueError`` if any version has no line, or a line no version.
    """
    found: list[tuple[int, str, str]] = []
    for release, text in re.findall(r"^## \[(.+?)\].*?\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE):
        for heading, lines in re.findall(r"^### (.+?)\n(.*?)(?=^### |\Z)", text, re.DOTALL | re.MULTILINE):
            for line in re.findall(r"^- (.+?)(?=^- |^$|\Z)", lines, re.DOTALL | re.MULTILINE):
                told = " ".join(line.split())
                if heading == "Rules changed" and (later := re.match(rf"`{game.name}` (\d+): (.+)", told)):
                    found.append((int(later[1]), release, later[2]))
                elif heading == "Added" and told.startswith(f"`{game.name}`: all rules"):
                    found.append((1, release, told.removeprefix(f"`{game.name}`: ")))
    wanted, told_of = list(range(game.rules_version, 0, -1)), [number for number, _, _ in found]
    if told_of != wanted:
        raise ValueError(
            f"CHANGELOG.md has the rules of {game.name} in versions {told_of}, not {wanted}; each needs a line under "
            f'"Rules changed", such as: - `{game.name}` {game.rules_version}: what is played differently'
        )
    return found


def example(text: str) -> str:
    """docs/engine-protocol.md with its example as it is."""
    code = (ROOT / "examples" / "engine_bot.py").read_text("utf-8")
    block = f"<!-- example: made by make docs -->\n```python\n{code}```\n<!-- end -->"
    text, times = re.subn(r"<!-- example: .*?<!-- end -->", lambda _: block, text, flags=re.DOTALL)
    assert times == 1
    return text


def wanted() -> dict[Path, str]:
    """The files as they ought to be."""
    protocol = ROOT / "docs" / "engine-protocol.md"
    pages = {FOLDER / f"{game.name}.md": page(game) for game in all_games()}
    return {**pages, protocol: example(protocol.read_text("utf-8"))}
