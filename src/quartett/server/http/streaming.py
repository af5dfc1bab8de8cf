"""Long answers in pieces: made in threads of their own, at the pace at which they are read."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

T = TypeVar("T")

CHUNK = 64 * 1024
"""About this many bytes are made at once; then somebody else's turn comes."""

MAX_WORKERS = 1
"""How many pieces are made at a time: more would take the processor from the tables."""

_GZIP = 16 + zlib.MAX_WBITS
_LEVEL = 5


@cache
def _workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MAX_WORKERS, "long answer")


async def aside(work: Callable[..., T], *values: object) -> T:
    """What takes a while, done where long answers are made and nobody waits for it."""
    return await asyncio.get_running_loop().run_in_executor(_workers(), work, *values)


async def streamed(
    request: Request, lines: Iterator[bytes], media: str, headers: dict[str, str]
) -> Response:
    """Lines as an answer; whatever is refused before the first piece is refused properly."""
    packed = "gzip" in request.headers.get("accept-encoding", "")
    pieces = _packed(_pieces(lines)) if packed else _pieces(lines)
    first = await _next(pieces)

    async def rest() -> AsyncIterator[bytes]:
        piece = first
        while piece is not None:
            yield piece
            piece = await _next(pieces)

    answer = StreamingResponse(rest(), 200, {"cache-control": "no-store", **headers}, media)
    answer.headers["vary"] = "accept-encoding"
    answer.headers["content-encoding"] = "gzip" if packed else "identity"
    return answer


async def _next(pieces: Iterator[bytes]) -> bytes | None:
    return await aside(next, pieces, None)


def _pieces(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Lines put together to pieces of about one size."""
    piece = bytearray()
    for line in lines:
        piece += line
        if len(piece) >= CHUNK:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)


def _packed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Pieces compressed, here where nobody waits for it."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    for piece in pieces:
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush()
