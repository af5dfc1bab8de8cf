"""Processes in which bots think: fresh interpreters that end with the program that began them."""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor


def pool(workers: int) -> ProcessPoolExecutor:
    """So many processes, each begun when it is first needed."""
    # Fresh interpreters instead of forks: no half-held locks, the same on every system.
    fresh = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=fresh, initializer=_end_with_the_parent)


def _end_with_the_parent() -> None:
    """A program that is killed cannot say goodbye; its workers must not stay behind."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
