"""The table of nerwy: what a person sees, may click and is told, from a view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sprawdzam.engine.contract import HOLE, SPECTATOR, State
from sprawdzam.engine.scene import Ask, Choice, Click, Piece, Plate, Scene, Track, Zone, legal_for, places
from sprawdzam.engine.texts import Texts
from sprawdzam.games.nerwy import rules
from sprawdzam.games.nerwy.state import (
    CALL,
    DOUBLE,
    DOWN,
    ENOUGH,
    HEARTS,
    PASS,
    SEATS,
    WINS,
    WORTH,
    Phase,
    card_of,
)
from sprawdzam.games.nerwy.words import (
    card_name,
    card_words,
    face,
    hand_cards,
    owner,
    placed_words,
    side_words,
    verdict,
)

NERVES = 2  # that cost a composure (NE-22)
LIT = (Phase.TURN, Phase.WINDOW, Phase.DRAW, Phase.REVEAL)
PAUSES = {Phase.REVEAL: 7.0, Phase.DEAL: 1.0, Phase.DRAW: 0.5}  # seconds
WINDOWS = (Phase.WINDOW,)  # anybody may call out of turn


def scene(v: State, seat: int, texts: Texts, names: Sequence[str]) -> Scene:
    zones = [_hand(v, p, seat, texts, names) for p in range(v.seats) if v.phase != Phase.DEAL]
    if v.phase in LIT:
        zones.append(Zone("row", "row", texts("Row"), tuple(_entry(v, i, seat, texts, names) for i in range(v.laid))))
        zones.append(_pile(v, texts))
    asks, choices = _choices(v, seat, texts)
    return Scene(
        seat=seat,
        title=texts("Round {n}", n=max(1, v.round)),
        prompt=_prompt(v, seat, texts, names),
        plates=tuple(_plate(v, p, seat, texts, names) for p in range(v.seats)),
        zones=tuple(zones),
        asks=asks,
        choices=choices,
        facts=_facts(v, seat, texts, names),
        tracks=(_track(v, seat, texts),) if v.phase in LIT else (),
        ranking=_ranking(v),
        pause=PAUSES.get(v.phase, 0.0),
        window=v.phase in WINDOWS,
    )


def silence(v: State, seat: int) -> int:
    """R37: pass in the window; else the lowest number card, rather a double-sided one, or a special card hidden."""
    legal = legal_for(rules, v, seat)
    if PASS in legal or legal == [CALL]:
        return legal[-1]
    numbers = [a for a in legal if a < CALL and not a < DOWN and WORTH[card_of(a)]]
    if numbers:
        return min(numbers, key=lambda a: (WORTH[card_of(a)], a < DOUBLE))
    return next(a for a in legal if a >= DOWN)


# --- what lies on the table ---


def _piece(card: int, texts: Texts) -> Piece:
    if card == HOLE:
        return Piece("", texts("a heart: a hidden card"), "heart")
    return Piece(face(card), card_name(texts, card), "double" if card > HEARTS else "single")


def _hand(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Zone:
    pieces = tuple(_piece(v.seat[p].card[i], texts) for i in range(v.seat[p].held))
    return Zone(f"hand{p}", "hand", texts("Your cards") if p == seat else names[p], pieces, owner=p)


def _entry(v: State, i: int, seat: int, texts: Texts, names: Sequence[str]) -> Piece:
    card, lay = v.row_card[i], v.row_lay[i]
    who = owner(lay)
    last = " last" if i == v.laid - 1 else ""
    if lay > SEATS and v.phase != Phase.REVEAL:
        if card == HOLE:
            return Piece("", texts("a hidden card of {name}", name=names[who]), "heart" + last, owner=who)
        told = card_words(texts, card)
        if who == seat:
            name = texts("your hidden card: {card}", card=told)
        else:
            name = texts("a hidden card of {name}: {card}", name=names[who], card=told)
        return Piece("", name, "heart" + last, face(card), owner=who)
    look = "double" if card > HEARTS else "single"
    return Piece(face(card), card_name(texts, card), look + last, owner=who)


def _pile(v: State, texts: Texts) -> Zone:
    note = texts.count("{n} card", "{n} cards", v.left)
    gone = sum(v.gone) + v.binned
    if gone:
        note += ", " + texts.count("{n} discarded", "{n} discarded", gone)
    top = (_piece(HEARTS + v.top - 1 if v.top > 1 else HOLE, texts),) if v.top else ()
    return Zone("pile", "pile", texts("Draw pile"), top, note=note)


def _track(v: State, seat: int, texts: Texts) -> Track:
    """What is seen of the row, what the seat knows beyond that, and how many cards are unknown to it."""
    shown = sum(int(WORTH[v.row_card[i]]) for i in range(v.laid) if v.row_lay[i] <= SEATS or v.phase == Phase.REVEAL)
    own = int(rules.value(v)) - shown
    hidden = sum(v.row_card[i] == HOLE for i in range(v.laid))
    title = texts("Face up: {n}", n=shown)
    notes = []
    if own:
        notes.append(texts("hidden cards: {n}", n=own) if seat == SPECTATOR else texts("your hidden cards: {n}", n=own))
    if hidden:
        notes.append(texts.count("{n} hidden card of others", "{n} hidden cards of others", hidden))
    worths = [(("row", i), int(WORTH[v.row_card[i]])) for i in range(v.laid)] if v.phase == Phase.REVEAL else []
    added = tuple(one for one in worths if one[1])
    return Track(title, (("seen", shown), ("own", own)), ENOUGH, ", ".join(notes), added)


def _plate(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Plate:
    me = v.seat[p]
    tokens = (
        Track(texts("composure"), (("composure", me.composure),), WINS),
        Track(texts("nerves"), (("nerves", me.nerves),), NERVES),
    )
    last = v.phase in LIT and v.last and rules.last_placer(v) == p
    name = texts("You") if p == seat else names[p]
    facts = (texts("placed last"),) if last else ()
    return Plate(p, name, facts, acts=bool(v.waiting >> p & 1), tracks=tokens)


def _facts(v: State, seat: int, texts: Texts, names: Sequence[str]) -> tuple[str, ...]:
    facts = []
    if v.phase in LIT:
        facts.append(texts("counter-clockwise") if v.counter else texts("clockwise"))
        following = rules.beside(v, v.turn)
        if not v.caller:
            name = texts("you") if following == seat else names[following]
            told = texts("next: {name}, two cards", name=name) if v.pending else texts("next: {name}", name=name)
            facts.append(told)
    facts.append(texts("3 composure win"))
    return tuple(facts)


def _ranking(v: State) -> tuple[tuple[int, int], ...]:
    return places(rules.score, v) if v.phase == Phase.OVER else ()


# --- what is asked ---


def _prompt(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    mine = seat != SPECTATOR and bool(v.waiting >> seat & 1)
    name = names[v.turn]
    if v.phase == Phase.OVER:
        return _winners(v, seat, texts, names)
    if v.phase == Phase.DEAL:
        if v.starter == seat:
            return texts("Cards are being dealt. You start.")
        return texts("Cards are being dealt. {name} starts.", name=names[v.starter])
    if v.phase == Phase.REVEAL:
        return " ".join([verdict(texts, rules.value(v)), *_tokens(v, seat, texts, names)])
    if v.phase == Phase.DRAW:
        you = v.turn == seat
        return texts("You draw up to three cards.") if you else texts("{name} draws up to three cards.", name=name)
    if v.phase == Phase.WINDOW:
        if mine:
            last = names[rules.last_placer(v)]
            told = texts("{name} placed last. Is the row worth 17 or more?", name=last)
            return told + " " + texts("If so, a check brings you composure and {name} nerves.", name=last)
        return texts("Will anybody check?")
    return _turn_prompt(v, seat, texts) if mine else texts("{name} is thinking.", name=name)


def _turn_prompt(v: State, seat: int, texts: Texts) -> str:
    if legal_for(rules, v, seat) == [CALL]:
        return texts("You can place nothing: you have to check.")
    if v.placed:
        return texts("Now the second card.")
    if not v.last:
        return texts("You open the round: place a card.")
    if v.must == 2:
        return texts("Place two cards, or check if the row is worth 17 or more.")
    return texts("Place a card, or check if the row is worth 17 or more.")


def _choices(v: State, seat: int, texts: Texts) -> tuple[tuple[Ask, ...], tuple[Choice, ...]]:
    if seat == SPECTATOR:
        return (), ()
    legal = legal_for(rules, v, seat)
    choices = tuple(_choice(v, seat, action, texts) for action in legal)
    if not choices:
        return (), ()
    if v.phase == Phase.WINDOW:
        return (Ask("answer", texts("Do you let it pass?")),), choices
    return (Ask("card", texts("Which card?"), "pieces"), Ask("side", texts("Which way up?"))), choices


def _choice(v: State, seat: int, action: int, texts: Texts) -> Choice:
    if action == CALL:
        click = Click("call", "call", texts("Check!"))
        return Choice(((click,),), (CALL,), texts("Check!"), touches=(("row", -1),), loud=True)
    if action == PASS:
        return Choice(((Click("answer", "pass", texts("pass")),),), (PASS,), texts("Pass"))
    card = card_of(action)
    at = list(v.seat[seat].card).index(card)
    told = card_words(texts, card)
    picked = Click("card", str(card), told, (f"hand{seat}", at))
    if action >= DOUBLE:
        return Choice(((picked,),), (action,), texts("Place {card}", card=told))
    down = action >= DOWN
    side = Click("side", "down" if down else "up", side_words(texts, card, down))
    label = texts("Place {card} face down", card=told) if down else texts("Place {card} face up", card=told)
    return Choice(((picked,), (side,)), (action,), label)


# --- what happened ---


def tell(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    if before.phase == Phase.REVEAL:
        return _tell_result(before, after, seat, texts, names)
    if before.phase == Phase.DEAL and after.phase != Phase.DEAL:
        starts = texts("You start.") if after.starter == seat else texts("{name} starts.", name=names[after.starter])
        lines.append(texts("Everybody gets three cards.") + " " + starts)
    elif before.phase == Phase.DRAW:
        lines += _tell_draw(before, after, seat, texts, names)
    elif after.placements > before.placements:
        lines.append(placed_words(after, before, seat, texts, names))
    if after.caller and not before.caller:
        p = after.caller - 1
        lines.append(texts("You: check!") if p == seat else texts("{name}: check!", name=names[p]))
    if after.phase == Phase.REVEAL:
        lines.append(verdict(texts, rules.value(after)))
    if before.phase != Phase.DEAL and after.left > before.left:
        lines.append(texts("The discarded cards are shuffled into a new draw pile."))
    return lines


def _tell_draw(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    p = before.turn
    new = Counter(hand_cards(after, p, texts)) - Counter(hand_cards(before, p, texts))
    if not new:
        return []
    cards = ", ".join(new.elements())
    if p == seat:
        return [texts("You draw: {cards}.", cards=cards)]
    return [texts("{name} draws: {cards}.", name=names[p], cards=cards)]


def _tokens(v: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    """At the reveal: who takes what (NE-18, NE-20, NE-21, NE-33)."""
    trapped = rules.trappers(v)
    gains = {p for p in range(v.seats) if trapped >> p & 1} | {int(rules.gainer(v))}
    nerves = Counter({int(rules.loser(v)): 1})
    if trapped:
        nerves[v.caller - 1] += 1
    lines = []
    for p in range(v.seats):
        if trapped >> p & 1:
            lines.append(texts("Your trap!") if p == seat else texts("A trap of {name}!", name=names[p]))
    for p in sorted(gains):
        lines.append(texts("You: +1 composure.") if p == seat else texts("{name}: +1 composure.", name=names[p]))
    for p in sorted(nerves):
        lines.append(
            texts.count("You: +{n} nerves token.", "You: +{n} nerves tokens.", nerves[p])
            if p == seat
            else texts.count("{name}: +{n} nerves token.", "{name}: +{n} nerves tokens.", nerves[p], name=names[p])
        )
    return lines


def _tell_result(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    lines = _tokens(before, seat, texts, names)
    nerves = Counter({int(rules.loser(before)): 1})
    if rules.trappers(before):
        nerves[before.caller - 1] += 1
    for p in sorted(nerves):
        if before.seat[p].nerves + nerves[p] >= 2:
            lines.append(_nerves_fail(texts, names[p], you=p == seat, poorer=_poorer(before, after, p)))
    if after.left > before.left:
        lines.append(texts("The discarded cards are shuffled into a new draw pile."))
    if after.phase == Phase.OVER:
        lines.append(_winners(after, seat, texts, names))
    return lines


def _poorer(before: State, after: State, p: int) -> bool:
    """Whether two nerves cost a composure as well (NE-22)."""
    gained = rules.trappers(before) >> p & 1 or rules.gainer(before) == p
    return bool(after.seat[p].composure < before.seat[p].composure + bool(gained))


def _nerves_fail(texts: Texts, name: str, *, you: bool, poorer: bool) -> str:
    if poorer:
        return (
            texts("Your nerves fail: both nerves go back, and one composure.")
            if you
            else texts("{name}: nerves fail. Both nerves go back, and one composure.", name=name)
        )
    return (
        texts("Your nerves fail: both nerves go back.")
        if you
        else texts("{name}: nerves fail. Both nerves go back.", name=name)
    )


def _winners(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    first = [p for p, rank in _ranking(v) if rank == 1]
    if len(first) > 1:
        told = ", ".join(texts("You") if p == seat else names[p] for p in first)
        return texts("A shared win: {names}.", names=told)
    return texts("You win!") if first[0] == seat else texts("{name} wins.", name=names[first[0]])
