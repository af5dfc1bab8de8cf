"""Reads a PostgreSQL database whole, as it is at one moment, and puts tables into one."""

from collections.abc import AsyncIterator, Sequence

import asyncpg
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
from quartett.server.store.archive_sqlite import ATTACHMENT_COLUMNS, COLUMNS, NOTICE_COLUMNS
from quartett.server.store.postgres_connect import unavailable

_ROWS = "SELECT match, number, entry, hash FROM log WHERE table_id = $1 ORDER BY match, number"

_ATTACHMENTS = (
    f"SELECT {ATTACHMENT_COLUMNS} FROM keepsakes WHERE table_id = $1"
    ' ORDER BY kind COLLATE "C", name COLLATE "C", who COLLATE "C"'
)
_NOTICES = f'SELECT {NOTICE_COLUMNS} FROM notices WHERE table_id = $1 ORDER BY who COLLATE "C"'


class PostgresArchive:
    """A PostgreSQL database beside the servers that use it."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def read(self) -> AsyncIterator[Record]:
        """Everything, as it is at one moment; the servers write on meanwhile."""
        connection = await asyncpg.connect(self._url)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                for row in await connection.fetch("SELECT * FROM settings ORDER BY name"):
                    yield SettingRecord(row["name"], row["value"])
                for of in BESIDE:
                    async for row in connection.cursor(ROWS_BESIDE[of], prefetch=1000):
                        yield BesideRecord.made(of, dict(row))
                query = f'SELECT {COLUMNS} FROM tables ORDER BY id COLLATE "C"'
                async for row in connection.cursor(query, prefetch=100):
                    yield await _record(connection, row)
        finally:
            await connection.close()

    async def put(self, records: Sequence[TableRecord], overwrite: bool) -> list[str]:
        """Store those tables that are not there, or all; the ids of those that were stored."""
        try:
            connection = await asyncpg.connect(self._url)
            try:
                async with connection.transaction():
                    return [each.id for each in records if await _put(connection, each, overwrite)]
            finally:
                await connection.close()
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            raise unavailable(error) from None

    async def set_key(self, name: str, value: str) -> None:
        """Store a setting."""
        connection = await asyncpg.connect(self._url)
        statement = (
            "INSERT INTO settings VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2"
        )
        await connection.execute(statement, name, value)
        await connection.close()


async def _record(
    connection: "asyncpg.Connection[asyncpg.Record]", row: asyncpg.Record
) -> TableRecord:
    query = "SELECT browser FROM browsers WHERE table_id = $1"
    browsers = [each[0] for each in await connection.fetch(query, row["id"])]
    rows = await connection.fetch(_ROWS, row["id"])
    kept = await connection.fetch(_ATTACHMENTS, row["id"])
    notices = await connection.fetch(_NOTICES, row["id"])
    more = {
        "browsers": tuple(sorted(browsers)),
        "rows": tuple(RowRecord(*each) for each in rows),
        "attachments": tuple(AttachmentRecord(*each) for each in kept),
        "notices": tuple(NoticeRecord(*each) for each in notices),
    }
    return TableRecord(**{**dict(row), **more})


async def _put(
    connection: "asyncpg.Connection[asyncpg.Record]", record: TableRecord, overwrite: bool
) -> bool:
    query = "SELECT version, epoch FROM tables WHERE id = $1 FOR UPDATE"
    there = await connection.fetchrow(query, record.id)
    if there is not None and not overwrite:
        return False
    version, epoch = there or (0, 0)
    await connection.execute("DELETE FROM tables WHERE id = $1", record.id)
    values = [getattr(record, name.strip()) for name in COLUMNS.split(",")]
    # Above both epochs: no owner, here or where the backup was made, may still write.
    values[4], values[5] = max(version, record.version) + 1, max(epoch, record.epoch) + 1
    marks = ", ".join(f"${n}" for n in range(1, len(values) + 1))
    await connection.execute(f"INSERT INTO tables ({COLUMNS}) VALUES ({marks})", *values)
    await connection.copy_records_to_table(
        "browsers",
        records=[(browser, record.id) for browser in record.browsers],
        columns=["browser", "table_id"],
    )
    await connection.copy_records_to_table(
        "log",
        records=[(record.id, row.match, row.number, row.entry, row.hash) for row in record.rows],
        columns=["table_id", "match", "number", "entry", "hash"],
    )
    await connection.executemany(
        f"INSERT INTO keepsakes (table_id, {ATTACHMENT_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)"
        " ON CONFLICT DO NOTHING",
        [(record.id, *msgspec.structs.astuple(each)) for each in record.attachments],
    )
    await connection.copy_records_to_table(
        "notices",
        records=[(record.id, *msgspec.structs.astuple(each)) for each in record.notices],
        columns=["table_id", *NoticeRecord.__struct_fields__],
    )
    return True
