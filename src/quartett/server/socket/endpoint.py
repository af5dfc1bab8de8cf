"""The socket of a table: what a guest sends is read here, and answered."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from quartett.core.errors import FormatError, QuartettError
from quartett.core.forms import parse, parse_json
from quartett.protocol.messages import Bye, ClientMessage, Hello
from quartett.server.http.requests import COOKIE
from quartett.server.http.security import MAX_MESSAGE, from_our_page
from quartett.server.limits import Bucket
from quartett.server.refusals import Refusal, best_language, problem, refused
from quartett.server.socket.connection import Connection, encode
from quartett.server.socket.handler import SocketHandler
from quartett.server.socket.sending import send_all
from quartett.server.socket.wire import Meter, say_of
from quartett.server.table.driver import Driver
from quartett.server.table.registry import Tables
from quartett.server.table.seats import person_of, seats_of

_messages: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ClientMessage)

HELLO_SECONDS = 20.0
BURST_SECONDS = 3.0
MAX_EXCESS = 200
"""After so many messages above the rate the connection ends."""


def table_socket(tables: Tables) -> Callable[[WebSocket], Awaitable[None]]:
    """The endpoint of `/api/tables/{id}/socket`."""

    async def serve(socket: WebSocket) -> None:
        if not from_our_page(socket.headers, tables.house.settings.origins):
            await socket.close(4403)
            return
        await socket.accept()
        tables.house.metrics.guests += 1
        try:
            await _visit(socket, tables)
        except TimeoutError:
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1008)
        except WebSocketDisconnect:
            pass  # gone without a word, as phones do
        finally:
            tables.house.metrics.guests -= 1

    return serve


async def _visit(socket: WebSocket, tables: Tables) -> None:
    guest = Connection(best_language(socket.headers.get("accept-language", "")), say_of(socket))
    try:
        driver = await tables.find(socket.path_params["id"])
        hello = await asyncio.wait_for(_hello(socket), HELLO_SECONDS)
        guest.language = hello.language
        _introduce(socket, tables, driver, guest, hello)
    except QuartettError as error:
        await _farewell(socket, error, guest.language)
        return
    await _stay(socket, tables, driver, guest, hello)


async def _stay(
    socket: WebSocket, tables: Tables, driver: Driver, guest: Connection, hello: Hello
) -> None:
    visit = SocketHandler(driver, guest, Meter(socket))
    sender = asyncio.create_task(send_all(socket, driver, guest))
    try:
        await visit.begin(hello)
        await _listen(socket, tables, visit)
    finally:
        sender.cancel()
        with suppress(QuartettError):
            await visit.end()


async def _listen(socket: WebSocket, tables: Tables, visit: SocketHandler) -> None:
    rate = tables.house.settings.message_rate
    bucket = Bucket(rate, rate * BURST_SECONDS)
    excess = 0
    while not visit.guest.hopeless:
        raw = await _receive(socket)
        if not bucket.take():
            excess += 1
            if excess > MAX_EXCESS:
                await socket.close(1008)
                return
            visit.refuse(Refusal("too_fast", 429), None)
            continue
        await _handle(raw, visit)


async def _handle(raw: str, visit: SocketHandler) -> None:
    try:
        message = _parse(raw)
    except QuartettError as error:
        visit.refuse(error, _id_in(raw))
        return
    await visit.handle(message)


def _parse(raw: str) -> Any:
    if len(raw) > MAX_MESSAGE:
        raise Refusal("too_large", 413)
    try:
        return _messages.decode(raw)
    except UnicodeError as error:
        raise FormatError(str(error)) from None
    except (msgspec.DecodeError, RecursionError):
        # Once more in two steps, which are slower but say in plain words what is wrong.
        return parse(ClientMessage, parse_json(raw), "message")


def _id_in(raw: str) -> str | None:
    """The id of a request that is wrong otherwise, so that its answer finds its way."""
    try:
        id = msgspec.json.decode(raw[:MAX_MESSAGE])["id"]
    except (msgspec.DecodeError, UnicodeError, RecursionError, KeyError, TypeError, IndexError):
        return None
    return id if isinstance(id, str) and len(id) <= 40 else None


async def _receive(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1005)
    text = message.get("text")
    return text if text is not None else (message.get("bytes") or b"").decode("utf-8", "replace")


async def _hello(socket: WebSocket) -> Hello:
    message = _parse(await _receive(socket))
    if not isinstance(message, Hello):
        raise Refusal("hello_first")
    return message


def _introduce(
    socket: WebSocket, tables: Tables, driver: Driver, guest: Connection, hello: Hello
) -> None:
    """Find out who the guest is and from which seat they look."""
    doc, tokens = driver.table.doc, tables.house.tokens
    if hello.token is not None:
        guest.person = tokens.person(hello.token, doc.id)
        if guest.person not in doc.people:
            raise Refusal("bad_token", 403)
    else:
        guest.person = person_of(doc, tokens.browser(socket.cookies.get(COOKIE)))
    own = seats_of(doc, guest.person)
    if hello.seat is not None and hello.seat not in own:
        raise Refusal("not_seated", 403)
    guest.seat = hello.seat if hello.seat is not None else (own[0] if own else None)


async def _farewell(socket: WebSocket, error: QuartettError, language: str) -> None:
    said = problem(error, language)
    await socket.send_text(encode(refused(error, None, language)).decode())
    await socket.send_text(encode(Bye(reason=said.reason, text=said.text)).decode())
    status = error.status if isinstance(error, Refusal) else 400
    await socket.close(4000 + status)
