"""The table of blef: what a person sees, may click and is told, from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sprawdzam.engine.contract import HOLE, SPECTATOR, State
from sprawdzam.engine.scene import Ask, Choice, Click, Piece, Plate, Scene, Track, Zone, legal_for
from sprawdzam.engine.texts import Texts, mark, mark_count
from sprawdzam.games.blef import rules
from sprawdzam.games.blef.bids import all_bids
from sprawdzam.games.blef.rules import CHECK, CHOOSE, CLOCKWISE, MOST, PAIRS, VALUES, Phase

COUNTED = (
    mark_count("{n} one", "{n} ones"),
    mark_count("{n} two", "{n} twos"),
    mark_count("{n} three", "{n} threes"),
    mark_count("{n} four", "{n} fours"),
    mark_count("{n} five", "{n} fives"),
    mark_count("{n} six", "{n} sixes"),
)
NAMED = (mark("ones"), mark("twos"), mark("threes"), mark("fours"), mark("fives"), mark("sixes"))
DEALT = (Phase.CHOOSE, Phase.DIRECTION, Phase.BID, Phase.REVEAL)
PAUSES = {Phase.REVEAL: 6.0, Phase.DEAL: 1.0}  # seconds


def scene(v: State, seat: int, texts: Texts, names: Sequence[str]) -> Scene:
    zones = [_hand(v, p, seat, texts, names) for p in range(v.seats) if v.phase in DEALT and not v.seat[p].rank]
    if v.phase in DEALT:
        left = sum(v.deck) - sum(1 for p in range(v.seats) for card in v.seat[p].card if card == HOLE)
        back = (Piece("", texts("the top of the deck")),) if left else ()
        note = texts.count("{n} card not dealt", "{n} cards not dealt", left)
        zones.append(Zone("deck", "pile", texts("Deck"), back, note=note))
    if v.made:
        zones.append(Zone("bids", "row", texts("Bids"), _bids(v, seat, texts, names)))
    asks, choices, preset = _choices(v, seat, texts, names)
    return Scene(
        seat=seat,
        title=_title(v, texts),
        prompt=_prompt(v, seat, texts, names),
        plates=tuple(_plate(v, p, seat, texts, names) for p in range(v.seats)),
        zones=tuple(zones),
        asks=asks,
        choices=choices,
        preset=preset,
        facts=_facts(v, texts),
        tracks=(_counted(v, zones, texts),) if v.phase == Phase.REVEAL else (),
        ranking=_ranking(v),
        pause=PAUSES.get(v.phase, 0.0),
    )


def silence(v: State, seat: int) -> int:
    """R31: keep all ends A; check, or open with the lowest bid. R34: clockwise."""
    if v.phase == Phase.CHOOSE:
        return CHOOSE
    if v.phase == Phase.DIRECTION:
        return CLOCKWISE
    return CHECK if v.made else 0


# --- words ---


def many(texts: Texts, n: int, value: int) -> str:
    """So many cards of a value: "3 fours"."""
    return texts.count(*COUNTED[value - 1], n)


def bid_words(texts: Texts, bid: int) -> str:
    return many(texts, bid % MOST + 1, bid // MOST + 1)


def value_words(texts: Texts, value: int) -> str:
    """The value as the thing that is asked for: "fours"."""
    return texts(NAMED[value - 1])


def cards(texts: Texts, n: int) -> str:
    return texts.count("{n} card", "{n} cards", n)


def makers(v: State) -> list[int]:
    """Who made each bid of the round, and whose turn it is, in order (BL-09)."""
    step = v.seats - 1 if v.counter else 1
    seats = [v.starter]
    for _ in range(v.made):
        seats.append(rules.beside(v, seats[-1], step))
    return seats


# --- what lies on the table ---


def _piece(v: State, p: int, i: int, texts: Texts) -> Piece:
    card, end = v.seat[p].card[i], v.seat[p].end[i]
    if card == HOLE:
        return Piece("", texts("a hidden card"), "chosen" if v.seat[p].locked else "")
    look = "chosen" if end else "open"
    if end and v.phase == Phase.REVEAL:
        up, value = PAIRS[card - 1][end - 1], v.newest[0] // MOST + 1
        counts = up == value or (up == 1 and value > 1 and bool(rules.ones_are_jokers(v)))
        look = "counts" if counts else "idle"
    return _open_piece(texts, card, end, look)


@cache
def _open_piece(texts: Texts, card: int, end: int, look: str) -> Piece:
    low, high = PAIRS[card - 1]
    up, down = (high, low) if end == 2 else (low, high)
    if end == 0:
        return Piece(str(up), texts("card {low}-{high}", low=low, high=high), look, str(down))
    return Piece(str(up), texts("{up} counts, {down} does not", up=up, down=down), look, str(down))


def _hand(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Zone:
    pieces = tuple(_piece(v, p, i, texts) for i in range(v.seat[p].count))
    return Zone(f"hand{p}", "hand", texts("Your cards") if p == seat else names[p], pieces, owner=p)


def _bids(v: State, seat: int, texts: Texts, names: Sequence[str]) -> tuple[Piece, ...]:
    who = makers(v)
    return tuple(
        Piece(
            bid_words(texts, bid),
            texts("You") if who[i] == seat else names[who[i]],
            "last" if i == v.made - 1 else "",
        )
        for i, bid in enumerate(all_bids(v))
    )


def _plate(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Plate:
    me = v.seat[p]
    facts = []
    if me.rank:
        facts.append(cards(texts, me.count) if v.phase == Phase.OVER else texts("out of play"))
    else:
        facts.append(cards(texts, me.count))
        if v.phase == Phase.CHOOSE:
            facts.append(texts("ready") if me.locked else texts("choosing"))
        elif p == v.starter and v.phase in (Phase.DEAL, Phase.DIRECTION, Phase.BID):
            facts.append(texts("first to bid"))
    name = texts("You") if p == seat else names[p]
    return Plate(p, name, tuple(facts), acts=bool(v.waiting >> p & 1), out=bool(me.rank) and v.phase != Phase.OVER)


def _title(v: State, texts: Texts) -> str:
    if v.tiebreak and v.phase != Phase.OVER:
        return texts("Extra round")
    number = v.round + 1 if v.phase == Phase.DEAL else v.round
    return texts("Round {n}", n=number)


def _facts(v: State, texts: Texts) -> tuple[str, ...]:
    facts = []
    if v.phase in DEALT:
        facts.append(texts.count("{n} card in play", "{n} cards in play", v.total))
        if v.option.jokers:
            wild = rules.ones_are_jokers(v)
            facts.append(texts("ones are jokers") if wild else texts("ones are just ones this round"))
        if v.option.direction_choice and v.phase in (Phase.BID, Phase.REVEAL):
            facts.append(texts("counter-clockwise") if v.counter else texts("clockwise"))
        facts.append(_how_it_ends(v, texts))
    return tuple(facts)


def _counted(v: State, zones: Sequence[Zone], texts: Texts) -> Track:
    """How much there is of what was bid."""
    bid = v.newest[0]
    added = tuple(((zone.id, i), 1) for zone in zones for i, piece in enumerate(zone.pieces) if piece.look == "counts")
    title, note = texts("On the table: {n}", n=len(added)), texts("bid: {bid}", bid=bid_words(texts, bid))
    return Track(title, (("seen", len(added)),), bid % MOST + 1, note, added)


def _how_it_ends(v: State, texts: Texts) -> str:
    """What people must not come to: BL-19, BL-28, BL-29; in extra rounds BL-21."""
    if v.tiebreak:
        return texts("whoever loses is out")
    if v.option.longer:
        return texts("no cards: you are out") if v.option.shrinking else texts("6 cards: you are out")
    return texts("no cards: you lose") if v.option.shrinking else texts("6 cards: you lose")


def _ranking(v: State) -> tuple[tuple[int, int], ...]:
    if v.phase != Phase.OVER:
        return ()
    return tuple(sorted(((p, v.seat[p].rank) for p in range(v.seats)), key=lambda place: (place[1], place[0])))


def _prompt(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    mine = seat != SPECTATOR and bool(v.waiting >> seat & 1)
    name = names[v.turn]
    if v.phase == Phase.OVER:
        winner = _ranking(v)[0][0]
        return texts("You win!") if winner == seat else texts("{name} wins.", name=names[winner])
    if v.phase == Phase.DEAL:
        if v.starter == seat:
            return texts("Cards are being dealt. You start.")
        return texts("Cards are being dealt. {name} starts.", name=names[v.starter])
    if v.phase == Phase.REVEAL:
        return _verdict(v, seat, texts, names)
    if v.phase == Phase.CHOOSE:
        if mine:
            return texts.count(
                "Which end of your card counts? Turn it as you like, in secret.",
                "Which ends of your cards count? Turn them as you like, in secret.",
                v.seat[seat].count,
            )
        waiting = [names[p] for p in range(v.seats) if v.waiting >> p & 1]
        told = ", ".join(waiting)
        return texts.count("{names} is still choosing.", "{names} are still choosing.", len(waiting), names=told)
    if v.phase == Phase.DIRECTION:
        return texts("Which way does this round go?") if mine else texts("{name} chooses the direction.", name=name)
    if not mine:
        return texts("{name} is thinking.", name=name)
    if not v.made:
        return texts("You open: which value, and at least how many such cards do you all hold together?")
    last = bid_words(texts, v.newest[0])
    if len(range(v.newest[0] + 1, (rules.VALUES - 1) * MOST + v.total)) == 0:
        return texts("{bid}: nothing beats that. You must check.", bid=last)
    told = texts("{bid}, says {name}. Raise it, or check?", bid=last, name=names[makers(v)[-2]])
    return told + " " + texts("To raise: a higher value, or more of the same.")


def _verdict(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    """At the reveal: what was bid, what is there, who loses."""
    bid = v.newest[0]
    found = rules.counted(v, bid // MOST + 1)
    there = many(texts, found, bid // MOST + 1)
    holds = found > bid % MOST  # as the rules say it, without counting again
    loser = v.turn if holds else rules.last_bidder(v)
    told = texts("Bid: {bid}. On the table: {there}.", bid=bid_words(texts, bid), there=there)
    if holds:
        end = (
            texts("It holds, so you lose the round.")
            if loser == seat
            else texts("It holds, so {name} loses the round.", name=names[loser])
        )
    else:
        end = (
            texts("A bluff! You lose the round.")
            if loser == seat
            else texts("A bluff! {name} loses the round.", name=names[loser])
        )
    return f"{told} {end}"


# --- choices ---


def _choices(
    v: State, seat: int, texts: Texts, names: Sequence[str]
) -> tuple[tuple[Ask, ...], tuple[Choice, ...], tuple[Click, ...]]:
    if seat == SPECTATOR:
        return (), (), ()
    if v.phase == Phase.CHOOSE and not v.seat[seat].rank:
        return _end_choices(v, seat, texts)
    if seat != v.turn or v.phase not in (Phase.DIRECTION, Phase.BID):
        return (), (), ()
    if v.phase == Phase.DIRECTION:
        left, right = rules.beside(v, seat, 1), rules.beside(v, seat, v.seats - 1)
        ways = (
            ("cw", texts("clockwise, {name} next", name=names[left])),
            ("ccw", texts("counter-clockwise, {name} next", name=names[right])),
        )
        choices = tuple(
            Choice(((Click("direction", what, label),),), (CLOCKWISE + i,), label)
            for i, (what, label) in enumerate(ways)
        )
        return (Ask("direction", texts("Which way?")),), choices, ()
    legal = legal_for(rules, v, seat)
    sixes = legal[0] // MOST == VALUES - 1  # BL-12: nothing else is left, and nobody is asked which value
    many = texts("How many sixes?") if sixes else texts("How many?")
    asks: tuple[Ask, ...] = (Ask("value", texts("Which value?")), Ask("count", many, "range"))
    if CHECK in legal:
        asks = (*asks, Ask("check", texts("Or check:")))
    return asks, tuple(_bid_choice(texts, action) for action in legal), ()


def _end_choices(v: State, seat: int, texts: Texts) -> tuple[tuple[Ask, ...], tuple[Choice, ...], tuple[Click, ...]]:
    """Each card is turned on its own, in any order; R8: also again while others still choose."""
    me = v.seat[seat]
    asks = tuple(Ask(f"card{i}", texts("Card {n}", n=i + 1), "pieces") for i in range(me.count))
    ends = [
        [Click(f"card{i}", end, str(PAIRS[me.card[i] - 1][e]), (f"hand{seat}", i)) for e, end in enumerate("AB")]
        for i in range(me.count)
    ]
    choices = []
    for mask in range(1 << me.count):
        path = tuple(ends[i][mask >> i & 1] for i in range(me.count))
        told = " ".join(click.label for click in path)
        choices.append(Choice((path,), (CHOOSE + mask,), texts("Keep {values}", values=told)))
    now = sum(1 << i for i in range(me.count) if me.end[i] == 2)
    return asks, tuple(choices), choices[now].path[0]


@cache
def _bid_choice(texts: Texts, action: int) -> Choice:
    """Kept: a turn offers up to sixty of them, always the same."""
    if action == CHECK:
        click = Click("check", "check", texts("Check!"))
        return Choice(((click,),), (CHECK,), texts("Check!"), touches=(("bids", -1),), loud=True)
    count, value = action % MOST + 1, action // MOST + 1
    path = (Click("value", str(value), value_words(texts, value)), Click("count", str(count), str(count)))
    return Choice((path,), (action,), texts("Bid {bid}", bid=many(texts, count, value)))


# --- what happened ---


def tell(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    if before.phase == Phase.REVEAL and after.phase != Phase.REVEAL:
        return _tell_result(before, after, seat, texts, names)
    lines = []
    if before.phase == Phase.DEAL and after.phase == Phase.CHOOSE:
        lines.append(
            _title(after, texts) + ": " + texts.count("{n} card is dealt.", "{n} cards are dealt.", after.total)
        )
    if before.phase == Phase.CHOOSE and after.phase != Phase.CHOOSE:
        lines.append(texts("Everyone has chosen."))
    if before.phase == Phase.DIRECTION and after.phase == Phase.BID:
        lines.append(
            texts("This round goes counter-clockwise.") if after.counter else texts("This round goes clockwise.")
        )
    for i in range(before.made, after.made):
        maker, bid = makers(after)[i], bid_words(texts, all_bids(after)[i])
        lines.append(
            texts("You bid {bid}.", bid=bid)
            if maker == seat
            else texts("{name} bids {bid}.", name=names[maker], bid=bid)
        )
    if after.phase == Phase.REVEAL and before.phase == Phase.BID:
        lines.append(texts("You: check!") if after.turn == seat else texts("{name}: check!", name=names[after.turn]))
        lines.append(_verdict(after, seat, texts, names))
    return lines


def _tell_result(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    loser = before.turn if rules.bid_holds(before) else rules.last_bidder(before)
    you = loser == seat
    name = names[loser]
    lines = []
    change = after.seat[loser].count - before.seat[loser].count
    if change > 0:
        n = cards(texts, after.seat[loser].count)
        lines.append(
            texts("You go up to {cards}.", cards=n) if you else texts("{name} goes up to {cards}.", name=name, cards=n)
        )
    elif change < 0:
        n = cards(texts, after.seat[loser].count)
        lines.append(
            texts("You go down to {cards}.", cards=n)
            if you
            else texts("{name} goes down to {cards}.", name=name, cards=n)
        )
    if after.seat[loser].rank and after.phase != Phase.OVER:
        lines.append(texts("You are out.") if you else texts("{name} is out.", name=name))
    if after.tiebreak and not before.tiebreak:
        tied = ", ".join(texts("You") if p == seat else names[p] for p in range(after.seats) if not after.seat[p].rank)
        lines.append(texts("A tie! Extra rounds for: {names}.", names=tied))
    if after.phase == Phase.OVER:
        lines.append(_prompt(after, seat, texts, names))
    return lines
