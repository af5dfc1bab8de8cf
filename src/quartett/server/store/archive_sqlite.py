"""Reads an SQLite file whole, as it is at one moment, and puts tables into one."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing

import msgspec

from quartett.server.store.archive import (
    BESIDE,
    ROWS_BESIDE,
    AttachmentRecord,
    BesideRecord,
    NoticeRecord,
    Record,
    RowRecord,
    SettingRecord,
    TableRecord,
)
from quartett.server.store.sqlite_sql import connect
from quartett.server.store.store import Row, StoreUnavailableError

COLUMNS = (
    "id, game, status, public, version, epoch, created_at, updated_at, document, due_at, head,"
    " damage"
)


ATTACHMENT_COLUMNS = "kind, name, who, kept_at, document"
ATTACHMENTS = (
    f"SELECT {ATTACHMENT_COLUMNS} FROM keepsakes WHERE table_id = ? ORDER BY kind, name, who"
)
NOTICE_COLUMNS = ", ".join(NoticeRecord.__struct_fields__)
NOTICES = f"SELECT {NOTICE_COLUMNS} FROM notices WHERE table_id = ? ORDER BY who"


class SqliteArchive:
    """An SQLite file beside the server that uses it."""

    def __init__(self, path: str) -> None:
        self._path = path

    async def read(self) -> AsyncIterator[Record]:
        """Everything, as it is at one moment; the server writes on meanwhile."""
        with closing(connect(self._path)) as file:
            file.execute("BEGIN")
            for name, value in file.execute("SELECT name, value FROM settings ORDER BY name"):
                yield SettingRecord(name, value)
            for of in BESIDE:
                found = file.execute(ROWS_BESIDE[of])
                names = [column[0] for column in found.description]
                for row in found:
                    yield BesideRecord.made(of, dict(zip(names, row, strict=True)))
            for row in file.execute(f"SELECT {COLUMNS} FROM tables ORDER BY id"):
                yield _record(file, row)

    async def put(self, records: Sequence[TableRecord], overwrite: bool) -> list[str]:
        """Store those tables that are not there, or all; the ids of those that were stored."""
        try:
            with closing(connect(self._path)) as file:
                file.execute("BEGIN IMMEDIATE")
                stored = [record.id for record in records if _put(file, record, overwrite)]
                file.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreUnavailableError(f"the database cannot be used: {error}") from None
        return stored

    async def set_key(self, name: str, value: str) -> None:
        """Store a setting."""
        with closing(connect(self._path)) as file:
            file.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))


def _record(file: sqlite3.Connection, row: Row) -> TableRecord:
    id, game, status, public, *numbers, document, due_at, head, damage = row
    browsers = file.execute("SELECT browser FROM browsers WHERE table_id = ?", (id,))
    rows = file.execute(
        "SELECT match, number, entry, hash FROM log WHERE table_id = ? ORDER BY match, number",
        (id,),
    )
    version, epoch, created_at, updated_at = numbers
    return TableRecord(
        id=id,
        game=game,
        status=status,
        public=bool(public),
        version=version,
        epoch=epoch,
        created_at=created_at,
        updated_at=updated_at,
        document=_bytes(document),
        due_at=due_at,
        head=head,
        damage=damage,
        browsers=tuple(sorted(each[0] for each in browsers)),
        rows=tuple(RowRecord(m, n, _bytes(entry), hash) for m, n, entry, hash in rows),
        attachments=tuple(AttachmentRecord(*each) for each in file.execute(ATTACHMENTS, (id,))),
        notices=tuple(NoticeRecord(*each) for each in file.execute(NOTICES, (id,))),
    )


def _bytes(value: object) -> bytes:
    """SQLite keeps whatever it is given: what is damaged may be a text."""
    return value if isinstance(value, bytes) else str(value).encode()


def _put(file: sqlite3.Connection, record: TableRecord, overwrite: bool) -> bool:
    query = "SELECT version, epoch FROM tables WHERE id = ?"
    there = file.execute(query, (record.id,)).fetchone()
    if there is not None and not overwrite:
        return False
    version, epoch = there or (0, 0)
    file.execute("DELETE FROM tables WHERE id = ?", (record.id,))
    values = [getattr(record, name.strip()) for name in COLUMNS.split(",")]
    # Above both epochs: no owner, here or where the backup was made, may still write.
    values[4], values[5] = max(version, record.version) + 1, max(epoch, record.epoch) + 1
    file.execute(f"INSERT INTO tables ({COLUMNS}) VALUES ({', '.join('?' * len(values))})", values)
    file.executemany(
        "INSERT INTO browsers (browser, table_id) VALUES (?, ?)",
        [(browser, record.id) for browser in record.browsers],
    )
    file.executemany(
        "INSERT INTO log (table_id, match, number, entry, hash) VALUES (?, ?, ?, ?, ?)",
        [(record.id, row.match, row.number, row.entry, row.hash) for row in record.rows],
    )
    file.executemany(
        f"INSERT INTO keepsakes (table_id, {ATTACHMENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        [(record.id, *msgspec.structs.astuple(each)) for each in record.attachments],
    )
    marks = ", ".join("?" * (1 + len(NoticeRecord.__struct_fields__)))
    file.executemany(
        f"INSERT INTO notices (table_id, {NOTICE_COLUMNS}) VALUES ({marks})",
        [(record.id, *msgspec.structs.astuple(each)) for each in record.notices],
    )
    return True
