"""The server as one ASGI application."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from quartett.server.door import Door
from quartett.server.evenings.service import Evenings
from quartett.server.history.service import History
from quartett.server.http import static
from quartett.server.http.allowed_methods import routes
from quartett.server.http.middleware import Edge
from quartett.server.http.openapi import openapi, socket_schema
from quartett.server.http.requests import refusal
from quartett.server.http.routes import ENDPOINTS, TABLE
from quartett.server.learning.service import Learning
from quartett.server.notices.service import Notices
from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.parts.ownership import Alone, Ownership
from quartett.server.people.duties import Duties
from quartett.server.people.passkeys import Passkeys
from quartett.server.people.service import People
from quartett.server.refusals import Refusal, best_language
from quartett.server.settings import Settings
from quartett.server.shared.health import Readiness
from quartett.server.shared.limits import Limits
from quartett.server.shared.services import Services
from quartett.server.socket.endpoint import table_socket
from quartett.server.store.store import Store
from quartett.server.table.registry import TableRegistry

Work = Callable[[], Coroutine[None, None, None]]
"""What is done beside play, for as long as the server runs."""


def create_app(
    settings: Settings,
    store: Callable[[], Store],
    folder: Path = static.FOLDER,
    time: Time = PROCESS_TIME,
) -> Starlette:
    """A server over a store; it opens the store when it starts and closes it when it ends."""
    services = Services(settings, time)
    tables = TableRegistry(services, own=_own)
    limits = Limits(settings, tables.still_open, services.time)
    learning = Learning(services)
    evenings = Evenings(tables)
    people = People(tables, evenings)
    duties = Duties(people, tables)
    history = History(services)
    notices = Notices(services)
    readiness = Readiness(lambda: _ping(tables), lambda: services.ownership.held, services.time)
    kept_up = (history.keep_up, duties.keep_up, evenings.keep_up, notices.sending.keep_up)
    beside: list[Work] = [
        readiness.watch_lag,
        *(partial(_once_open, tables, each) for each in kept_up),
    ]
    app = Starlette(
        routes=_routes(tables, people, limits, folder),
        lifespan=_lifespan(tables, store, learning, beside),
        middleware=_middleware(services, limits),
        exception_handlers={HTTPException: _not_so},
    )
    app.state.tables = tables
    app.state.readiness = readiness
    app.state.learning = learning
    app.state.people = people
    app.state.door = Door(settings)
    app.state.history = history
    app.state.evenings = evenings
    app.state.notices = notices
    app.state.passkeys = Passkeys(people, services)
    return app


def _lifespan(
    tables: TableRegistry,
    store: Callable[[], Store],
    learning: Learning,
    beside: Sequence[Work],
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Opens the store, and has done beside play what is to be done until the server ends."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        # Pages can be had while the tables are still being read; requests for these wait.
        opening = asyncio.create_task(tables.open(store))
        running = [asyncio.create_task(each()) for each in beside]
        try:
            yield
        finally:
            for each in running:
                each.cancel()
            learning.close()
            await asyncio.wait([opening])
            await tables.close()

    return lifespan


def _middleware(services: Services, limits: Limits) -> list[Middleware]:
    settings, log, metrics = services.settings, services.log, services.metrics
    return [
        Middleware(Edge, settings=settings, limits=limits, log=log, metrics=metrics),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
    ]


async def _once_open(tables: TableRegistry, work: Work) -> None:
    """Work that needs the store; without one, the server tells those who ask."""
    if await tables.opening_failed() is None:
        await work()


async def _own(
    services: Services, doubt: Callable[[], None], wanted: Callable[[str], None]
) -> Ownership:
    """All tables are this server's, unless it is one node of several."""
    url, store = services.settings.node_url, services.store
    if url is None:
        return Alone(store, services.time)
    # Only where there are nodes: the engine's library is not needed elsewhere.
    from quartett.server.cluster.membership import Membership
    from quartett.server.store.postgres import PostgresStore

    assert isinstance(store, PostgresStore)
    member = Membership(store, url, doubt, wanted, services.time)
    await member.begin()
    services.metrics.gauges |= member.figures()
    return member


async def _ping(tables: TableRegistry) -> None:
    """See whether the database takes writes."""
    await tables.opened()
    await tables.services.store.ping()


def _routes(tables: TableRegistry, people: People, limits: Limits, folder: Path) -> list[BaseRoute]:
    return [
        *routes(ENDPOINTS, tables, limits),
        Route("/api/openapi.json", _document(openapi)),
        Route("/api/socket.json", _document(socket_schema)),
        WebSocketRoute(f"{TABLE}/socket", table_socket(tables, people)),
        *static.routes(folder),
    ]


def _document(make: Callable[[], bytes]) -> Callable[[Request], Awaitable[Response]]:
    """A generated document, the same for everybody, created on first use."""
    made = cache(make)

    async def serve(_: Request) -> Response:
        return Response(made(), media_type="application/json")

    return serve


async def _not_so(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    language = best_language(request.headers.get("accept-language", ""))
    reason = "not_so" if error.status_code == 405 else "no_such_page"
    answer = refusal(Refusal(reason, error.status_code), language)
    for name, value in (error.headers or {}).items():
        listed = name.lower() == "allow"
        answer.headers[name] = ", ".join(sorted(value.split(", "))) if listed else value
    return answer
