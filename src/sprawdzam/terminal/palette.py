"""The colours of the table, by night and by day. Three signals have one meaning each: turn, pick and call."""

from __future__ import annotations

from dataclasses import dataclass, fields

from textual.theme import Theme

PAPER = "#FBF6E9"
INK = "#1E1A2E"
SHADE = "#D9D3C7"  # paper that does not count
PALE_INK = "#5C566B"
BACK = "#5C3A6E"
WEAVE = "#8A63A0"  # the pattern of a back

WOOD = (  # the players' discs and their print
    ("#8A5A33", PAPER), ("#D2A24C", INK), ("#B9A2C9", INK), ("#9AA79C", INK), ("#3F6E78", PAPER), ("#A8483C", PAPER),
)  # fmt: skip


@dataclass(frozen=True)
class Palette:
    """The tokens of one theme. ``table`` and ``inset`` are the two tones of the checked cloth."""

    name: str
    dark: bool
    table: str
    inset: str
    panel: str
    raised: str
    ink: str
    second: str
    line: str
    turn: str
    pick: str
    on_pick: str
    call: str
    on_call: str
    ok: str
    on_ok: str
    lip: str
    """The shaded lower edge of a button, mixed into its own colour."""

    @property
    def chip(self) -> str:
        """The ground of an answer, which must stand off the panel."""
        return self.raised if self.dark else self.inset

    @property
    def slip(self) -> str:
        """Paper that is no longer the newest."""
        return self.raised if self.dark else mix(self.panel, self.line, 0.3)

    @property
    def theme(self) -> Theme:
        return Theme(
            name=self.name,
            primary=self.pick,
            secondary=self.turn,
            accent=self.pick,
            warning=self.turn,
            error=self.call,
            success=self.ok,
            foreground=self.ink,
            background=self.table,
            surface=self.panel,
            panel=self.raised,
            dark=self.dark,
            variables=self.variables,
        )

    @property
    def variables(self) -> dict[str, str]:
        """What the style sheet knows: ``$cloth-turn`` and so on."""
        colours = [field.name for field in fields(self) if field.name not in ("name", "dark")]
        return {f"cloth-{name.replace('_', '-')}": getattr(self, name) for name in colours}


NIGHT = Palette(
    name="night", dark=True, table="#221A2F", inset="#2F2440", panel="#31273F", raised="#3F3350",
    ink="#F8F1E3", second="#C6BAD0", line="#8A7C99", turn="#F7C44C", pick="#93B8FF", on_pick=INK,
    call="#FF8064", on_call=INK, ok="#6FD3A6", on_ok=INK, lip="#150F1F",
)  # fmt: skip
DAY = Palette(
    name="day", dark=False, table="#CBDCD2", inset="#B7CDC1", panel="#F4F1E6", raised="#FFFDF5",
    ink="#1E1A2E", second="#4B465C", line="#7D8C85", turn="#F4B93A", pick="#1B4FC4", on_pick="#FFFDF5",
    call="#C22F17", on_call="#FFFDF5", ok="#0E6B4A", on_ok=PAPER, lip="#1E1A2E",
)  # fmt: skip
PALETTES = {palette.name: palette for palette in (NIGHT, DAY)}


def mix(a: str, b: str, share: float) -> str:
    """The colour between two: ``share`` of the second."""
    pairs = zip(_channels(a), _channels(b), strict=True)
    return "#" + "".join(f"{round(x + (y - x) * share):02X}" for x, y in pairs)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def readable(ground: str) -> str:
    """The print that stands out on a ground: ink or paper."""
    return max((INK, PAPER), key=lambda colour: contrast(colour, ground))


def contrast(a: str, b: str) -> float:
    """The ratio of two colours' brightness, from 1 to 21."""
    bright, dark = sorted((_brightness(a), _brightness(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _brightness(colour: str) -> float:
    parts = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in _channels(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
