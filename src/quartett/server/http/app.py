"""The server as one ASGI application."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from quartett.server.http import static
from quartett.server.http.addresses import routes
from quartett.server.http.openapi import openapi, socket_schema
from quartett.server.http.requests import refusal
from quartett.server.http.routes import ENDPOINTS, TABLE
from quartett.server.http.security import Buckets, SafeHeaders
from quartett.server.refusals import Refusal, best_language
from quartett.server.services import Services
from quartett.server.settings import Settings
from quartett.server.socket.endpoint import table_socket
from quartett.server.store.store import Store
from quartett.server.table.registry import Tables


def create_app(
    settings: Settings, store: Callable[[], Store], folder: Path = static.FOLDER
) -> Starlette:
    """A server over a store; it opens the store when it starts and closes it when it ends."""
    tables = Tables(Services(settings))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # Pages can be had while the tables are still being read; requests for these wait.
        opening = asyncio.create_task(tables.open(store))
        try:
            yield
        finally:
            await asyncio.wait([opening])
            await tables.close()

    app = Starlette(
        routes=_routes(tables, folder),
        lifespan=lifespan,
        middleware=[Middleware(SafeHeaders), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={HTTPException: _not_so, Exception: _failed},
    )
    app.state.tables = tables
    return app


def _routes(tables: Tables, folder: Path) -> list[BaseRoute]:
    buckets = Buckets(tables.services.settings.request_rate)
    return [
        *routes(ENDPOINTS, tables, buckets),
        Route("/api/openapi.json", _document(openapi)),
        Route("/api/socket.json", _document(socket_schema)),
        WebSocketRoute(f"{TABLE}/socket", table_socket(tables)),
        *static.routes(folder),
    ]


def _document(make: Callable[[], bytes]) -> Callable[[Request], Awaitable[Response]]:
    """A generated document, the same for everybody, made when it is first wanted."""
    made = cache(make)

    async def serve(_: Request) -> Response:
        return Response(made(), media_type="application/json")

    return serve


async def _not_so(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    language = best_language(request.headers.get("accept-language", ""))
    reason = "not_so" if error.status_code == 405 else "no_such_page"
    answer = refusal(Refusal(reason, error.status_code), language)
    answer.headers.update(error.headers or {})
    return answer


async def _failed(request: Request, error: Exception) -> Response:
    language = best_language(request.headers.get("accept-language", ""))
    request.app.state.tables.services.metrics.errors += 1
    return refusal(Refusal("went_wrong", 500), language)
