"""The lower part of the table: the prompt, the questions, the own cards, the buttons; and the line of keys."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from rich.cells import cell_len

from sprawdzam.engine.scene import Click, Zone
from sprawdzam.terminal.block import EMPTY, Block, Target, beside, flow, ink, spans, stack, text, wrapped
from sprawdzam.terminal.boards import BOARDS, board, strip
from sprawdzam.terminal.cards import LARGE, MIDDLE, SMALL, button
from sprawdzam.terminal.notebook import notebook
from sprawdzam.terminal.palette import INK, mix
from sprawdzam.terminal.pencil import pages
from sprawdzam.terminal.plates import Place, said
from sprawdzam.terminal.selection import CALL, Group, numbered
from sprawdzam.terminal.sight import Sight
from sprawdzam.terminal.zones import disc, in_front, lay

NARROW = 90  # columns below which the line of keys leaves one out
SIZES = ((LARGE, 2), (LARGE, 1), (LARGE, 0), (MIDDLE, 0), (SMALL, 0))
"""Of the own cards, and where lines stay empty: below the prompt (1), and below each question (2)."""


class Tray(Place):
    """What a person is asked, holds and may do."""

    def picture(self, sight: Sight, width: int) -> Block:
        p = sight.palette
        inner = width - 4
        calls = sight.turning or (sight.mine and sight.scene.window)
        edge = p.call if calls else p.turn if sight.mine or sight.over else p.line
        buttons = self._buttons(sight, 24 if inner < 70 else 32 if sight.roomy else 28)
        lines = sight.tray - 1
        inside = EMPTY
        for size, airy in SIZES if sight.roomy else SIZES[3:]:
            inside = self._inside(sight, inner, buttons, size, airy, lines)
            if inside.height <= lines:
                break
        return stack(text("▄" * width, ink(edge, p.table), width), inside.indented(2).cropped(width)).padded(width)

    def _inside(self, sight: Sight, width: int, buttons: Block, size: int, airy: int, lines: int) -> Block:
        """Everything with cards of a size: the buttons stand at the right of the cards, or of the questions."""
        prompt = self._prompt(sight, width, airy)
        room = width - (buttons.width + 2 if buttons.width else 0)
        layered = any(zone.kind == "layers" for zone in sight.own)
        hand = EMPTY if layered else self._hand(sight, room, size)
        if layered or hand.width > room:
            asks = stack(*self._asks(sight, room, airy))
            upper = stack(prompt, _apart(asks, buttons, width, low=False), self._strips(sight, width))
            lower = stack(self._head(sight, width), self._hand(sight, width, size))
        else:
            upper = stack(prompt, *self._asks(sight, width, airy), self._strips(sight, width))
            head = self._head(sight, room)
            if head.width > room or buttons.height <= hand.height:
                lower = stack(self._head(sight, width), _apart(hand, buttons, width))
            else:
                lower = _apart(stack(head, hand), buttons, width)
        return stack(upper, lower.dropped(max(0, lines - upper.height - lower.height)))

    def _prompt(self, sight: Sight, width: int, airy: int) -> Block:
        p = sight.palette
        if sight.turning:
            told = text(sight.stamp, ink(p.call, None, True), width)
            happens = sight.texts("Cards are being turned over.")
            if sight.counted is not None:
                happens += " " + sight.texts("Counting so far: {n}.", n=sight.counted)
            return stack(told, text(happens, ink(p.second), width))
        prompt = sight.scene.prompt
        if sight.mine:
            if sight.scene.window:
                tag = text(f" {sight.texts('Your call?')} ", ink(p.on_call, p.call, True))
            else:
                tag = text(f" {sight.texts('Your turn')} ", ink(INK, p.turn, True))
            told = beside(tag, wrapped(prompt, ink(p.ink, None, True), width - tag.width - 1))
        else:
            told = wrapped(prompt, ink(p.ink, None, True), width)
        if sight.notice:
            told = stack(wrapped(f"✗ {sight.notice}", ink(p.call, None, True), width), told)
        return stack(told, text("", ink())) if airy else told

    def _asks(self, sight: Sight, width: int, airy: int) -> list[Block]:
        p, selection = sight.palette, sight.selection
        asks = [group for group in selection.groups if group.kind != CALL and group.text]
        if sight.over or sight.turning or selection.only:
            return []
        column = max((cell_len(group.text) for group in asks), default=0) + 3
        rows = []
        for group in asks:
            active = group.id == selection.active
            label = text(f"{'▸' if active else ' '} {group.text}", ink(p.pick if active else p.second, None, active))
            if group.kind == "pieces":
                rows.append(beside(label.padded(column - 1), self._named(sight, group, width - column)))
                continue
            if group.span:
                rows.append(label)
                continue
            fitting = selection.fitting(group.id)
            room = width - column
            chips = [_chip(sight, group, click, click in fitting, self.hover).cropped(room) for click in group.answers]
            rows.append(beside(label.padded(column - 1), flow(chips, room)))
        if airy > 1:
            rows = [block for row in rows for block in (row, text("", ink()))]
        return rows

    def _strips(self, sight: Sight, width: int) -> Block:
        """Ranges over the whole width."""
        groups = [] if sight.over or sight.turning or sight.selection.only else sight.selection.groups
        return stack(*(strip(sight, group, width, self.hover) for group in groups if group.span))

    def _named(self, sight: Sight, group: Group, width: int) -> Block:
        """The piece that is picked or under the cursor, in words."""
        p, selection = sight.palette, sight.selection
        picked = next((place for place in group.places if selection.picked_on(place)), None)
        here = picked or (selection.place if selection.place in group.places else None)
        if here is None or width < 8:
            return EMPTY
        zone = sight.scene.zone(here[0])
        name = zone.pieces[here[1]].name
        same = [piece for piece in zone.pieces if piece.group and piece.group == zone.pieces[here[1]].group]
        if len(same) > 1:
            name = ", ".join(dict.fromkeys(piece.name for piece in same)) + f" ×{len(same)}"
        return text(name, ink(p.ink if picked else p.second, None, picked is not None), min(width, cell_len(name)))

    def _head(self, sight: Sight, width: int) -> Block:
        """The person's own name, what is written there, and the sets that lie in front."""
        me = sight.me
        if me is None:
            return EMPTY
        facts = me.facts[:1] if sight.over else me.facts  # the final places tell the rest
        told = said(sight, replace(me, acts=False, facts=facts))
        name = text(me.name, ink(sight.palette.ink, None, True))
        head = beside(disc(me.seat, me.name), name, told)
        return _with_layers(sight, head, [zone for zone in sight.own if zone.kind == "layers"], width)

    def _hand(self, sight: Sight, width: int, size: int) -> Block:
        """The own cards, of a size or smaller."""
        hands = [zone for zone in sight.own if zone.kind != "layers" and zone.pieces]
        if not hands:
            return EMPTY
        if notes := pages(sight.scene):
            rack = next(zone for zone in hands if zone.kind == "rack")
            laid = notebook(sight, rack, notes, width - 2)
            return laid.indented(1).padded(laid.width + 2).on(ink(on=sight.palette.inset))
        sizes = [s for s in (LARGE, MIDDLE, SMALL) if s <= size]
        boards = [board(sight, zone, width - 2) for zone in hands if zone.kind in BOARDS]
        cards = [lay(sight, _turned(sight, zone), width - 2, sizes) for zone in hands if zone.kind not in BOARDS]
        laid = stack(*cards, *boards)
        return laid.indented(1).padded(laid.width + 2).on(ink(on=sight.palette.inset))  # paper needs a darker ground

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


