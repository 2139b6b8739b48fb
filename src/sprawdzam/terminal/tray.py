"""The lower part of the table: the prompt, the questions, the own cards, the buttons; and the line of keys."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from rich.cells import cell_len

from sprawdzam.engine.scene import Click, Piece, Zone
from sprawdzam.terminal.block import EMPTY, Block, Target, beside, flow, ink, spans, stack, text, wrapped
from sprawdzam.terminal.cards import LARGE, MIDDLE, SMALL, button, card
from sprawdzam.terminal.palette import INK, mix
from sprawdzam.terminal.places import Place, disc, state
from sprawdzam.terminal.selection import CALL, Group, numbered
from sprawdzam.terminal.sight import Sight

NARROW = 90  # columns below which the line of keys leaves one out
LINES, ROOMY_LINES = 10, 15  # the tray keeps this height, so that the table does not jump at every turn


class Tray(Place):
    """What a person is asked, holds and may do."""

    def picture(self, sight: Sight, width: int) -> Block:
        p = sight.palette
        inner = width - 4
        edge = p.call if sight.turning else p.turn if sight.mine or sight.over else p.line
        parts = [self._prompt(sight, inner)]
        asks = [group for group in sight.selection.groups if group.kind != CALL and group.text]
        if not sight.over and not sight.turning:
            parts += self._asks(sight, asks, inner)
        wide = 32 if sight.roomy else 28
        buttons = self._buttons(sight, wide)
        hand = self._own(sight, inner - (buttons.width + 2 if buttons.width else 0))
        upper, lower = stack(*parts), _apart(hand, buttons, inner)
        spare = (ROOMY_LINES if sight.roomy else LINES) - upper.height - lower.height - 1
        inside = stack(upper, lower.dropped(max(0, spare))).indented(2)
        return stack(text("▄" * width, ink(edge, p.table), width), inside).padded(width)

    def _prompt(self, sight: Sight, width: int) -> Block:
        p = sight.palette
        if sight.turning:
            told = text(sight.stamp, ink(p.call, None, True), width)
            so_far = sight.texts("Counting so far: {n}.", n=sight.counted)
            return stack(told, text(f"{sight.texts('Cards are being turned over.')} {so_far}", ink(p.second), width))
        prompt = sight.scene.prompt
        if sight.mine:
            tag = text(f" {sight.texts('Your turn')} ", ink(INK, p.turn, True))
            told = beside(tag, wrapped(prompt, ink(p.ink, None, True), width - tag.width - 1))
        else:
            told = wrapped(prompt, ink(p.ink, None, True), width)
        if sight.notice:
            told = stack(wrapped(f"✗ {sight.notice}", ink(p.call, None, True), width), told)
        return stack(told, text("", ink())) if sight.roomy else told

    def _asks(self, sight: Sight, asks: list[Group], width: int) -> list[Block]:
        p = sight.palette
        column = max((cell_len(group.text) for group in asks), default=0) + 3
        rows = []
        for group in asks:
            active = group.id == sight.selection.active
            label = text(f"{'▸' if active else ' '} {group.text}", ink(p.pick if active else p.second, None, active))
            if group.kind == "pieces":
                rows.append(label)
                continue
            fitting = sight.selection.fitting(group.id)
            chips = [_chip(sight, group, click, click in fitting, self.hover) for click in group.answers]
            rows.append(beside(label.padded(column - 1), flow(chips, width - column)))
        if sight.roomy and rows:
            rows = [block for row in rows for block in (row, text("", ink()))]
        return rows

    def _own(self, sight: Sight, width: int) -> Block:
        """The person's own plate and everything that lies there."""
        p = sight.palette
        me = sight.me
        if me is None:
            return EMPTY
        facts = " · ".join(me.facts)
        head = beside(disc(me.seat, me.name), text(me.name, ink(p.ink, None, True)), text(facts, ink(p.second)))
        zones = [_fan(sight, zone, width - 2) for zone in sight.zones_of(me.seat) if zone.pieces]
        if not zones:
            return head
        laid = stack(*zones)
        return stack(head, laid.indented(1).padded(laid.width + 2).on(ink(on=p.inset)))  # paper needs a darker ground

    def _buttons(self, sight: Sight, width: int) -> Block:
        texts, p, selection = sight.texts, sight.palette, sight.selection
        tall = sight.roomy
        found: list[Block] = []

        def add(label: str, key: str, colour: str, on: str, target: str) -> None:
            if self.hover == (target,):
                on = mix(on, "#FFFFFF", 0.2)
            found.append(button(label, key, colour, on, width, tall=tall, target=(target,)))

        if sight.over:
            add(texts("Play again"), "n", p.on_pick, p.pick, "again")
            add(texts("Quit"), "q", p.ink, p.raised, "quit")
        elif sight.turning:
            add(texts("Show all"), "⏎", p.ink, p.raised, "go on")
        elif sight.left:
            add(texts("Go on"), f"{ceil(sight.left)} ⏎", p.on_pick, p.pick, "go on")
        elif sight.mine or (selection.changed and selection.ready):
            if selection.ready:
                add(selection.ready.label, "⏎", p.on_pick, p.pick, "confirm")
            if selection.loud:
                focus = "▸ " if selection.active == CALL else ""
                add(f"{focus}{selection.loud.label}", "s", p.on_call, p.call, "loud")
        return stack(*found)


