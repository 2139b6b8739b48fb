"""How fast somebody may call, and how many sockets they may have: each process counts by itself, in bounded memory."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from sprawdzam.server.refusals import TooMany, too_many

MOST_KEYS = 50_000
SOCKETS = 1000  # of one address: a school whose pupils all have two windows open
CROWDED = 10  # seconds until somebody may have left


class Rate(NamedTuple):
    """``burst`` calls at once, and ``each_second`` more as time goes by."""

    burst: int
    each_second: float


class Buckets:
    """One bucket for each key. ``clock`` tells seconds and never goes back.

    A bucket is kept as the moment at which it will be full again, so a full one needs no memory. If there are too many
    keys the one that called least recently is forgotten, which at worst forgives it what it has used.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float], most: int = MOST_KEYS) -> None:
        self._step = 1 / rate.each_second
        self._depth = rate.burst * self._step
        self._clock = clock
        self._most = most
        self._full: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full)

    def wait(self, key: str, tokens: float = 1.0) -> float:
        """Takes so many tokens (at most a full bucket) and gives 0, or takes none and gives the seconds until then."""
        now = self._clock()
        full = max(self._full.get(key, now), now) + min(self._step * tokens, self._depth)
        if full - now > self._depth + 1e-9:
            return full - now - self._depth
        self._full[key] = full
        self._full.move_to_end(key)
        while len(self._full) > self._most or next(iter(self._full.values())) <= now:
            self._full.popitem(last=False)
        return 0.0

    def take(self, key: str, tokens: float = 1.0) -> None:
        """Takes so many tokens, or refuses."""
        if wait := self.wait(key, tokens):
            raise too_many(wait)


class Places:
    """How many sockets each address has open, at most ``most`` of them (0: any number)."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        """Takes a place for as long as it is held, or refuses."""
        if self._most and self._open[key] >= self._most:
            raise TooMany("your address has {most} sockets open already; close some, or try again in {seconds} s",
                          most=self._most, seconds=CROWDED)  # fmt: skip
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


FREELY = Rate(10_000_000, 1e6)


class Rates(NamedTuple):
    """The rates of a server. ``sign_in`` holds for addresses and logins; a class at school becomes guests at once.

    Sockets have rates of their own (``connection.py``); ``request`` and ``event`` hold for all of an address and of a
    user together, who may have hundreds.
    """

    address: Rate = Rate(200, 20.0)
    user: Rate = Rate(60, 10.0)
    guest: Rate = Rate(60, 1.0)
    table: Rate = Rate(30, 0.1)
    word: Rate = Rate(8, 0.5)
    request: Rate = Rate(3000, 300.0)  # a school comes back after a restart: as many sockets, each joins a table
    event: Rate = Rate(100, 20.0)  # each is on the disk for ever; a program may play at many tables
    sign_in: Rate = Rate(10, 10 / 60)
    hint: Rate = Rate(10, 0.25)  # each takes all cores for a moment, which the bots of others wait for
    past: Rate = Rate(30, 0.2)
    own_data: Rate = Rate(10, 2 / 60)  # looks through everything that was ever done here

    def of_address(self, each_second: float) -> Rates:
        """With another rate of an address: of its calls, and of new guests from there. What its sockets may ask for
        grows with it, and never shrinks."""
        wanted = Rate(int(each_second * 10) + 1, each_second)
        return self._replace(address=wanted, guest=wanted, request=max(self.request, wanted))

    def of_busy_users(self) -> Rates:
        """For load tests, in which a few users do what thousands would do."""
        return self._replace(user=FREELY, table=FREELY, word=FREELY, event=FREELY, past=FREELY)


class Limits:
    """The buckets of a server."""

    def __init__(self, clock: Callable[[], float], rates: Rates | None = None, most: int = MOST_KEYS) -> None:
        rates = rates or Rates()
        self.address = Buckets(rates.address, clock, most)
        self.user = Buckets(rates.user, clock, most)
        self.guest = Buckets(rates.guest, clock, most)
        self.table = Buckets(rates.table, clock, most)
        self.word = Buckets(rates.word, clock, most)
        self.request = Buckets(rates.request, clock, most)
        self.event = Buckets(rates.event, clock, most)
        self.sign_in = Buckets(rates.sign_in, clock, most)
        self.hint = Buckets(rates.hint, clock, most)
        self.past = Buckets(rates.past, clock, most)
        self.own_data = Buckets(rates.own_data, clock, most)


def address_key(host: str) -> str:
    """Whose bucket an address uses: an IPv6 customer has a whole /64, and thus one bucket for it."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)
