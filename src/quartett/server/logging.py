"""What the server says about itself: one JSON object a line, without secrets and hidden cards.

Only plain values under known names are written. Of an exception the kinds and places are written;
what it says only where that cannot hold a value of a request, a row or a state.
"""

import logging
import sqlite3
import sys
import time
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

import msgspec

from quartett.server.settings import LogLevel

LEVELS: dict[str, int] = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}

MAX_TEXT = 300
"""Longer values are cut."""

MAX_FRAMES = 12
"""How many places of a traceback are written, the innermost last."""

SPEAKING = (OSError, sqlite3.Error)
"""Exceptions that speak of the system, never of what was asked or stored."""

FOREIGN = ("uvicorn.error", "asyncio", "websockets", "websockets.server", "concurrent.futures")
"""Loggers of libraries whose warnings belong in the same log."""

REPEAT_SECONDS = 10.0
"""The same warning of a library is logged at most once in this time."""

MAX_FORMS = 200

Value = str | int | float | bool | None

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The request that is being answered."""


class Failure(msgspec.Struct, frozen=True):
    """An exception as it is logged."""

    kind: str
    says: str | None
    at: list[str]


class Log:
    """Writes lines at or above a level."""

    def __init__(self, level: LogLevel = "warning", stream: TextIO | None = None) -> None:
        self.level = LEVELS[level]
        self._stream = stream

    def debug(self, event: str, **about: Value) -> None:
        """Say something that only helps to find faults."""
        self._write("debug", event, about)

    def info(self, event: str, **about: Value) -> None:
        """Say what happened."""
        self._write("info", event, about)

    def warning(self, event: str, **about: Value) -> None:
        """Say that something is not as it should be."""
        self._write("warning", event, about)

    def error(self, event: str, **about: Value) -> None:
        """Say that something went wrong."""
        self._write("error", event, about)

    def exception(self, event: str, error: BaseException | None = None, **about: Value) -> None:
        """Say that something went wrong, and where; by default the exception being handled."""
        found = error or sys.exception()
        self._write("error", event, about, [] if found is None else failures(found))

    def _write(
        self, level: str, event: str, about: dict[str, Value], failed: list[Failure] | None = None
    ) -> None:
        if LEVELS[level] < self.level:
            return
        line: dict[str, Value | list[Failure]] = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "level": level,
            "event": event,
        }
        if (id := request_id.get()) is not None:
            line["request"] = id
        line |= {name: _plain(value) for name, value in about.items()}
        if failed:
            line["failed"] = failed
        stream = self._stream or sys.stderr
        try:
            stream.write(msgspec.json.encode(line).decode() + "\n")
            stream.flush()
        except (OSError, ValueError):
            pass  # a full disk or a closed pipe must not stop a table


def failures(error: BaseException) -> list[Failure]:
    """An exception and those that led to it, the outermost first."""
    found: list[Failure] = []
    seen: BaseException | None = error
    while seen is not None and len(found) < 5:
        found.append(_failure(seen, seen.__traceback__))
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return found


def _failure(error: BaseException, trace: TracebackType | None) -> Failure:
    kind = type(error)
    frames = traceback.extract_tb(trace)[-MAX_FRAMES:]
    return Failure(
        kind=f"{kind.__module__}.{kind.__qualname__}",
        says=_plain_text(str(error)) if isinstance(error, SPEAKING) else None,
        at=[f"{_place(each.filename)}:{each.lineno} {each.name}" for each in frames],
    )


def _place(filename: str) -> str:
    """A file's name from the package on: where things are installed is nobody's business."""
    _, found, rest = filename.replace("\\", "/").rpartition("/site-packages/")
    if found:
        return rest
    _, found, rest = filename.replace("\\", "/").rpartition("/src/")
    return rest if found else filename.replace("\\", "/").rpartition("/")[2]


def _plain(value: Value) -> Value:
    if value is None or isinstance(value, bool | int | float):
        return value
    return _plain_text(str(value))


def _plain_text(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


class ForeignLines(logging.Handler):
    """Writes what libraries log into our log: without the values that they may hold."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log
        self._said: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; the same one only once in a while."""
        # The message's form, not the message: what is filled in may be anybody's.
        form = str(record.msg).partition("\n")[0]
        now = time.monotonic()
        if now - self._said.get(form, -REPEAT_SECONDS) < REPEAT_SECONDS:
            return
        if len(self._said) > MAX_FORMS:
            self._said.clear()
        self._said[form] = now
        where = f"{_place(record.pathname)}:{record.lineno}"
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            self._log.exception("library", error, name=record.name, says=form, where=where)
        else:
            self._log.warning("library", name=record.name, says=form, where=where)


def take_over(log: Log) -> None:
    """Let the libraries' warnings go into our log instead of anywhere else."""
    handler = ForeignLines(log)
    for name in FOREIGN:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
