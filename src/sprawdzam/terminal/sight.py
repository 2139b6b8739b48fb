"""Everything that the widgets of the table draw from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from sprawdzam.engine.scene import Choice, Plate, Scene, Zone
from sprawdzam.engine.texts import Texts
from sprawdzam.terminal.palette import Palette
from sprawdzam.terminal.pencil import Pencil
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
    counted: int | None = None
    """How many pieces count so far, where pieces are counted."""
    left: float = 0.0
    """Seconds until the table goes on, where a person may go on earlier."""
    notice: str = ""
    """Why something was refused."""
    lines: int = 35
    """The height of the screen."""
    pencil: Pencil | None = None
    """What this person has crossed out, where there is something to cross out."""

    tray: int = 15
    """The lines of the tray, which keeps its height so that the table does not jump at every turn."""

    @property
    def below(self) -> int:
        """The lines that are taken by the tray with its margin, the bar and the line of keys."""
        return self.tray + (4 if self.roomy else 2)

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

    def acts(self, plate: Plate) -> bool:
        """Whether it is this player's turn; in a window nobody sees who has answered."""
        return plate.acts and not self.scene.window

    @property
    def own(self) -> list[Zone]:
        """What lies in front of this person."""
        return [] if self.me is None else self.zones_of(self.me.seat)

    @cached_property
    def aim(self) -> Choice | None:
        """The choice at hand: the one that is picked, or would be by what the cursor is on."""
        selection = self.selection
        if self.turning or self.over:
            return None
        if selection.active == CALL:
            return selection.loud
        return selection.ready or selection.preview

    @cached_property
    def touched(self) -> set[tuple[str, int]]:
        """The pieces that the choice at hand would hit."""
        found = set()
        for id, i in self._touches():
            pieces = next((zone.pieces for zone in self.scene.zones if zone.id == id), ())
            found.add((id, i % len(pieces) if pieces else i))
        return found

    def _touches(self) -> Iterable[tuple[str, int]]:
        """Those of the choice at hand; before one is picked, what all choices touch."""
        if self.aim is not None:
            return self.aim.touches
        choices = [] if self.turning or self.over else self.selection.picker.possible
        shared = set(choices[0].touches) if choices else set()
        return shared.intersection(*(choice.touches for choice in choices))

    @cached_property
    def touch(self) -> str:
        """The colour that marks them."""
        return self.palette.call if self.aim and self.aim.loud else self.palette.pick

    @property
    def hits(self) -> str:
        """What the choice at hand does to them."""
        return self.aim.hits if self.aim else ""

    @cached_property
    def hit(self) -> set[int]:
        """Whose pieces these are."""
        ids = {id for id, _ in self.touched}
        return {zone.owner for zone in self.scene.zones if zone.id in ids and zone.owner is not None}

    def hits_in(self, zone: Zone) -> str:
        return self.hits if any(id == zone.id for id, _ in self.touched) else ""
