"""A push service and the browser behind it: it checks who sends, and decrypts what was sent.

This is the receiving side of RFC 8291 and RFC 8292, written on its own.
"""

import asyncio
import hashlib
import hmac
import json
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text_of(data: bytes) -> str:
    """Base64 as it stands in addresses."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    """The reverse."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hmac(key: bytes, *parts: bytes) -> bytes:
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


class Browser:
    """A browser that has subscribed."""

    def __init__(self, private: int | None = None, auth: bytes = b"0123456789abcdef") -> None:
        curve = ec.SECP256R1()
        made = ec.generate_private_key(curve) if private is None else None
        self._key = made or ec.derive_private_key(private or 1, curve)
        self.auth = auth
        public = self._key.public_key()
        self.point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str) -> dict[str, str]:
        """What its page tells the server."""
        return {"endpoint": endpoint, "p256dh": text_of(self.point), "auth": text_of(self.auth)}

    def decrypt(self, body: bytes) -> bytes:
        """What was sent, if it was for this browser."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        # HKDF by hand: one block is enough for each.
        info = b"WebPush: info\0" + self.point + sender
        together = _hmac(_hmac(self.auth, shared), info, b"\1")
        root = _hmac(salt, together)
        key = _hmac(root, b"Content-Encoding: aes128gcm\0", b"\1")[:16]
        nonce = _hmac(root, b"Content-Encoding: nonce\0", b"\1")[:12]
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        return plain.rstrip(b"\0")[:-1]


def claims(authorization: str) -> dict[str, Any]:
    """What a sender says of itself; fails if its key has not signed that."""
    parts = dict(
        part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(",")
    )
    head, told, signature = parts["t"].split(".")
    assert json.loads(bytes_of(head))["alg"] == "ES256"
    raw = bytes_of(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(parts["k"]))
    key.verify(der, f"{head}.{told}".encode(), ec.ECDSA(SHA256()))
    return {**json.loads(bytes_of(told)), "key": parts["k"]}


class PushService:
    """What came for browsers, by the path of their subscription."""

    def __init__(self) -> None:
        self.port = 0
        self.came: list[tuple[str, dict[str, str], bytes]] = []
        self.times: list[tuple[str, float]] = []
        """To which path something came, and when (monotonic)."""
        self.status = "201 Created"
        """What is answered; `silence`: nothing, `nonsense`: what no service says."""
        self.more = ""

    def endpoint(self, name: str) -> str:
        """The address of a subscription."""
        return f"http://127.0.0.1:{self.port}/{name}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one message in."""
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {
                name.lower(): value for name, _, value in (line.partition(": ") for line in lines)
            }
            body = await reader.readexactly(int(headers["content-length"]))
            path = first.split()[1].removeprefix("/")
            self.came.append((path, headers, body))
            self.times.append((path, time.monotonic()))
            if self.status == "silence":
                await reader.read()  # until whoever sends hangs up
                return
            said = "Good day!" if self.status == "nonsense" else f"HTTP/1.1 {self.status}"
            writer.write(f"{said}\r\n{self.more}Content-Length: 0\r\n\r\n".encode())
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """A service that is there until the block ends."""
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.port = server.sockets[0].getsockname()[1]
    try:
        yield service
    finally:
        server.close()


@contextmanager
def push_service_aside() -> Iterator[PushService]:
    """The same in a thread of its own."""
    opened: Future[tuple[PushService, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def stay_open() -> None:
        closing = asyncio.Event()
        async with push_service() as service:
            opened.set_result((service, asyncio.get_running_loop(), closing))
            await closing.wait()

    thread = threading.Thread(target=asyncio.run, args=(stay_open(),))
    thread.start()
    service, loop, closing = opened.result()
    try:
        yield service
    finally:
        loop.call_soon_threadsafe(closing.set)
        thread.join()
