"""How many tests run at once, and in which order; what they and all that they start begin with."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

import keeper
from quartett._system import use_one_core

# Compiling takes longer than what is compiled runs here, so it is kept short.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")

use_one_core()

# Whether an example takes long says how busy the machine is, not whether a law holds.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell lets what it runs in the background ignore Ctrl+C, and so would all that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

MOST_MORE = 8


def pytest_configure() -> None:
    """What this run starts ends with it; workers are started by it too."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        keeper.watch()


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
