"""Where tasks are played: on Ray, in processes, or here where one is enough.

A task depends on nothing but what it is given, so what a process that dies has played is simply
played again, with the same result.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from typing import Protocol, TypeVar

from quartett.arena.ray import Ray
from quartett.bots.processes import pool
from quartett.core.errors import QuartettError

J = TypeVar("J")
R = TypeVar("R")

RETRIES = 2
"""So often the same tasks are given to new processes, as Ray does too."""

ANEW = "a worker process died; its matches are played again"
DIED = "worker processes died again and again: perhaps the memory ran out"


class Workers(Protocol):
    """Has tasks played, as long as it is entered."""

    def __enter__(self) -> object: ...

    def __exit__(self, *error: object) -> None: ...

    def begin(self, work: Callable[[J], R], jobs: Sequence[J]) -> Callable[[], list[R]]:
        """Have all done; what is returned waits for the results, in order."""
        ...


class _Here:
    def __enter__(self) -> object:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def begin(self, work: Callable[[J], R], jobs: Sequence[J]) -> Callable[[], list[R]]:
        return lambda: [work(job) for job in jobs]


class _OnRay(_Here):
    """A cluster that somebody else has connected to, and will leave."""

    def __init__(self, ray: Ray) -> None:
        self._ray = ray

    def begin(self, work: Callable[[J], R], jobs: Sequence[J]) -> Callable[[], list[R]]:
        return self._ray.begin(work, jobs)


class _InProcesses(_Here):
    def __init__(self, workers: int, say: Callable[[str], None]) -> None:
        self._workers, self._say = workers, say
        self._others = set(active_children())
        self._pool = pool(workers)

    def __exit__(self, *error: object) -> None:
        for process in set(active_children()) - self._others:
            process.terminate()  # nobody waits for what they still play
        self._pool.shutdown(cancel_futures=True)

    def begin(self, work: Callable[[J], R], jobs: Sequence[J]) -> Callable[[], list[R]]:
        where, running = self._submitted(work, jobs)

        def done() -> list[R]:
            nonlocal where, running
            for _ in range(RETRIES + 1):
                try:
                    return [future.result() for future in running]
                except BrokenProcessPool:
                    self._replace(where)
                    where, running = self._submitted(work, jobs)
            raise QuartettError(DIED)

        return done

    def _submitted(
        self, work: Callable[[J], R], jobs: Sequence[J]
    ) -> tuple[ProcessPoolExecutor, list[Future[R]]]:
        """The jobs under way, and the processes that have them."""
        for _ in range(RETRIES + 1):
            where = self._pool
            try:
                return where, [where.submit(work, job) for job in jobs]
            except (BrokenProcessPool, OSError):  # the latter while it is just being closed
                self._replace(where)
        raise QuartettError(DIED)

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """New processes in place of those of which one died, unless that was done already."""
        if broken is self._pool:
            self._say(ANEW)
            broken.shutdown(cancel_futures=True)
            self._pool = pool(self._workers)


def workers_of(workers: int, ray: Ray | None, say: Callable[[str], None]) -> Workers:
    """Where to have tasks played."""
    if ray is not None:
        return _OnRay(ray)
    return _InProcesses(workers, say) if workers > 1 else _Here()
