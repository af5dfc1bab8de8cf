"""The program's commands, called without starting the program each time."""

import io
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from quartett.cli import main


class Done(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


Command = Callable[..., Done]
"""Calls a command with its arguments; `typed` is what somebody types, line by line."""


def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """A way to call commands within a test."""

    def call(*given: str, typed: Sequence[str] = ()) -> Done:
        out, err = io.StringIO(), io.StringIO()
        with monkeypatch.context() as streams:
            streams.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
            streams.setattr("sys.stdout", out)
            streams.setattr("sys.stderr", err)
            status = main(given)
        return Done(status, out.getvalue(), err.getvalue())

    return call
