"""A progress bar on terminals."""

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from quartett.arena.words import matches, span

T = TypeVar("T")

SOON_S = 3
"""When to show an estimate of the total time."""

LONG_S = 30
"""Estimates above this are shown."""


def with_progress(results: Iterable[T], total: int, hint: str = "") -> Iterable[T]:
    """The results as they come, with a bar on standard error if that is a terminal.

    A long run announces itself within seconds; the hint says what can be done about it.
    """
    return _shown(results, total, hint) if sys.stderr.isatty() else results


def _shown(results: Iterable[T], total: int, hint: str) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console, begun, told = Console(stderr=True), monotonic(), False
    slow = 3600  # seconds of matches from which the bar judges the pace
    with Progress(*columns, console=console, transient=True, speed_estimate_period=slow) as shown:
        task = shown.add_task("", total=total)
        for done, result in enumerate(results, start=1):
            yield result
            shown.advance(task)
            passed = monotonic() - begun
            if not told and passed >= SOON_S:
                told = True
                if (left := passed / done * (total - done)) >= LONG_S:
                    console.print(f"{matches(total)}, about {span(left)}. {hint}", highlight=False)
