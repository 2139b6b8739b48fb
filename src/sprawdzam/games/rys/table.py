"""The table of rys: what a person sees, may click and is told, from a view alone."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import HOLE, SPECTATOR, State
from sprawdzam.engine.scene import Ask, Choice, Click, Piece, Plate, Scene, Zone, legal_for, places
from sprawdzam.engine.texts import Texts
from sprawdzam.games.rys import rules
from sprawdzam.games.rys.state import (
    DECK,
    DISCARD,
    DUEL,
    JOKER,
    JOKERS_ALONE,
    KINDS,
    LEAVE,
    NO_DRAW,
    POOL,
    RECLAIM,
    ROB,
    SLOTS,
    TAKE,
    Phase,
    cards_of,
    jokers_of,
    size_of,
    value_of,
)
from sprawdzam.games.rys.story import tell, winners
from sprawdzam.games.rys.words import card_name, face, faces, layer_cards, slot_cards

__all__ = ["scene", "silence", "tell"]

PAUSES = {Phase.DEAL: 1.0, Phase.REFILL: 0.5, Phase.RESTOCK: 0.8}  # seconds


def scene(v: State, seat: int, texts: Texts, names: Sequence[str]) -> Scene:
    zones: list[Zone] = []
    if v.phase != Phase.DEAL:
        for p in range(v.seats):
            zones += [_table(v, p, seat, texts, names), _hand(v, p, seat, texts, names)]
        if v.option.mode == DUEL:
            zones.append(_virtual(v, texts))
        zones += [_pool(v, texts), *_piles(v, texts)]
    asks, choices = _choices(v, seat, texts, zones)
    return Scene(
        seat=seat,
        title=texts("Turn {n}", n=v.turns + 1),
        prompt=_prompt(v, seat, texts, names),
        plates=tuple(_plate(v, p, seat, texts, names) for p in range(v.seats)),
        zones=tuple(zones),
        asks=asks,
        choices=choices,
        facts=(texts("points: cards on the table minus cards in hand"),),
        ranking=_ranking(v),
        pause=PAUSES.get(v.phase, 0.0),
    )


def silence(v: State, seat: int) -> int:
    """R46: the lowest single card; take, reclaim, draw from the deck, do not draw unasked, the lowest set."""
    legal = legal_for(rules, v, seat)
    return legal[-1] if v.phase == Phase.OFFER else legal[0]


# --- what lies on the table ---


def _piece(texts: Texts, card: int, group: int = 0, look: str = "") -> Piece:
    kind = "joker" if card == JOKER else f"rank{card}"
    return Piece(face(card), card_name(texts, card), f"{kind} {look}".strip(), group=group)


def _hand(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Zone:
    """Equal cards lie on one another; of a rival's hand what everybody saw going there, and the rest as backs."""
    me = v.seat[p]
    hidden = me.hand[0] == HOLE
    shown = me.known if hidden else me.hand
    pieces = [_piece(texts, kind + 1, kind + 1) for kind in range(KINDS) for _ in range(shown[kind])]
    if hidden:
        pieces += [Piece("", texts("a hidden card"), group=KINDS + 1)] * (me.size - sum(me.known))
    return Zone(f"hand{p}", "hand", texts("Your cards") if p == seat else names[p], tuple(pieces), owner=p)


