"""The statements of the PostgreSQL engine, and how it is brought up to date.

Each write is one statement, whatever it consists of.
"""

import asyncpg

from quartett.server.store import schema
from quartett.server.store.reading import COLUMNS


def numbered(query: str) -> str:
    """A query of both engines, with the places of its values as PostgreSQL numbers them."""
    return query.replace("?", "$")


# The parameters are lists: of the tables' columns first, then of rows and of browsers.
_GIVEN = """
WITH given AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[],
        $11::text[], $12::text[], $13::boolean[], $14::bigint[], $15::bigint[], $16::bytea[],
        $20::bytea[])
    AS g (id, version, epoch, due_at, head,
        game, status, public, created_at, updated_at, document, turn)
), fresh AS ("""

_ROWS = """
), appended AS (
    INSERT INTO log (table_id, match, number, entry, hash)
    SELECT r.* FROM unnest($6::text[], $7::integer[], $8::integer[], $9::bytea[], $10::bytea[])
        AS r (table_id, match, number, entry, hash)
    JOIN fresh ON fresh.id = r.table_id
), come AS (
    INSERT INTO browsers (browser, table_id)
    SELECT b.browser, b.table_id FROM unnest($17::text[], $18::text[]) AS b (table_id, browser)
    JOIN fresh ON fresh.id = b.table_id
    ON CONFLICT DO NOTHING
), gone AS (
    DELETE FROM browsers USING fresh
    WHERE browsers.table_id = fresh.id AND fresh.replaced AND NOT EXISTS (
        SELECT FROM unnest($17::text[], $18::text[]) AS b (table_id, browser)
        WHERE b.table_id = browsers.table_id AND b.browser = browsers.browser)
)
SELECT id FROM fresh"""

# Most writes are entries only: the document stays where it lies, and one small row is written.
APPEND = """
WITH given AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[],
        $11::bytea[])
    AS g (id, version, epoch, due_at, head, turn)
), fresh AS (
    UPDATE tables SET
        version = given.version + 1,
        due_at = given.due_at,
        head = given.head,
        turn = given.turn
    FROM given
    WHERE tables.id = given.id AND tables.version = given.version AND tables.epoch = given.epoch
    RETURNING tables.id
), appended AS (
    INSERT INTO log (table_id, match, number, entry, hash)
    SELECT r.* FROM unnest($6::text[], $7::integer[], $8::integer[], $9::bytea[], $10::bytea[])
        AS r (table_id, match, number, entry, hash)
    JOIN fresh ON fresh.id = r.table_id
)
SELECT id FROM fresh"""

WRITE = f"""{_GIVEN}
    UPDATE tables SET
        version = given.version + 1,
        due_at = given.due_at,
        head = given.head,
        turn = given.turn,
        owner = $19::text,
        game = given.game,
        status = given.status,
        public = given.public,
        updated_at = given.updated_at,
        document = given.document
    FROM given
    WHERE tables.id = given.id AND tables.version = given.version AND tables.epoch = given.epoch
    RETURNING tables.id, true AS replaced{_ROWS}"""

CREATE = f"""{_GIVEN}
    INSERT INTO tables (id, version, epoch, due_at, head, turn, owner,
        game, status, public, created_at, updated_at, document)
    SELECT id, version + 1, epoch, due_at, head, turn, $19::text,
        game, status, public, created_at, updated_at, document FROM given
    ON CONFLICT DO NOTHING
    RETURNING id, false AS replaced{_ROWS}"""

# A write, not a look: where a standby is synchronous, one can see what it does not have yet, but a
# commit waits until it has this and all before.
CONFIRM = """
UPDATE tables SET due_at = due_at
WHERE id = $1 AND version = $2 AND epoch = $3 AND head IS NOT DISTINCT FROM $4
RETURNING id"""

NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The database's clock in ms, by which every lease is judged."""

# A damaged table is only looked at. Where nodes share the database ($3), a living one has its
# tables to itself, and only a living one can have any.
CLAIM = f"""
UPDATE tables SET
    owner = $2,
    epoch = epoch + (damage IS NULL)::integer,
    version = version + (damage IS NULL)::integer
WHERE id = $1 AND (NOT $3::boolean OR (
    EXISTS (SELECT FROM nodes WHERE id = $2 AND lease_until > {NOW})
    AND (owner IS NULL OR owner = $2 OR NOT EXISTS (
        SELECT FROM nodes WHERE nodes.id = tables.owner AND lease_until > {NOW}))))
RETURNING {COLUMNS}, epoch, version, head, damage"""

OWNER = f"""
SELECT nodes.id, nodes.url, (nodes.lease_until - {NOW})::bigint AS left_ms
FROM tables LEFT JOIN nodes ON nodes.id = tables.owner WHERE tables.id = $1"""

MARK = "UPDATE tables SET damage = $2, version = version + 1 WHERE id = $1"

# The update changes nothing, but waits for a concurrent write of the same name.
SECRET = """
INSERT INTO settings (name, value) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value"""

NOTE = "INSERT INTO quartett_schema (version, readable_by) VALUES ($1, $2)"

_ATTACH = """
INSERT INTO keepsakes (kind, name, who, table_id, kept_at, document)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (kind, name, who) DO UPDATE SET document = {document}
RETURNING kind, name, who, table_id, document"""

# The update changes nothing, but waits for a concurrent insert of the same row and returns it.
ATTACH_FIRST = _ATTACH.format(document="keepsakes.document")
ATTACH_ANEW = _ATTACH.format(document="excluded.document")

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
