"""List the keys that sign links and cookies, or rotate them while servers run.

After `quartett keys rotate`, servers learn of the new key within a minute and sign with it after
ten; links and cookies signed with the old key work for --overlap-days more. If a key has leaked,
--at-once with --overlap-days 0 invalidates everything it signed within a minute: everybody has to
join their tables again.
"""

import argparse
import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from quartett.cli._asking import add_database, given_database
from quartett.core.errors import FormatError

if TYPE_CHECKING:
    from quartett.server.store.secrets import Key

DAY_MS = 24 * 3600 * 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "what", choices=["list", "rotate"], help="list the keys, or create a new one"
    )
    add_database(parser)
    parser.add_argument(
        "--overlap-days",
        metavar="DAYS",
        type=float,
        default=90,
        help="how long the old key's links and cookies keep working (default: 90)",
    )
    parser.add_argument("--at-once", action="store_true", help="sign with the new key immediately")


def run(args: argparse.Namespace) -> int:
    """Print a line for each key, but never the key itself."""
    if not 0 <= args.overlap_days <= 3650:
        raise FormatError(f"--overlap-days must be from 0 to 3650, not {args.overlap_days}")
    where, data_dir = given_database(args)
    now, keys = asyncio.run(_keys(where, data_dir, args))
    for key in keys:
        print(_line(key, now))
    return 0


async def _keys(
    where: str | Path, data_dir: Path, args: argparse.Namespace
) -> "tuple[int, list[Key]]":
    from quartett.server.store.opening import open_store
    from quartett.server.store.secrets import Key, rotate, signing_key, stored_keys

    store = await open_store(where)
    try:
        if args.what == "rotate":
            overlap = int(args.overlap_days * DAY_MS)
            return await store.now(), await rotate(store, data_dir, overlap, args.at_once)
        first = await signing_key(store, data_dir)
        return await store.now(), await stored_keys(store) or [Key(first)]
    finally:
        await store.close()


def _line(key: "Key", now: int) -> str:
    since = "from the start" if key.since <= 0 else f"from {_moment(key.since)}"
    until = "with no end date" if key.until is None else f"until {_moment(key.until)}"
    expired = key.until is not None and key.until <= now
    return f"signs {since}, accepted {until}{' (expired)' if expired else ''}"


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
