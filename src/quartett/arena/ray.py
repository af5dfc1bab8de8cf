"""Matches played on a Ray cluster, or on this machine by a Ray of its own (the extra `ray`)."""

import os
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from quartett.arena.run import AHEAD, DIED
from quartett.core.errors import QuartettError

J = TypeVar("J")
R = TypeVar("R")

LOCAL = "local"
"""The address of a Ray that begins and ends with the arena."""


class Ray:
    """Plays wherever the cluster has a core free; the results are those of any other executor.

    The machines need this version of Quartett, and files of one's own bots at the same paths.
    """

    def __init__(
        self,
        address: str = LOCAL,
        workers: int | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        try:
            import ray
        except ImportError:
            raise QuartettError("--ray needs Ray: pip install 'quartett[ray]'") from None
        self._ray = ray
        self._address = address
        self._workers = workers
        self._env = dict(env or {})
        self._open = False

    def __enter__(self) -> "Ray":
        """Stay connected from now on, for work that comes in many parts."""
        self._connect()
        self._open = True
        return self

    def __exit__(self, *_: object) -> None:
        self._open = False
        self._ray.shutdown()

    def cores(self) -> int:
        """How many workers there are, once connected."""
        found = int(self._ray.cluster_resources().get("CPU", 1))
        return min(self._workers or found, found)

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """The results as they come; only few jobs are under way at any time."""
        if self._open:
            yield from self._mapped(work, jobs)
            return
        with self:
            yield from self._mapped(work, jobs)

    def begin(self, work: Callable[[J], R], jobs: Iterable[J]) -> Callable[[], list[R]]:
        """Have all done, once connected; what is returned waits for the results, in order."""
        task = self._task(work)
        running = [task.remote(job) for job in jobs]

        def done() -> list[R]:
            with self._plainly():
                found: list[R] = self._ray.get(running)
            return found

        return done

    def _task(self, work: Callable[[J], R]) -> Any:
        return self._ray.remote(max_retries=2)(lambda job: work(job))  # takes functions only

    def _mapped(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        ray = self._ray
        with self._plainly():
            task = self._task(work)
            waiting = iter(jobs)
            running: list[object] = []
            while True:
                room = self.cores() * AHEAD - len(running)
                running.extend(task.remote(job) for job in islice(waiting, room))
                if not running:
                    return
                done, running = ray.wait(running)
                yield from ray.get(done)

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """What Ray reports, in words of ours."""
        failures = self._ray.exceptions
        try:
            yield
        except failures.RayTaskError as error:
            raise _cause_of(error) from None
        except failures.RayError as error:
            lost = isinstance(error, failures.WorkerCrashedError)
            raise QuartettError(DIED if lost else f"Ray: {error}") from None

    def _connect(self) -> None:
        _probe(self._address)
        cpus = (self._workers or os.cpu_count() or 1) if self._address == LOCAL else None
        try:
            self._ray.init(
                address=self._address,
                num_cpus=cpus,
                include_dashboard=False if cpus else None,
                log_to_driver=False,
                logging_level="ERROR",
                runtime_env={"env_vars": self._env} if self._env else None,
            )
        except Exception as error:  # Ray says so itself when its processes begin too slowly
            here = self._address == LOCAL
            what = "Ray cannot begin here" if here else f"no Ray cluster answers at {self._address}"
            raise QuartettError(f"{what}: {error}") from None


def _probe(address: str) -> None:
    """QuartettError where nothing listens: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except OSError as error:
        raise QuartettError(f"no Ray cluster answers at {address}: {error}") from None


def _cause_of(error: Exception) -> BaseException:
    """What the work itself raised, far away."""
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, BaseException) else error