def _apart(left: Block, right: Block, width: int) -> Block:
    """One at the left edge, the other at the right one."""
    if not right.width:
        return left
    height = max(left.height, right.height)
    return beside(left.padded(width - right.width - 1, height), right.dropped(height - right.height))


def _fan(sight: Sight, zone: Zone, width: int) -> Block:
    """Own cards, as large as fits."""
    n = len(zone.pieces)
    sizes = (LARGE, MIDDLE, SMALL) if sight.roomy else (MIDDLE, SMALL)
    size = next((size for size in sizes if n * (size + 1) <= width + 1), SMALL)
    cards = [card(_turned(sight, zone, i), size, sight.palette, state(sight, zone, i)) for i in range(n)]
    return flow(cards, width, 1)


def _turned(sight: Sight, zone: Zone, i: int) -> Piece:
    """A card lies as it was turned: the answer that is picked for it names the end that counts."""
    piece = zone.pieces[i]
    picked = sight.selection.picked_on((zone.id, i))
    if picked and piece.second and picked.label == piece.second:
        return replace(piece, face=piece.second, second=piece.face)
    return piece


def _chip(sight: Sight, group: Group, click: Click, fits: bool, hover: Target) -> Block:
    """An answer. One that does not go with the other answers is pale: it would take their place."""
    p = sight.palette
    target = ("answer", click.where, click.what)
    picked = sight.selection.picked(group.id) == click
    if picked:
        return text(f"▸{click.label} ", ink(p.on_pick, p.pick, True, target=target))
    ground = mix(p.chip, p.pick, 0.3) if hover == target else p.chip if fits else p.panel
    return text(f" {click.label} ", ink(p.ink if fits else p.line, ground, fits, target=target))


class Keys(Place):
    """The keys that mean something now; each can be clicked."""

    def picture(self, sight: Sight, width: int) -> Block:
        p, texts = sight.palette, sight.texts
        general = [("h", texts("log")), ("r", texts("rules")), ("?", texts("help")), ("q", texts("quit"))]
        if width < NARROW:
            general.pop(1)
        right = beside(*(self._key(sight, key, label) for key, label in general), gap=2)
        room = width - right.width - 4
        left: list[Block] = []
        for key, label in self._now(sight):
            block = self._key(sight, key, label)
            if sum(b.width + 2 for b in left) + block.width <= room:
                left.append(block)
        line = beside(beside(*left, gap=2).padded(room), right, gap=2)
        return line.indented(1).padded(width).on(ink(p.second, p.inset))

    def _key(self, sight: Sight, key: str, label: str) -> Block:
        p = sight.palette
        target = ("key", key)
        return spans((f"{key} ", ink(p.pick, None, True, target=target)), (label, ink(p.second, None, target=target)))

    def _now(self, sight: Sight) -> list[tuple[str, str]]:
        texts, selection = sight.texts, sight.selection
        if sight.over:
            return [("n", texts("play again"))]
        if sight.turning or sight.left:
            return [("⏎", texts("go on"))]
        keys: list[tuple[str, str]] = []
        group = selection.group
        if group is not None and group.kind == "pieces":
            last = max(i for _, i in group.places) + 1
            keys.append(
                (f"1–{last}" if last > 1 else "1", texts("turn") if self._turn(sight, group) else texts("pick"))
            )
        elif group is not None and group.kind != CALL:
            keys.append(("←→", texts("choose")))
            numbers = list(numbered(group))
            keys.append((f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else numbers[0], texts("answer")))
        if selection.ready and (sight.mine or selection.changed):
            keys.append(("⏎", texts("confirm")))
        if selection.loud:
            keys.append(("s", selection.loud.label))
        if len(selection.groups) > 1:
            keys.append(("⇥", texts("next")))
        if selection.changed:
            keys.append(("⌫", texts("back")))
        if not sight.mine and not keys:
            keys.append(("⏎", texts("faster")))
        return keys

    def _turn(self, sight: Sight, group: Group) -> bool:
        return any(sight.selection.turns(place) for place in group.places)
