"""The table of szacunki: what a person sees, may click and is told, from a view alone."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import HOLE, SPECTATOR, State
from sprawdzam.engine.scene import Ask, Choice, Click, Piece, Plate, Scene, Zone, legal_for
from sprawdzam.engine.texts import Texts
from sprawdzam.games.szacunki import rules
from sprawdzam.games.szacunki.state import (
    BEHIND,
    COLOURS,
    CORRECT,
    EXCHANGE,
    GUESS,
    GUESSES,
    KEEP,
    LETTERS,
    NUMBERS,
    PICK,
    PLACE,
    POINTS,
    RACKS,
    ROUNDS,
    SET,
    SIZES,
    TURN,
    Phase,
)
from sprawdzam.games.szacunki.story import said, tell, winner
from sprawdzam.games.szacunki.words import (
    LOOKS,
    MARKS,
    card_name,
    colour,
    dice_words,
    die_name,
    excluded,
    guess_words,
    range_words,
    result_words,
    which,
)

__all__ = ["scene", "silence", "tell"]

PAUSES = {Phase.DEAL: 1.0, Phase.ROLL: 0.8, Phase.CHECK: 4.0, Phase.SCORE: 8.0}  # seconds


def scene(v: State, seat: int, texts: Texts, names: Sequence[str]) -> Scene:
    zones: list[Zone] = []
    if v.phase != Phase.DEAL:
        zones += [_rack(v, p, seat, texts, names) for p in range(RACKS)]
        zones += [_dice(v, texts), _tokens(v, texts), _ranges(v, texts, names), _pawns(v, texts, names)]
        zones += [_stacks(v, texts), _laid_open(v, texts, names)]
        if seat != SPECTATOR and v.phase < Phase.SCORE:
            zones += [_notes(v, c, seat, texts) for c in range(v.option.colours)]
        zones.append(_history(v, seat, texts, names))
    asks, choices = _choices(v, seat, texts, zones)
    return Scene(
        seat=seat,
        title=texts("Round {n} of {most}", n=max(1, v.round), most=ROUNDS[v.seats]),
        prompt=_prompt(v, seat, texts, names),
        plates=tuple(_plate(v, p, seat, texts, names) for p in range(v.seats)),
        zones=tuple(zone for zone in zones if zone.pieces),
        asks=asks,
        choices=choices,
        facts=(texts("narrower is worth more"),),
        ranking=_ranking(v),
        pause=PAUSES.get(v.phase, 0.0),
    )


def silence(v: State, seat: int) -> int:
    """R40."""
    legal = legal_for(rules, v, seat)
    if v.phase == Phase.PICK:
        return legal[-1]
    if v.phase == Phase.PLACE:
        return legal[(len(legal) - 1) // 2]
    return legal[0]


# --- what lies on the table ---


def _rack(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Zone:
    pieces = []
    rolled = {die - 1 for die in rules.now(v).dice} if v.round else set()
    for c in range(v.option.colours):
        card = v.rack[p].card[c]
        up = " rolled" if c in rolled and v.phase in (Phase.PICK, Phase.PLACE, Phase.CHECK) else ""
        if v.phase >= Phase.SCORE and p < v.seats:
            pieces.append(_judged(v, p, c, texts))
            continue
        face = "" if card == HOLE else str(card - 1)
        written = guess_words(v, p, c) if p == seat and v.phase == Phase.GUESS and c < v.seat[p].written else ""
        pieces.append(Piece(face, card_name(texts, c, card), LOOKS[c] + up, written))
    if p >= v.seats:
        return Zone(f"rack{p}", "rack", texts("Neutral rack"), tuple(pieces))
    title = texts("Your rack: you do not see it") if p == seat else texts("Rack of {name}", name=names[p])
    return Zone(f"rack{p}", "rack", title, tuple(pieces), owner=p)


def _judged(v: State, p: int, c: int, texts: Texts) -> Piece:
    """A card at the end, with the numbers that its owner has written for it."""
    card, mask = v.rack[p].card[c], v.seat[p].guess[c] - 1
    look = "right" if mask >> (card - 1) & 1 else "wrong"
    numbers = guess_words(v, p, c)
    name = texts("{card}, guessed: {numbers}", card=card_name(texts, c, card), numbers=numbers)
    return Piece(str(card - 1), name, f"{LOOKS[c]} {look}", numbers.replace(" ", ""))


def _dice(v: State, texts: Texts) -> Zone:
    dice = [die for die in rules.now(v).dice if die] if v.round and v.phase < Phase.GUESS else []
    pieces = tuple(Piece("●", die_name(texts, die - 1), f"die {LOOKS[die - 1]}") for die in dice)
    return Zone("dice", "dice", texts("Dice"), pieces)


def _tokens(v: State, texts: Texts) -> Zone:
    """The tokens that nobody has taken, by their width."""
    free = [size for size in range(1, SIZES + 1) if v.phase == Phase.PICK and not rules.is_taken(v, size)]
    pieces = tuple(Piece(str(size), _token_name(texts, size), "token", f"+{POINTS[size]}", group=size) for size in free)
    return Zone("tokens", "tokens", texts("Tokens by their width"), pieces)


def _token_name(texts: Texts, size: int) -> str:
    points = texts.count("{n} point", "{n} points", int(POINTS[size]))
    return texts.count("{n} field wide, {points}", "{n} fields wide, {points}", size, points=points)


def _ranges(v: State, texts: Texts, names: Sequence[str]) -> Zone:
    """What everybody has taken or placed in this round."""
    pieces = []
    for p in range(v.seats):
        size, start = rules.now(v).size[p], rules.now(v).start[p]
        if size and v.phase in (Phase.PICK, Phase.PLACE, Phase.CHECK, Phase.EXCHANGE):
            told = range_words(start - 1, size) if start > 0 else texts("width {n}", n=size)
            if rules.now(v).result[p]:
                told += f" {MARKS[rules.now(v).result[p]]}"
            pieces.append(Piece(told, names[p], "range", owner=p))
    return Zone("ranges", "chips", texts("Estimates"), tuple(pieces))


def _pawns(v: State, texts: Texts, names: Sequence[str]) -> Zone:
    """From the last pawn to the first; those of one field lie on one another, the upper one first."""
    pieces = []
    for i in range(v.seats):
        p = v.track[i]
        field = v.seat[p].place - BEHIND
        pieces.append(Piece(str(field), texts("{name} at {n}", name=names[p], n=field), "pawn", owner=p))
    return Zone("pawns", "track", texts("Points, the last one first"), tuple(pieces))


def _stacks(v: State, texts: Texts) -> Zone:
    """How many cards of each colour are left to draw."""
    left = [(c, v.colour[c].stack) for c in range(v.option.colours) if v.phase < Phase.GUESS]
    told = {c: f"{colour(texts, c)}: {texts.count('{n} card', '{n} cards', n)}" for c, n in left}
    pieces = tuple(Piece(str(n), told[c], LOOKS[c]) for c, n in left)
    return Zone("stacks", "chips", texts("Left to draw"), pieces)


def _laid_open(v: State, texts: Texts, names: Sequence[str]) -> Zone:
    """SZ-21: cards that were exchanged, by who had them."""
    pieces = []
    for p in range(v.seats):
        for r in range(v.round if v.phase < Phase.SCORE else 0):
            past = v.past[r]
            if past.swap[p]:
                c = past.swap[p] - 1
                pieces.append(Piece(str(past.out[p] - 1), card_name(texts, c, past.out[p]), LOOKS[c], owner=p))
    return Zone("laid", "chips", texts("Laid open"), tuple(pieces))


def _notes(v: State, c: int, seat: int, texts: Texts) -> Zone:
    """SZ-29: the notebook, in which numbers that lie elsewhere are crossed out; whoever reads it may cross out more."""
    out = excluded(v, c)
    page = sum(v.past[r].swap[seat] == c + 1 for r in range(v.round))  # R39: a new card, a new page
    pieces = tuple(
        Piece(str(n), card_name(texts, c, n + 1), f"{LOOKS[c]} out" if n in out else LOOKS[c]) for n in range(NUMBERS)
    )
    return Zone(f"notes{c}.{page}", "notes", texts("Notes: {colour}", colour=colour(texts, c)), pieces, owner=seat)


def _history(v: State, seat: int, texts: Texts, names: Sequence[str]) -> Zone:
    """Dice, ranges and answers of all rounds, and the cards that were laid open; one's own come first."""
    pieces = []
    for r in range(v.round):
        past = v.past[r]
        if not any(past.result):
            continue
        pieces += [Piece("●", die_name(texts, die - 1), f"die {LOOKS[die - 1]}", group=r + 1) for die in past.dice]
        for p in sorted(range(v.seats), key=lambda p: p != seat):
            told = f"{range_words(past.start[p] - 1, past.size[p])} {MARKS[past.result[p]]}"
            said = result_words(texts, past.result[p])
            look = "answer right" if past.result[p] == CORRECT else "answer wrong"
            pieces.append(Piece(told, f"{names[p]}: {said}", look, owner=p, group=r + 1))
            if past.swap[p]:
                c = past.swap[p] - 1
                name = card_name(texts, c, past.out[p])
                pieces.append(Piece(str(past.out[p] - 1), name, LOOKS[c], owner=p, group=r + 1))
    return Zone("history", "history", texts("What was said"), tuple(pieces))


