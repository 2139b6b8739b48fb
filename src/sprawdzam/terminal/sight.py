"""Everything that the widgets of the table draw from."""

from __future__ import annotations

from dataclasses import dataclass, field

from sprawdzam.engine.scene import Plate, Scene, Zone
from sprawdzam.engine.texts import Texts
from sprawdzam.terminal.palette import Palette
from sprawdzam.terminal.selection import CALL, Selection
from sprawdzam.terminal.story import Entry


@dataclass
class Sight:
    """What one person sees at one moment."""

    scene: Scene
    selection: Selection
    palette: Palette
    texts: Texts
    names: list[str]
    title: str
    diary: list[Entry] = field(default_factory=list)
    roomy: bool = True
    """Whether there are lines enough for large cards."""
    turning: bool = False
    """Hidden pieces are being turned over."""
    stamp: str = ""
    """What was said before they were turned."""
    counted: int = 0
    left: float = 0.0
    """Seconds until the table goes on, where a person may go on earlier."""
    notice: str = ""
    """Why something was refused."""

    @property
    def me(self) -> Plate | None:
        return next((plate for plate in self.scene.plates if plate.seat == self.scene.seat), None)

    @property
    def mine(self) -> bool:
        """Whether the game waits for this person."""
        return self.me is not None and self.me.acts

    @property
    def over(self) -> bool:
        return bool(self.scene.ranking)

    @property
    def rivals(self) -> list[Plate]:
        """The others in the order of the seats, from this person's left."""
        plates = list(self.scene.plates)
        here = next((i for i, plate in enumerate(plates) if plate.seat == self.scene.seat), None)
        return plates if here is None else plates[here + 1 :] + plates[:here]

    def zones_of(self, seat: int | None) -> list[Zone]:
        return [zone for zone in self.scene.zones if zone.owner == seat]

    @property
    def touched(self) -> set[tuple[str, int]]:
        """The pieces that the choice at hand would hit."""
        choice = self.selection.loud if self.selection.active == CALL else self.selection.ready
        found = set()
        for id, i in choice.touches if choice else ():
            pieces = next((zone.pieces for zone in self.scene.zones if zone.id == id), ())
            found.add((id, i % len(pieces) if pieces else i))
        return found
