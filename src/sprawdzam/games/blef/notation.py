"""Notation of blef: `bid 3x4`, `check`, `choose AB`, `direction cw`; cards `1-5`, `5/1`, `?-?`, `?/?`."""

from __future__ import annotations

import re
from typing import Any

from sprawdzam.engine.contract import HOLE, TABLE, State
from sprawdzam.engine.errors import BadPosition, UnknownAction
from sprawdzam.engine.notation import Fields, short
from sprawdzam.games.blef import rules
from sprawdzam.games.blef.bids import add_bid, all_bids
from sprawdzam.games.blef.rules import CHECK, CHOOSE, CLOCKWISE, COPIES, COUNTER, HAND, LIMIT, MOST, PAIRS, SEATS, Phase

PHASES = tuple(phase.name.lower() for phase in Phase)
CARDS = tuple(f"{low}-{high}" for low, high in PAIRS)
OUTCOMES = {"starter": tuple(map(str, range(SEATS))), "deck": CARDS}
DIRECTIONS = ("cw", "ccw")

BID = re.compile(r"bid ([1-9][0-9]?)x([1-6])")
ENDS = re.compile(r"choose ([AB]{1,5})")
CARD = re.compile(r"([1-6?])([-/])([1-6?])")


def bid_text(bid: int) -> str:
    return f"{bid % MOST + 1}x{bid // MOST + 1}"


def write_action(v: State, seat: int, action: int) -> str:
    if action < CHECK:
        return f"bid {bid_text(action)}"
    if action == CHECK:
        return "check"
    if action < CHOOSE:
        return f"direction {DIRECTIONS[action - CLOCKWISE]}"
    return "choose " + "".join("AB"[(action - CHOOSE) >> i & 1] for i in range(v.seat[seat].count))


def read_action(v: State, seat: int, text: str) -> int:
    if text == "check":
        return CHECK
    if text in ("direction cw", "direction ccw"):
        return CLOCKWISE if text.endswith(" cw") else COUNTER
    if (bid := BID.fullmatch(text)) and int(bid[1]) <= MOST:
        return (int(bid[2]) - 1) * MOST + int(bid[1]) - 1
    if ends := ENDS.fullmatch(text):
        if len(ends[1]) != v.seat[seat].count:
            raise UnknownAction(
                "{action}: one letter A or B for each of the {count} cards is needed",
                action=text, count=v.seat[seat].count,
            )  # fmt: skip
        return CHOOSE + sum(1 << i for i, letter in enumerate(ends[1]) if letter == "B")
    raise UnknownAction(
        "{action} is no action of blef; actions are: bid 3x4 (three fours), check, choose AB, direction cw or ccw",
        action=short(text),
    )


def card_text(card: int, end: int, locked: int) -> str:
    if card == HOLE:
        return "?/?" if locked else "?-?"
    low, high = PAIRS[card - 1]
    return (f"{low}-{high}", f"{low}/{high}", f"{high}/{low}")[end]


def write_position(s: State) -> dict[str, Any]:
    players = []
    for p in range(s.seats):
        me = s.seat[p]
        held = me.count if s.phase in (Phase.CHOOSE, Phase.DIRECTION, Phase.BID, Phase.REVEAL) and not me.rank else 0
        cards = [card_text(me.card[i], me.end[i], me.locked) for i in range(held)]
        players.append({"count": me.count, "cards": cards, **({"rank": me.rank} if me.rank else {})})
    return {
        "phase": PHASES[s.phase],
        "round": s.round,
        "tiebreak": bool(s.tiebreak),
        "starter": s.starter,
        "direction": DIRECTIONS[s.counter],
        "bids": [bid_text(bid) for bid in all_bids(s)],
        "players": players,
    }


def read_position(s: State, fields: Fields) -> None:
    s.phase = fields.one_of("phase", PHASES)
    s.tiebreak = int(fields.flag("tiebreak"))
    s.starter = fields.integer("starter", 0, s.seats - 1)
    s.counter = fields.one_of("direction", DIRECTIONS)
    players = fields.objects("players", s.seats)
    for p, player in enumerate(players):
        s.seat[p].count = player.integer("count", 0, LIMIT)
        s.seat[p].rank = player.integer("rank", 1, s.seats) if player.has("rank") else 0
    _check_standing(s, players)
    s.round = _rounds(s)
    if fields.has("round"):  # it follows from the rest, so it may be left out
        fields.integer("round", s.round, s.round)
    for kind, copies in enumerate(COPIES):
        s.deck[kind] = copies
    for p, player in enumerate(players):
        _read_hand(s, p, player)
        player.done()
    _check_hands(s)
    _read_bids(s, fields)
    _set_actors(s, fields)


