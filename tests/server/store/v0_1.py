"""What version 0.1 left behind: its databases, loaded afresh, and what must be found in them."""

import asyncio
import gzip
import shutil
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from server.store_databases import fresh_database

FOLDER = Path(__file__).parents[2] / "fixtures" / "v0_1"


def database(kind: str, data_dir: Path) -> str:
    """The address of a database as 0.1 left it, with its signing key in the data directory."""
    url = fresh_database(kind, data_dir)
    if kind == "sqlite":
        Path(url.removeprefix("sqlite:///")).write_bytes(unpacked("sqlite.db.gz"))
    else:
        asyncio.run(_load(url, unpacked("postgresql.sql.gz").decode()))
    shutil.copy(FOLDER / f"{kind}.signing.key", data_dir / "signing.key")
    return url


def expected(kind: str) -> Any:
    """What must be found: tables with people, tokens, views and logs; browsers with cookies."""
    return msgspec.json.decode(unpacked(f"{kind}.json.gz"))


def unpacked(name: str) -> bytes:
    """One of the files."""
    return gzip.decompress((FOLDER / name).read_bytes())


async def _load(url: str, script: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(script)
    await connection.close()
