"""JSON Lines in, JSON Lines out: what `judge` and `solve` have in common."""

import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

import msgspec

from quartett.core.forms import MAX_BYTES
from quartett.judge import Reply

CHUNK = 1 << 16


def answer_lines(answer: Callable[[bytes], Reply]) -> int:
    """Answer every line of standard input; the worst status of all answers."""
    worst = 0
    for line in _lines(sys.stdin.buffer):
        reply = answer(line)
        sys.stdout.buffer.write(msgspec.json.encode(reply.content) + b"\n")
        sys.stdout.buffer.flush()
        worst = max(worst, reply.status)
    return worst


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Every line, including blank ones; one that is too long is cut off."""
    while line := source.readline(MAX_BYTES + 2):
        if len(line) > MAX_BYTES and not line.endswith(b"\n"):
            _skip_rest(source)
            yield line
        else:
            yield line.removesuffix(b"\n").removesuffix(b"\r")


def _skip_rest(source: BinaryIO) -> None:
    while (part := source.readline(CHUNK)) and not part.endswith(b"\n"):
        pass
