"""Which database a command works on: that of `quartett serve` with the same options."""

import argparse
import os
from pathlib import Path


def add_database(parser: argparse.ArgumentParser) -> None:
    """Declare the options that name a database."""
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///… or postgresql://… (default: as for `serve`)"
    )
    parser.add_argument(
        "--data-dir",
        metavar="FOLDER",
        type=Path,
        default=None,
        help="where the embedded database lives (default: as for `quartett serve`)",
    )


def given_database(args: argparse.Namespace) -> tuple[str | Path, Path]:
    """The database's address, and the folder that a server has beside it."""
    from quartett.server.settings import Settings, database, default_data_dir
    from quartett.server.store.database_url import check_address

    address = args.database or os.environ.get("QUARTETT_DATABASE") or None
    if address is not None:
        check_address(address)
    data_dir = args.data_dir or default_data_dir()
    return database(Settings(database=address, data_dir=data_dir)), data_dir
