"""Everything that the first server needs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ALIVE = sa.text("phase NOT IN ('over', 'aborted')")
COUNTER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("driver", sa.Text),
        sa.PrimaryKeyConstraint("id", name="tables_pk"),
    )
    op.create_index("tables_public_phase", "tables", ["public", "phase"])
    op.create_index("tables_driver", "tables", ["driver"], sqlite_where=ALIVE, postgresql_where=ALIVE)
    op.create_table(
        "events",
        sa.Column("id", COUNTER, nullable=False, autoincrement=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("client", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="events_pk"),
        sa.UniqueConstraint("table_id", "number", name="events_table_id_number"),
        sa.UniqueConstraint("table_id", "client", name="events_table_id_client"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("slot", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "slot", name="snapshots_pk"),
    )
    op.create_table(
        "secrets",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "deal", name="secrets_pk"),
    )
    op.create_table(
        "nodes",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="nodes_pk"),
    )
    op.create_table(
        "vault",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="vault_pk"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("login", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("owner", sa.Text),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="users_pk"),
        sa.UniqueConstraint("login", name="users_login"),
    )
    op.create_index("users_owner", "users", ["owner"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="passkeys_pk"),
    )
    op.create_index("passkeys_user_id", "passkeys", ["user_id"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="challenges_pk"),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="sessions_pk"),
    )
    op.create_index("sessions_user_id", "sessions", ["user_id"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("hash", name="tokens_pk"),
    )
    op.create_index("tokens_user_id", "tokens", ["user_id"])
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", name="ratings_pk"),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("aborted", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float),
        sa.PrimaryKeyConstraint("table_id", "seat", name="results_pk"),
    )
    op.create_index("results_user_id_ended", "results", ["user_id", "ended"])
