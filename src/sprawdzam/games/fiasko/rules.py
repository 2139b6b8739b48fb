"""The rules of fiasko: push your luck, bid for jokers, collect runs. Rule ids (FI-12) and rulings (R7) are those of the
rulebook.
"""

from sprawdzam.engine.chance import roll, take
from sprawdzam.engine.contract import GO_ON, TABLE
from sprawdzam.games.fiasko.means import (
    add_number,
    can_buy,
    can_buy_any,
    drop_number,
    gain,
    is_ten,
    least_bid,
    legal_payments,
    players,
    power,
    spendable,
)
from sprawdzam.games.fiasko.scoring import census, score
from sprawdzam.games.fiasko.sight import hide, imagine
from sprawdzam.games.fiasko.state import (
    ACTIONS,
    BID,
    BUY,
    COLOUR_JOKERS,
    COPIES,
    CURRENCY,
    DRAW,
    FOR_CARD,
    FOR_FINAL,
    FOR_JOKER,
    KINDS,
    LEAST_BID,
    LIMIT,
    LONGEST,
    MOST_BID,
    MOST_CARDS,
    NUMBERS,
    PASS,
    PAY_CARD,
    PAY_CURRENCY,
    PAY_FIASKO,
    PIECES,
    SKIP,
    START,
    STATE,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    TEN,
    TOKEN,
    Phase,
    Zone,
    number_of,
)

__all__ = [
    "ACTIONS",
    "LONGEST",
    "PIECES",
    "STATE",
    "Phase",
    "Zone",
    "actors",
    "apply",
    "census",
    "deal",
    "hide",
    "imagine",
    "legal",
    "score",
]


def deal(s, rng):
    marks = 1 if s.seats <= 2 else 2 if s.seats == 3 else 3  # FI-01, R44
    for kind in range(KINDS):
        for mark in range(marks):
            s.deck[kind] += int(COPIES[kind, mark])
        s.left += s.deck[kind]
    for p in range(players(s)):
        s.seat[p].currency = START  # FI-04
    if s.option.starter:  # 0 is random, else the place plus one
        starter = s.option.starter - 1
    else:  # FI-05
        starter = roll(rng, Zone.STARTER, 0, players(s))
    begin_turn(s, starter)


def ask(s, phase, p):
    """Waits for a player; for TEN the table moves."""
    s.phase = phase
    s.waiting = 1 << (TABLE if is_ten(s, p) else p)


def to_table(s, phase):
    s.phase = phase
    s.waiting = 1 << TABLE


def begin_turn(s, p):
    s.active = p
    if is_ten(s, p):
        to_table(s, Phase.REVEAL)  # R47
    else:
        ask(s, Phase.DRAW, p)


# --- legal actions ---


def actors(s):
    return s.waiting


def legal(s, seat, out):
    n = 0
    if (s.waiting >> seat) & 1 == 0:
        n = 0
    elif seat == TABLE:
        out[0] = GO_ON
        n = 1
    elif s.phase == Phase.DRAW:
        if s.left > 0:  # FI-06
            out[n] = DRAW
            n += 1
        if s.numbers > 0:  # FI-07, R7
            out[n] = TAKE_NUMBERS
            n += 1
        if s.currency > 0:  # FI-08, R8
            out[n] = TAKE_CURRENCY
            n += 1
    elif s.phase == Phase.BID:
        out[0] = PASS
        n = 1
        most = min(power(s, seat), MOST_BID)  # no match comes to more, a position may
        for amount in range(least_bid(s), most + 1):  # FI-30, R19, R20, R22
            out[n] = BID + amount
            n += 1
    elif s.phase == Phase.PAY:
        n = legal_payments(s, seat, out)
    else:
        for kind in range(NUMBERS):
            if can_buy(s, seat, kind):
                out[n] = BUY + kind
                n += 1
        out[n] = SKIP  # FI-45
        n += 1
    return n


# --- the table ---


