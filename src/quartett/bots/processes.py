"""Processes in which bots think: fresh interpreters that end with the program that began them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import ParamSpec, TypeVar

from quartett._system import use_one_core

P = ParamSpec("P")
T = TypeVar("T")


def pool(workers: int) -> ProcessPoolExecutor:
    """A number of processes, each begun when it is first needed."""
    # Fresh interpreters instead of forks: no half-held locks, the same on every system.
    fresh = multiprocessing.get_context("spawn")
    return _Pool(workers, mp_context=fresh, initializer=_end_with_the_parent)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes leave Ctrl+C to the program that began them."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        # A process inherits what is blocked while it is begun, from its first moment on.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_the_parent() -> None:
    """A program that is killed cannot say goodbye; its workers must not stay behind."""
    parent = multiprocessing.parent_process()
    use_one_core()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
