"""Pieces that are no cards: tokens as wide as their number, pawns on their fields, chips, strips and rounds in rows."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from rich.cells import cell_len

from sprawdzam.engine.scene import Piece, Zone
from sprawdzam.terminal.block import EMPTY, Block, Target, beside, flow, ink, spans, stack, text
from sprawdzam.terminal.cards import chip, mark
from sprawdzam.terminal.palette import INK, PAPER, mix
from sprawdzam.terminal.selection import Group
from sprawdzam.terminal.sight import Sight
from sprawdzam.terminal.zones import chips, disc, state

FIELD = 2  # cells of a field that a token covers
BOARDS = ("tokens", "track", "chips")


def board(sight: Sight, zone: Zone, width: int) -> Block:
    """A zone of one of the kinds in ``BOARDS``."""
    if zone.kind == "tokens":
        return tokens(sight, zone, width)
    if zone.kind == "track":
        return pawns(sight, zone, width)
    return row(sight, zone, width)


def tokens(sight: Sight, zone: Zone, width: int) -> Block:
    """Each as wide as the fields that it covers, with what it brings; the number on it picks it."""
    p = sight.palette
    made = []
    for i, piece in enumerate(zone.pieces):
        shown = state(sight, zone, (i,))
        wide = 1 + FIELD * int(piece.face)
        ground, colour = (p.pick, p.on_pick) if shown.picked else (PAPER, INK)
        face = text(piece.face.center(wide), ink(colour, ground, True, target=shown.target), wide)
        worth = text(piece.second.center(wide), ink(mix(colour, ground, 0.3), ground, target=shown.target), wide)
        made.append(stack(face, worth, mark(wide, False, p, replace(shown, key=""))))
    return flow(made, width)


def pawns(sight: Sight, zone: Zone, width: int) -> Block:
    """From the last to the first; the upper one of a stack comes before the lower one."""
    p = sight.palette
    made = []
    for piece in zone.pieces:
        owner = piece.owner or 0
        made.append(beside(disc(owner, sight.names[owner]), text(piece.face, ink(p.ink, None, True))))
    return flow(made, width, 2)


def row(sight: Sight, zone: Zone, width: int) -> Block:
    """Chips in a line or more, after the disc of whose they are."""
    if all(piece.owner is None for piece in zone.pieces):
        return chips(sight, zone, [(i,) for i in range(len(zone.pieces))], width, lines=9)
    made = []
    for owner, pieces in groupby(zone.pieces, lambda piece: piece.owner or 0):
        made.append(beside(disc(owner, sight.names[owner]), *(chip([piece], sight.palette) for piece in pieces), gap=0))
    return flow(made, width)


# --- ranges on a strip ---


def strip(sight: Sight, group: Group, width: int, hover: Target) -> Block:
    """The numbers of a range, the answer that is picked as a block over so many of them."""
    p = sight.palette
    values = {int(click.what): click for click in group.answers}
    low, high = min(values), max(values) + group.span - 1
    cell = min(max(3, cell_len(str(high)) + 1), width // (high - low + 1))
    picked = sight.selection.picked(group.id)
    first = int(picked.what) if picked else high + 1
    made: list[Block] = []
    number = low
    while number <= high:
        if picked and number == first:
            wide = group.span * cell
            target = ("answer", group.id, picked.what)
            made.append(text(picked.label.center(wide), ink(p.on_pick, p.pick, True, target=target), wide))
            number += group.span
            continue
        start = min(max(values), max(min(values), number))
        target = ("answer", group.id, str(start))
        covered = hover[:2] == target[:2] and int(hover[2]) <= number < int(hover[2]) + group.span
        ground = mix(p.chip, p.pick, 0.3) if covered else mix(p.chip, p.line, 0.25 * (number % 2))
        made.append(text(str(number).center(cell), ink(p.ink, ground, target=target), cell))
        number += 1
    return beside(*made, gap=0)


# --- what was said in earlier rounds ---


def history(sight: Sight, zone: Zone, width: int) -> Block:
    """A line for each round: its number, its dice, and what the reader was told, or everybody for who only watches."""
    p = sight.palette
    title = text(zone.title, ink(p.second, None, True))
    lines = []
    for number, group in groupby(zone.pieces, lambda piece: piece.group):
        pieces = list(group)
        dice = [piece for piece in pieces if piece.owner is None]
        number_ = text(f"{number:2} ", ink(p.second))
        head = beside(number_, *(chip([die], p) for die in dice), gap=0)
        answers = [list(own) for _, own in groupby(pieces[len(dice) :], lambda piece: piece.owner)]
        said = [_said(sight, own) for own in answers if sight.me is None or own[0].owner == sight.me.seat]
        lines.append(beside(head, flow(said, max(1, width - head.width - 1))))
    return stack(title, *lines) if lines else EMPTY


def _said(sight: Sight, pieces: list[Piece]) -> Block:
    """One player's answer, and the card that was laid open after it."""
    p = sight.palette
    answer, *cards = pieces
    owner = answer.owner or 0
    colour = p.ok if "right" in answer.look.split() else p.call
    who = EMPTY if owner == sight.scene.seat else disc(owner, sight.names[owner])
    parts = [block for block in (who, spans((answer.face, ink(colour, None, True)))) if block.width]
    return beside(*parts, *(chip([card], p) for card in cards))
