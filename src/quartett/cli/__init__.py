"""The command line: one file per command; this one only finds it and shows errors plainly."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from quartett._interrupted import INTERRUPTED, raise_again
from quartett._system import in_words, use_one_core
from quartett.core.errors import QuartettError, RuleError

HIDDEN_PREFIX = "_"

READER_GONE = 141
"""The exit status when the reader has gone, as in shells: 128 plus the number of SIGPIPE."""

NARROW_ERRORS = ("strict", "surrogateescape")
"""The usual error handlers of streams; the latter in the plain C locale."""


def commands() -> list[str]:
    """The names of all commands: the modules of this package."""
    found = (module.name for module in iter_modules(__path__))
    return sorted(name for name in found if not name.startswith(HIDDEN_PREFIX))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; user errors become one line and exit status 2."""
    _repair_streams()
    use_one_core()
    try:
        raise_again()
        return _flushed(list(sys.argv[1:] if argv is None else argv))
    except BrokenPipeError:
        _let_go()
        return READER_GONE
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):
            return READER_GONE  # rich leaves by itself where nobody reads on
        raise
    except (QuartettError, OSError) as error:
        _complain(error)
        _let_go()
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _complain(error: QuartettError | OSError) -> None:
    """Print an error; if a user's bot failed, with the traceback of its code."""
    if isinstance(error, QuartettError):
        from quartett.bots.failures import BotError, UnusableBotError

        if isinstance(error, BotError | UnusableBotError) and error.trace:
            print(error.trace, file=sys.stderr)
    said = in_words(error) if isinstance(error, OSError) else error
    if isinstance(error, RuleError) and error.rule:
        said = f"{error} See `quartett rules {error.rule}`."
    print(f"quartett: {said}", file=sys.stderr)


def _repair_streams() -> None:
    """Replace missing streams by empty ones; print `?` for unprintable letters."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in NARROW_ERRORS:
        sys.stdout.reconfigure(errors="replace")


def _let_go() -> None:
    """Prevent a second error at exit about unwritable output."""
    try:
        sys.stdout.flush()
    except OSError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


def _flushed(given: Sequence[str]) -> int:
    """Run a command and flush its output, even if that is only its help."""
    try:
        return _run(given)
    finally:
        sys.stdout.flush()


def _run(given: Sequence[str]) -> int:
    # No option of ours takes a value: the first word that is not an option names the command.
    chosen = next((word for word in given if not word.startswith("-")), None)
    try:
        return _called(given, chosen)
    except ModuleNotFoundError as error:
        from quartett.cli._extras import missing_extra

        if chosen is None or (missing := missing_extra(chosen, error)) is None:
            raise
        raise missing from None


def _called(given: Sequence[str], chosen: str | None) -> int:
    parser, command = _parsers(chosen, described=given[:1] != [chosen])
    arguments, left = parser.parse_known_args(given)
    if left:
        (command or parser).error(f"unrecognized arguments: {' '.join(left)}")
    if arguments.command is None:
        parser.print_help()
        return 0
    status: int = arguments.run(arguments)
    return status


Parsers = tuple[argparse.ArgumentParser, argparse.ArgumentParser | None]
"""The program's parser and, if there is such a command, the chosen command's."""


def _parsers(chosen: str | None, *, described: bool) -> Parsers:
    """Only the chosen command's module is imported, so that starting stays quick."""
    parser = argparse.ArgumentParser(prog="quartett", description=_games() if described else None)
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    found = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    parsers = {
        name: found.add_parser(name, help=_about(name) if described else None)
        for name in commands()
    }
    command = parsers.get(chosen or "")
    if command is not None:
        _describe(command, import_module(f"{__name__}.{chosen}"))
    return parser, command


def _describe(command: argparse.ArgumentParser, module: ModuleType) -> None:
    command.description = module.__doc__
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    module.add_arguments(command)
    command.set_defaults(run=module.run)


def _games() -> str:
    """The description, with the games."""
    from quartett.core.texts import say
    from quartett.games import names

    return f"Card games at one table: {', '.join(say(f'{game}.name') for game in names())}."


def _about(name: str) -> str:
    """The first line of a command's docstring, read without importing what the command needs."""
    import ast

    source = Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


class _Version(argparse.Action):
    """Shows the version; it is looked up only on request."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from quartett import __version__

        print(f"quartett {__version__}")
        parser.exit()
