"""The statements of the embedded engine, each on a connection whose transaction is open."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from quartett.server.store import schema
from quartett.server.store.documents import now_ms
from quartett.server.store.reading import ATTACHMENT
from quartett.server.store.store import Attachment
from quartett.server.store.writer import Write

PRAGMAS = (
    "PRAGMA busy_timeout = 2000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -32000",
)
"""Settings of the connection: data is on disk when a commit returns; up to 32 MB of a large file
are in memory, for somebody's matches are all over it.
"""

ATTACHMENT_COLUMNS = "kind, name, who, table_id, kept_at, document"


def connect(path: str | Path) -> sqlite3.Connection:
    """A connection set up as the store needs it; we say ourselves where transactions begin."""
    file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for pragma in PRAGMAS:
            file.execute(pragma)
    except BaseException:
        file.close()
        raise
    return file


def commit(file: sqlite3.Connection, writes: Sequence[Write], owner: str) -> set[str]:
    """Store these writes, each of another table; the ids of those that were not stale."""
    fresh = {write.hold.id for write in writes if _write_table(file, write, owner)}
    file.executemany(
        "INSERT INTO log (table_id, match, number, entry, hash) VALUES (?, ?, ?, ?, ?)",
        [
            (row.table, row.match, row.number, row.entry, hash)
            for write in writes
            if write.hold.id in fresh
            for row, hash in zip(write.entries, write.hashes, strict=True)
        ],
    )
    for write in writes:
        if write.hold.id in fresh:
            for query, values in write.beside:
                file.execute(query, values)
    return fresh


def _write_table(file: sqlite3.Connection, write: Write, owner: str) -> bool:
    """Write a table's row if it is as the writer knows it; whether it was."""
    hold, table = write.hold, write.table
    fence = (write.version + 1, write.due_at, write.head or None, write.turn)
    known = (hold.id, write.version, hold.epoch)
    where = " WHERE id = ? AND version = ? AND epoch = ?"
    if table is None:
        update = f"UPDATE tables SET version = ?, due_at = ?, head = ?, turn = ?{where}"
        return bool(file.execute(update, (*fence, *known)).rowcount)
    columns = (table.game, table.status, table.public, table.updated_at, table.document)
    if write.new:
        file.execute(
            "INSERT INTO tables (version, due_at, head, turn, game, status, public, updated_at,"
            " document, created_at, id, epoch, owner)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*fence, *columns, table.created_at, hold.id, hold.epoch, owner),
        )
    else:
        update = (
            "UPDATE tables SET version = ?, due_at = ?, head = ?, turn = ?, game = ?, status = ?,"
            f" public = ?, updated_at = ?, document = ?{where}"
        )
        if not file.execute(update, (*fence, *columns, *known)).rowcount:
            return False
    _write_browsers(file, hold.id, table.browsers)
    return True


def _write_browsers(file: sqlite3.Connection, id: str, browsers: Sequence[str]) -> None:
    file.execute(
        f"DELETE FROM browsers WHERE table_id = ? AND browser NOT IN ({marks(browsers)})",
        (id, *browsers),
    )
    file.executemany(
        "INSERT INTO browsers (browser, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(browser, id) for browser in browsers],
    )


def mark(file: sqlite3.Connection, id: str, why: str) -> str:
    """Mark a table as damaged, so that its owner can write no more. Returns the reason."""
    file.execute("UPDATE tables SET damage = ?, version = version + 1 WHERE id = ?", (why, id))
    return why


def put_attachment(file: sqlite3.Connection, attachment: Attachment, replace: bool) -> Attachment:
    """Keep something where nothing is, or in its place; what is kept then."""
    key = (attachment.kind, attachment.name, attachment.who)
    values = (*key, attachment.table, now_ms(), attachment.document)
    clash = "DO UPDATE SET document = excluded.document" if replace else "DO NOTHING"
    file.execute(
        f"INSERT INTO keepsakes ({ATTACHMENT_COLUMNS}) VALUES ({marks(values)})"
        f" ON CONFLICT (kind, name, who) {clash}",
        values,
    )
    query = f"SELECT {ATTACHMENT} FROM keepsakes WHERE kind = ? AND name = ? AND who = ?"
    return Attachment(*file.execute(query, key).fetchone())


def marks(values: Sequence[object]) -> str:
    """A question mark for each value."""
    return ", ".join("?" * len(values))


def migrate(file: sqlite3.Connection) -> None:
    """Apply the migrations that the file lacks, in the transaction that is open."""
    version = _version(file)
    for statement, fill_browsers in schema.missing("sqlite", version):
        if statement is not None:
            file.execute(statement)
        if fill_browsers:
            for id, document in file.execute("SELECT id, document FROM tables").fetchall():
                _write_browsers(file, id, schema.browsers_in(document))
    if version < schema.NEWEST:
        file.execute("DELETE FROM quartett_schema")
        note = "INSERT INTO quartett_schema VALUES (?, ?)"
        file.execute(note, (schema.NEWEST, schema.READABLE_BY))


def _version(file: sqlite3.Connection) -> int:
    file.execute(schema.VERSION_TABLE)
    found = file.execute("SELECT version, readable_by FROM quartett_schema").fetchone()
    if found is not None:
        schema.check_readable(found[1])
        return int(found[0])
    query = "SELECT count(*) FROM sqlite_master WHERE name = ?"
    return int(file.execute(query, (schema.ALEMBIC_TABLE,)).fetchone()[0])
