"""A pytest plugin that notes which functions each test calls, and how long it takes.

Functions, not lines: their calls cost little to watch, and a fault in one is for its callers to
notice.
"""

import os
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

SOURCE, TARGET = "QUARTETT_MUTANTS_SOURCE", "QUARTETT_MUTANTS_CALLS"

Called = dict[str, tuple[float, list[tuple[str, int]]]]
"""For each test its seconds, and the functions it calls: their file and first line."""


class Watch:
    """Notes calls of functions of one folder, in all threads of this process.

    There is one for all tests: a server's thread outlives the test that has begun it, and what it
    does later is for later tests.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._within: dict[str, bool] = {}
        self.seen: set[tuple[str, int]] = set()

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        """A trace function that looks at calls only."""
        code = frame.f_code
        name = code.co_filename
        within = self._within.get(name)
        if within is None:
            within = self._within[name] = name.startswith(self._source)
        if within:
            self.seen.add((name, code.co_firstlineno))


_called: dict[str, list[tuple[str, int]]] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Watch a whole test, what it needs to begin included."""
    watch = _watch()
    watch.seen = set()
    before = sys.gettrace()
    threading.settrace(watch)
    sys.settrace(watch)
    try:
        return (yield)
    finally:
        sys.settrace(before)
        threading.settrace(before)
        _called[item.nodeid] = sorted(watch.seen)


@cache
def _watch() -> Watch:
    return Watch(os.environ[SOURCE])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that does not pass without a fault says nothing about one."""
    if report.failed or report.skipped:
        _failed.add(report.nodeid)
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration


_failed: set[str] = set()
_seconds: dict[str, float] = {}


def pytest_sessionfinish() -> None:
    """Write what was seen, for the runner."""
    found: Called = {
        test: (_seconds.get(test, 0.0), calls)
        for test, calls in _called.items()
        if test not in _failed
    }
    Path(os.environ[TARGET]).write_bytes(msgspec.json.encode(found))
