"""Backing up and restoring while servers run, from either engine to either engine."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Protocol

import msgspec

from quartett.core.errors import FormatError, QuartettError
from quartett.server.store.archive import (
    Beside,
    BesideRecord,
    Contents,
    Record,
    SettingRecord,
    TableRecord,
    read_archive,
    write_archive,
)
from quartett.server.store.beside_columns import check_row
from quartett.server.store.database_url import Address, database_address
from quartett.server.store.documents import now_ms
from quartett.server.store.opening import open_store
from quartett.server.store.secrets import KEY_NAME, KEYS_NAME, Key, check_key, signing_key
from quartett.server.store.store import Statement, Store

AT_ONCE = 100
"""How many tables are restored in one transaction: servers can write in between."""

ROWS_AT_ONCE = 1000
"""The same for rows beside the tables."""

OWNERS: dict[Beside, str] = {
    "credentials": "person_id",
    "devices": "person_id",
    "passkeys": "person_id",
    "learnt": "person_id",
    "channels": "who",
    "quiet_hours": "who",
}
"""By what it is seen whose row each of these is."""

ADDRESSES = ("channels", "quiet_hours")
"""Guests have these too: they come back where there are none yet."""

_FRESH = """
SELECT id, browser FROM people
WHERE NOT EXISTS (SELECT 1 FROM credentials WHERE person_id = people.id)
AND NOT EXISTS (SELECT 1 FROM devices WHERE person_id = people.id)"""


class Archive(Protocol):
    """A database, read and filled table by table."""

    def read(self) -> AsyncIterator[Record]:
        """Everything, as it is at one moment; the servers write on meanwhile."""

    async def put(self, records: Sequence[TableRecord], overwrite: bool) -> list[str]:
        """Store those tables that are not there, or all; the ids of those that were stored."""

    async def set_key(self, name: str, value: str) -> None:
        """Store a setting."""


class Restored(msgspec.Struct, frozen=True):
    """What a restoration did."""

    tables: int
    entries: int
    left: int
    """Tables of the backup that were there already and stay as they are."""
    damaged: list[str]
    new_key: bool
    """Whether the signing key is now the backup's, and was another before."""


async def backup(where: str | Path, data_dir: Path, path: Path) -> Contents:
    """Write everything that is stored into a new file."""
    if path.exists():
        raise FormatError(f"{path} exists already; a backup never replaces a file")
    if not path.parent.is_dir():
        raise FormatError(f"{path} cannot be written: the folder {path.parent} does not exist")
    address = database_address(where)
    if address.engine == "sqlite" and not Path(address.where).exists():
        raise FormatError(f"{address.where} is not there: nothing to back up")
    store = await open_store(where)  # brings a database of 0.1 up to date
    await signing_key(store, data_dir)
    await store.close()
    return await write_archive(path, _archive(address).read(), now_ms())


async def restore(
    where: str | Path, path: Path, overwrite: bool = False, keep_key: bool = False
) -> Restored:
    """Put a backup's tables into a database, whose other tables stay; the file is checked first.

    A table that is there already stays as it is, or is replaced with `overwrite`. FormatError
    if the database has tables and links signed with another key, unless its key is to be kept.
    """
    contents, key, keys = _checked(path)
    store = await open_store(where)
    size, known = await store.size(), await store.setting(KEY_NAME)
    await store.close()
    archive = _archive(database_address(where))
    other = key is not None and known is not None and key != known
    if other and size.tables and not keep_key:
        raise FormatError(
            "the database has tables and a signing key of its own: with the backup's key their"
            " links would open no more. --keep-key restores without it, and then the backup's"
            " links open no more"
        )
    new_key = key is not None and key != known and not (other and keep_key)
    if key is not None and new_key:
        await archive.set_key(KEY_NAME, key)
        await archive.set_key(KEYS_NAME, keys)
    await _restore_beside(where, path)
    stored: dict[str, bytes] = {}
    entries = 0
    for batch in _batches(path):
        done = set(await archive.put(batch, overwrite))
        put = [record for record in batch if record.id in done]
        stored |= {record.id: record.digest() for record in put}
        entries += sum(len(record.rows) for record in put)
    await _compare(archive, stored)
    left = contents.tables - len(stored)
    return Restored(len(stored), entries, left, contents.damaged, other and new_key)


