"""The database's shape as one list of migrations. They only add: neighbouring versions get on."""

from collections.abc import Iterator

import msgspec

from quartett.core.errors import QuartettError


class Migration(msgspec.Struct, frozen=True):
    """What a version of the schema adds; `{…}` stands for each engine's own word."""

    statements: tuple[str, ...]
    reads_browsers: bool = False
    """Whether the browsers in the documents are to be written into their index."""


MIGRATIONS = (
    # What version 0.1 made.
    Migration(
        (
            """CREATE TABLE tables (
                id TEXT NOT NULL,
                game TEXT NOT NULL,
                status TEXT NOT NULL,
                public BOOLEAN NOT NULL,
                version BIGINT NOT NULL,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                document {bytes} NOT NULL,
                CONSTRAINT pk_tables PRIMARY KEY (id))""",
            "CREATE INDEX ix_tables_status_updated_at ON tables (status, updated_at)",
            "CREATE INDEX ix_tables_updated_at ON tables (updated_at)",
            # Without row ids: appending touches one tree, and a match's entries lie together.
            """CREATE TABLE log (
                table_id TEXT NOT NULL,
                match INTEGER NOT NULL,
                number INTEGER NOT NULL,
                entry {bytes} NOT NULL,
                CONSTRAINT pk_log PRIMARY KEY (table_id, match, number),
                CONSTRAINT fk_log_table_id FOREIGN KEY (table_id)
                    REFERENCES tables (id) ON DELETE CASCADE){without_rowid}""",
        )
    ),
    Migration(
        (
            "ALTER TABLE tables ADD COLUMN owner TEXT",
            "ALTER TABLE tables ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE tables ADD COLUMN due_at BIGINT",
            "ALTER TABLE tables ADD COLUMN head {bytes}",
            "ALTER TABLE tables ADD COLUMN damage TEXT",
            "ALTER TABLE log ADD COLUMN hash {bytes}",
            # Whether 0.1's bots or clocks have something to do shows only when a table is opened.
            "UPDATE tables SET due_at = 0 WHERE status = 'running'",
            "CREATE INDEX ix_tables_due_at ON tables (due_at) WHERE due_at IS NOT NULL",
            "CREATE INDEX ix_tables_public ON tables (status, updated_at) WHERE public",
            "CREATE INDEX ix_tables_damage ON tables (id) WHERE damage IS NOT NULL",
            """CREATE TABLE browsers (
                browser TEXT NOT NULL,
                table_id TEXT NOT NULL,
                CONSTRAINT pk_browsers PRIMARY KEY (browser, table_id),
                CONSTRAINT fk_browsers_table_id FOREIGN KEY (table_id)
                    REFERENCES tables (id) ON DELETE CASCADE){without_rowid}""",
            "CREATE INDEX ix_browsers_table_id ON browsers (table_id)",
            """CREATE TABLE settings (
                name TEXT NOT NULL,
                value TEXT NOT NULL,
                CONSTRAINT pk_settings PRIMARY KEY (name)){without_rowid}""",
        ),
        reads_browsers=True,
    ),
    Migration(
        (
            # One row for each start of a node; moments are the database's own, in ms.
            """CREATE TABLE nodes (
                id TEXT NOT NULL,
                url TEXT NOT NULL,
                state TEXT NOT NULL,
                lease_until BIGINT NOT NULL,
                started_at BIGINT NOT NULL,
                version TEXT NOT NULL,
                CONSTRAINT pk_nodes PRIMARY KEY (id)){without_rowid}""",
            "CREATE INDEX ix_tables_owner ON tables (owner) WHERE owner IS NOT NULL",
            """CREATE INDEX ix_tables_unowned ON tables (due_at)
                WHERE due_at IS NOT NULL AND owner IS NULL""",
        )
    ),
    # What is kept beside tables: reviews, shared deals, results on them.
    Migration(
        (
            """CREATE TABLE keepsakes (
                kind TEXT NOT NULL,
                name TEXT NOT NULL,
                who TEXT NOT NULL,
                table_id TEXT,
                kept_at BIGINT NOT NULL,
                document {bytes} NOT NULL,
                CONSTRAINT pk_keepsakes PRIMARY KEY (kind, name, who),
                CONSTRAINT fk_keepsakes_table_id FOREIGN KEY (table_id)
                    REFERENCES tables (id) ON DELETE CASCADE)""",
            "CREATE INDEX ix_keepsakes_table_id ON keepsakes (table_id)",
        )
    ),
    # People who keep their name: what proves who they are, and on which devices they are in.
    Migration(
        (
            """CREATE TABLE people (
                id TEXT NOT NULL,
                handle TEXT NOT NULL,
                browser TEXT NOT NULL,
                name TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                CONSTRAINT pk_people PRIMARY KEY (id),
                CONSTRAINT uq_people_handle UNIQUE (handle),
                CONSTRAINT uq_people_browser UNIQUE (browser)){without_rowid}""",
            """CREATE TABLE credentials (
                id TEXT NOT NULL,
                person_id TEXT NOT NULL,
                kind TEXT NOT NULL,
                hash {bytes} NOT NULL,
                made_at BIGINT NOT NULL,
                used_by TEXT,
                CONSTRAINT pk_credentials PRIMARY KEY (id),
                CONSTRAINT fk_credentials_person_id FOREIGN KEY (person_id)
                    REFERENCES people (id) ON DELETE CASCADE){without_rowid}""",
            "CREATE INDEX ix_credentials_person_id ON credentials (person_id)",
            """CREATE TABLE devices (
                browser TEXT NOT NULL,
                person_id TEXT NOT NULL,
                label TEXT NOT NULL,
                added_at BIGINT NOT NULL,
                CONSTRAINT pk_devices PRIMARY KEY (browser),
                CONSTRAINT fk_devices_person_id FOREIGN KEY (person_id)
                    REFERENCES people (id) ON DELETE CASCADE){without_rowid}""",
            "CREATE INDEX ix_devices_person_id ON devices (person_id)",
            """CREATE TABLE pairings (
                person_id TEXT NOT NULL,
                hash {bytes} NOT NULL,
                expires_at BIGINT NOT NULL,
                browser TEXT,
                label TEXT,
                number TEXT,
                CONSTRAINT pk_pairings PRIMARY KEY (person_id),
                CONSTRAINT uq_pairings_hash UNIQUE (hash),
                CONSTRAINT fk_pairings_person_id FOREIGN KEY (person_id)
                    REFERENCES people (id) ON DELETE CASCADE){without_rowid}""",
        )
    ),
    # Whose turn it is, for lists of tables; what a browser's owner has seen of each.
    Migration(
        (
            "ALTER TABLE tables ADD COLUMN turn {bytes}",
            "ALTER TABLE browsers ADD COLUMN seen_match INTEGER",
            "ALTER TABLE browsers ADD COLUMN seen_version BIGINT",
            "ALTER TABLE browsers ADD COLUMN seen_at BIGINT",
        )
    ),
    # What came of finished matches, seat by seat: it outlives the tables.
    Migration(
        (
            """CREATE TABLE matches (
                table_id TEXT NOT NULL,
                match INTEGER NOT NULL,
                game TEXT NOT NULL,
                options TEXT NOT NULL,
                pace TEXT NOT NULL,
                deal TEXT,
                rating TEXT NOT NULL,
                moves INTEGER NOT NULL,
                ended_at BIGINT NOT NULL,
                CONSTRAINT pk_matches PRIMARY KEY (table_id, match)){without_rowid}""",
            "CREATE INDEX ix_matches_ended_at ON matches (ended_at)",
            """CREATE INDEX ix_matches_rating ON matches (rating, ended_at, table_id, match)
                WHERE rating IN ('due', 'counts')""",
            """CREATE TABLE results (
                table_id TEXT NOT NULL,
                match INTEGER NOT NULL,
                seat INTEGER NOT NULL,
                who TEXT,
                rated_as TEXT,
                kind TEXT NOT NULL,
                name TEXT NOT NULL,
                level TEXT,
                place INTEGER NOT NULL,
                score INTEGER NOT NULL,
                points DOUBLE PRECISION NOT NULL,
                share DOUBLE PRECISION NOT NULL,
                fate TEXT NOT NULL,
                game TEXT NOT NULL,
                players INTEGER NOT NULL,
                people INTEGER NOT NULL,
                ended_at BIGINT NOT NULL,
                CONSTRAINT pk_results PRIMARY KEY (table_id, match, seat)){without_rowid}""",
            """CREATE INDEX ix_results_who ON results (who, ended_at, table_id, match)
                WHERE who IS NOT NULL""",
        )
    ),
    # Passkeys, and the challenges to which they answer; as whom a device was a guest before.
    Migration(
        (
            "ALTER TABLE devices ADD COLUMN guest TEXT",
            "CREATE INDEX ix_devices_guest ON devices (guest)",
            "ALTER TABLE pairings ADD COLUMN guest TEXT",
            """CREATE TABLE passkeys (
                id TEXT NOT NULL,
                person_id TEXT NOT NULL,
                site TEXT NOT NULL,
                public_key {bytes} NOT NULL,
                counter BIGINT NOT NULL,
                label TEXT NOT NULL,
                made_at BIGINT NOT NULL,
                made_by TEXT NOT NULL,
                used_at BIGINT,
                used_by TEXT,
                CONSTRAINT pk_passkeys PRIMARY KEY (id),
                CONSTRAINT fk_passkeys_person_id FOREIGN KEY (person_id)
                    REFERENCES people (id) ON DELETE CASCADE){without_rowid}""",
            "CREATE INDEX ix_passkeys_person_id ON passkeys (person_id)",
            """CREATE TABLE challenges (
                hash {bytes} NOT NULL,
                kind TEXT NOT NULL,
                device TEXT NOT NULL,
                expires_at BIGINT NOT NULL,
                CONSTRAINT pk_challenges PRIMARY KEY (hash)){without_rowid}""",
            "CREATE INDEX ix_challenges_expires_at ON challenges (expires_at)",
        )
    ),
    # Ratings, and how far matches are rated: each step has a number that only one process can take.
    Migration(
        (
            """CREATE INDEX ix_results_rated_as ON results (rated_as, ended_at)
                WHERE rated_as IS NOT NULL""",
            """CREATE TABLE ratings (
                game TEXT NOT NULL,
                person_id TEXT NOT NULL,
                mu DOUBLE PRECISION NOT NULL,
                sigma DOUBLE PRECISION NOT NULL,
                matches INTEGER NOT NULL,
                rivals TEXT NOT NULL,
                CONSTRAINT pk_ratings PRIMARY KEY (game, person_id)){without_rowid}""",
            "CREATE INDEX ix_ratings_person_id ON ratings (person_id)",
            """CREATE TABLE rating_steps (
                step BIGINT NOT NULL,
                ended_at BIGINT NOT NULL,
                table_id TEXT NOT NULL,
                match INTEGER NOT NULL,
                CONSTRAINT pk_rating_steps PRIMARY KEY (step)){without_rowid}""",
            # What a person's devices remember of learning.
            """CREATE TABLE learnt (
                person_id TEXT NOT NULL,
                document {bytes} NOT NULL,
                CONSTRAINT pk_learnt PRIMARY KEY (person_id),
                CONSTRAINT fk_learnt_person_id FOREIGN KEY (person_id)
                    REFERENCES people (id) ON DELETE CASCADE){without_rowid}""",
        )
    ),
    # Evenings, whose they are, and their tables' ends that have still to be counted.
    Migration(
        (
            """CREATE TABLE evenings (
                id TEXT NOT NULL,
                version BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                due_at BIGINT,
                document {bytes} NOT NULL,
                CONSTRAINT pk_evenings PRIMARY KEY (id))""",
            "CREATE INDEX ix_evenings_due_at ON evenings (due_at) WHERE due_at IS NOT NULL",
            "CREATE INDEX ix_evenings_updated_at ON evenings (updated_at)",
            """CREATE TABLE evening_browsers (
                browser TEXT NOT NULL,
                evening_id TEXT NOT NULL,
                CONSTRAINT pk_evening_browsers PRIMARY KEY (browser, evening_id),
                CONSTRAINT fk_evening_browsers_evening_id FOREIGN KEY (evening_id)
                    REFERENCES evenings (id) ON DELETE CASCADE){without_rowid}""",
            "CREATE INDEX ix_evening_browsers_evening_id ON evening_browsers (evening_id)",
            """CREATE TABLE evening_ends (
                table_id TEXT NOT NULL,
                evening_id TEXT NOT NULL,
                CONSTRAINT pk_evening_ends PRIMARY KEY (table_id)){without_rowid}""",
        )
    ),
    # Notices to people whose turn it is: the outbox, where to send them, and when not to.
    Migration(
        (
            """CREATE TABLE notices (
                who TEXT NOT NULL,
                table_id TEXT NOT NULL,
                match INTEGER NOT NULL,
                stage TEXT NOT NULL,
                began_at BIGINT NOT NULL,
                ends_at BIGINT NOT NULL,
                remind_at BIGINT NOT NULL,
                due_at BIGINT,
                tries INTEGER NOT NULL,
                served TEXT NOT NULL,
                claim TEXT,
                why TEXT,
                CONSTRAINT pk_notices PRIMARY KEY (who, table_id),
                CONSTRAINT fk_notices_table_id FOREIGN KEY (table_id)
                    REFERENCES tables (id) ON DELETE CASCADE){without_rowid}""",
            "CREATE INDEX ix_notices_table_id ON notices (table_id)",
            "CREATE INDEX ix_notices_due_at ON notices (due_at) WHERE due_at IS NOT NULL",
            "CREATE INDEX ix_notices_failed ON notices (ends_at) WHERE stage = 'failed'",
            """CREATE TABLE channels (
                id TEXT NOT NULL,
                who TEXT NOT NULL,
                kind TEXT NOT NULL,
                address TEXT NOT NULL,
                language TEXT NOT NULL,
                made_at BIGINT NOT NULL,
                confirmed_at BIGINT,
                code {bytes},
                code_until BIGINT,
                code_tries INTEGER NOT NULL,
                device TEXT,
                label TEXT NOT NULL,
                keys TEXT NOT NULL,
                CONSTRAINT pk_channels PRIMARY KEY (id),
                CONSTRAINT uq_channels_address UNIQUE (who, kind, address)){without_rowid}""",
            "CREATE INDEX ix_channels_address ON channels (address)",
            """CREATE TABLE quiet_hours (
                who TEXT NOT NULL,
                zone TEXT NOT NULL,
                begins INTEGER NOT NULL,
                ends INTEGER NOT NULL,
                CONSTRAINT pk_quiet_hours PRIMARY KEY (who)){without_rowid}""",
        )
    ),
    # Evenings that cannot be read are put aside, and do not stop others.
    Migration(("ALTER TABLE evenings ADD COLUMN damage TEXT",)),
    # The portrait that somebody has chosen.
    Migration(("ALTER TABLE people ADD COLUMN face TEXT NOT NULL DEFAULT ''",)),
    # Which challenge a notice tells an answer to; none: it is one of a turn.
    Migration(("ALTER TABLE notices ADD COLUMN deal TEXT",)),
    # All of what a person's own results add up to, so that no row has to be looked up for it.
    Migration(
        (
            """CREATE INDEX ix_results_own ON results (who, kind, ended_at, table_id, match, seat,
                game, place, score, points, share, players, people) WHERE who IS NOT NULL""",
        )
    ),
    # The results that count for ratings, in the order in which they count.
    Migration(
        (
            """CREATE INDEX ix_results_rated ON results (ended_at, table_id, match, seat)
                WHERE rated_as IS NOT NULL""",
        )
    ),
)