def _table(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Zone:
    me = v.seat[p]
    pieces = [
        _piece(texts, card, i + 1, "" if i == me.layers - 1 else "covered")
        for i in range(me.layers)
        for card in layer_cards(me.layer[i])
    ]
    title = texts("Your sets") if p == seat else texts("Sets of {name}", name=names[p])
    return Zone(f"table{p}", "layers", title, tuple(pieces), owner=p)


def _virtual(v: State, texts: Texts) -> Zone:
    pieces = [_piece(texts, value + 1, value + 1) for value in range(len(v.virtual)) for _ in range(v.virtual[value])]
    return Zone("virtual", "row", texts("Virtual player"), tuple(pieces))


def _pool(v: State, texts: Texts) -> Zone:
    pieces = [_piece(texts, card, slot + 1) for slot in range(SLOTS) for card in slot_cards(v, slot)]
    return Zone("pool", "pool", texts("Pool"), tuple(pieces))


def _piles(v: State, texts: Texts) -> list[Zone]:
    back = (Piece("", texts("the top of the deck")),) if v.left else ()
    piles = [Zone("deck", "pile", texts("Deck"), back, note=texts.count("{n} card", "{n} cards", v.left))]
    if gone := sum(v.discard):
        piles.append(Zone("discard", "pile", texts("Discarded"), (), note=texts.count("{n} card", "{n} cards", gone)))
    return piles


def _plate(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Plate:
    me = v.seat[p]
    facts = [texts("hand {n}", n=me.size), texts("table {n}", n=me.tabled)]
    if p == seat or v.phase == Phase.OVER:  # anybody can tell it from the other two
        facts.insert(0, texts("points {n}", n=texts.whole(me.tabled - me.size)))
    name = texts("You") if p == seat else names[p]
    return Plate(p, name, tuple(facts), acts=bool(v.waiting >> p & 1))


def _ranking(v: State) -> tuple[tuple[int, int], ...]:
    return places(rules.score, v) if v.phase == Phase.OVER else ()


# --- what is asked ---


def _prompt(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    mine = seat != SPECTATOR and bool(v.waiting >> seat & 1)
    if v.phase == Phase.OVER:
        return winners(v, seat, texts, names)
    if v.phase == Phase.DEAL:
        if v.turn == seat:
            return texts("Cards are being dealt. You start.")
        return texts("Cards are being dealt. {name} starts.", name=names[v.turn])
    if v.phase == Phase.REFILL:
        return texts("The pool is filled up.")
    if v.phase == Phase.RESTOCK:
        return texts("The virtual player is filled up.")
    if not mine:
        waiting = next(p for p in range(v.seats) if v.waiting >> p & 1)
        return texts("{name} is thinking.", name=names[waiting])
    return _own_prompt(v, seat, texts, names)


def _own_prompt(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    if v.phase == Phase.PLAY:
        told = texts("Play one or more cards of one value; jokers may join them.")
        return told + " " + texts("You steal top sets of the same size and lower value.")
    if v.phase == Phase.VIRTUAL:
        return texts("Which set of the virtual player do you take?")
    if v.phase == Phase.OFFER:
        return texts("You stole nothing, so you may draw a card. Each one costs a point until you play it.")
    victim = v.victim - 1
    cards = faces(layer_cards(rules.top(v.seat[victim])))
    if v.phase == Phase.LOOT:
        told = texts("You steal {cards} from {name}.", cards=cards, name=names[victim])
        told += " " + texts("Take them into your hand, or leave them?")
        return told + " " + texts("Either way {name} gets as many cards into the hand.", name=names[victim])
    if v.phase == Phase.KEEP:
        told = texts("{name} steals your {cards} and leaves them.", name=names[v.turn], cards=cards)
        return told + " " + texts("Take them back, or discard them and draw as many?")
    return texts.count("Draw {n} more card.", "Draw {n} more cards.", v.owed)


Found = tuple[tuple[Ask, ...], tuple[Choice, ...]]


def _choices(v: State, seat: int, texts: Texts, zones: Sequence[Zone]) -> Found:
    legal = legal_for(rules, v, seat)
    if not legal:
        return (), ()
    if v.phase == Phase.PLAY:
        return _plays(v, seat, texts, zones, legal)
    if v.phase == Phase.VIRTUAL:
        return (Ask("set", texts("Which set?"), "pieces"),), tuple(_rob(v, texts, zones, action) for action in legal)
    if v.phase in (Phase.DRAW, Phase.OFFER):
        asks: tuple[Ask, ...] = (Ask("source", texts("From where?"), "pieces"),)
        if NO_DRAW in legal:
            asks = (*asks, Ask("none", texts("Or:")))
        return asks, tuple(_draw(v, texts, zones, action) for action in legal)
    touched = _top_pieces(zones, v.victim - 1)
    asked = texts("Your loot:") if v.phase == Phase.LOOT else texts("Your cards:")
    return (Ask("loot", asked),), tuple(_loot(v, texts, touched, action) for action in legal)


def _first(zones: Sequence[Zone], id: str, group: int) -> tuple[str, int]:
    """Where the first piece of a group lies."""
    zone = next(zone for zone in zones if zone.id == id)
    return id, next(i for i, piece in enumerate(zone.pieces) if piece.group == group)


def _top_pieces(zones: Sequence[Zone], p: int) -> tuple[tuple[str, int], ...]:
    """The places of a player's top layer."""
    zone = next(zone for zone in zones if zone.id == f"table{p}")
    last = zone.pieces[-1].group
    return tuple((zone.id, i) for i, piece in enumerate(zone.pieces) if piece.group == last)


def _plays(v: State, seat: int, texts: Texts, zones: Sequence[Zone], legal: Sequence[int]) -> Found:
    """The sevens, two of them, with one joker."""
    places = {kind: _first(zones, f"hand{seat}", kind + 1) for kind in range(KINDS) if v.seat[seat].hand[kind]}
    jokers = v.seat[seat].hand[JOKER - 1]
    choices = []
    for action in legal:
        layer = action + 1
        card, alone = value_of(layer), action >= JOKERS_ALONE
        number = jokers_of(layer) if alone else cards_of(layer)
        path = [
            (Click("cards", face(card), card_name(texts, card), places[card - 1]),),
            (Click("count", str(number), str(number)),),
        ]
        if jokers and not alone:
            with_them = jokers_of(layer)
            words = f"+{with_them}" if with_them else texts("no joker")
            path.append((Click("jokers", str(with_them), words),))
        choices.append(
            Choice(
                tuple(path),
                (action,),
                texts("Play {cards}", cards=faces(layer_cards(layer))),
                touches=_robbed(v, seat, zones, layer),
                usual=1 + number * KINDS - jokers_of(layer) * (not alone),  # all the cards, no joker
                hits=texts("you steal"),
            )
        )
    asks = (
        Ask("cards", texts("Which cards?"), "pieces"),
        Ask("count", texts("How many?")),
        Ask("jokers", texts("With jokers?")),
    )
    return asks, tuple(choices)


def _robbed(v: State, seat: int, zones: Sequence[Zone], layer: int) -> tuple[tuple[str, int], ...]:
    """The pieces that a play would steal."""
    rivals = [p for p in range(v.seats) if p != seat and rules.beats(v, layer, rules.top(v.seat[p]))]
    places = [place for p in rivals for place in _top_pieces(zones, p)]
    if v.option.mode == DUEL:
        row = next(zone for zone in zones if zone.id == "virtual")
        places += [
            (row.id, i)
            for i, piece in enumerate(row.pieces)
            if v.virtual[piece.group - 1] == size_of(layer) and piece.group < value_of(layer)
        ]
    return tuple(places)


def _rob(v: State, texts: Texts, zones: Sequence[Zone], action: int) -> Choice:
    value = action - ROB
    cards = faces([value + 1] * v.virtual[value])
    click = Click("set", str(value + 1), cards, _first(zones, "virtual", value + 1))
    return Choice(
        ((click,),), (action,), texts("Take {cards}", cards=cards), touches=(click.piece,) if click.piece else ()
    )


def _draw(v: State, texts: Texts, zones: Sequence[Zone], action: int) -> Choice:
    if action == NO_DRAW:
        label = texts("Draw nothing")
        return Choice(((Click("none", "none", label),),), (action,), label)
    if action == DECK:
        click = Click("source", "deck", texts("the deck"), ("deck", 0))
        return Choice(((click,),), (action,), texts("Draw from the deck"))
    slot = action - POOL
    cards = faces(slot_cards(v, slot))
    click = Click("source", f"pool {slot}", cards, _first(zones, "pool", slot + 1))
    return Choice(((click,),), (action,), texts("Draw {cards} from the pool", cards=cards))


def _loot(v: State, texts: Texts, touched: tuple[tuple[str, int], ...], action: int) -> Choice:
    owed = len(touched)
    label = {
        TAKE: texts("Take them"),
        LEAVE: texts("Leave them"),
        RECLAIM: texts("Take them back"),
        DISCARD: texts.count("Discard and draw {n} card", "Discard and draw {n} cards", owed),
    }[action]
    what = {TAKE: "take", LEAVE: "leave", RECLAIM: "reclaim", DISCARD: "discard"}[action]
    return Choice(((Click("loot", what, label),),), (action,), label, touches=touched)
