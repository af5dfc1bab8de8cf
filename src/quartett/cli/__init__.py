"""The command line: one file per command; this one only finds it and shows errors plainly."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

from quartett.core.errors import QuartettError

HIDDEN_PREFIX = "_"


def commands() -> list[str]:
    """The names of all commands: the modules of this package."""
    found = (module.name for module in iter_modules(__path__))
    return sorted(name for name in found if not name.startswith(HIDDEN_PREFIX))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; errors of the user's making become one line and exit status 2."""
    given = list(sys.argv[1:] if argv is None else argv)
    parser = _parser(given[0] if given else None)
    arguments = parser.parse_args(given)
    if arguments.command is None:
        parser.print_help()
        return 0
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; leave without a second complaint when the streams are flushed.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 1
    except (QuartettError, OSError) as error:
        print(f"quartett: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return status


def _parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser; only the chosen command's module is imported, so that starting stays quick."""
    parser = argparse.ArgumentParser(
        prog="quartett",
        description="Four card games at one table: Photo Rummy, Jericho, Souvenirs, Speed & Flow.",
    )
    parser.add_argument("--version", action="version", version=_version())
    found = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in commands():
        if chosen in commands() and name != chosen:
            found.add_parser(name)
            continue
        module = import_module(f"{__name__}.{name}")
        about = (module.__doc__ or "").splitlines()[0]
        command = found.add_parser(name, help=about, description=module.__doc__)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def _version() -> str:
    from importlib.metadata import version

    return f"quartett {version('quartett')}"
