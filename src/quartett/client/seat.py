"""A seat at a live table: what one sees there, and what one does."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TypeVar

import msgspec

from quartett import games
from quartett.client.api import Api, Refused, Unreachable, web_address
from quartett.client.link import COME_BACK, Backoff, Link
from quartett.core.errors import FormatError, QuartettError
from quartett.core.game import AnyGame, GameValue
from quartett.core.outcome import Outcome
from quartett.protocol.bodies import (
    ChangeTable,
    Devices,
    Joined,
    Looked,
    Nothing,
    Readiness,
    Rematch,
    Revoke,
    Standings,
    Suggest,
    Swap,
)
from quartett.protocol.messages import (
    PROTOCOL,
    Ack,
    Act,
    CatchUp,
    ClientMessage,
    Contribute,
    Draft,
    Events,
    Focus,
    Hello,
    Hint,
    PingBack,
    Pong,
    Say,
    ServerMessage,
    Snapshot,
    TableChanged,
    TableInfo,
    Undo,
    Verdict,
    WantHint,
    You,
)
from quartett.protocol.messages import Refused as RefusedMessage

T = TypeVar("T")

Request = Act | Undo | Draft | WantHint
"""What has an id and is answered; it is sent again after a lost connection."""

MAX_TRIES = 5
"""How often a request that changes nothing is repeated."""

Answer = Ack | Verdict | Hint | RefusedMessage

_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


class Seat:
    """One person's place at a table, kept up to date while it is open (`async with`).

    The client reconnects automatically; unanswered requests are sent again with the same
    id, so that it is done exactly once.
    """

    def __init__(self, api: Api, table: str, token: str | None, seat: int | None = None) -> None:
        self.api = api
        self.table_id = table
        self.token = token
        self.seat = seat
        self.latest: Snapshot | Events | None = None
        """The latest message about the match."""
        self.received: list[dict[str, GameValue]] = []
        self.record = False
        """Whether all messages are kept in `received`, as JSON values."""
        self._info: TableInfo | None = None
        self._you: You | None = None
        self._now: dict[str, GameValue] | None = None
        self._pending: dict[str, tuple[Request, asyncio.Future[Answer]]] = {}
        self._changed = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None

    # Coming to a table

    @classmethod
    async def create(cls, server: str, game: str, name: str, **wanted: GameValue) -> "Seat":
        """Create a table (see `CreateTable` for the fields) and sit there as its host."""
        return await cls._come(Api(server), "/api/tables", {"game": game, "you": name, **wanted})

    @classmethod
    async def join(cls, url: str, name: str = "", **wanted: GameValue) -> "Seat":
        """Join by an invitation's address; one with a token takes over that seat."""
        parts = web_address(url)
        prefix, invited, table = parts.path.rstrip("/").rpartition("/t/")
        if not invited or "/" in table:
            raise FormatError(
                "url: an invitation looks like http://127.0.0.1:8000/t/ewyMVRXEUdWcGPi1"
            )
        api = Api(f"{parts.scheme}://{parts.netloc}{prefix}")
        if parts.fragment:
            wanted["token"] = parts.fragment
        return await cls._come(api, f"/api/tables/{table}/join", {"name": name, **wanted})

    @classmethod
    async def _come(cls, api: Api, path: str, body: dict[str, GameValue]) -> "Seat":
        joined = api.read(await api.fetch(path, msgspec.json.encode(body)), Joined)
        api.token = joined.token
        seat = cls(api, joined.table.id, joined.token)
        seat._info, seat._you = joined.table, joined.you
        return seat

    @property
    def url(self) -> str:
        """The invitation."""
        return f"{self.api.server}/t/{self.table_id}"

    # What one sees

    @property
    def info(self) -> TableInfo:
        """The table: its seats, names, settings and state."""
        if self._info is None:
            raise QuartettError("nothing has been heard of this table yet")
        return self._info

    @property
    def me(self) -> You:
        """Who you are at the table."""
        if self._you is None:
            raise QuartettError("nothing has been heard of this table yet")
        return self._you

    @property
    def game(self) -> AnyGame:
        """The rules of the game that the table plays now."""
        return games.get(self.info.game)

    @property
    def view(self) -> GameValue:
        """The match as this seat sees it, as JSON values; None before it begins."""
        return self.latest.view if self.latest is not None else None

    @property
    def typed_view(self) -> GameValue:
        """The view as the game's own type (`game.view_type`), for bots."""
        return msgspec.convert(self.view, self.game.view_type, strict=False)

    @property
    def legal(self) -> list[GameValue]:
        """The legal actions of this seat, as JSON values."""
        return list(self.latest.legal) if self.latest is not None else []

    @property
    def typed_legal(self) -> list[GameValue]:
        """The legal actions as the game's own types."""
        return [msgspec.convert(each, self.game.action_type, strict=False) for each in self.legal]

    @property
    def result(self) -> Outcome | None:
        """The outcome, once the match is over."""
        return self.latest.outcome if self.latest is not None else None

    @property
    def version(self) -> int:
        """The match's version that this seat has seen."""
        return self.latest.version if self.latest is not None else 0

    async def turn(self) -> bool:
        """Wait until this seat may act; False once the match is over."""
        await self.until(lambda: bool(self.legal) or self.result is not None)
        return self.result is None

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until a condition holds; Refused if the table said goodbye."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._link.ended is not None or holds())
        if self._link.ended is not None and not holds():
            raise Refused(_plain(self._link.ended))

    # The same as JSON values, as it came

    @property
    def now(self) -> dict[str, GameValue]:
        """The latest message about the match as JSON values; empty before the first."""
        if self._now is None:
            self._now = {} if self.latest is None else _plain(self.latest)
        return self._now

    @property
    def table(self) -> dict[str, GameValue]:
        """The table as JSON values."""
        return _plain(self.info)

    @property
    def you(self) -> dict[str, GameValue]:
        """Who you are, as JSON values."""
        return _plain(self.me)

    @property
    def outcome(self) -> GameValue:
        """The outcome, as JSON values."""
        return self.now.get("outcome")

    # What one does

    async def act(
        self,
        action: GameValue,
        id: str | None = None,
        aims_at: int | None = None,
        reaction_ms: float | None = None,
    ) -> int:
        """Play an action; the version it led to, or Refused."""
        act = Act(
            id=id or new_id(),
            action=msgspec.to_builtins(action),
            aims_at=aims_at,
            reaction_ms=reaction_ms,
        )
        ack = await self._request(act, Ack)
        await self.until(lambda: self.version >= ack.version)
        return ack.version

    async def undo(self) -> int:
        """Undo your last action; the version it led to, or Refused."""
        return (await self._request(Undo(id=new_id()), Ack)).version

    async def hint(self) -> Hint:
        """The suggestion of a good bot."""
        return await self._request(WantHint(id=new_id()), Hint)

    async def judge(self, draft: GameValue) -> GameValue:
        """The rules' verdict on a draft (`draft` in the protocol)."""
        return (await self._request(Draft(id=new_id(), draft=draft), Verdict)).verdict

    async def say(self, phrase: str | None = None, text: str | None = None) -> None:
        """Say a phrase, or a text where the table allows it."""
        await self.send(Say(phrase=phrase, text=text))

    async def contribute(self, text: str) -> None:
        """Contribute to the random seed of the next deal."""
        await self.send(Contribute(text=text))

    async def focus(self, seat: int) -> None:
        """Look from another of your seats."""
        await self.send(Focus(seat=seat))

    async def start(self) -> Looked:
        """Start the match, as the host."""
        return await self._do("start", Nothing(), Looked)

    async def ready(self, ready: bool = True) -> Looked:
        """Say that the match can begin as far as you are concerned, or that it cannot yet."""
        return await self._do("ready", Readiness(ready=ready), Looked)

    async def swap(self, seat: int, to: int) -> Looked:
        """Exchange two seats before a match: your own with a free one, as the host any two."""
        return await self._do("swap", Swap(seat=seat, to=to), Looked)

    async def change_game(self, game: str, **options: GameValue) -> Looked:
        """Change the table's game before or between matches, as the host; everybody stays."""
        return await self._do("settings", ChangeTable(game=game, options=options), Looked)

    async def suggest(self, game: str, **options: GameValue) -> Looked:
        """Suggest a game for the next match, once one is over; the others agree with `again`."""
        return await self._do("next", Suggest(game=game, options=options), Looked)

    async def again(self, agree: bool = True) -> Looked:
        """Agree to another match, or to the game suggested for it; it begins once all agree."""
        wish = self.info.next
        number = wish.number if wish is not None else 0
        return await self._do("rematch", Rematch(answer=agree, next=number), Looked)

    async def standings(self) -> Standings:
        """The standings over all matches of this table, whatever the game."""
        return await self.api.get(f"/api/tables/{self.table_id}/standings", Standings)

    async def leave(self) -> Looked:
        """Leave permanently."""
        return await self._do("leave", Nothing(), Looked)

    async def devices(self) -> Devices:
        """The browsers with access to your seats."""
        return await self.api.get(f"/api/tables/{self.table_id}/devices", Devices)

    async def revoke(self, device: str | None = None) -> None:
        """Revoke a device, or all others; this seat continues with a new token."""
        joined = await self._do("devices/revoke", Revoke(device=device), Joined)
        self.token = self.api.token = joined.token

    async def post(self, what: str, **body: GameValue) -> GameValue:
        """Send any request to the table over HTTP, as JSON values: `sit`, `seats`, `rematch` …"""
        return await self.api.post(f"/api/tables/{self.table_id}/{what}", **body)

    async def replay(self) -> bytes:
        """The match as JSON Lines; retried while the server is briefly unavailable."""
        path, backoff = f"/api/tables/{self.table_id}/replay", Backoff()
        for _ in range(MAX_TRIES):
            try:
                return await self.api.fetch(path)
            except Unreachable:
                pass
            except Refused as refused:
                if refused.reason not in COME_BACK:
                    raise
            await asyncio.sleep(backoff.pause())
        return await self.api.fetch(path)

    async def ask(self, message: dict[str, GameValue]) -> dict[str, GameValue]:
        """Send a request as JSON values and wait for its answer, across lost connections."""
        try:
            request = _requests.decode(msgspec.json.encode({"id": new_id(), **message}))
        except msgspec.ValidationError as error:
            raise QuartettError(f"this is not a request with an answer: {error}") from None
        return _plain(await self._answer(request))

    async def send(self, message: ClientMessage | Mapping[str, object]) -> bool:
        """Send a message; False, and nothing happens, where there is no connection now."""
        return await self._link.send(msgspec.json.encode(message))

    async def _do(self, what: str, body: msgspec.Struct, kind: type[T]) -> T:
        return await self.api.send(f"/api/tables/{self.table_id}/{what}", body, kind)

    async def _request(self, request: Request, kind: type[T]) -> T:
        answer = await self._answer(request)
        if not isinstance(answer, kind):
            raise QuartettError(f"{self.api.server} does not answer as Quartett does")
        return answer

    async def _answer(self, request: Request) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending[request.id] = (request, answer)
        try:
            await self.send(request)
            found = await answer
        finally:
            self._pending.pop(request.id, None)
        if isinstance(found, RefusedMessage):
            raise Refused(_plain(found))
        return found

    # The connection

    @cached_property
    def _link(self) -> Link:
        server = self.api.server.replace("http", "ws", 1)
        url = f"{server}/api/tables/{self.table_id}/socket"
        return Link(url, self._hello, self._heard, self._send_again)

    async def __aenter__(self) -> "Seat":
        self._reader = asyncio.create_task(self._read())
        await self.until(lambda: self.latest is not None)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
        # Opened again, it starts over.
        self.__dict__.pop("_link", None)

    async def _read(self) -> None:
        await self._link.run()
        for _, answer in list(self._pending.values()):
            if not answer.done() and self._link.ended is not None:
                answer.set_exception(Refused(_plain(self._link.ended)))

    def drop(self) -> None:
        """Break the connection as a bad line would; it reconnects automatically."""
        self._link.drop()

    def _hello(self) -> Hello:
        seen = self.latest
        return Hello(
            protocol=PROTOCOL,
            token=self.token,
            language=self.api.language,
            seat=self.seat,
            match=seen.match if seen is not None else None,
            version=seen.version if seen is not None else None,
        )

    async def _heard(self, message: ServerMessage) -> None:
        if self.record:
            self.received.append(_plain(message))
        if isinstance(message, PingBack):
            await self.send(Pong(n=message.n))
            return
        if isinstance(message, Events) and self._missed(message):
            await self.send(CatchUp(match=message.match, version=self.version))
            return
        async with self._changed:
            self._learn(message)
            self._changed.notify_all()

    async def _send_again(self) -> None:
        """After a new connection, what was not answered is sent again; its id says what it is."""
        for request, answer in list(self._pending.values()):
            if not answer.done():
                await self.send(request)

    def _missed(self, message: Events) -> bool:
        """Whether something happened in between that this seat was not told."""
        seen = self.latest
        return seen is None or (message.match == seen.match and message.since > seen.version)

    def _learn(self, message: ServerMessage) -> None:
        if isinstance(message, Snapshot | Events):
            self.latest, self._now = message, None
        if isinstance(message, Snapshot | TableChanged):
            self._info, self._you = message.table, message.you
        if isinstance(message, Answer) and message.id in self._pending:
            _, answer = self._pending[message.id]
            if not answer.done():
                answer.set_result(message)


def _plain(value: msgspec.Struct) -> dict[str, GameValue]:
    """A message as the JSON values in which it came."""
    found: dict[str, GameValue] = msgspec.json.decode(msgspec.json.encode(value))
    return found


def new_id() -> str:
    """An id for a request, which is done once however often it is sent."""
    return secrets.token_hex(8)