def _check_standing(s: State, players: list[Fields]) -> None:
    """Counts and ranks that a match can come to."""
    playing = [p for p in range(s.seats) if not s.seat[p].rank]
    over = s.phase == Phase.OVER
    if not over and len(playing) < 2:
        raise BadPosition("players: at least 2 of them must be in play (without a rank)")
    if over and (playing or [s.seat[p].rank for p in range(s.seats)].count(1) != 1 or s.seat[s.starter].rank != 1):
        raise BadPosition("players: at the end everyone has a rank, and the starter alone has rank 1")
    for p, player in enumerate(players):
        me = s.seat[p]
        gone = s.tiebreak or s.option.longer or over
        if me.rank and not gone:
            player.wrong("rank", me.rank, "no rank while the match runs, but for extra rounds and longer")
        if me.rank and not over and me.rank <= len(playing):
            player.wrong("rank", me.rank, f"{len(playing) + 1} to {s.seats}, behind everyone in play")
        if not me.rank and not 1 <= me.count <= HAND:
            player.wrong("count", me.count, f"1 to {HAND} while in play")
        if s.tiebreak and not me.rank and me.count != s.seat[playing[0]].count:
            player.wrong("count", me.count, f"{s.seat[playing[0]].count}, as everyone in an extra round")
    if s.tiebreak and len(playing) == s.seats:
        raise BadPosition("tiebreak: in extra rounds somebody is out, with a rank; possible: false")
    end = 0 if s.option.shrinking else LIMIT
    reached = [p for p in range(s.seats) if s.seat[p].rank and s.seat[p].count == end]
    if (s.tiebreak or over) and not s.option.longer and len(reached) != 1:
        raise BadPosition("players: one of them must have come to {count} cards, or nobody would be out", count=end)
    for p, player in enumerate(players):
        if s.option.longer and s.seat[p].rank > 1 and p not in reached:
            player.wrong("count", s.seat[p].count, f"{end}, with which a player leaves")
        if not s.option.longer and (s.tiebreak or over):
            _check_rank(s, p, player)
    if s.tiebreak and s.option.longer:
        raise BadPosition("tiebreak: there are no extra rounds with the option longer; possible: false")
    if (
        s.option.longer
        and not s.tiebreak
        and sorted(s.seat[p].rank for p in range(s.seats) if s.seat[p].rank)
        != list(range(len(playing) + 1, s.seats + 1))
    ):
        raise BadPosition("players: with longer the ranks of those who left are {first} to {last}, each once",
                          first=len(playing) + 1, last=s.seats)  # fmt: skip
    if not over and s.seat[s.starter].rank:
        raise BadPosition("starter: seat {seat} is not in play; possible: {possible}",
                          seat=s.starter, possible=", ".join(map(str, playing)))  # fmt: skip


def _check_rank(s: State, p: int, player: Fields) -> None:
    """R18, R33: by count; those who are tied for the best count are in play, or were sent out one by one."""
    sign = -1 if s.option.shrinking else 1
    counts = [sign * s.seat[q].count for q in range(s.seats)]
    better = sum(1 for count in counts if count < counts[p])
    tied = counts.count(min(counts))
    rank = s.seat[p].rank
    if better and rank != 1 + better:
        player.wrong("rank", rank, f"{1 + better}, by the number of cards")
    if not better and not 0 <= rank <= tied:
        player.wrong("rank", rank, f"1 to {tied}, among those with the best number of cards")


def _rounds(s: State) -> int:
    """How many rounds were dealt: each has moved one count by one, or sent one player out of a tie-break."""
    first, best = (LIMIT - 1, max) if s.option.shrinking else (1, min)
    played = sum(abs(s.seat[p].count - first) for p in range(s.seats))
    if not s.option.longer:
        lead = best(s.seat[p].count for p in range(s.seats))
        played += sum(1 for p in range(s.seats) if s.seat[p].rank > 1 and s.seat[p].count == lead)
    return int(played + (s.phase not in (Phase.DEAL, Phase.OVER)))


