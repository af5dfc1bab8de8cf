"""NumPy's linear algebra on one core.

Networks here are small: what more threads share out costs more than it saves, and on busy cores
they wait for each other twenty times as long as the work takes.
"""

import os

VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def use_one_core() -> None:
    """Let NumPy take one core in this program, unless the user has said otherwise.

    It heeds this when it is imported, so whoever uses the library alone is left alone.
    """
    for name in VARIABLES:
        os.environ.setdefault(name, "1")
