"""A port of its own for those who run the server: figures and health, for no player's eyes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from quartett.core.errors import FormatError
from quartett.server.metrics import Metrics
from quartett.server.shared.health import Readiness

PATIENCE_SECONDS = 5.0
MAX_HEAD = 8 * 1024

Answer = tuple[int, str, bytes]
_STATUS = {200: b"OK", 404: b"Not Found", 405: b"Method Not Allowed", 503: b"Service Unavailable"}


class Monitoring:
    """Answers `GET /metrics`, `/healthz` and `/readyz`, one request a connection."""

    def __init__(self, metrics: Metrics, readiness: Readiness) -> None:
        self._pages: dict[str, Callable[[], Awaitable[Answer]]] = {
            "/metrics": self._figures,
            "/healthz": self._alive,
            "/readyz": self._ready,
        }
        self._metrics = metrics
        self._readiness = readiness
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> None:
        """Listen; FormatError if that cannot be."""
        try:
            self._server = await asyncio.start_server(self._serve, host, port, limit=MAX_HEAD)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "this is not a host"
            raise FormatError(f"--metrics-port: cannot listen on {host}:{port}: {why}") from None

    def close(self) -> None:
        """Listen no longer."""
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(
            OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            async with asyncio.timeout(PATIENCE_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                status, kind, body = await self._answer(head)
                writer.write(
                    b"HTTP/1.1 %d %b\r\ncontent-type: %b\r\ncontent-length: %d\r\n"
                    b"connection: close\r\n\r\n%b"
                    % (status, _STATUS[status], kind.encode(), len(body), body)
                )
                await writer.drain()
        writer.close()

    async def _answer(self, head: bytes) -> Answer:
        method, _, rest = head.partition(b" ")
        if method != b"GET":
            return 405, "text/plain", b"GET only\n"
        path = rest.partition(b" ")[0].partition(b"?")[0].decode("latin-1")
        page = self._pages.get(path)
        return (404, "text/plain", b"nothing here\n") if page is None else await page()

    async def _figures(self) -> Answer:
        return 200, "text/plain; version=0.0.4", self._metrics.page()

    async def _alive(self) -> Answer:
        return 200, "application/json", b'{"status":"ok"}'

    async def _ready(self) -> Answer:
        problem = await self._readiness.problem()
        if problem is None:
            return 200, "application/json", b'{"status":"ready"}'
        return 503, "application/json", b'{"status":"not_ready","why":"%b"}' % problem.encode()