def apply(s, seat, action, rng):
    if seat == TABLE:
        table_goes_on(s, rng)
    elif s.phase == Phase.PAY:
        pay(s, seat, action)
    elif action == DRAW:
        to_table(s, Phase.REVEAL)
    elif action == TAKE_NUMBERS:
        take_numbers(s)
    elif action == TAKE_CURRENCY:
        take_currency(s)
    elif s.phase == Phase.BID:
        bid(s, seat, action - BID)  # a pass is a bid of nothing
    elif action == SKIP:
        after_purchase(s)
    else:
        buy(s, seat, action - BUY)


def table_goes_on(s, rng):
    if s.phase == Phase.REVEAL:
        reveal(s, rng)
    elif s.phase == Phase.BUST:
        settle_bust(s)
    elif s.phase == Phase.STOP:
        take_numbers(s)
    elif s.phase == Phase.BID:
        bid(s, TEN, bid_of_ten(s))
    else:
        pay_for_ten(s)


def reveal(s, rng):
    kind = take(rng, Zone.DECK, MOST_CARDS - s.left, s.deck, s.left)
    s.deck[kind] -= 1
    s.left -= 1
    if COLOUR_JOKERS <= kind < CURRENCY:  # FI-11
        s.joker = kind + 1
        ask(s, Phase.BID, next_bidder(s))
        return
    s.area[s.shown] = kind + 1
    s.shown += 1
    if kind < NUMBERS:  # FI-13
        s.numbers += number_of(kind)
    else:  # FI-13
        s.currency += kind - CURRENCY + 1
    if is_bust(s):
        to_table(s, Phase.BUST)
    else:
        go_on_drawing(s)


def is_bust(s):
    """By numbers or by currency (R2, R4); TEN has none by numbers, and one by currency above its threshold."""
    if is_ten(s, s.active):  # FI-61
        return s.currency > s.option.threshold  # FI-64
    if s.currency > LIMIT:  # FI-14
        return True
    return s.numbers - s.currency > LIMIT  # FI-12


def go_on_drawing(s):
    """Back to the decision of whoever is active."""
    if is_ten(s, s.active):
        if s.numbers - s.currency >= s.option.threshold:  # FI-60
            to_table(s, Phase.STOP)
        elif s.left == 0:  # R49
            to_table(s, Phase.STOP)
        else:
            to_table(s, Phase.REVEAL)
    elif s.left == 0 and s.shown == 0:  # FI-10, R11
        open_purchase(s)
    else:
        ask(s, Phase.DRAW, s.active)


# --- the end of a turn ---


def clear_area(s, keeper):
    """Number cards go to the market, or to a player; currency cards are discarded."""
    for i in range(s.shown):
        kind = s.area[i] - 1
        if kind >= NUMBERS:
            s.discard[kind] += 1
        elif keeper < 0:
            s.market[kind] += 1
        else:
            add_number(s, keeper, kind)
        s.area[i] = 0
    s.shown = 0
    s.numbers = 0
    s.currency = 0


def others_gain(s):
    for p in range(players(s)):
        if p != s.active:
            gain(s.seat[p], s.currency)


def settle_bust(s):
    s.seat[s.active].fiasko += 1  # FI-16
    if is_ten(s, s.active):
        clear_area(s, TEN)
    else:  # FI-17, FI-20
        by_currency = s.currency > LIMIT  # FI-19
        if not by_currency:  # FI-18
            others_gain(s)
        clear_area(s, -1)
    end_turn(s)  # FI-21


def take_numbers(s):
    others_gain(s)
    clear_area(s, s.active)
    if is_ten(s, s.active):  # FI-62, FI-63, FI-65
        end_turn(s)
    else:  # FI-22, FI-23, FI-24, FI-25
        open_purchase(s)


def take_currency(s):
    gain(s.seat[s.active], s.currency)  # FI-26
    clear_area(s, -1)  # FI-27
    end_turn(s)  # FI-28


def open_purchase(s):
    if can_buy_any(s, s.active):  # FI-41
        ask(s, Phase.BUY, s.active)
    else:  # FI-45
        end_turn(s)


