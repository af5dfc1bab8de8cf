"""How many tests run at once: `--numprocesses=auto`; how JAX compiles and NumPy multiplies."""

import os

from quartett.core.blas import use_one_core

# Compiling takes longer than what is compiled runs here, so it is kept short.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")

use_one_core()

MOST_MORE = 8


def pytest_xdist_auto_num_workers() -> int:
    """More than there are cores, since half of the time a test waits for somebody: a browser, a
    database, a clock.
    """
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return cores + min(cores, MOST_MORE)
