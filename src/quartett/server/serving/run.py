"""Running the server on a port."""

import asyncio
import errno
import gc
import multiprocessing
import signal
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

import uvicorn
from starlette.applications import Starlette

from quartett.core.errors import FormatError, QuartettError
from quartett.server.door import Door
from quartett.server.http.connections import Connections
from quartett.server.http.guarded import MAX_HEADERS, GuardedConfig, GuardedHttp, GuardedWire
from quartett.server.http.monitoring import Monitoring
from quartett.server.logging import Log, take_over
from quartett.server.network import EVERYWHERE, base_url, network_hosts
from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.security import MAX_FRAME
from quartett.server.serving.app import create_app
from quartett.server.serving.checks import check_key, check_settings, make_folder
from quartett.server.settings import Settings, database
from quartett.server.store.store import Store
from quartett.server.table.registry import TableRegistry

COLLECT = (1000, 2, 10_000)
"""How many new objects, and then how many smaller collections, bring about a collection.

New objects are scanned often, so that no scan takes more than a few milliseconds (50,000
objects took 50); everything hardly ever.
"""

COLLECT_ALL_SECONDS = 1800.0
"""How often everything is scanned: the runtime's own parts of a socket leave a little garbage."""

ACCEPTED_AT_ONCE = 64
"""How many connections are accepted in one go: fewer than the descriptors kept back."""

QUEUED = 1024
"""How many connections may wait in the system to be accepted."""

RESERVED = 256
"""How many descriptors are kept for files, the database and the bots."""

MAX_DESCRIPTORS = 65_536

INTERRUPTED = 130
"""The exit status after Ctrl+C, as shells have it."""


class QuartettServer(uvicorn.Server):
    """uvicorn's server, which ends in time and in order."""

    config: GuardedConfig

    def __init__(self, config: GuardedConfig, settings: Settings, app: Starlette) -> None:
        super().__init__(config)
        self.settings = settings
        self.tables: TableRegistry = app.state.tables
        self.readiness = app.state.readiness
        self.log: Log = self.tables.services.log
        self.ended_by: list[int] = []
        self._monitoring: Monitoring | None = None
        self._door: Door = app.state.door
        self._door.attach(self.listen_too, self.leave)
        self._reopening: asyncio.Task[None] | None = None

    async def listen_too(self, listener: socket.socket) -> asyncio.Server:
        """Listen at one more address."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            ),
            sock=listener,
            backlog=self.config.backlog,
        )
        listener.listen(QUEUED)
        self.servers.append(server)
        return server

    def leave(self, server: asyncio.Server, hosts: Iterable[str]) -> None:
        """Listen there no longer, and end the connections that came that way."""
        self.servers.remove(server)
        server.close()
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if transport.get_extra_info("sockname")[0] in hosts:
                transport.close()

    async def _reopen(self, port: int) -> None:
        """Let others in where that was wanted for good."""
        with suppress(QuartettError):
            await self.tables.opened()
            await self._door.reopen(port, self.tables.services.store)

    async def _serve(self, sockets: list[socket.socket] | None = None) -> None:
        await super()._serve(sockets)
        # uvicorn would raise them once more, which ends the process in the middle of its end.
        self.ended_by, self._captured_signals = self._captured_signals, []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        if self.settings.metrics_port is not None:
            self._monitoring = Monitoring(self.tables.services.metrics, self.readiness)
            await self._monitoring.open(self.settings.metrics_host, self.settings.metrics_port)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUED)
        if self._door.there:
            port = self.servers[0].sockets[0].getsockname()[1]
            self._reopening = asyncio.create_task(self._reopen(port))
        self.log.info("started", max_connections=self.config.guard.max_all)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more work, finish what is begun, and end."""
        self.readiness.ending = True
        if self._reopening is not None:
            self._reopening.cancel()
        self.log.info("ending")
        await self._hand_over()
        if self.settings.drain_seconds:
            await self._drain(self.settings.drain_seconds)
        try:
            async with asyncio.timeout(self.settings.shutdown_seconds):
                await super().shutdown(sockets)
        except TimeoutError:
            self.log.warning("ended_late", seconds=self.settings.shutdown_seconds)
        if self._monitoring is not None:
            self._monitoring.close()
        self.log.info("ended")

    async def _hand_over(self) -> None:
        """Give the tables to the other nodes while this one can still say where they are."""
        try:
            async with asyncio.timeout(self.settings.shutdown_seconds):
                opened = await self.tables.opening_failed() is None
                if opened and self.settings.node_url is not None:
                    await self.tables.hand_over()
                    await self._all_gone()
        except (TimeoutError, QuartettError) as error:
            self.log.warning("hand_over_failed", why=type(error).__name__)

    async def _all_gone(self) -> None:
        """Wait a moment for those who were told where to go: at the end they are told less."""
        for _ in range(100):
            if self.tables.services.metrics.connections:
                await asyncio.sleep(0.01)

    async def _drain(self, seconds: float) -> None:
        for _ in range(int(seconds * 10)):
            if not self.force_exit:
                await asyncio.sleep(0.1)


