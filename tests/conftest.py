"""How many tests run at once: `--numprocesses=auto`; and how JAX compiles."""

import os

# Compiling takes longer than what is compiled runs here, so it is kept short.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")

MOST_MORE = 8


def pytest_xdist_auto_num_workers() -> int:
    """More than there are cores, since half of the time a test waits for somebody: a browser, a
    database, a clock.
    """
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return cores + min(cores, MOST_MORE)
