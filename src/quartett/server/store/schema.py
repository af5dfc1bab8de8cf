"""The database's tables; the migrations bring a database to exactly this shape."""

from typing import Any

import sqlalchemy as sa

from quartett.server.store.store import LogRow, TableRow

METADATA = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("updated_at", sa.BigInteger, nullable=False),
    sa.Column("document", sa.LargeBinary, nullable=False),
    sa.Index(None, "status", "updated_at"),
    sa.Index(None, "updated_at"),
)

LOG = sa.Table(
    "log",
    METADATA,
    sa.Column("table_id", sa.ForeignKey(TABLES.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entry", sa.LargeBinary, nullable=False),
    # The key is the place: appending touches one tree, and a match's entries lie together.
    sqlite_with_rowid=False,
)


def table_values(row: TableRow) -> dict[str, Any]:
    """A table's row as column values."""
    return {name: getattr(row, name) for name in TableRow.__struct_fields__}


def table_row(row: Any) -> TableRow:
    """Column values as a table's row."""
    return TableRow(*(getattr(row, name) for name in TableRow.__struct_fields__))


def log_values(row: LogRow) -> dict[str, Any]:
    """A log entry as column values."""
    return {
        "table_id": row.table,
        "match": row.match,
        "number": row.number,
        "entry": row.entry,
    }


def log_row(row: Any) -> LogRow:
    """Column values as a log entry."""
    return LogRow(row.table_id, row.match, row.number, row.entry)