def _archive(address: Address) -> Archive:
    if address.engine == "sqlite":
        from quartett.server.store.archive_sqlite import SqliteArchive

        return SqliteArchive(address.where)
    from quartett.server.store.archive_postgres import PostgresArchive

    return PostgresArchive(address.where)


def _checked(path: Path) -> tuple[Contents, str | None, str]:
    """What is in a file, read to its end, and the keys in it: the first, and all."""
    contents, key, keys = Contents(), None, "[]"
    for record in read_archive(path):
        contents.count(record)
        if isinstance(record, BesideRecord):
            _check_row(path, record)
        if isinstance(record, SettingRecord) and record.name == KEY_NAME:
            key = check_key(record.value, f"{path}: its signing key")
        if isinstance(record, SettingRecord) and record.name == KEYS_NAME:
            keys = record.value
            _check_keys(path, keys)
    return contents, key, keys


def _check_row(path: Path, record: BesideRecord) -> None:
    try:
        check_row(record)
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def _check_keys(path: Path, keys: str) -> None:
    try:
        for each in msgspec.json.decode(keys, type=list[Key]):
            check_key(each.secret, f"{path}: its signing keys")
    except msgspec.DecodeError:
        raise FormatError(f"{path}: its signing keys cannot be read") from None


def _batches(path: Path) -> Iterator[list[TableRecord]]:
    tables = (record for record in read_archive(path) if isinstance(record, TableRecord))
    while batch := list(islice(tables, AT_ONCE)):
        yield batch


async def _restore_beside(where: str | Path, path: Path) -> None:
    """Put people, results and evenings into a database; what is there already stays.

    Of people who are there nothing comes back that they have got rid of since: a device that was
    signed out, codes that were replaced, an address that wants no more e-mails.
    """
    store = await open_store(where)
    try:
        nobody = not await store.rows("SELECT 1 FROM channels LIMIT 1")
        found = (record for record in read_archive(path) if isinstance(record, BesideRecord))
        fresh: dict[str, set[object]] = {}
        for of, rows in groupby(found, lambda record: record.of):
            if of in OWNERS and not fresh:
                fresh = await _fresh(store)
            everybodys = of in ADDRESSES and nobody
            whole = (row for row in rows if everybodys or _comes_back(row, fresh))
            while batch := [_inserted(row) for row in islice(whole, ROWS_AT_ONCE)]:
                await store.change(*batch)
    finally:
        await store.close()


async def _fresh(store: Store) -> dict[str, set[object]]:
    """The people of whom nothing but their name is there, by what names them."""
    people = await store.rows(_FRESH)
    return {"person_id": {id for id, _ in people}, "who": {browser for _, browser in people}}


def _comes_back(row: BesideRecord, fresh: Mapping[str, set[object]]) -> bool:
    column = OWNERS.get(row.of)
    return column is None or row.values.get(column) in fresh[column]


def _inserted(record: BesideRecord) -> Statement:
    row = {**record.values, **record.documents}
    marks = ", ".join(f"?{number}" for number, _ in enumerate(row, start=1))
    columns = ", ".join(row)  # nothing but small letters: a record has no others
    query = f"INSERT INTO {record.of} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING"
    return query, tuple(row.values())


async def _compare(archive: Archive, stored: dict[str, bytes]) -> None:
    """Read back what was restored; a table on which somebody plays again may have grown."""
    found = set()
    async for record in archive.read():
        if isinstance(record, TableRecord) and record.id in stored:
            found.add(record.id)
            if record.damage is None and record.digest() != stored[record.id]:
                record.check()
    if lost := len(stored) - len(found):
        raise QuartettError(f"{lost} tables were restored but are not in the database")
