"""Play a game in the terminal against bots."""

import argparse
import sys

from quartett.core.errors import FormatError, RuleError
from quartett.core.forms import parse_json
from quartett.core.texts import LANGUAGES
from quartett.games import names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", choices=names(), help=f"{', '.join(names())}; or choose"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many play, you included")
    parser.add_argument(
        "--seed", type=_seed, metavar="S", help="the same seed deals the same cards"
    )
    parser.add_argument("--lang", choices=LANGUAGES, help="otherwise your system's language")
    parser.add_argument(
        "--opponents",
        metavar="LEVEL",
        help="random, easy (as it is), medium, hard, master, or your own bot as file.py:Class",
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        type=_option,
        action="append",
        default=[],
        help="agree on something else than usual, for example rounds=1 (see `quartett rules`)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play until the person has had enough."""
    from quartett.terminal.session import Evening
    from quartett.terminal.voice import usual_language

    language = arguments.lang or usual_language()
    evening = Evening(
        language, arguments.players, arguments.seed, dict(arguments.option), arguments.opponents
    )
    try:
        evening.spend(arguments.game)
    except RuleError as error:
        print(f"quartett: {error.text(language)}", file=sys.stderr)
        return 2
    return 0


def _seed(text: str) -> int | str:
    """A number where it is one, else a word."""
    try:
        return int(text) if text.isdecimal() else _utf8(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number of {len(text)} digits is too long") from None


def _utf8(text: str) -> str:
    """A word as it is, unless it was typed in bytes that are not letters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not UTF-8") from None
    return text


def _option(text: str) -> tuple[str, object]:
    """A house rule: a value in JSON where it is one, else a word."""
    key, equals, value = _utf8(text).partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    try:
        return key, parse_json(value)
    except FormatError:
        return key, value