NEWEST = len(MIGRATIONS)
READABLE_BY = 1
"""The oldest schema whose programs can use a database of the newest one."""

VERSION_TABLE = """CREATE TABLE IF NOT EXISTS quartett_schema (
    version INTEGER NOT NULL, readable_by INTEGER NOT NULL)"""
ALEMBIC_TABLE = "alembic_version"
"""Where 0.1 noted the version; a database that has it has the first migration."""

WORDS = {
    "sqlite": {"bytes": "BLOB", "without_rowid": " WITHOUT ROWID"},
    "postgresql": {"bytes": "BYTEA", "without_rowid": ""},
}


def missing(engine: str, version: int) -> Iterator[tuple[str | None, bool]]:
    """The statements that a database of this version lacks; (None, True): fill the browsers in."""
    for migration in MIGRATIONS[version:]:
        for statement in migration.statements:
            yield statement.format(**WORDS[engine]), False
        if migration.reads_browsers:
            yield None, True


def check_readable(readable_by: int) -> None:
    """Refuse a database that only later programs understand."""
    if readable_by > NEWEST:
        raise QuartettError("A newer version of Quartett has written this database.")


class _Person(msgspec.Struct):
    browsers: tuple[str, ...] = ()


class _Document(msgspec.Struct):
    people: dict[str, _Person] = {}


def browsers_in(document: bytes) -> tuple[str, ...]:
    """The browsers of everybody at a table; none if the document cannot be read."""
    try:
        people = msgspec.json.decode(document, type=_Document).people
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ()  # the table is found to be damaged when it is opened
    return tuple(dict.fromkeys(b for person in people.values() for b in person.browsers))
