"""Requests to a table wait for their turn, one done after the other; then their role is checked."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from quartett.core.game import GameValue
from quartett.server.moved import MovedAway
from quartett.server.parts.connection import Connection
from quartett.server.table.permissions import Caller, Role, needs

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


# Methods that are asked for by way of the inbox


class Asked(Protocol):
    """Something that does one thing after the other, for callers with different roles."""

    inbox: Inbox
    abandoned: bool

    @property
    def reachable(self) -> bool:
        """Whether anything can be asked of it."""

    def check_role(self, asker: Caller | Connection, role: Role) -> None:
        """Refuse somebody who does not have a role here."""

    async def check_sight(self, caller: Caller, match: int | None) -> None:
        """Refuse somebody who may not see a match."""


F = TypeVar("F", bound=Callable[..., object])
P = ParamSpec("P")
Q = TypeVar("Q", bound=Asked)
Asker = TypeVar("Asker", Caller, Connection)
Method = Callable[Concatenate[Q, P], Coroutine[GameValue, GameValue, T]]
Command = Callable[Concatenate[Q, Asker, P], Coroutine[GameValue, GameValue, T]]


def queued(method: "Method[Q, P, T]") -> "Method[Q, P, T]":
    """Make a method wait for its turn."""

    @wraps(method)
    async def ask(table: Q, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if not table.reachable:
            raise MovedAway
        return await table.inbox.ask(partial(_in_turn, method, table, *args, **kwargs))

    return ask


async def _in_turn(method: "Method[Q, P, T]", table: Q, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what was asked for, unless the table was lost while it waited.

    Otherwise somebody who joins now would keep an outdated copy without being told.
    """
    if table.abandoned:
        raise MovedAway
    return await method(table, *args, **kwargs)


def command(role: Role) -> "Callable[[Command[Q, Asker, P, T]], Command[Q, Asker, P, T]]":
    """Make a method wait for its turn, then check the caller's role."""

    def guarded(method: "Command[Q, Asker, P, T]") -> "Command[Q, Asker, P, T]":
        @wraps(method)
        async def admit(table: Q, asker: Asker, /, *args: P.args, **kwargs: P.kwargs) -> T:
            table.check_role(asker, role)
            return await method(table, asker, *args, **kwargs)

        return _noted(role, queued(admit))

    return guarded


def reading(
    method: "Callable[[Q, Caller, int | None], Coroutine[GameValue, GameValue, T]]",
) -> "Callable[[Q, Caller, int | None], Coroutine[GameValue, GameValue, T]]":
    """Make a method that reads a match (None: the latest) wait, and ask whether it may be seen."""

    @wraps(method)
    async def admit(table: Q, caller: Caller, match: int | None) -> T:
        await table.check_sight(caller, match)
        return await method(table, caller, match)

    return _noted(Role.SPECTATOR, queued(admit))


def _noted(role: Role, function: F) -> F:
    _COMMANDS.add(function)
    return needs(role)(function)


def is_command(function: Callable[..., object]) -> bool:
    """Whether somebody asks a table itself to do this."""
    return function in _COMMANDS


_COMMANDS: set[Callable[..., object]] = set()
