"""Show the rules of a game, or one rule by its number, in one of six languages."""

import argparse
import os
import sys

from quartett.cli._numbered import numbered
from quartett.core.errors import FormatError
from quartett.core.texts import LANGUAGES
from quartett.games import get, names
from quartett.terminal.pages import RULE, readable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "about",
        metavar="GAME|RULE",
        help=f"{', '.join(names())}, or the number of a rule, for example JE-12",
    )
    parser.add_argument(
        "--lang", metavar="xx", help=f"{', '.join(LANGUAGES)}; default: the system's, else en"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the rules: nicely on a terminal, as Markdown into a file or pipe."""
    language = system_language() if arguments.lang is None else arguments.lang
    if language not in LANGUAGES:
        raise FormatError(f"--lang must be one of {', '.join(LANGUAGES)}, not {language!r}")
    by_number = RULE.fullmatch(arguments.about)
    text = (
        numbered(arguments.about.upper(), language)
        if by_number
        else _handbook(arguments.about, language)
    )
    if sys.stdout.isatty():
        _print_nicely(text)
    else:
        print(text)
    return 0


def _handbook(name: str, language: str) -> str:
    game = get(name)
    try:
        return readable(game.id, language)
    except FileNotFoundError:
        raise FormatError(f"{game.id} has no written rules in {language!r}") from None


def system_language() -> str:
    """The language of the environment, if it is one of ours."""
    wanted = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    return wanted[:2] if wanted[:2] in LANGUAGES else LANGUAGES[0]


def _print_nicely(text: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    width = min(console.width, 88)
    console.print(Markdown(text), width=width)
