"""A minimal websocket client: the load must not cost more than the server it measures."""

import asyncio
import base64
import os
from collections.abc import Callable
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Line(asyncio.Protocol):
    """One connection; each text that arrives is passed on as bytes."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._hear = hear
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is open."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        """The connection has ended."""
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("the server hung up"))

    def ask_for_upgrade(self, host: str, path: str) -> None:
        """Ask for a websocket; `opened` is set once it is one."""
        key = base64.b64encode(os.urandom(16)).decode()
        self._write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._send_frame(_TEXT, text)

    def abort(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read bytes and pass on the texts in them."""
        self._buffer += data
        if not self.opened.done() and not self._upgraded():
            return
        while (frame := self._next_frame()) is not None:
            opcode, payload = frame
            if opcode == _TEXT:
                self._hear(payload)
            elif opcode == _PING:
                self._send_frame(_PONG, payload)
            elif opcode == _CLOSE:
                self.abort()

    def _upgraded(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._buffer.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionError(bytes(self._buffer[:end]).decode()))
            return False
        del self._buffer[: end + 4]
        self.opened.set_result(None)
        return True

    def _next_frame(self) -> tuple[int, bytes] | None:
        """The next whole frame; servers do not mask frames, and ours does not fragment them."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1], 2
        if length > 125:
            start = 4 if length == 126 else 10
            length = int.from_bytes(buffer[2:start])
        if len(buffer) < start + length:
            return None
        payload = bytes(buffer[start : start + length])
        opcode = buffer[0] & 15
        del buffer[: start + length]
        return opcode, payload

    def _send_frame(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes([128 | opcode, 128 | min(size, 126)])
        if size > 125:
            head += size.to_bytes(2)
        # Masked with zeros: allowed, and nothing has to be computed.
        self._write(head + b"\0\0\0\0" + payload)

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)


async def connect(url: str, path: str, hear: Callable[[bytes], None]) -> Line:
    """An open websocket to a path of a server."""
    address = urlsplit(url)
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(hear), address.hostname, address.port)
    line.ask_for_upgrade(address.netloc, path)
    await line.opened
    return line