def _plate(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Plate:
    facts = [texts.count("{n} point", "{n} points", v.seat[p].place - BEHIND)]
    if v.round and v.phase < Phase.GUESS and p == v.order[0]:
        facts.append(texts("you roll") if p == seat else texts("rolls"))
    if v.phase == Phase.OVER:
        facts.append(texts("including {n} for the guesses", n=texts.whole(rules.prize(v, p), sign=True)))
    name = texts("You") if p == seat else names[p]
    return Plate(p, name, tuple(facts), acts=bool(v.waiting >> p & 1))


def _ranking(v: State) -> tuple[tuple[int, int], ...]:
    if v.phase != Phase.OVER:
        return ()
    return tuple((v.track[v.seats - 1 - i], i + 1) for i in range(v.seats))


# --- what is asked ---


def _prompt(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    mine = seat != SPECTATOR and bool(v.waiting >> seat & 1)
    if v.phase == Phase.OVER:
        return winner(v, seat, texts, names)
    if v.phase == Phase.DEAL:
        return texts("Cards are being dealt. Everybody will see your cards, but you.")
    if v.phase == Phase.ROLL:
        who = texts("You roll the dice.") if v.order[0] == seat else texts("{name} rolls.", name=names[v.order[0]])
        return who
    if v.phase == Phase.CHECK:
        return texts("All ranges are open. Who was right?")
    if v.phase == Phase.SCORE:
        return texts("All cards and guesses are open. The pawns move.")
    if not mine:
        waiting = [names[p] for p in range(v.seats) if v.waiting >> p & 1]
        told = ", ".join(waiting)
        return texts.count("{names} is still choosing.", "{names} are still choosing.", len(waiting), names=told)
    return _own_prompt(v, seat, texts)


def _own_prompt(v: State, seat: int, texts: Texts) -> str:
    if v.phase == Phase.GREY:
        return texts("A die shows grey: which colour shall it be?")
    dice = dice_words(texts, list(rules.now(v).dice))
    if v.phase == Phase.TURN:
        return texts("The dice show {dice}. You may turn one of them to another colour.", dice=dice)
    if v.phase == Phase.PICK:
        told = texts("What is the sum of your cards: {dice}? Take a token.", dice=dice)
        return told + " " + texts("The narrower, the more points.")
    if v.phase == Phase.PLACE:
        told = texts("Where does the sum of your cards lie: {dice}?", dice=dice)
        return told + " " + texts("A colour on two dice counts twice.")
    if v.phase == Phase.EXCHANGE:
        told = said(texts, rules.now(v).result[seat])
        return told + " " + texts("You exchange a card: it is laid open, and you get a new one of that colour.")
    told = which(texts, v.seat[seat].written)
    return told + " " + texts("One number brings 5 points, two bring 2, three 1; without the right one you lose 2.")


Found = tuple[tuple[Ask, ...], tuple[Choice, ...]]


def _choices(v: State, seat: int, texts: Texts, zones: Sequence[Zone]) -> Found:
    legal = legal_for(rules, v, seat)
    if not legal:
        return (), ()
    if v.phase == Phase.GUESS:
        pages = [zone.id for zone in zones if zone.kind == "notes"]
        return _guesses(texts, pages[v.seat[seat].written], legal)
    if v.phase == Phase.TURN:
        asks = (
            Ask("die", texts("Which die?"), "pieces"),
            Ask("colour", texts("To which colour?")),
            Ask("keep", texts("Or:")),
        )
        return asks, tuple(_turn(v, texts, action) for action in legal)
    one = {
        Phase.GREY: Ask("colour", texts("Which colour?")),
        Phase.PICK: Ask("token", texts("Which token?"), "pieces"),
        Phase.PLACE: Ask("start", texts("From which field?"), "range", span=rules.now(v).size[seat]),
        Phase.EXCHANGE: Ask("card", texts("Which card?"), "pieces"),
    }[v.phase]
    return (one,), tuple(_simple(v, seat, texts, action) for action in legal)


def _simple(v: State, seat: int, texts: Texts, action: int) -> Choice:
    if v.phase == Phase.GREY:
        name = colour(texts, action - SET)
        click = Click("colour", LETTERS[action - SET], name)
        return Choice(((click,),), (action,), texts("Set it to {colour}", colour=name))
    if v.phase == Phase.PICK:
        size = action - PICK
        free = [n for n in range(1, SIZES + 1) if not rules.is_taken(v, n)]
        click = Click("token", str(size), _token_name(texts, size), ("tokens", free.index(size)))
        return Choice(((click,),), (action,), texts("Take the token {n}", n=size))
    if v.phase == Phase.PLACE:
        first, size = action - PLACE, rules.now(v).size[seat]
        told = range_words(first, size)
        return Choice(((Click("start", str(first), told),),), (action,), texts("The sum is {range}", range=told))
    c = action - EXCHANGE
    click = Click("card", str(c), colour(texts, c), (f"rack{seat}", c))
    return Choice(((click,),), (action,), texts("Exchange {card}", card=card_name(texts, c, HOLE)))


def _turn(v: State, texts: Texts, action: int) -> Choice:
    if action == KEEP:
        return Choice(((Click("keep", "keep", texts("leave the dice")),),), (KEEP,), texts("Leave the dice"))
    old, new = divmod(action - TURN, COLOURS - 1)
    new += new >= old
    dice = [die - 1 for die in rules.now(v).dice]
    path = (
        (Click("die", LETTERS[old], die_name(texts, old), ("dice", dice.index(old))),),
        (Click("colour", LETTERS[new], colour(texts, new)),),
    )
    return Choice(path, (action,), texts("Turn {die} to {colour}", die=die_name(texts, old), colour=colour(texts, new)))


def _guesses(texts: Texts, page: str, legal: Sequence[int]) -> Found:
    """Numbers of the notebook are ticked, up to three of them; what is ticked stands until there is more."""
    asks = [Ask(f"number{n}", texts("Which number?"), "pieces") for n in range(NUMBERS)]
    ticks = [Click(f"number{n}", "yes", str(n), (page, n)) for n in range(NUMBERS)]
    choices = []
    for action in legal:
        mask = int(GUESSES[action - GUESS])
        path = tuple(ticks[n] for n in range(NUMBERS) if mask >> n & 1)
        if path:
            label = texts("Write {numbers}", numbers=" ".join(click.label for click in path))
            choices.append(Choice((path,), (action,), label, usual=1))
        else:
            nothing = Click("nothing", "nothing", texts("write nothing"))
            choices.append(Choice(((nothing,),), (action,), texts("Write nothing")))
    return (*asks, Ask("nothing", texts("Or:"))), tuple(choices)
