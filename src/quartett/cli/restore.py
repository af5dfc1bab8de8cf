"""Restore tables from a backup, while the server runs or before it starts.

The file is checked to its end before anything is written, and what was written is read back. Tables
that already exist stay as they are unless you give --overwrite; other tables are never touched.
"""

import argparse
import asyncio
from pathlib import Path

from quartett.cli._asking import add_database, given_database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help="what `quartett backup` wrote")
    add_database(parser)
    parser.add_argument("--overwrite", action="store_true", help="replace existing tables")
    parser.add_argument(
        "--keep-key",
        action="store_true",
        help="keep the database's signing key: the backup's links and tokens stop working",
    )


def run(args: argparse.Namespace) -> int:
    """Restore and say what was; 1 if tables of the backup are damaged."""
    from quartett.server.store.backup import restore

    where, _ = given_database(args)
    done = asyncio.run(restore(where, args.file, args.overwrite, args.keep_key))
    print(f"{done.tables} tables with {done.entries} entries were restored, all checked.")
    if done.left:
        print(f"{done.left} were there already and stay as they are (--overwrite replaces them).")
    if done.new_key:
        print("The signing key is now the backup's: restart the server to use it.")
    for damaged in done.damaged:
        print(f"Damaged, and restored unchanged: {damaged}")
    return 1 if done.damaged else 0
