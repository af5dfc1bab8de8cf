"""Brings a PostgreSQL database up to date."""

import asyncpg

from quartett.server.store import schema
from quartett.server.store.postgres_sql import NOTE

MIGRATION_LOCK = 0x7175_6172
"""The number under which processes that open the same database wait for each other; 0.1's too."""


async def migrate(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Apply the migrations that the database lacks, one process at a time."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        version = await _version(connection)
        for statement, fill_browsers in schema.missing("postgresql", version):
            if statement is not None:
                await connection.execute(statement)
            if fill_browsers:
                await _fill_browsers(connection)
        if version < schema.NEWEST:
            await connection.execute("DELETE FROM quartett_schema")
            await connection.execute(NOTE, schema.NEWEST, schema.READABLE_BY)


async def _fill_browsers(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    rows = [
        (browser, id)
        async for id, document in connection.cursor("SELECT id, document FROM tables", prefetch=500)
        for browser in schema.browsers_in(document)
    ]
    await connection.copy_records_to_table("browsers", records=rows)


async def _version(connection: "asyncpg.Connection[asyncpg.Record]") -> int:
    await connection.execute(schema.VERSION_TABLE)
    found = await connection.fetchrow("SELECT version, readable_by FROM quartett_schema")
    if found is not None:
        schema.check_readable(found[1])
        return int(found[0])
    made_by_0_1 = await connection.fetchval("SELECT to_regclass($1)::text", schema.ALEMBIC_TABLE)
    return int(made_by_0_1 is not None)
