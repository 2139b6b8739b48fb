"""The small sizes that OpenSpiel can walk through, and how large their trees are."""

from __future__ import annotations

from typing import NamedTuple


class Size(NamedTuple):
    """A game with explicit chance, as the library loads it, and its counts of nodes and information states."""

    text: str
    chance: int
    decisions: int
    ends: int
    told: int


SIZES = {
    "blef": Size("sprawdzam_blef_explicit(size=three,first_starter=0)", 4, 2331, 2268, 390),
    "fiasko": Size("sprawdzam_fiasko_explicit(size=four,starter=0)", 309, 2183, 1208, 2183),
    "szacunki": Size("sprawdzam_szacunki_explicit(size=three)", 58, 2748, 18432, 496),
    "nerwy": Size(
        "sprawdzam_nerwy_explicit(size=four,first_starter=0,max_rounds=1,max_placements=3)", 1588, 477, 1284, 408
    ),
    "rys": Size("sprawdzam_rys_explicit(size=five,first_starter=0,max_turns=4)", 60, 607, 429, 192),
}
SMALL = {name: size.text for name, size in SIZES.items()}
