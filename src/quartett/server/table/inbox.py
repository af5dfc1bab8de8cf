"""Jobs done one at a time, in the order in which they were asked for."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TypeVar

from quartett.core.game import GameValue

T = TypeVar("T")
Job = Callable[[], Coroutine[GameValue, GameValue, T]]


class Inbox:
    """A queue and the task that empties it; the task lives only while there is something to do."""

    def __init__(self) -> None:
        self._jobs: deque[tuple[Job[GameValue], asyncio.Future[GameValue]]] = deque()
        self._worker: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is being done and nothing waits."""
        return self._worker is None

    def ask(self, job: Job[T]) -> "asyncio.Future[T]":
        """Queue a job; its result, once it is done.

        Cancelling the future before its turn drops the job; after that it is finished all the same.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.append((job, answer))
        if self._worker is None:
            self._worker = loop.create_task(self._work())
        return answer

    async def drained(self) -> None:
        """Wait until everything asked for so far is done."""
        if self._worker is not None:
            await asyncio.wait([self._worker])

    async def _work(self) -> None:
        try:
            while self._jobs:
                job, answer = self._jobs.popleft()
                if not answer.cancelled():
                    await _do(job, answer)
        finally:
            self._worker = None


async def _do(job: Job[GameValue], answer: "asyncio.Future[GameValue]") -> None:
    try:
        result = await job()
    except Exception as error:
        if not answer.cancelled():
            answer.set_exception(error)
            answer.exception()  # the asker may have gone by now
    else:
        if not answer.cancelled():
            answer.set_result(result)
    finally:
        del job, answer  # an error knows this frame: what it belongs to would never be freed
