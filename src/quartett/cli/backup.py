"""Back up a server's data into one file, while it runs.

The file is a snapshot of every table with its log, of people, results, ratings and evenings, and of
the key that signs links, from SQLite or PostgreSQL; `quartett restore` restores it into either. It
contains every card: keep it safe. Do not copy the database file instead: the latest writes are in a
second file beside it.
"""

import argparse
import asyncio
from pathlib import Path

from quartett.cli._asking import add_database, given_database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the new file; must not exist")
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    """Write the file and print its contents; 1 if tables in it are damaged."""
    from quartett.server.store.backup import backup

    where, data_dir = given_database(args)
    contents = asyncio.run(backup(where, data_dir, args.file))
    print(f"{args.file}: {contents.tables} tables with {contents.entries} entries, all checked.")
    print(f"People who keep their name: {contents.people}. Evenings: {contents.evenings}.")
    for damaged in contents.damaged:
        print(f"Damaged, and backed up unchanged: {damaged}")
    return 1 if contents.damaged else 0
