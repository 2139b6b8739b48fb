"""A view in words, for readers without eyes: everything that the scene shows, and what may be done, in lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sprawdzam.engine.scene import Piece, Scene, Track, Zone
from sprawdzam.engine.texts import texts
from sprawdzam.engine.view import View, names_of

MANY = 60  # actions that are listed one by one
HEAPS = ("layers", "pool", "history")  # kinds of zones in which it matters what lies together


def describe(view: View, language: str = "en", names: Sequence[str] = ()) -> str:
    """What a seat sees and may do, as paragraphs of plain text."""
    scene, told = view.scene(language, names), texts(language)
    called = names_of(names, view.record.seats)
    parts = [
        [f"{view.game.name} · {scene.title}", scene.prompt, *scene.facts, *map(_track, scene.tracks)],
        [f"{told('Players')}:", *_players(view, scene, called, told("is to act"))],
        [f"{told('On the table')}:", *(f"- {line}" for zone in scene.zones if (line := _zone(zone, called)))],
    ]
    if view.actions:
        parts.append([f"{told('You may do one of these')}:", *_choices(view, scene)])
    return "\n\n".join("\n".join(filter(None, lines)) for lines in parts)


def _players(view: View, scene: Scene, called: Sequence[str], acting: str) -> Iterator[str]:
    for plate in scene.plates:
        seat = plate.seat
        name = plate.name if plate.name == called[seat] else f"{plate.name} = {called[seat]}"
        facts = [*plate.facts, *map(_track, plate.tracks), *([acting] if plate.acts else [])]
        ranks = [str(rank) for place, rank in scene.ranking if place == seat]
        yield f"- {seat} ({name}): {', '.join([*facts, *(f'#{rank}' for rank in ranks)]) or '-'}"


def _track(track: Track) -> str:
    amount = sum(size for _, size in track.parts)
    title = track.title or ", ".join(word for word, _ in track.parts)
    parts = [f"{word} {size}" for word, size in track.parts if size] if len(track.parts) > 1 else []
    told = f"{title} [{' + '.join(parts) or amount} / {track.limit}]"
    return f"{told} ({track.note})" if track.note else told


def _zone(zone: Zone, called: Sequence[str]) -> str:
    """One line; an empty place that says nothing has none."""
    if zone.kind == "notes":  # a page of what a card may be
        return f"{zone.title}: {' '.join(p.face for p in zone.pieces if 'out' not in p.look.split())}"
    heaps: dict[int, list[Piece]] = {}
    for place, piece in enumerate(zone.pieces):
        heaps.setdefault(piece.group if zone.kind in HEAPS and piece.group else -1 - place, []).append(piece)
    alike = Counter(" + ".join(_piece(piece, called) for piece in heap) for heap in heaps.values())
    pieces = [f"{number} × {text}" if number > 1 else text for text, number in alike.items()]
    return f"{zone.title}: {'; '.join(filter(None, [*pieces, zone.note])) or '-'}"


def _piece(piece: Piece, called: Sequence[str]) -> str:
    shown = [piece.name]
    if piece.face and piece.face not in piece.name and piece.face.isprintable() and piece.face != "●":
        shown.insert(0, piece.face)
    if piece.second and piece.second not in piece.name:
        shown.append(piece.second)
    if piece.owner is not None and called[piece.owner] not in piece.name:
        shown.append(called[piece.owner])
    return shown[0] if len(shown) == 1 else f"{shown[0]} ({', '.join(shown[1:])})"


def _choices(view: View, scene: Scene) -> Iterator[str]:
    """The text to answer with, and what it means; a choice of several actions stands as a row of them."""
    listed = set()
    for choice in scene.choices[:MANY]:
        if len(choice.actions) == 1:
            listed.add(choice.actions[0])
            yield f'- "{view.write(choice.actions[0])}": {choice.label}'
    rest = [view.write(action) for action in view.actions if action not in listed]
    if rest:
        yield "- " + ", ".join(f'"{text}"' for text in rest)
