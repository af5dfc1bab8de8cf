"""Players who play on through everything, and remember each answer and each sight."""

import asyncio
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from quartett.client import Refused, Seat
from quartett.client.seat import new_id
from quartett.core.errors import QuartettError

PACE_SECONDS = 0.03
"""About so long somebody looks before they act."""

GAMES: tuple[tuple[str, int], ...] = (("jericho", 1), ("souvenirs", 0), ("photo_rummy", 0))
"""What is played by two people, with so many bots beside them."""


class Attempt(msgspec.Struct):
    """An action that somebody wanted to play, and what they were told."""

    seat: int
    action: Any
    version: int | None = None
    """The version in the acknowledgement; None where none came."""
    refused: bool = False


class History(msgspec.Struct):
    """All that the people of one table wanted, were told and saw."""

    table: str
    game: str
    seats: list[Seat]
    attempts: list[Attempt] = []
    over: bool = False
    broken_off: str = "it took too long"
    """Why nobody played on, where the match is not over."""


class Group:
    """Two people who play match after match; `histories` is what they remember."""

    def __init__(self, url: Callable[[], str], number: int, seed: int) -> None:
        self._url = url
        self._number = number
        self._rng = random.Random(seed)
        self.histories: list[History] = []
        self.moved_at = 0.0
        """When somebody last saw the table go on."""
        self.ending = False

    async def play(self) -> None:
        """Play until told to end; the last match is played out."""
        while not self.ending:
            history = await self._gathered()
            self.histories.append(history)
            try:
                await self._played(history)
            except Exception as error:
                history.broken_off = f"{error!r} {error}"
                raise
            history.over = True

    async def _played(self, history: History) -> None:
        async with history.seats[0], history.seats[1]:
            await patiently(partial(_started, history.seats[0]))
            people = [self._person(history, seat) for seat in history.seats]
            await asyncio.gather(*people)

    async def _gathered(self) -> History:
        game, bots = GAMES[self._number % len(GAMES)]
        wanted = [{}, {}, *[{"kind": "bot", "level": "random"}] * bots]
        names = [f"{name} {self._number}" for name in ("Anna", "Ben")]

        async def create() -> Seat:
            return await Seat.create(
                self._url(), game, names[0], seats=wanted, away_seconds=None, spectators=True
            )

        host = await patiently(create)
        guest = await patiently(lambda: Seat.join(host.url, names[1]))
        if not guest.me.seats:
            # Ben came twice: the answer to the first time was lost, and so is his seat's token.
            return await self._gathered()
        for seat in (host, guest):
            seat.record = True
        return History(host.table_id, game, [host, guest])

    async def _person(self, history: History, seat: Seat) -> None:
        own = seat.me.seats[0]
        while await seat.turn():
            self.moved_at = time.monotonic()
            await asyncio.sleep(self._rng.uniform(0, 2 * PACE_SECONDS))
            if not seat.legal:
                continue
            attempt = Attempt(own, self._rng.choice(seat.legal))
            history.attempts.append(attempt)
            try:
                attempt.version = await seat.act(attempt.action, id=new_id())
            except Refused:
                attempt.refused = True
            self.moved_at = time.monotonic()


async def _started(host: Seat) -> None:
    """Start the match; perhaps it was started before, and only the answer was lost."""
    try:
        await host.start()
    except Refused as refused:
        if refused.reason != "server.not_waiting":
            raise


async def patiently(ask: Callable[[], Any], tries: int = 600) -> Any:
    """Ask until it is granted: a server may be away for a while."""
    for _ in range(tries):
        try:
            return await ask()
        except QuartettError:
            await asyncio.sleep(0.1)
    return await ask()
