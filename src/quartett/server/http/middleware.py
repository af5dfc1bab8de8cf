"""What every request passes first: who asks, under which path, and how the answer is guarded."""

import re
import secrets
import time
from itertools import count
from logging import INFO

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quartett.server.cluster.node import unpinned
from quartett.server.http.proxies import DIRECT, TrustedProxies
from quartett.server.http.requests import refusal
from quartett.server.logging import Log, request_id
from quartett.server.metrics import Metrics
from quartett.server.moved import PIN
from quartett.server.refusals import Refusal, best_language
from quartett.server.security import (
    HEADERS,
    STRICT_TRANSPORT,
    KnownHosts,
    is_chunked,
    is_public,
)
from quartett.server.settings import Settings
from quartett.server.shared.limits import Limits

_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_ID = b"x-request-id"

ANY_HOST = ("/healthz", "/readyz", "/metrics")
"""What balancers and monitors ask, under whatever name they have for this server."""

SHOWN_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,100}")
"""A host's name as it may be repeated."""


class Edge:
    """The outermost part of the application; it costs a few microseconds a request."""

    def __init__(
        self, app: ASGIApp, settings: Settings, limits: Limits, log: Log, metrics: Metrics
    ) -> None:
        self._app = app
        self._proxies = TrustedProxies(settings.trusted_proxies)
        self._hosts = KnownHosts(settings)
        self._root = settings.root_path
        self._pinned = settings.node_url is not None
        self._limits = limits
        self._log = log
        self._metrics = metrics
        self._ids = secrets.token_hex(4)
        self._count = count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and complete its answer."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        id = f"{self._ids}-{next(self._count):x}"
        request_id.set(id)
        self._say_who(scope)
        if self._pinned:
            scope[PIN], scope["path"] = unpinned(scope["path"], self._root)
        if self._root:
            self._say_where(scope)
        if scope["type"] == "http":
            await self._answer(scope, receive, send, id)
        elif not self._hosts.knows(_host(scope)):
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "unknown host"})
        elif self._limits.take("sockets", scope["client"][0] if scope["client"] else ""):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "too many sockets"})

    async def _answer(self, scope: Scope, receive: Receive, send: Send, id: str) -> None:
        began = time.perf_counter()
        status, host = 0, _host(scope)
        more = [(_ID, id.encode())]
        if scope["scheme"] == "https" and is_public(host):
            more.append((b"strict-transport-security", STRICT_TRANSPORT))

        async def complete(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_HEADERS, *more]
            await send(message)

        try:
            if is_chunked(scope["headers"]):
                await self._refuse(Refusal("length_required", 411), scope, receive, complete)
            elif not self._knows(host, scope):
                shown = host if SHOWN_HOST.fullmatch(host) else "?"
                why = Refusal("foreign_host", 421, host=shown)
                await self._refuse(why, scope, receive, complete)
            elif not self._may_look(scope):
                await self._refuse(Refusal("too_fast", 429), scope, receive, complete)
            else:
                await self._app(scope, receive, complete)
        except ClientDisconnect:
            pass  # a client that hangs up in mid-request or mid-answer is not our failure
        except Exception as error:
            self._metrics.errors += 1
            self._log.exception("request_failed", error)
            if not status:
                await self._refuse(Refusal("went_wrong", 500), scope, receive, complete)
        finally:
            path = getattr(scope.get("route"), "path", "")
            self._metrics.requests[path, f"{status // 100}xx"] += 1
            if self._log.level <= INFO:
                self._log_request(scope, path, status, time.perf_counter() - began)

    def _knows(self, host: str, scope: Scope) -> bool:
        return self._hosts.knows(host) or scope["path"].removeprefix(self._root) in ANY_HOST

    def _may_look(self, scope: Scope) -> bool:
        """Whether an address may read more now; what changes something is counted elsewhere."""
        path = scope["path"].removeprefix(self._root)
        if scope["method"] == "POST" or not path.startswith("/api/"):
            return True
        return self._limits.take("looks", scope["client"][0] if scope["client"] else "")

    async def _refuse(self, why: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
        """Say why, and that nothing more is taken in over this connection."""
        said = refusal(why, best_language(Headers(scope=scope).get("accept-language", "")))
        said.headers["connection"] = "close"
        await said(scope, receive, send)

    def _log_request(self, scope: Scope, path: str, status: int, seconds: float) -> None:
        self._log.info(
            "request",
            method=scope["method"],
            path=path,
            table=scope.get("path_params", {}).get("id"),
            status=status,
            ms=round(seconds * 1000, 1),
            client=scope["client"][0] if scope["client"] else None,
        )

    def _say_who(self, scope: Scope) -> None:
        """Put the client in place of a trusted proxy; anybody else's word on that is nothing."""
        client = scope.get("client")
        proxied = bool(self._proxies) and client is not None and self._proxies.trusts(client[0])
        scope[DIRECT] = not proxied
        if proxied and client is not None:
            scope["client"] = (self._proxies.client(scope["headers"], client[0]), 0)
            if scheme := self._proxies.scheme(scope["headers"]):
                socket = scope["type"] == "websocket"
                scope["scheme"] = scheme.replace("http", "ws") if socket else scheme

    def _say_where(self, scope: Scope) -> None:
        """Understand a path with the prefix and without: some proxies cut it off."""
        path, root = scope["path"], self._root
        scope["root_path"] = root
        if path != root and not path.startswith(f"{root}/"):
            scope["path"] = root + path


def _host(scope: Scope) -> str:
    """The Host header; nothing where there is none."""
    found = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return found.decode("latin-1").lower()
