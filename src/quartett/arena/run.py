"""Where the matches are played: here, in processes, or on whatever offers the same `map`.

A distributed engine takes the processes' place by one small class: `quartett.arena.ray` is one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from multiprocessing import active_children
from typing import Protocol, TypeVar

from quartett.arena.match import Record, Watch, play
from quartett.arena.schedule import Job, Setup
from quartett.arena.store import Store
from quartett.bots.processes import pool
from quartett.core.errors import QuartettError

J = TypeVar("J")
R = TypeVar("R")

AHEAD = 4
"""How many jobs each worker has queued, so that none has to wait."""

DIED = "a worker process died: a bot ended it, or the memory ran out"
"""The error when a match crashes its process."""


class Executor(Protocol):
    """Plays jobs somewhere and hands back the results in any order."""

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """The result of the work for each job; both travel as pickles."""
        ...


class Serial:
    """Plays one match after the other, in this process."""

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """The results in the order of the jobs."""
        return map(work, jobs)


class Processes:
    """Plays in several processes of this machine."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """The results as they come; only few jobs are under way at any time."""
        others = set(active_children())
        with pool(self._workers) as processes:
            waiting = iter(jobs)
            running: set[Future[R]] = set()
            try:
                while batch := _refilled(processes, work, waiting, running, self._workers * AHEAD):
                    done, _ = wait(batch, return_when=FIRST_COMPLETED)
                    running -= done
                    yield from (future.result() for future in done)
            except BrokenProcessPool:
                raise QuartettError(DIED) from None
            except (KeyboardInterrupt, GeneratorExit):
                for process in set(active_children()) - others:
                    process.terminate()  # nobody waits for the matches that they still play
                raise
            finally:
                processes.shutdown(cancel_futures=True)


def _refilled(
    processes: ProcessPoolExecutor,
    work: Callable[[J], R],
    waiting: Iterator[J],
    running: "set[Future[R]]",
    most: int,
) -> "set[Future[R]]":
    running.update(processes.submit(work, job) for job in islice(waiting, most - len(running)))
    return running


def executor(workers: int) -> Executor:
    """The usual place to play with this many workers."""
    return Processes(workers) if workers > 1 else Serial()


Progress = Callable[[Iterable[Record], int], Iterable[Record]]
"""Passes matches on as they are played, and reports progress."""


def _unseen(records: Iterable[Record], _: int) -> Iterable[Record]:
    return records


def play_all(
    setup: Setup,
    wanted: Sequence[Job],
    where: Executor,
    store: Store | None = None,
    watch: Watch | None = None,
    progress: Progress = _unseen,
) -> Iterator[Record]:
    """These matches of an arena: those in the store first, then the rest as they are played."""
    known = {record.job: record for record in store.load(setup)} if store else {}
    yield from (known[job] for job in wanted if job in known)
    missing = [job for job in wanted if job not in known]
    played = where.map(partial(play, setup, watch=watch), missing)
    for record in progress(played, len(missing)):
        if store:
            store.save(record)
        yield record
