"""A seat at a live table: it comes back by itself after a lost connection, and repeats nothing."""

import asyncio
import secrets
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from quartett.client.api import Api, Joined, Refused, web_address

RETRY_SECONDS = 0.25


class Seat:
    """One person's place at a table, kept up to date while it is open (`async with`)."""

    def __init__(self, api: Api, table: str, token: str | None, seat: int | None = None) -> None:
        self.api = api
        self.table_id = table
        self.token = token
        self.seat = seat
        self.now: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.received: list[dict[str, Any]] = []
        self.record = False
        self._pending: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._farewell: dict[str, Any] | None = None

    # Coming to a table

    @classmethod
    async def create(cls, server: str, game: str, name: str, **wish: Any) -> "Seat":
        """Make a table (see `CreateTable` for what can be wished) and sit there as its host."""
        api = Api(server)
        return await cls._come(api, "/api/tables", {"game": game, "you": name, **wish})

    @classmethod
    async def join(cls, url: str, name: str = "", **wish: Any) -> "Seat":
        """Join by the invitation's address; one with a seat's token in it takes that seat over."""
        parts = web_address(url)
        api = Api(f"{parts.scheme}://{parts.netloc}")
        table = parts.path.rstrip("/").rsplit("/", 1)[-1]
        if parts.fragment:
            wish["token"] = parts.fragment
        return await cls._come(api, f"/api/tables/{table}/join", {"name": name, **wish})

    @classmethod
    async def _come(cls, api: Api, path: str, body: dict[str, Any]) -> "Seat":
        answer = await api.fetch(path, msgspec.json.encode(body))
        joined, told = api.read(answer, Joined), api.read(answer)
        api.token = joined.token
        seat = cls(api, joined.table.id, joined.token)
        seat.table, seat.you = told["table"], joined.you
        return seat

    @property
    def url(self) -> str:
        """The invitation."""
        return f"{self.api.server}/t/{self.table_id}"

    async def post(self, what: str, **body: Any) -> Any:
        """Ask something of the table over HTTP: `start`, `sit`, `rematch`, `leave` …"""
        return await self.api.post(f"/api/tables/{self.table_id}/{what}", **body)

    async def replay(self) -> bytes:
        """The match as JSON Lines."""
        return await self.api.fetch(f"/api/tables/{self.table_id}/replay")

    # What one sees

    @property
    def view(self) -> Any:
        """The table as this seat sees it."""
        return self.now.get("view")

    @property
    def legal(self) -> list[Any]:
        """What this seat may do."""
        return list(self.now.get("legal", ()))

    @property
    def outcome(self) -> Any:
        """How the match ended, once it has."""
        return self.now.get("outcome")

    @property
    def version(self) -> int:
        """The match's version that this seat has seen."""
        return int(self.now.get("version", 0))

    async def turn(self) -> bool:
        """Wait until this seat may act; False once the match is over."""
        await self.until(lambda: bool(self.legal) or self.outcome is not None)
        return self.outcome is None

    async def until(self, holds: Any) -> None:
        """Wait until something holds of what this seat sees."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._farewell is not None or holds())
        if self._farewell is not None and not holds():
            raise Refused(self._farewell)

    # What one does

    async def act(self, action: Any, **timing: Any) -> int:
        """Play an action; the version it led to, or Refused."""
        asked = {"type": "act", "action": msgspec.to_builtins(action), **timing}
        version = int((await self.ask(asked))["version"])
        await self.until(lambda: self.version >= version)
        return version

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message with an id and wait for its answer, across lost connections."""
        id = message.setdefault("id", secrets.token_hex(8))
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[id] = (message, answer)
        try:
            await self.send(message)
            found = await answer
        finally:
            self._pending.pop(id, None)
        if found["type"] == "refused":
            raise Refused(found)
        return found

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message; with no connection, nothing happens now."""
        if self._socket is not None:
            with suppress(WebSocketException):
                await self._socket.send(msgspec.json.encode(message).decode())

    # The connection

    async def __aenter__(self) -> "Seat":
        self._reader = asyncio.create_task(self._keep_reading())
        await self.until(lambda: bool(self.now))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader

    async def _keep_reading(self) -> None:
        address = self.api.server.replace("http", "ws", 1)
        while self._farewell is None:
            with suppress(OSError, WebSocketException, InvalidHandshake, TimeoutError):
                url = f"{address}/api/tables/{self.table_id}/socket"
                async with connect(url, max_size=None, proxy=None) as socket:
                    await self._read(socket)
            self._socket = None
            await asyncio.sleep(RETRY_SECONDS)

    async def _read(self, socket: ClientConnection) -> None:
        await socket.send(msgspec.json.encode(self._hello()).decode())
        async for text in socket:
            message = msgspec.json.decode(text)
            if self.record:
                self.received.append(message)
            if self._socket is None and message["type"] == "snapshot":
                self._socket = socket
                for asked, _ in list(self._pending.values()):
                    await self.send(asked)
            await self._take(message)

    def _hello(self) -> dict[str, Any]:
        hello: dict[str, Any] = {"type": "hello", "language": self.api.language}
        if self.token is not None:
            hello["token"] = self.token
        if self.seat is not None:
            hello["seat"] = self.seat
        if self.now:
            hello |= {"match": self.now["match"], "version": self.version}
        return hello

    async def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ping":
            await self.send({"type": "pong", "n": message["n"]})
        if kind == "events" and self._missed(message):
            asked = {"match": message["match"], "version": self.version}
            await self.send({"type": "catch_up", **asked})
            return
        async with self._changed:
            self._learn(kind, message)
            self._changed.notify_all()

    def _missed(self, message: dict[str, Any]) -> bool:
        """Whether something happened in between that this seat was not told."""
        return bool(message["match"] == self.now["match"] and message["since"] > self.version)

    def _learn(self, kind: str, message: dict[str, Any]) -> None:
        if kind in ("snapshot", "events"):
            self.now = message
        if kind in ("snapshot", "table"):
            self.table, self.you = message["table"], message["you"]
        if kind == "bye" and message["reason"] != "server.too_slow":
            self._farewell = message
        waiting = self._pending.get(message.get("id") or "")
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(message)
