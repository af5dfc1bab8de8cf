"""Be the referee: requests as JSON Lines on standard input, answers on standard output."""

import argparse
import sys
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from quartett.core.forms import MOST_BYTES
from quartett.judge import Viewer, answer

CHUNK = 1 << 16


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
    worst = 0
    for line in _lines(sys.stdin.buffer):
        reply = answer(line, arguments.view)
        sys.stdout.buffer.write(msgspec.json.encode(reply.content) + b"\n")
        sys.stdout.buffer.flush()
        worst = max(worst, reply.status)
    return worst


def _viewer(text: str) -> Viewer:
    if text == "all":
        return "all"
    if text == "spectator":
        return None
    if text.isdecimal():
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is neither a seat number nor `spectator`")


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines that hold anything, each cut off where it is too long to be a request."""
    while line := source.readline(MOST_BYTES + 2):
        if not line.endswith(b"\n") and len(line) > MOST_BYTES:
            _skip_rest(source)
        if line.strip():
            yield line


def _skip_rest(source: BinaryIO) -> None:
    while (part := source.readline(CHUNK)) and not part.endswith(b"\n"):
        pass
