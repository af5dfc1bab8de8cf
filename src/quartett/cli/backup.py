"""Back up all tables into one file, while the server runs.

The file holds every table with its log and the key that signs links, from an SQLite file or a
PostgreSQL database, as they are at one moment; `quartett restore` puts it into either. Whoever has
it can see every card: keep it to yourself. Do not copy the database's file instead: what was
written last is in another file beside it.
"""

import argparse
import asyncio
from pathlib import Path

from quartett.cli._asking import add_database, given_database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="where to write it; must not exist yet"
    )
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    """Write the file and say what is in it; 1 if tables in it are damaged."""
    from quartett.server.store.backup import backup

    where, data_dir = given_database(args)
    contents = asyncio.run(backup(where, data_dir, args.file))
    print(f"{args.file}: {contents.tables} tables with {contents.entries} entries, all checked.")
    for damaged in contents.damaged:
        print(f"Damaged, and in the backup as it is: {damaged}")
    return 1 if contents.damaged else 0
