"""What the database holds. Times are milliseconds since 1970, ids are texts, bodies of events and cards are JSON.

``migrations`` brings a database to this state; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

ENDED = ("over", "aborted")  #: phases of a table on which nothing has to be driven any more

# A literal, not parameters: only so do the planners see that the partial index below serves the question.
ALIVE = text("phase NOT IN ('over', 'aborted')")

EVERYWHERE = ""  #: no table has this id

metadata = MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s",
        "uq": "%(table_name)s_%(column_0_N_name)s",
        "pk": "%(table_name)s_pk",
    }
)

# SQLite counts up by itself only in a column that is INTEGER to the letter.
Counter = BigInteger().with_variant(Integer(), "sqlite")

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("phase", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("card", Text, nullable=False),
    Column("number", Integer, nullable=False),  # of the newest event
    Column("driver", Text),
    Index("tables_public_phase", "public", "phase"),
    Index("tables_driver", "driver", sqlite_where=ALIVE, postgresql_where=ALIVE),
)

events = Table(
    "events",
    metadata,
    Column("id", Counter, primary_key=True, autoincrement=True),
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("client", Text),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "number"),
    UniqueConstraint("table_id", "client"),
    sqlite_autoincrement=True,  # an id never comes again: those who watch ask for ids above the last one
)

# Slot 0 is the newest; slot k > 0 was taken at event k and is kept for ever.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("slot", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "slot"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "deal"),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)

# One row, sealed by the first who opens the database: whoever cannot unseal it has another key.
vault = Table(
    "vault",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)

users = Table(
    "users",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # guest, account, program
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),
    Column("password", Text),
    Column("owner", Text, index=True),  # of a program
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("user_id", Text, nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# What a pass key was asked to sign. Any node can finish what another has begun.
challenges = Table(
    "challenges",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("user_id", Text, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("user_id", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

# At which tables somebody who has left for ever is still to be forgotten. They are written down with what removes
# them: a node may be killed at any moment, and nobody can ask again. Until all tables are found that is ``EVERYWHERE``.
partings = Table(
    "partings",
    metadata,
    Column("user_id", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    PrimaryKeyConstraint("user_id", "table_id"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    PrimaryKeyConstraint("user_id", "game"),
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("aborted", Boolean, nullable=False),
    Column("mu", Float),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("results_user_id_ended", "user_id", "ended"),
)
