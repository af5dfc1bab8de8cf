"""The socket of a table: what comes in is read here, and handed to the table."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocket, WebSocketDisconnect

from quartett.core.errors import FormatError, QuartettError
from quartett.core.forms import parse, parse_json
from quartett.protocol.messages import MIN_PROTOCOL, MOVED_SINCE, Bye, ClientMessage, Hello
from quartett.server.moved import MovedAway, moved_to, pin_in
from quartett.server.parts.connection import Connection, encode
from quartett.server.people.service import People
from quartett.server.refusals import Refusal, best_language, problem, refused
from quartett.server.security import MAX_MESSAGE, from_our_page
from quartett.server.socket.handler import SocketHandler
from quartett.server.socket.sending import MOVED_CODE, send_all
from quartett.server.socket.wire import Meter, note_protocol, send_now_of
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from quartett.server.tokens import COOKIE

_messages: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)

HELLO_SECONDS = 20.0
SOCKET_SECONDS = 3.4
"""How long a socket waits for a table whose owner cannot be reached, or for the database, before it
is told to come again: no page may think that the line is dead."""

FAREWELL_SECONDS = 1.0
"""How long saying why a connection ends may take."""

MAX_EXCESS = 200
"""How many messages above the rate end the connection."""


def table_socket(tables: TableRegistry, people: People) -> Callable[[WebSocket], Awaitable[None]]:
    """The endpoint of `/api/tables/{id}/socket`."""

    async def serve(socket: WebSocket) -> None:
        services = tables.services
        if not from_our_page(socket.headers, services.settings.origins):
            await socket.close(4403)
            return
        await socket.accept()
        services.metrics.connections += 1
        try:
            await _serve(socket, tables, people)
        except TimeoutError:
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1008)
        except WebSocketDisconnect:
            pass  # gone without a word, as phones do
        finally:
            services.metrics.connections -= 1

    return serve


async def _serve(socket: WebSocket, tables: TableRegistry, people: People) -> None:
    language = best_language(socket.headers.get("accept-language", ""))
    connection = Connection(language, send_now_of(socket), _address(socket))
    try:
        table = await tables.find(socket.path_params["id"], pin_in(socket.scope), SOCKET_SECONDS)
        hello = await asyncio.wait_for(_hello(socket), HELLO_SECONDS)
        connection.language, connection.protocol = hello.language, hello.protocol
        note_protocol(socket, hello.protocol)
        caller = await _caller(socket, tables, people, table.id, hello)
        settings = tables.services.settings
        meter = Meter(socket, settings.trusted_proxies, settings.measuring_proxies)
        handler = SocketHandler(tables.services, table, connection, meter)
        await _attend(socket, tables, table, handler, caller, hello)
    except MovedAway as away:
        await _send_away(socket, away, connection, Refusal("outdated", 426))
    except Refusal as error:
        if error.reason != "server.no_database":
            await _farewell(socket, error, connection.language)
            return
        # It was waited for here: so there is no need to wait longer and longer there.
        await _send_away(socket, MovedAway(), connection, error)
    except QuartettError as error:
        await _farewell(socket, error, connection.language)


async def _send_away(
    socket: WebSocket, away: MovedAway, connection: Connection, too_old: Refusal
) -> None:
    """Say where the table is; clients too old for that message get another one."""
    if connection.protocol is None:
        hello = await asyncio.wait_for(_hello(socket), HELLO_SECONDS)
        connection.protocol, connection.language = hello.protocol, hello.language
    if connection.protocol < MOVED_SINCE:
        await _farewell(socket, too_old, connection.language)
        return
    moved = moved_to(socket.path_params["id"], away.pin)
    await socket.send_text(encode(moved).decode())
    await socket.close(MOVED_CODE)


async def _attend(
    socket: WebSocket,
    tables: TableRegistry,
    table: LiveTable,
    handler: SocketHandler,
    caller: Caller,
    hello: Hello,
) -> None:
    connection = handler.connection
    sender = asyncio.create_task(send_all(socket, connection, lambda: table.resync(connection)))
    try:
        await handler.begin(caller, hello)
        await _listen(socket, handler)
    finally:
        if connection.ended:
            await asyncio.wait([sender], timeout=FAREWELL_SECONDS)
        sender.cancel()
        with suppress(QuartettError):
            await handler.end()


async def _listen(socket: WebSocket, handler: SocketHandler) -> None:
    excess = 0
    while not handler.connection.ended:
        raw = await _receive(socket)
        if not handler.limits.messages.take():
            excess += 1
            if excess > MAX_EXCESS:
                await socket.close(1008)
                return
            handler.refuse(Refusal("too_fast", 429), _id_in(raw))
            continue
        await _handle(raw, handler)


async def _handle(raw: str, handler: SocketHandler) -> None:
    try:
        message = _parse(raw)
    except QuartettError as error:
        handler.refuse(error, _id_in(raw))
        return
    await handler.handle(message)


def _parse(raw: str) -> ClientMessage:
    if len(raw) > MAX_MESSAGE:
        raise Refusal("too_large", 413)
    try:
        return _messages.decode(raw)
    except UnicodeError as error:
        raise FormatError(str(error)) from None
    except (msgspec.DecodeError, RecursionError):
        # Once more in two steps, which are slower but say in plain words what is wrong.
        message: ClientMessage = parse(ClientMessage, parse_json(raw), "message")
        return message


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
    if message.protocol < MIN_PROTOCOL:
        raise Refusal("outdated", 426)
    return message


async def _caller(
    socket: WebSocket, tables: TableRegistry, people: People, table: str, hello: Hello
) -> Caller:
    """Who says hello, as far as their token or their browser's cookie proves it."""
    tokens = tables.services.tokens
    cookie = tokens.browser(socket.cookies.get(COOKIE))
    known = None if cookie is None else await people.known_as(cookie)
    caller = Caller() if known is None else Caller(browser=known.browser, face=known.face)
    if hello.token is None:
        return caller
    proof = tokens.proof(hello.token, table)
    if proof is None:
        raise Refusal("bad_token", 403)
    return replace(caller, person=proof.person, issue=proof.issue)


def _address(socket: WebSocket) -> str:
    return socket.client.host if socket.client else ""


async def _farewell(socket: WebSocket, error: QuartettError, language: str) -> None:
    said = problem(error, language)
    await socket.send_text(encode(refused(error, None, language)).decode())
    await socket.send_text(encode(Bye(reason=said.reason, text=said.text)).decode())
    status = error.status if isinstance(error, Refusal) else 400
    await socket.close(4000 + status)
