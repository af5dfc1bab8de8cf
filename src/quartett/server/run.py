"""Running the server on a port."""

import asyncio
import errno
import gc
import socket
from collections.abc import Callable
from functools import partial

import uvicorn

from quartett.core.errors import FormatError
from quartett.server.checks import check_settings, make_folder
from quartett.server.http.app import create_app
from quartett.server.http.security import MAX_FRAME
from quartett.server.settings import Settings, database
from quartett.server.socket.wire import Wire
from quartett.server.store.store import Store
from quartett.server.table.registry import Tables

COLLECT = (1000, 2, 10_000)
"""How many new objects, and then how many smaller collections, bring about a collection.

What is new is looked through often, so that no look takes more than a few milliseconds (50,000
objects took 50); everything hardly ever.
"""


def make_server(settings: Settings) -> uvicorn.Server:
    """A uvicorn server for these settings; FormatError if they are of no use."""
    check_settings(settings)
    make_folder(settings.data_dir)
    app = create_app(settings, partial(_store, settings))
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws=Wire,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,  # small messages: not worth 300 kB a connection
        ws_ping_interval=30,
        ws_ping_timeout=30,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)


async def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until interrupted; `ready` is told the address once the first page can be had."""
    server = make_server(settings)
    tables: Tables = server.config.app.state.tables  # type: ignore[union-attr]
    listener = _listener(settings)
    url = f"http://{_name(settings.host)}:{listener.getsockname()[1]}/"
    beside = [
        asyncio.create_task(_announce(server, url, ready)),
        asyncio.create_task(_watch_opening(server, tables)),
    ]
    try:
        await server.serve(sockets=[listener])
    finally:
        for task in beside:
            task.cancel()
    if failure := await tables.opening_failed():
        raise failure


def _store(settings: Settings) -> Store:
    # Imported only now, in a thread: the first page need not wait for the database's library.
    from quartett.server.store.opening import make_store

    return make_store(database(settings))


async def _watch_opening(server: uvicorn.Server, tables: Tables) -> None:
    """A server without its tables is of no use: it ends, and `serve` says why."""
    if await tables.opening_failed() is not None:
        server.should_exit = True


def _listener(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except (OSError, ValueError) as error:  # ValueError: a host that is no name at all
        listener.close()
        raise FormatError(_why_not(settings, error)) from None
    return listener


def _why_not(settings: Settings, error: OSError | ValueError) -> str:
    where = f"{settings.host}:{settings.port}"
    if isinstance(error, ValueError):
        return f"cannot listen on {where}: this is no host"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is in use already; choose another port with --port (0: any free one)"
    return f"cannot listen on {where}: {error.strerror}"


async def _announce(server: uvicorn.Server, url: str, ready: Callable[[str], None]) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    _collect_in_small_steps()
    ready(url)


def _collect_in_small_steps() -> None:
    """Let thousands of tables live in peace: a full collection would stop all of them at once.

    States, views and events are never part of a cycle, so there is little to find.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT)


def _name(host: str) -> str:
    """An address that a browser can open: the one in the local network, if all may come."""
    if host in ("", "0.0.0.0", "::"):
        return _address_in_network() or "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _address_in_network() -> str | None:
    """The address under which friends in the same network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: a datagram socket only looks up which way it would go.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
