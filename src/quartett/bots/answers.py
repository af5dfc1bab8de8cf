"""What a bot answers, looked at before it counts: anybody may have written it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf, trunc
from numbers import Real
from pathlib import Path
from reprlib import Repr
from traceback import StackSummary, TracebackException
from typing import Any

import msgspec

from quartett.bots import FAILURES
from quartett.core.errors import FormatError, QuartettError
from quartett.core.forms import parse
from quartett.core.game import AnyGame

SHORTEST_MS, LONGEST_MS = 1, 1 << 40
"""No reaction takes no time, or time would stand still; nor more than some thirty years."""

_BRIEF = Repr()
_BRIEF.maxother = _BRIEF.maxstring = 200


_NOT_THEIRS = (str(Path(__file__).parents[1]), str(Path(os.__file__).parent), "<frozen ")
"""Where code lies that nobody wrote for a bot: Quartett's, and Python's own."""


class BotError(QuartettError):
    """A bot failed, or did something that the rules do not allow."""

    def __init__(self, text: str, trace: str = "") -> None:
        super().__init__(text)
        self.trace = trace
        """The traceback of the bot's own code, if that failed; it survives pickling."""

    def __reduce__(self) -> tuple[type["BotError"], tuple[str, str]]:
        return type(self), (str(self), self.trace)


def trace_of(error: BaseException | None) -> str:
    """The traceback of an error in a bot's own code, without anybody else's lines; else empty."""
    if error is None or isinstance(error, BotError):
        return "" if error is None else error.trace
    found = TracebackException.from_exception(error)
    own = [frame for frame in found.stack if not frame.filename.startswith(_NOT_THEIRS)]
    if not own and not isinstance(error, SyntaxError):
        return trace_of(error.__cause__)
    found.stack = StackSummary.from_list(own)
    return "".join(found.format(chain=False)).rstrip("\n")


def action_of(game: AnyGame, answer: Any) -> Any:
    """A choice as the game knows it; FormatError where it is none."""
    # Taken apart first: a struct of the right kind may hold anything in its fields.
    return parse(game.action_type, msgspec.to_builtins(answer), "action")


def reaction_of(answer: Any) -> int:
    """A reaction in whole milliseconds; FormatError where it is not a finite number."""
    size: Any = abs(answer) if isinstance(answer, Real) else inf
    if not size < inf:
        raise FormatError(f"reaction_ms: {_BRIEF.repr(answer)} is not a number of milliseconds")
    whole: int = trunc(answer)
    return min(max(whole, SHORTEST_MS), LONGEST_MS)


@contextmanager
def blaming(name: str, seat: int, *about: Any) -> Iterator[None]:
    """Whatever goes wrong inside is said of this bot in this seat; no bot ends the program."""
    try:
        yield
    except FAILURES as error:
        said = "".join(f"{_BRIEF.repr(each)}: " for each in about)
        what = error if isinstance(error, QuartettError) else _BRIEF.repr(error)
        text = f"bot {name} in seat {seat + 1}: {said}{what}"  # on screens seats count from 1
        raise BotError(text, trace_of(error)) from error
