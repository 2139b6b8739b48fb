"""What the store asks of a database, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Executable, Row

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server.refusals import Refusal

T = TypeVar("T")
Work = Callable[[Connection], T]  #: some reading or writing, in the transaction of its caller
Heard = Callable[[str, int, bytes], None]  #: a table, the number of an event, and the event itself or nothing
ENDED = b"ended"  #: heard of no table: sessions or tokens have ended


class StoreDown(Refusal):
    """The database does not answer. What was being written is there or not: whoever must know loads and looks."""

    status = 503


class BadDatabase(SprawdzamError):
    """A database, or an address of one, that this program cannot work with."""


def check_folder(file: Path) -> None:
    """Whoever names a folder that is not there has mistyped it: made silently, it would be an empty place elsewhere."""
    if not file.parent.is_dir():
        raise BadDatabase("{path}: there is no such folder; make it first, or name another", path=str(file.parent))
    if file.is_dir():
        raise BadDatabase("{path}: this is a folder; name a file in it", path=str(file))


class Entry(NamedTuple):
    """One event of a table, and what is to be known about the table after it."""

    table: str
    number: int
    at: int
    body: bytes
    rules: int
    phase: str
    card: bytes
    client: str | None = None
    snapshot: bytes | None = None


class Database(Protocol):
    """SQLite or PostgreSQL. Every trouble of the database itself comes out of here as ``StoreDown``."""

    def insert(self, table: Any) -> Any:
        """An insert that knows ``on_conflict_do_update``; databases spell it alike, SQLAlchemy has one for each."""

    async def read(self, work: Work[T]) -> T: ...

    async def find(self, question: Executable, values: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """The rows that answer one question, few, and found by their keys."""

    async def write(self, work: Work[T]) -> T:
        """Carries out ``work`` in a transaction and commits it. ``work`` may be called again if nothing was changed."""

    async def write_short(self, work: Work[T]) -> T:
        """As ``write``, for work that does nothing but ``put`` once, and asks what became of it."""

    def put(self, connection: Connection, entries: Sequence[Entry]) -> set[str]:
        """Writes those entries whose number is the next of their table and whose client id is new; returns their
        tables. No two entries are of one table; snapshots are sealed."""

    def put_ended(self, connection: Connection) -> None:
        """Lets every node hear, this one too, that sessions or tokens have ended with this transaction."""

    def is_down(self, fault: Exception) -> bool:
        """Whether ``fault`` is of the database itself, and not of what it was asked to do."""

    def watch(self, heard: Heard) -> Coroutine[Any, Any, None]:
        """Tells of entries that others put from now on, until it is cancelled; ``heard("", 0, b"")``: it may have
        missed some; ``heard("", 0, ENDED)``: somebody's session or token has ended."""

    async def close(self) -> None: ...


def unreached(error: StoreDown) -> StoreDown:
    """For whoever has just named the database: more likely than an outage is that the address is wrong."""
    return StoreDown("the database does not answer ({fault}); look whether its address is right, and whether it runs",
                     fault=error.fields.get("fault", str(error)))  # fmt: skip


def down(fault: BaseException) -> StoreDown:
    told = str(getattr(fault, "orig", None) or fault) or type(fault).__name__
    return StoreDown("the database does not answer ({fault}); try again soon", fault=told)
