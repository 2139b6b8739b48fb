"""The pencil with which a person crosses out numbers in the notebook. Nothing here is drawn.

What is crossed out stays in this program: no match, log or bot learns of it.
"""

from __future__ import annotations

from sprawdzam.engine.scene import Piece, Scene, Zone

ACROSS = 4  # numbers in a line of a page
Place = tuple[str, int]


def pages(scene: Scene) -> list[Zone]:
    return [zone for zone in scene.zones if zone.kind == "notes" and zone.owner == scene.seat]


def is_out(piece: Piece) -> bool:
    return "out" in piece.look.split()


class Pencil:
    """What a person has crossed out. With a page that is new nothing is crossed out there."""

    def __init__(self) -> None:
        self.crossed: set[Place] = set()
        self.at: Place | None = None
        """Where the pencil is, while it is in the hand."""

    def take(self, scene: Scene) -> bool:
        """Takes the pencil, or lays it down."""
        found = pages(scene)
        self.at = (found[0].id, 0) if found and self.at is None else None
        return bool(found)

    def follow(self, scene: Scene) -> None:
        """Lays it down where its page is gone."""
        if self.at is not None and self.at[0] not in {page.id for page in pages(scene)}:
            self.at = None

    def press(self, scene: Scene, key: str) -> bool:
        """What a key does while the pencil is in the hand; False if nothing."""
        ways = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        if self.at is None:
            return False
        if key in ways:
            self.move(scene, *ways[key])
        elif key == "space":
            self.cross(scene)
        elif key.isdecimal():
            page = scene.zone(self.at[0])
            self.cross(scene, next(((page.id, n) for n, piece in enumerate(page.pieces) if piece.face == key), None))
        elif key in ("escape", "backspace", "enter"):
            self.at = None
        else:
            return False
        return True

    def move(self, scene: Scene, across: int, down: int) -> None:
        if self.at is None:
            return
        ids = [page.id for page in pages(scene)]
        line, place = divmod(self.at[1], ACROSS)
        line = (line + down) % (-(-len(scene.zone(self.at[0]).pieces) // ACROSS))
        column = (ids.index(self.at[0]) * ACROSS + place + across) % (len(ids) * ACROSS)
        page, place = divmod(column, ACROSS)
        self.at = (ids[page], min(line * ACROSS + place, len(scene.zone(ids[page]).pieces) - 1))

    def cross(self, scene: Scene, place: Place | None = None) -> None:
        """Crosses a number out, or not any more; what is out for sure needs no cross."""
        place = place or self.at
        if place is None:
            return
        zone = next((page for page in pages(scene) if page.id == place[0]), None)
        if zone is not None and not is_out(zone.pieces[place[1]]):
            self.crossed ^= {place}
