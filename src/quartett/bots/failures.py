"""How somebody's own bot fails, and whose lines of a traceback are worth showing."""

import os
from pathlib import Path
from traceback import StackSummary, TracebackException

from quartett.core.errors import FormatError, QuartettError

FAILURES = (Exception, SystemExit)
"""How somebody's own code may fail; no bot ends the whole program."""

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


class UnusableBotError(FormatError):
    """A bot of one's own that cannot be loaded or made."""

    def __init__(self, text: str, trace: str = "") -> None:
        super().__init__(text)
        self.trace = trace
        """The traceback of its code, if that failed."""

    def __reduce__(self) -> tuple[type["UnusableBotError"], tuple[str, str]]:
        return type(self), (str(self), self.trace)


def places_of(error: BaseException) -> tuple[str, ...]:
    """Where in a bot's own code it failed, the innermost last; without what was said there."""
    stack = TracebackException.from_exception(error).stack
    own = (frame for frame in stack if not frame.filename.startswith(_NOT_THEIRS))
    return tuple(f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in own)


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
