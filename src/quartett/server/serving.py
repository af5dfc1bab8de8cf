"""Running the server on a port."""

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from quartett.server.app import create_app
from quartett.server.security import MOST_FRAME
from quartett.server.settings import Settings, database_url
from quartett.server.sql_store import SqlStore


def make_server(settings: Settings) -> uvicorn.Server:
    """A uvicorn server for these settings."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    app = create_app(settings, SqlStore(database_url(settings)))
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=MOST_FRAME,
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
    listener = _listener(settings)
    port = listener.getsockname()[1]
    waiting = asyncio.create_task(
        _announce(server, f"http://{_name(settings.host)}:{port}/", ready)
    )
    try:
        await server.serve(sockets=[listener])
    finally:
        waiting.cancel()


def _listener(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((settings.host, settings.port))
    return listener


async def _announce(server: uvicorn.Server, url: str, ready: Callable[[str], None]) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    ready(url)


def _name(host: str) -> str:
    """An address that a browser on this machine can open."""
    if host in ("", "0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
