"""Thousands of the smallest parts, which never reach a table, hold nobody up."""

import asyncio
import json
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosedError

from quartett.client import Seat
from server.live import Live, live_server, run
from server.raw import open_raw

MANY = 20_000
CHUNKS = b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 1000 + b"0\r\n\r\n"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with the usual limit of messages."""
    with live_server(tmp_path_factory.mktemp("server"), message_rate=20.0) as running:
        yield running


def _frame(opcode: int, last: bool = True) -> bytes:
    """The smallest frame there is, masked as clients' frames are."""
    return bytes([0x80 * last | opcode, 0x80, 0, 0, 0, 0])


def _asked(live: Live, *parts: bytes) -> bytes:
    """All that is answered to what is sent in one go, until the server closes."""
    place = urlsplit(live.url)
    with socket.create_connection((place.hostname or "", place.port or 0), 20) as line:
        line.sendall(b"".join(parts))
        got = b""
        while more := line.recv(65_536):
            got += more
        return got


def _request(what: str, more: str = "") -> bytes:
    return f"{what} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}".encode()


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(_frame(0x9) * MANY, id="pings"),
        pytest.param(_frame(0xA) * MANY, id="pongs"),
        pytest.param(_frame(0x1, last=False) + _frame(0x0, last=False) * MANY, id="pieces"),
        pytest.param(_frame(0x1) * MANY, id="messages"),
    ],
)
def test_a_flood_of_frames_ends_its_own_connection_only(live: Live, flood: bytes) -> None:
    async def play() -> None:
        seat = await Seat.create(live.url, "jericho", "Anna")
        raw, other = await open_raw(seat), await open_raw(seat)
        await asyncio.gather(raw.next("snapshot"), other.next("snapshot"))
        raw.socket.transport.write(flood)
        with pytest.raises(ConnectionClosedError):
            await raw.next("never")
        answer = {"type": "refused"}
        while answer["type"] == "refused":  # one person's rate holds for all their connections
            await asyncio.sleep(0.2)
            await other.send({"type": "ping", "n": 1})
            answer = await other.next("pong", "refused")
        await other.socket.close()

    run(play())


def test_pings_at_a_pace_that_browsers_keep_are_answered(live: Live) -> None:
    async def play() -> None:
        seat = await Seat.create(live.url, "jericho", "Anna")
        raw = await open_raw(seat)
        for _ in range(100):
            await (await raw.socket.ping())
        await raw.socket.close()

    run(play())


@pytest.mark.parametrize("path", ["/api/tables", "/api/replays", "/nowhere"])
def test_a_request_in_chunks_is_refused_unread(live: Live, path: str) -> None:
    refused = _asked(live, _request(f"POST {path}", "Content-Type: application/json\r\n"), CHUNKS)
    head, _, body = refused.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 411 ")
    assert b"connection: close" in head
    assert json.loads(body)["reason"] == "server.length_required"


def test_headers_beyond_all_measure_are_refused(live: Live) -> None:
    refused = _asked(live, _request("GET /healthz", "a: b\r\n" * 4000), b"\r\n")
    assert refused.startswith(b"HTTP/1.1 400 ")


def test_requests_that_come_in_one_go_are_answered_one_after_the_other(live: Live) -> None:
    """Longer together than what is taken in at once, the second with a body."""
    wide = f"X-Wide: {'x' * 3000}\r\n"
    body = b'{"game": "jericho", "you": "Anna"}' + b" " * 3000
    told = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    got = _asked(
        live,
        _request("GET /healthz", f"{wide}\r\n"),
        _request("POST /api/tables", f"{wide}{told}\r\n") + body,
        _request("GET /nowhere", f"{wide}\r\n"),
        _request("GET /healthz", f"{wide}Connection: close\r\n\r\n"),
    )
    answers = [part[:3] for part in got.split(b"HTTP/1.1 ")[1:]]
    assert answers == [b"200", b"201", b"404", b"200"]
