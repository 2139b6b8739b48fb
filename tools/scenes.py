"""Writes web/fixtures/: scenes of all games from seeded matches, and what the picker does with clicks on them.

The page is drawn and tested with these. `python tools/scenes.py` writes them anew; the same source gives the same
files.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

import sprawdzam
from sprawdzam import bots
from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.scene import Choice, Click, Picker, Scene, moves
from sprawdzam.engine.texts import texts

FIXTURES = Path(__file__).parent.parent / "web" / "fixtures"
NAMES = ("Hania", "Michał", "Karolina", "Leszek", "Ela", "Bartłomiej")
SETUPS: tuple[tuple[str, str, int, dict[str, Any], int], ...] = (  # name, game, seats, options, seed
    ("three", "blef", 3, {"jokers": True, "direction_choice": True}, 5),
    ("six", "blef", 6, {"longer": True}, 11),
    ("two", "blef", 2, {"shrinking": True}, 3),
    ("three", "fiasko", 3, {}, 4),
    ("five", "fiasko", 5, {}, 9),
    ("solo", "fiasko", 1, {}, 2),
    ("four", "szacunki", 4, {}, 6),
    ("two", "szacunki", 2, {}, 8),
    ("four", "nerwy", 4, {}, 7),
    ("six", "nerwy", 6, {}, 12),
    ("two", "nerwy", 2, {}, 1),
    ("four", "rys", 4, {}, 3),
    ("five", "rys", 5, {}, 10),
    ("duel", "rys", 2, {"mode": "duel"}, 5),
)
STORY = 14  # frames of a match in a row, for motion
CASES = 6  # rows of clicks for each scene with choices
CLICKS = 6


def play(game: str, seats: int, options: dict[str, Any], seed: int) -> tuple[Any, list[tuple[str, Any]]]:
    """A match to its end: phase and view of seat 0 after every step, and of who only watches."""
    match = sprawdzam.game(game, seats=seats, **options).start(seed=seed, auto=False)
    rng, instinct, chance = Random(seed), bots.make("instinct"), bots.make("random")
    phases = type(match.game.rules.Phase(0)) if hasattr(match.game.rules, "Phase") else None
    found: list[tuple[str, Any]] = []
    for _ in range(4000):
        phase = phases(match.state.phase).name.lower() if phases else ""
        found.append((phase, (match.view(0), match.view(SPECTATOR))))
        if match.over:
            break
        seat = rng.choice(match.actors)
        if seat == TABLE:
            match.go_on()
        else:
            bot = chance if rng.random() < 0.12 else instinct
            match.play(seat, bot.decide(match.view(seat), rng))
    return match, found


def chosen(found: list[tuple[str, Any]]) -> list[tuple[str, int]]:
    """A step for every phase, once when seat 0 is asked and once when it is not; from the middle of the match."""
    kinds: dict[str, list[int]] = {}
    for i, (phase, (view, _)) in enumerate(found):
        kinds.setdefault(f"{phase}-mine" if 0 in view.actors else phase, []).append(i)
    return [(kind, places[len(places) * 2 // 3]) for kind, places in kinds.items()]


def distinct(choices: tuple[Choice, ...]) -> list[Click]:
    return list(dict.fromkeys(click for choice in choices for group in choice.path for click in group))


def cases(scene: Scene, rng: Random) -> list[list[dict[str, Any]]]:
    """Rows of clicks, each with what stands, is open and ready after it; clicks by their number among all."""
    choices = tuple(choice for choice in scene.choices if not choice.loud)
    every = distinct(choices)
    number = {click: i for i, click in enumerate(every)}

    def state(picker: Picker) -> dict[str, Any]:
        ready, usual = picker.ready, picker.usual
        return {
            "clicked": [number[click] for click in picker.clicked],
            "possible": [choices.index(choice) for choice in picker.possible][:40],
            "open": [number[click] for click in picker.open],
            "settled": [number[click] for click in picker.settled],
            "ready": None if ready is None else choices.index(ready),
            "usual": None if usual is None else choices.index(usual),
        }

    rows = []
    for _ in range(CASES if len(every) > 1 else 1):
        picker = Picker(choices, scene.preset)
        row = [{"do": "begin", "done": True, **state(picker)}]
        for _ in range(CLICKS):
            if rng.random() < 0.2:
                row.append({"do": "back", "done": picker.back(), **state(picker)})
                continue
            pool = list(picker.open) if rng.random() < 0.7 and picker.open else every
            if not pool:
                break
            click = rng.choice(pool)
            row.append({"do": number[click], "done": picker.click(click), **state(picker)})
        rows.append(row)
    return rows


def story(match: Any, found: list[tuple[str, Any]], start: int, language: str) -> list[dict[str, Any]]:
    """Frames in a row, as a page gets them."""
    told, names = texts(language), list(NAMES[: match.setup.seats])
    frames = []
    for i in range(start, min(start + STORY, len(found))):
        view, before = found[i][1][0], found[i - 1][1][0] if i else None
        scene = view.scene(language, names)
        frame: dict[str, Any] = {"scene": scene}
        if before is not None:
            frame["moves"] = moves(before.scene(language, names), scene)
            frame["told"] = match.game.table.tell(before.record, view.record, 0, told, names)
        frames.append(frame)
    return frames


def write(name: str, what: Any) -> None:
    path = FIXTURES / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(what) + b"\n")
    print(f"{path.relative_to(FIXTURES.parent)}: {path.stat().st_size // 1000} kB")


def main() -> None:
    scenes: dict[str, list[dict[str, Any]]] = {}
    stories: dict[str, list[dict[str, Any]]] = {}
    picks: dict[str, list[dict[str, Any]]] = {}
    for name, game, seats, options, seed in SETUPS:
        match, found = play(game, seats, options, seed)
        names = list(NAMES[:seats])
        for kind, i in chosen(found):
            view = found[i][1][0]
            both = name in ("three", "four") and (kind.endswith("-mine") or kind == "over")
            for language in ("pl", "en") if both else ("pl",):
                scene = view.scene(language, names)
                key = f"{name}/{kind}" + ("/en" if language == "en" else "")
                scenes.setdefault(game, []).append({"name": key, "language": language, "scene": scene})
                if scene.choices and language == "pl":
                    rng = Random(f"{game} {key}")
                    picks.setdefault(game, []).append({"scene": key, "rows": cases(scene, rng)})
        middle = found[len(found) // 2][1][1]
        key = f"{name}/watching"
        scenes[game].append({"name": key, "language": "pl", "scene": middle.scene("pl", names)})
        if game not in stories:
            stories[game] = story(match, found, len(found) // 2, "pl")
    for game in scenes:
        write(f"scenes/{game}", scenes[game])
        write(f"stories/{game}", stories[game])
        write(f"picks/{game}", picks[game])


if __name__ == "__main__":
    main()