def _read_hand(s: State, p: int, player: Fields) -> None:
    me = s.seat[p]
    dealt = s.phase not in (Phase.DEAL, Phase.OVER) and not me.rank
    held = me.count if dealt else 0
    texts = player.items("cards", held, held)
    s.total += held
    cards = []
    for text in texts:
        card = CARD.fullmatch(text) if isinstance(text, str) else None
        ends = (card[1], card[3]) if card else ("", "")
        if not card or (
            ends != ("?", "?") and ("?" in ends or ends[0] == ends[1] or (card[2] == "-" and ends[0] > ends[1]))
        ):
            player.wrong("cards", text, "1-5 (not chosen), 5/1 (5 counts), ?-? and ?/? (unknown)")
        if ends == ("?", "?"):
            cards.append((HOLE, HOLE, card[2]))
            continue
        kind = CARDS.index("-".join(sorted(ends)))
        if s.deck[kind] == 0:
            raise BadPosition("{path}: {card} is there once too often; the deck has {copies} of it",
                              path=player.path("cards"), card=CARDS[kind], copies=COPIES[kind])  # fmt: skip
        s.deck[kind] -= 1
        cards.append((kind + 1, 0 if card[2] == "-" else 1 + (ends[0] > ends[1]), card[2]))
    if len({mark for _, _, mark in cards}) > 1 or len({card == HOLE for card, _, _ in cards}) > 1:
        player.wrong("cards", texts, "all chosen or all not, and all known or all unknown")
    me.locked = int(bool(cards) and cards[0][2] == "/")
    if not me.locked and s.phase in (Phase.DIRECTION, Phase.BID, Phase.REVEAL) and dealt:
        player.wrong("cards", texts, f"chosen cards such as 5/1 in phase {PHASES[s.phase]}")
    for i, (number, end, _) in enumerate(sorted(cards, key=lambda card: card[0])):
        me.card[i] = number
        me.end[i] = end
    if cards and cards[0][0] == HOLE:  # holes of a view: the empty places of a hand are known
        for i in range(held):
            me.card[i] = me.end[i] = HOLE


def _check_hands(s: State) -> None:
    hands = [p for p in range(s.seats) if s.seat[p].card[0]]
    known = [p for p in hands if s.seat[p].card[0] != HOLE]
    if len(known) < len(hands):
        if s.phase == Phase.REVEAL:
            raise BadPosition("players: all cards are open in phase reveal, none can be ?")
        if len(known) > 1:
            raise BadPosition(
                "players: a view shows one hand at most, here are {found}; others are ?", found=len(known)
            )
    if s.phase == Phase.CHOOSE and all(s.seat[p].locked for p in hands):
        raise BadPosition("phase: everyone has chosen; possible: direction, bid")


def _read_bids(s: State, fields: Fields) -> None:
    bidding = s.phase in (Phase.BID, Phase.REVEAL)
    texts = fields.items("bids", 1 if s.phase == Phase.REVEAL else 0, rules.VALUES * MOST if bidding else 0)
    for text in texts:
        bid = BID.fullmatch(f"bid {text}")
        if not bid or not int(bid[1]) <= s.total:
            fields.wrong("bids", text, f"1x1 to {s.total}x6, with {s.total} cards in play")
        number = (int(bid[2]) - 1) * MOST + int(bid[1]) - 1
        if s.made and number <= s.newest[0]:
            last = bid_text(s.newest[0])
            raise BadPosition("bids: {bid} does not raise {last}; a higher value does, or more of the same",
                              bid=text, last=last)  # fmt: skip
        add_bid(s, number)


def _set_actors(s: State, fields: Fields) -> None:
    """Whose turn it is follows from the rest."""
    left = sum(1 for p in range(s.seats) if not s.seat[p].rank)
    if s.counter and (not s.option.direction_choice or left < 3 or s.phase not in (Phase.BID, Phase.REVEAL)):
        fields.wrong("direction", "ccw", "cw; ccw needs the option direction_choice, three in play and the bidding")
    if s.phase == Phase.DIRECTION and (not s.option.direction_choice or left < 3):
        fields.wrong("phase", "direction", "bid; direction needs the option direction_choice and three in play")
    s.turn = s.starter
    for _ in range(s.made):
        s.turn = rules.next_seat(s)
    if s.phase in (Phase.DEAL, Phase.REVEAL):
        s.waiting = 1 << TABLE
    elif s.phase == Phase.CHOOSE:
        s.waiting = sum(1 << p for p in range(s.seats) if not s.seat[p].rank and not s.seat[p].locked)
    elif s.phase == Phase.OVER:
        s.waiting = 0
    else:
        s.waiting = 1 << s.turn
