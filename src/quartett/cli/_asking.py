"""Arguments that several commands share: options, bots, kept matches, database."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from quartett.cli._checks import check_file
from quartett.core.errors import FormatError
from quartett.core.forms import Json, parse, parse_json

if TYPE_CHECKING:
    from quartett.arena.schedule import Setup
    from quartett.arena.store import Store

BOTS = "A,B,…"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare `--option`, which may be given repeatedly."""
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        type=_option,
        action="append",
        default=[],
        help="set an option of the game, for example rounds=1; can be given repeatedly"
        " (see `quartett rules GAME`)",
    )


def given_options(arguments: argparse.Namespace) -> Json:
    """The options that were given, the last of each name."""
    return dict(arguments.option)


def add_bots(parser: argparse.ArgumentParser, told: str, *, required: bool = False) -> None:
    """Declare `--bots`."""
    parser.add_argument("--bots", metavar=BOTS, type=bot_names, required=required, help=told)


def bot_names(text: str) -> tuple[str, ...]:
    """The names of bots, as they are separated by commas."""
    names = tuple(name.strip() for name in utf8(text).split(","))
    if names == ("",):
        raise argparse.ArgumentTypeError("name at least one bot")
    if not all(names):
        raise argparse.ArgumentTypeError(f"{text!r} has an empty name between commas")
    return names


class Renamed(argparse.Action):
    """An option under its earlier name: it still works and prints the new name."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        print(f"quartett: {option_string} is now called --{self.dest}", file=sys.stderr)
        if isinstance(values, Mapping):
            setattr(namespace, self.dest, [*getattr(namespace, self.dest), *values.items()])
        else:
            setattr(namespace, self.dest, values)


def add_former(parser: argparse.ArgumentParser, name: str, new: str) -> None:
    """Declare the name that `--bots` or `--option` had in version 0.1."""
    read = options_in_json if new == "option" else bot_names
    parser.add_argument(name, dest=new, action=Renamed, type=read, help=argparse.SUPPRESS)


def options_in_json(text: str) -> Json:
    """All options in one JSON object."""
    try:
        return parse(Json, parse_json(text), "options")
    except FormatError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def utf8(text: str) -> str:
    """The text unchanged; an error if it is not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not UTF-8") from None
    return text


def only_one(option: str, names: Sequence[str] | None) -> str | None:
    """The one bot that a command takes, if one was given; FormatError if there are more."""
    if names is not None and len(names) > 1:
        raise FormatError(f"{option} takes one bot here, not {len(names)}: it plays in every seat")
    return names[0] if names else None


def _option(text: str) -> tuple[str, object]:
    """An option: valid JSON is read as JSON, anything else as a word."""
    key, equals, value = utf8(text).partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    try:
        return key, parse_json(value)
    except FormatError:
        return key, value


def add_resume(parser: argparse.ArgumentParser) -> None:
    """Declare `--resume`, which names the file of an arena's matches."""
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="save the matches in this file, and continue from it",
    )


def given_store(arguments: argparse.Namespace, setup: "Setup") -> "Store":
    """Where an arena's matches are kept: as asked, or in a folder of our own."""
    from quartett.arena.store import Store, default_path, make_folder

    if arguments.resume is not None:
        check_file("--resume", arguments.resume, kept=True)
        return Store(arguments.resume)
    path = default_path(setup)
    make_folder(path.parent)
    return Store(path)


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
        help="folder of the embedded database (default: as for `quartett serve`)",
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
