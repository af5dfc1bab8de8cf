"""Act as referee: read requests as JSON Lines from standard input, print the answers."""

import argparse

from quartett.cli._lines import answer_lines
from quartett.core.errors import MAX_WORD
from quartett.core.texts import shortened
from quartett.judge import Viewer, answer

MAX_DIGITS = 9
"""No table has seats with longer numbers, and Python reads none of thousands of digits."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "--view",
        metavar="SEAT",
        type=_viewer,
        default="all",
        help="answer with what this seat (or `spectator`) may see, not the whole state (`all`)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Answer every line; 0 if all were ok, 1 if any was refused, 2 if any was no request."""
    return answer_lines(lambda line: answer(line, arguments.view))


def _viewer(text: str) -> Viewer:
    if text == "all":
        return "all"
    if text == "spectator":
        return None
    if text.isdecimal() and len(text) <= MAX_DIGITS:
        return int(text)
    shown = shortened(text, MAX_WORD)
    raise argparse.ArgumentTypeError(f"{shown!r} is neither a seat number nor `spectator`")
