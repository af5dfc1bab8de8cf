"""Play a game in the terminal against bots."""

import argparse
import sys
from pathlib import Path

from quartett.cli._asking import add_bots, add_former, add_options, given_options, utf8
from quartett.cli._checks import read_log
from quartett.core.errors import FormatError, RuleError
from quartett.core.texts import LANGUAGES
from quartett.games import names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", choices=names(), help=f"{', '.join(names())}; or choose"
    )
    parser.add_argument("--players", type=int, metavar="N", help="number of players, including you")
    parser.add_argument(
        "--seed", type=_seed, metavar="S", help="the same seed deals the same cards"
    )
    parser.add_argument("--lang", choices=LANGUAGES, help="default: your system's language")
    add_bots(
        parser,
        "who plays the others: random, easy (the default), medium, hard, master, or your own as"
        " file.py:Class; the last fills up",
    )
    add_former(parser, "--opponents", "bots")
    add_options(parser)
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="continue a match that `save` stored"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play until the person has had enough."""
    from quartett.terminal.voice import usual_language

    language = arguments.lang or usual_language()
    try:
        _resume(arguments, language) if arguments.resume else _begin(arguments, language)
    except RuleError as error:
        rule = f" (quartett rules {error.rule})" if error.rule else ""
        print(f"quartett: {error.text(language)}{rule}", file=sys.stderr)
        return 2
    return 0


def _begin(arguments: argparse.Namespace, language: str) -> None:
    from quartett.terminal.session import Evening

    options = given_options(arguments)
    evening = Evening(language, arguments.players, arguments.seed, options, arguments.bots)
    evening.spend(arguments.game)


def _resume(arguments: argparse.Namespace, language: str) -> None:
    from quartett.terminal.saving import resumed
    from quartett.terminal.session import Evening

    for name in ("game", "players", "seed", "option"):
        if getattr(arguments, name):
            raise FormatError(f"--resume takes all settings from the file: leave out {_told(name)}")
    match = resumed(read_log(arguments.resume))
    Evening(language, bots=arguments.bots).go_on(match, arguments.resume)


def _told(name: str) -> str:
    return "GAME" if name == "game" else f"--{name}"


def _seed(text: str) -> int | str:
    """A number where it is one, else a word."""
    try:
        return int(text) if text.isdecimal() else utf8(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number of {len(text)} digits is too long") from None