def _apart(left: Block, right: Block, width: int, *, low: bool = True) -> Block:
    """One at the left edge, the other at the right one, at the bottom or at the top."""
    if not right.width:
        return left
    height = max(left.height, right.height)
    return beside(left.padded(width - right.width - 1, height), right.dropped(height - right.height if low else 0))


def _with_layers(sight: Sight, head: Block, layers: list[Zone], width: int) -> Block:
    """The own name, and beside it what lies in front."""
    for zone in layers:
        title = text(f"{zone.title} ", ink(sight.palette.second, None, True))
        room = width - head.width - title.width - 4
        tries = [
            beside(head, beside(title, in_front(sight, zone, room, 2), gap=0), gap=4) if room >= 12 else EMPTY,
            beside(head, in_front(sight, zone, room + title.width, 2), gap=4) if room + title.width >= 6 else EMPTY,
            stack(head, in_front(sight, zone, width, 1)),
        ]
        head = next((block for block in tries if 0 < block.width <= width), head)
    return head


def _turned(sight: Sight, zone: Zone) -> Zone:
    """Cards lie as they were turned: the answer that is picked for one names the end that counts."""
    pieces = []
    for i, piece in enumerate(zone.pieces):
        picked = sight.selection.picked_on((zone.id, i))
        if picked and piece.second and picked.label == piece.second:
            piece = replace(piece, face=piece.second, second=piece.face)
        pieces.append(piece)
    return replace(zone, pieces=tuple(pieces))


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
        general = [("i", texts("hint"))] if sight.mine and not sight.turning else []
        general += [("h", texts("log"))] + ([("r", texts("rules"))] if width >= NARROW else [])
        general += [("?", texts("help")), ("q", texts("quit"))]
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
        if sight.pencil is not None and sight.pencil.at is not None:
            return [("←→↑↓", texts("choose")), ("␣", texts("cross out")), ("x", texts("lay the pencil down"))]
        group = selection.group
        if selection.only:
            pass
        elif group is not None and group.kind == "pieces":
            numbers = [key for key in map(selection.key_of, group.places) if key]
            told = texts("turn") if self._turn(sight, group) else texts("pick")
            keys.append((f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else "".join(numbers), told))
            if len(group.places) > len(numbers):
                keys.append(("←→", texts("choose")))
        elif group is not None and group.kind != CALL:
            keys.append(("←→", texts("choose")))
            numbers = list(numbered(group))
            keys.append((f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else numbers[0], texts("answer")))
        if selection.ready and (sight.mine or selection.changed):
            keys.append(("⏎", selection.ready.label if selection.only else texts("confirm")))
        if selection.loud:
            keys.append(("s", selection.loud.label))
        if len(selection.groups) > 1 and not selection.only:
            keys.append(("⇥", texts("next")))
        if selection.changed:
            keys.append(("⌫", texts("back")))
        if not sight.mine and not keys:
            keys.append(("⏎", texts("faster")))
        if pages(sight.scene):
            keys.append(("x", texts("pencil")))
        return keys

    def _turn(self, sight: Sight, group: Group) -> bool:
        return any(sight.selection.turns(place) for place in group.places)
