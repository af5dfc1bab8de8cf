"""Guests at live tables who move at set times and record when each of them sees it."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from load_line import Line, connect
from quartett.client import Api

GIVEN_UP = 10.0
"""A move that somebody has not seen after this many seconds is lost."""

METRICS_TOKEN = "figures-for-the-load-benchmark"
"""The token with which the benchmark reads the server's figures."""


class News(msgspec.Struct):
    """What a guest needs from a message; everything else is skipped."""

    type: str
    version: int = 0
    legal: list[msgspec.Raw] = []
    n: int = 0


_news = msgspec.json.Decoder(News)


class Connection:
    """One connection at a table."""

    def __init__(self, table: "Seated") -> None:
        self.table = table
        self.line: Line
        self.version = 0
        self.legal: list[msgspec.Raw] = []

    def hear(self, text: bytes) -> None:
        """Read a message; what counts is the time at which it left the socket."""
        now = time.perf_counter()
        news = _news.decode(text)
        if news.type in ("events", "snapshot"):
            self.version, self.legal = news.version, news.legal
            self.table.heard(self, now)
        elif news.type == "ack":
            self.table.answered(now)
        elif news.type == "refused":
            self.table.refused_one()
        elif news.type == "ping":
            self.line.send(b'{"type":"pong","n":%d}' % news.n)


class Seated:
    """A table with all its guests."""

    def __init__(self, api: Api, id: str, host: str) -> None:
        self.guests: list[Connection] = []
        self.round: Round | None = None
        self.answers: list[float] = []
        """How long each acknowledgement took."""
        self._api = Api(api.server, host)
        self._people: list[Api] = []
        self._path = f"/api/tables/{id}"
        self._rng = random.Random(id)
        self._moves = 0
        self._sent = 0.0
        self._before = 0
        self._mover: Connection | None = None
        self._waiting: set[Connection] = set()
        self._anew: asyncio.Task[None] | None = None

    async def sit(self, token: str) -> None:
        """Connect one more guest."""
        guest = Connection(self)
        guest.line = await connect(self._api.server, f"{self._path}/socket", guest.hear)
        guest.line.send(msgspec.json.encode({"type": "hello", "token": token}))
        self.guests.append(guest)
        self._people.append(Api(self._api.server, token))

    def leave(self) -> None:
        """Disconnect all guests."""
        for guest in self.guests:
            guest.line.abort()

    def move(self, round_: "Round") -> None:
        """Let somebody act, unless the last move is still under way."""
        self.round = round_
        if self._waiting and time.perf_counter() - self._sent < GIVEN_UP:
            round_.late += 1
            return
        round_.lost += bool(self._waiting)
        movers = [guest for guest in self.guests if guest.legal]
        if movers:
            self._act(self._rng.choice(movers), round_)
        elif self._anew is None:
            self._anew = asyncio.create_task(self._play_again())

    def heard(self, guest: Connection, now: float) -> None:
        """A guest has seen an event; record it if it was the last move."""
        if guest in self._waiting and guest.version > self._before and self.round:
            self._waiting.discard(guest)
            if guest is not self._mover:
                self.round.delays.append(now - self._sent)

    def answered(self, now: float) -> None:
        """The last move was acknowledged."""
        self.answers.append(now - self._sent)

    def refused_one(self) -> None:
        """The last move did not count (in real time somebody may have been quicker)."""
        self._waiting.clear()
        if self.round:
            self.round.refused += 1

    def _act(self, mover: Connection, round_: "Round") -> None:
        action = self._rng.choice(mover.legal)
        self._moves += 1
        round_.moves += 1
        self._before = mover.version
        self._mover = mover
        self._waiting = set(self.guests)
        self._sent = time.perf_counter()
        mover.line.send(b'{"type":"act","id":"%d","action":%b}' % (self._moves, action))

    async def _play_again(self) -> None:
        """The match is over: start the next one."""
        table = (await self._api.get(self._path))["table"]
        if table["status"] == "over":
            for person in self._people:
                await person.post(f"{self._path}/rematch")
            await self._api.post(f"{self._path}/start")
        self._anew = None


class Services:
    """A server to open tables at."""

    def __init__(self, url: str, game: str, seats: int) -> None:
        self.api = Api(url)
        self._game = game
        self._seats = seats

    async def open(self, count: int) -> list[Seated]:
        """This many running tables with all their guests."""
        return await self.many(self.seated, count)

    async def many(self, make: Callable[[], Awaitable[Any]], count: int) -> list[Any]:
        """Do the same many times, a few at once."""
        gate = asyncio.Semaphore(8)

        async def one() -> Any:
            async with gate:
                return await make()

        return list(await asyncio.gather(*(one() for _ in range(count))))

    async def waiting(self) -> tuple[str, list[str]]:
        """A full table that has not started; its id and the tokens."""
        seats: list[dict[str, str]] = [{}] * self._seats
        joined = await self.api.post("/api/tables", game=self._game, you="0", seats=seats)
        id, tokens = joined["table"]["id"], [joined["token"]]
        for name in range(1, self._seats):
            found = await self.api.post(f"/api/tables/{id}/join", name=str(name))
            tokens.append(found["token"])
        return id, tokens

    async def running(self) -> tuple[str, list[str]]:
        """A running table."""
        id, tokens = await self.waiting()
        await Api(self.api.server, tokens[0]).post(f"/api/tables/{id}/start")
        return id, tokens

    async def seated(self) -> Seated:
        """A running table with all its guests connected."""
        id, tokens = await self.running()
        table = Seated(self.api, id, tokens[0])
        for token in tokens:
            await table.sit(token)
        return table

    async def mean_move_ms(self) -> float:
        """The mean time in the server from receiving a move to handing it to all sockets."""
        reader = Api(self.api.server, METRICS_TOKEN)
        figures = (await reader.fetch("/metrics")).decode()
        found = dict(line.rsplit(" ", 1) for line in figures.splitlines() if line[0] != "#")
        count = float(found["quartett_move_seconds_count"])
        return float(found["quartett_move_seconds_sum"]) / max(count, 1) * 1000


class Round:
    """All tables moving at one pace for a while, with what was measured."""

    def __init__(self, tables: list[Seated], pause: float) -> None:
        self.tables = tables
        self.pause = pause
        self.moves = self.late = self.lost = self.refused = 0
        self.delays: list[float] = []
        self._lags: list[float] = []

    async def play(self, seconds: float) -> float:
        """Let all tables play; returns how long that took."""
        began = time.perf_counter()
        step, number = self.pause / len(self.tables), 0
        while (due := began + number * step) < began + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._lags.append(time.perf_counter() - due)
            self.tables[number % len(self.tables)].move(self)
            number += 1
        spent = time.perf_counter() - began
        await asyncio.sleep(min(self.pause, 1.0))  # for the last moves to be heard
        return spent

    def parts(self, *shares: float) -> list[float]:
        """The ms within which these shares of all moves were seen by each other player."""
        return [_part(self.delays, share) for share in shares]

    def own_lag(self, share: float) -> float:
        """The ms by which this share of moves was sent late at most: the guests' own slowness."""
        return _part(self._lags, share)


def _part(values: list[float], share: float) -> float:
    ordered = sorted(values) or [0.0]
    return ordered[int(share * (len(ordered) - 1))] * 1000
