"""A progress bar where somebody is watching."""

import sys
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def with_progress(results: Iterable[T], total: int) -> Iterable[T]:
    """The results as they come, with a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        return results
    from rich.console import Console
    from rich.progress import track

    return track(results, "playing", total=total, console=Console(stderr=True), transient=True)