def make_server(settings: Settings, time: Time = PROCESS_TIME) -> QuartettServer:
    """A server for these settings; FormatError if they are of no use. Tables wait by `time`."""
    check_settings(settings)
    make_folder(settings.data_dir)
    check_key(settings)
    app = create_app(settings, partial(_store, settings), time=time)
    take_over(app.state.tables.services.log)
    guard = Connections(settings, _max_connections(settings))
    app.state.tables.services.metrics.gauges |= {
        "quartett_open_connections": ("Open connections", lambda: guard.open),
        "quartett_refused_connections": ("Connections refused so far", lambda: guard.refused),
        "quartett_loop_lag_seconds": (
            "How late the event loop is",
            lambda: app.state.readiness.lag,
        ),
    }
    return QuartettServer(_config(app, settings, guard), settings, app)


def _config(app: Starlette, settings: Settings, guard: Connections) -> GuardedConfig:
    """How uvicorn serves: with our guards, and nothing of its own that nobody asked for."""
    return GuardedConfig(
        app,
        settings,
        guard,
        host=settings.host,
        port=settings.port,
        http=GuardedHttp,
        ws=GuardedWire,
        h11_max_incomplete_event_size=MAX_HEADERS,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,  # small messages: not worth 300 kB a connection
        ws_ping_interval=30,
        ws_ping_timeout=30,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `http.middleware` believes only proxies that were named
        timeout_keep_alive=settings.idle_seconds,
        timeout_graceful_shutdown=3,
        backlog=ACCEPTED_AT_ONCE,
        loop=settings.loop,
    )


def run_server(settings: Settings, ready: Callable[[str], None]) -> int:
    """Serve until interrupted; the exit status."""
    try:
        with asyncio.Runner(loop_factory=_loop_factory(settings)) as runner:
            ended_by = runner.run(serve(settings, ready))
    finally:
        _end_children()
    return INTERRUPTED if signal.SIGINT in ended_by else 0


async def serve(settings: Settings, ready: Callable[[str], None]) -> list[int]:
    """Serve until interrupted; `ready` gets the address once tables can be opened.

    Returns the signals that ended it.
    """
    server = make_server(settings)
    listener = listen(settings)
    url = _shown(settings, listener.getsockname()[1])
    beside = asyncio.create_task(_announce(server, url, ready))
    try:
        await server.serve(sockets=[listener])
    finally:
        beside.cancel()
        listener.close()
    if failure := await server.tables.opening_failed():
        raise failure
    return server.ended_by


def _store(settings: Settings) -> Store:
    # Imported only now, in a thread: the first page need not wait for the database's library.
    from quartett.server.store.opening import make_store

    return make_store(database(settings))


def _max_connections(settings: Settings) -> int:
    """As many as are wanted, and as there are descriptors for; the system may grant more."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return settings.max_connections or MAX_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = (settings.max_connections or MAX_DESCRIPTORS) + RESERVED
    if soft < wanted and soft != resource.RLIM_INFINITY:
        granted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if granted > soft:
            resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
            soft = granted
        return max(1, min(wanted, soft) - RESERVED)
    return wanted - RESERVED


def _loop_factory(settings: Settings) -> Callable[[], asyncio.AbstractEventLoop]:
    if settings.loop == "asyncio":
        return asyncio.new_event_loop
    try:
        from uvicorn.loops.uvloop import uvloop_loop_factory
    except ImportError:
        if settings.loop == "auto":
            return asyncio.new_event_loop
        raise FormatError("--loop uvloop: uvloop is not installed here") from None
    return uvloop_loop_factory()


def _end_children() -> None:
    """Whatever a bot still thinks about, nobody waits for it."""
    for child in multiprocessing.active_children():
        child.kill()


def listen(settings: Settings) -> socket.socket:
    """A socket bound to the chosen address; FormatError if it cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named: asyncio sets TCP_NODELAY only where it is, and without it an
    # acknowledgement waits 40 ms for the client's.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except (OSError, ValueError) as error:  # ValueError: not a host name at all
        listener.close()
        raise FormatError(_why_not(settings, error)) from None
    return listener


def _why_not(settings: Settings, error: OSError | ValueError) -> str:
    where = f"{settings.host}:{settings.port}"
    if isinstance(error, ValueError):
        return f"cannot listen on {where}: not a host name"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is in use already; choose another port with --port (0: any free one)"
    return f"cannot listen on {where}: {error.strerror}"


async def _announce(server: QuartettServer, url: str, ready: Callable[[str], None]) -> None:
    """Tell the address; without its tables a server is of no use and ends, and `serve` says why."""
    while not server.started:
        await asyncio.sleep(0.01)
    if await server.tables.opening_failed() is not None:
        server.should_exit = True
        return
    ready(url)
    await _collect_in_small_steps()


async def _collect_in_small_steps() -> None:
    """Let thousands of tables live in peace: a full collection stops all of them at once.

    States, views and events are never part of a cycle, and tables and sockets let go of their parts
    when they end, so there is little to find.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT)
    while True:
        await asyncio.sleep(COLLECT_ALL_SECONDS)
        gc.collect()


def _shown(settings: Settings, port: int) -> str:
    """An address that a browser can open: the one in the local network, if all may come."""
    everywhere = settings.host in EVERYWHERE
    host = next(iter(network_hosts(settings.host)), "127.0.0.1") if everywhere else settings.host
    return base_url(host, port, settings.root_path) + "/"
