"""The statements of the PostgreSQL engine. Each write is one of them, whatever it consists of."""

COLUMNS = "id, game, status, public, created_at, updated_at, document"
WHOLE = "damage IS NULL"

_GIVEN = """
WITH given AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[],
        $6::text[], $7::text[], $8::boolean[], $9::bigint[], $10::bigint[], $11::bytea[])
    AS g (id, version, epoch, due_at, head,
        game, status, public, created_at, updated_at, document)
), fresh AS ("""

_ROWS = """
), appended AS (
    INSERT INTO log (table_id, match, number, entry, hash)
    SELECT r.* FROM unnest($12::text[], $13::integer[], $14::integer[], $15::bytea[], $16::bytea[])
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

# Where there is no document, the old one stays where it lies: only a small row is written.
WRITE = f"""{_GIVEN}
    UPDATE tables SET
        version = given.version + 1,
        due_at = given.due_at,
        head = given.head,
        owner = $19::text,
        game = coalesce(given.game, tables.game),
        status = coalesce(given.status, tables.status),
        public = coalesce(given.public, tables.public),
        updated_at = coalesce(given.updated_at, tables.updated_at),
        document = coalesce(given.document, tables.document)
    FROM given
    WHERE tables.id = given.id AND tables.version = given.version AND tables.epoch = given.epoch
    RETURNING tables.id, given.document IS NOT NULL AS replaced{_ROWS}"""

CREATE = f"""{_GIVEN}
    INSERT INTO tables (id, version, epoch, due_at, head, owner,
        game, status, public, created_at, updated_at, document)
    SELECT id, version + 1, epoch, due_at, head, $19::text,
        game, status, public, created_at, updated_at, document FROM given
    ON CONFLICT DO NOTHING
    RETURNING id, false AS replaced{_ROWS}"""

# A damaged table is only looked at.
CLAIM = f"""
UPDATE tables SET
    owner = $2,
    epoch = epoch + (damage IS NULL)::integer,
    version = version + (damage IS NULL)::integer
WHERE id = $1
RETURNING {COLUMNS}, epoch, version, head, damage"""

LAST_HASH = """
SELECT hash FROM log WHERE table_id = $1 AND hash IS NOT NULL
ORDER BY match DESC, number DESC LIMIT 1"""

PREVIOUS_HASH = """
SELECT hash FROM log WHERE table_id = $1 AND hash IS NOT NULL AND (match, number) < ($2, $3)
ORDER BY match DESC, number DESC LIMIT 1"""

MARK = "UPDATE tables SET damage = $2, version = version + 1 WHERE id = $1"

# The update changes nothing, but waits for whoever is just writing the same name.
SECRET = """
INSERT INTO settings (name, value) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value"""

NOTE = "INSERT INTO quartett_schema (version, readable_by) VALUES ($1, $2)"
