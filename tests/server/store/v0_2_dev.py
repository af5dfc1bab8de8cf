"""What a server from the development of 0.2 left behind: a match over days that was begun."""

import asyncio
import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg

from quartett.server.store import schema
from server.store_databases import fresh_database

FOLDER = Path(__file__).parents[2] / "fixtures" / "v0_2_dev"
LEFT: dict[str, Any] = json.loads((FOLDER / "seats.json").read_bytes())
"""The table, the private tokens of its people, and when they left it."""


def database(kind: str, folder: Path) -> str:
    """The address of a database as it was left then; PostgreSQL gets the same rows."""
    whole = gzip.decompress((FOLDER / "sqlite.db.gz").read_bytes())
    file = folder / "left.db"
    file.write_bytes(whole)
    if kind == "sqlite":
        return f"sqlite:///{file}"
    url = fresh_database(kind, folder)
    asyncio.run(_copy(sqlite3.connect(file), url))
    return url


async def _copy(old: sqlite3.Connection, url: str) -> None:
    ((version, _),) = old.execute("SELECT version, readable_by FROM quartett_schema")
    new = await asyncpg.connect(url)
    await new.execute(schema.VERSION_TABLE)
    for migration in schema.MIGRATIONS[:version]:
        for statement in migration.statements:
            await new.execute(statement.format(**schema.WORDS["postgresql"]))
    for table in ("quartett_schema", "tables", "log", "browsers", "settings", "keepsakes"):
        found = old.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in found.description]
        rows = [_row(names, row) for row in found]
        await new.copy_records_to_table(table, records=rows, columns=names)
    await new.close()
    old.close()


def _row(names: list[str], row: tuple[Any, ...]) -> tuple[Any, ...]:
    """SQLite has numbers for what is true or not."""
    pairs = zip(names, row, strict=True)
    return tuple(bool(value) if name == "public" else value for name, value in pairs)