def end_turn(s):
    if s.left > 0:  # FI-46
        p = s.active + 1
        begin_turn(s, p if p < players(s) else 0)
    else:  # FI-15, FI-48
        next_final(s)


def next_final(s):
    """Everybody once, beginning left of whoever was active last; TEN never buys."""
    while s.final < players(s):
        s.final += 1
        p = final_player(s)
        if is_ten(s, p):  # FI-65, FI-72
            continue
        poor = not can_buy_any(s, p)  # R38
        if not poor:  # FI-49
            ask(s, Phase.FINAL, p)
            return
    s.phase = Phase.OVER
    s.waiting = 0


def final_player(s):
    p = s.active + s.final
    return p - players(s) if p >= players(s) else p


# --- auction and payment ---


def next_bidder(s):
    """FI-29: from the left of the active player, who comes last."""
    p = s.active + 1 + s.asked
    return p - players(s) if p >= players(s) else p


def bid(s, p, amount):
    if amount > 0:
        s.high = amount
        s.bidder = p + 1
    s.asked += 1
    if s.asked < players(s):  # R21
        ask(s, Phase.BID, next_bidder(s))
        return
    s.asked = 0
    if s.bidder:  # FI-33: the highest bidder must pay
        owe(s, FOR_JOKER, s.bidder - 1, s.high)
    else:  # FI-33: nobody bids
        s.discard[s.joker - 1] += 1
        s.joker = 0
        go_on_drawing(s)


def bid_of_ten(s):
    """All it has, but no more than the human could match; on its own turn the least that wins. 0 is a pass."""
    own = power(s, TEN)
    if s.active != TEN:  # FI-68, R53, R54
        want = max(LEAST_BID, min(own, power(s, 0)))
    else:  # FI-69, R55
        want = least_bid(s)
    return want if own >= want else 0


def owe(s, reason, p, amount):
    s.reason = reason
    s.payer = p + 1
    s.due = amount
    ask(s, Phase.PAY, p)


def buy(s, p, kind):
    reason = FOR_FINAL if s.phase == Phase.FINAL else FOR_CARD
    s.market[kind] -= 1  # FI-42, FI-43, R34
    s.item = kind + 1
    owe(s, reason, p, number_of(kind))


def pay(s, p, action):
    me = s.seat[p]
    if action == PAY_FIASKO:
        me.fiasko -= 1
        s.due -= TOKEN
    else:
        s.units = 1
        s.due -= 1
        if action == PAY_CURRENCY:
            me.currency -= 1
        else:
            s.last_card = action - PAY_CARD + 1
            drop_number(s, p, action - PAY_CARD)
    if s.due <= 0:
        if s.due < 0:  # FI-36, R28: no change is given
            s.due = 0
        paid(s, p)


def pay_for_ten(s):
    """FI-71, R57: currency tokens, then fiasko tokens, then duplicates from the lowest kind."""
    me = s.seat[TEN]
    tokens = min(me.currency, s.due)
    me.currency -= tokens
    s.due -= tokens
    while s.due > 0 and me.fiasko > 0:
        me.fiasko -= 1
        s.due -= TOKEN
    for kind in range(NUMBERS):
        while s.due > 0 and spendable(s, TEN, kind) > 0:
            drop_number(s, TEN, kind)
            s.due -= 1
    paid(s, TEN)


def paid(s, p):
    reason = s.reason
    s.reason = 0
    s.payer = 0
    s.due = 0
    s.units = 0
    s.last_card = 0
    if reason == FOR_JOKER:  # FI-34, R9
        s.seat[p].joker[s.joker - 1 - COLOUR_JOKERS] += 1
        s.joker = 0
        s.high = 0
        s.bidder = 0
        go_on_drawing(s)
    else:
        add_number(s, p, s.item - 1)
        s.item = 0
        if reason == FOR_FINAL:
            next_final(s)
        else:
            end_turn(s)  # FI-44


def after_purchase(s):
    if s.phase == Phase.FINAL:
        next_final(s)
    else:
        end_turn(s)
