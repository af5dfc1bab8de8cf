"""How many tests run at once, and in which order; what they and all that they start begin with."""

import os
import signal

import pytest

from quartett.core.blas import use_one_core

# Compiling takes longer than what is compiled runs here, so it is kept short.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")

use_one_core()

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell lets what it runs in the background ignore Ctrl+C, and so would all that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

MOST_MORE = 8


@pytest.hookimpl(optionalhook=True)  # where only a wheel is tried out, there is no xdist
def pytest_xdist_auto_num_workers() -> int:
    """More than there are cores, since half of the time a test waits for somebody: a browser, a
    database, a clock.
    """
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return cores + min(cores, MOST_MORE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Training comes first: so one process compiles for JAX, not each that helps out at the end."""
    items.sort(key=lambda item: "train" not in item.path.parts)
