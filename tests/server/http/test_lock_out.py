"""Nobody is locked out by connections that ask nothing, nor by one address that asks too much."""

import asyncio
import json
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from chaos.process import until
from patience import PATIENCE_SECONDS
from quartett import start
from quartett.client import Api, Refused, Seat
from quartett.core.log import dump_log
from quartett.server.serving.run import listen
from quartett.server.settings import Settings
from quartett.server.shared.limits import network_of
from server.learning.surfer import Surfer
from server.live import Live, live_server, play_on, run, sit_down
from server.raw import open_raw
from server.still_time import StillTime


def _get(url: str, path: str = "/healthz", **headers: str) -> tuple[int, Any]:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_SECONDS)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, json.loads(text) if text[:1] == b"{" else text


@contextmanager
def _silent(url: str, count: int, source: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """So many connections that say nothing."""
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    opened = []
    for _ in range(count):
        one = socket.create_connection((parts.hostname, parts.port), 20, (source, 0))
        opened.append(one)
    try:
        yield opened
    finally:
        for one in opened:
            one.close()


def _answer(one: socket.socket) -> bytes:
    """One whole answer."""
    got = b""
    while not got.endswith(b"}"):
        got += one.recv(10_000)
    return got


def test_a_thousand_silent_connections_lock_nobody_out(tmp_path: Path) -> None:
    log = tmp_path / "log"
    few = 400
    code = (
        "import resource, sys; from quartett.cli import main;"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({few}, {few}));"
        "sys.exit(main(sys.argv[1:]))"
    )
    with log.open("w") as said:
        command = [sys.executable, "-c", code, "serve", "--no-open", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--data-dir", str(tmp_path / "data")],
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        )
        assert process.stdout is not None
        url = process.stdout.readline().split()[3]
        try:
            with _silent(url, 600), _silent(url, 400, "127.0.0.2"):
                for _ in range(20):
                    assert _get(url)[0] == 200
        finally:
            process.terminate()
            assert process.wait(PATIENCE_SECONDS) == 0
            process.stdout.close()
    assert log.stat().st_size < 10_000
    assert "Traceback" not in log.read_text()


def test_a_full_table_of_descriptors_is_said_once_not_with_tracebacks(tmp_path: Path) -> None:
    """Where even accepting fails, the server says so in one line and goes on afterwards."""
    code = """
import asyncio, errno, sys
from quartett.server.logging import Log, take_over
take_over(Log())
async def main():
    loop = asyncio.get_running_loop()
    for _ in range(500):
        loop.call_exception_handler({
            "message": "socket.accept() out of system resource",
            "exception": OSError(errno.EMFILE, "Too many open files"),
        })
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    said = json.loads(lines[0])
    assert said["says"] == "socket.accept() out of system resource"
    assert said["failed"][0]["says"].endswith("Too many open files")


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nHost: a\r\n"])
def test_headers_that_never_end_end_the_connection(tmp_path: Path, sent: bytes) -> None:
    with (
        live_server(tmp_path, header_seconds=0.3) as live,
        _silent(live.url, 1) as (one,),
    ):
        one.sendall(sent)
        assert one.recv(100) == b""


def test_a_second_request_that_never_ends_ends_the_connection(tmp_path: Path) -> None:
    with (
        live_server(tmp_path, header_seconds=0.3, idle_seconds=20.0) as live,
        _silent(live.url, 1) as (one,),
    ):
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert _answer(one).startswith(b"HTTP/1.1 200")
        one.sendall(b"GET /hea")
        assert one.recv(100) == b""


def test_a_connection_that_asks_no_more_is_closed(tmp_path: Path) -> None:
    with live_server(tmp_path, idle_seconds=0.3) as live, _silent(live.url, 1) as (one,):
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert _answer(one).startswith(b"HTTP/1.1 200")
        assert one.recv(100) == b""


def test_a_body_that_never_comes_is_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, body_seconds=0.3) as live, _silent(live.url, 1) as (one,):
        head = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        one.sendall(head + b"Content-Length: 100\r\n\r\n{")
        assert one.recv(10_000).startswith(b"HTTP/1.1 408")


def test_who_leaves_in_the_middle_of_a_body_raises_no_alarm(tmp_path: Path) -> None:
    """Nobody can fill the log with failures that are none, nor the figures."""
    with live_server(tmp_path) as live:
        metrics = live.tables.services.metrics
        with _silent(live.url, 1) as (one,):
            head = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            one.sendall(head + b"Content-Length: 100\r\n\r\n{")
            until(lambda: live.server.server_state.connections)
        until(lambda: metrics.requests)
        assert metrics.errors == 0
        assert not [kind for _, kind in metrics.requests if kind == "5xx"]


def test_a_client_that_takes_nothing_of_its_answers_is_let_go(tmp_path: Path) -> None:
    with live_server(tmp_path, write_seconds=0.5) as live, _silent(live.url, 1) as (one,):
        asked = 300
        one.settimeout(PATIENCE_SECONDS)
        until(lambda: live.server.server_state.connections)
        try:
            for _ in range(asked):
                one.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n")
        except OSError:
            return  # let go while still asking
        until(lambda: not live.server.server_state.connections)
        got = b""
        with suppress(OSError):
            while piece := one.recv(1_000_000):
                got += piece
        assert got.count(b"HTTP/1.1 200") < asked


def test_an_address_with_too_many_busy_connections_gets_no_more(tmp_path: Path) -> None:
    async def crowd(url: str) -> None:
        host = await Seat.create(url, "jericho", "Anna")
        raws = [await open_raw(host) for _ in range(4)]
        for raw in raws:
            await raw.next("snapshot")
        with pytest.raises(InvalidStatus) as refused:
            await open_raw(host)
        assert refused.value.response.status_code == 503
        socket_url = f"{url.replace('http', 'ws')}/api/tables/{host.table_id}/socket"
        elsewhere = await connect(socket_url, proxy=None, local_addr=("127.0.0.2", 0))
        await elsewhere.close()
        await raws[0].socket.close()
        again = await open_raw(host)
        await again.next("snapshot")
        for raw in [*raws, again]:
            await raw.socket.close()

    with live_server(tmp_path, max_connections_per_address=4) as live:
        run(crowd(live.url))


async def _bring_matches_for_ever(url: str) -> None:
    match = start("photo_rummy", players=2, seed=1)
    rng = random.Random(1)
    while match.outcome is None:
        seat = min(match.to_act)
        match.play(seat, rng.choice(list(match.legal(seat))))
    log = dump_log(match.record())
    while True:
        await Api(url).fetch("/api/replays", log)


def test_where_the_disk_quota_is_used_up_matches_go_on_and_new_tables_are_refused(
    tmp_path: Path,
) -> None:
    async def play(url: str) -> None:
        seats = await sit_down(url, "souvenirs", ["Anna", "Ben"])
        async with seats[0], seats[1]:
            await seats[0].start()
            with pytest.raises(Refused) as refused:
                await _bring_matches_for_ever(url)
            assert refused.value.reason == "server.server_full"
            mover = next(seat for seat in seats if seat.legal)
            assert await play_on(mover, random.Random(1), 1) == 1

    with live_server(tmp_path, max_disk_mb=1) as live:
        run(play(live.url))
    assert (tmp_path / "quartett.db").stat().st_size < 3_000_000


def test_one_address_cannot_fill_the_server_with_tables(tmp_path: Path) -> None:
    async def fill(url: str) -> None:
        hosts = [await Seat.create(url, "jericho", f"Anna {n}") for n in range(3)]
        with pytest.raises(Refused) as refused:
            await Seat.create(url, "jericho", "Anna")
        assert refused.value.reason == "server.too_many_tables"
        await hosts[0].post("seats", seat=1, kind="open")  # all else goes on

    with live_server(tmp_path, max_tables_per_address=3) as live:
        run(fill(live.url))


@pytest.mark.parametrize(
    ("setting", "path", "body"),
    [
        ("tables_per_minute", "/api/tables", {"game": "jericho", "you": "Anna"}),
        ("joins_per_minute", "/api/tables/{id}/join", {"name": "Ben", "sit": False}),
        ("imports_per_minute", "/api/replays", {}),
        ("reads_per_minute", "/api/tables/{id}/replay", None),
        ("reads_per_minute", "/api/tables/{id}/replay/views", None),
    ],
)
def test_what_costs_much_is_limited_by_address(
    tmp_path: Path, setting: str, path: str, body: dict[str, Any] | None
) -> None:
    async def ask(url: str) -> None:
        host = await Seat.create(url, "jericho", "Anna")
        reasons = []
        for _ in range(4):
            try:
                encoded = None if body is None else json.dumps(body).encode()
                await host.api.fetch(path.format(id=host.table_id), encoded)
                reasons.append("")
            except Refused as refused:
                reasons.append(refused.reason)
        assert reasons[-1] == "server.too_fast"
        assert reasons[0] != "server.too_fast"

    with live_server(tmp_path, **{setting: 2}) as live:
        run(ask(live.url))


def test_new_sockets_of_an_address_are_limited(tmp_path: Path) -> None:
    async def ask(url: str) -> None:
        host = await Seat.create(url, "jericho", "Anna")
        for _ in range(2):
            raw = await open_raw(host)
            await raw.next("snapshot")
            await raw.socket.close()
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            await (await open_raw(host)).next("snapshot")

    with live_server(tmp_path, sockets_per_minute=2) as live:
        run(ask(live.url))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("hints_per_minute", {"type": "hint", "id": "h"}),
        ("catch_ups_per_minute", {"type": "catch_up", "match": 1}),
    ],
)
def test_hints_and_catch_ups_over_a_socket_are_limited(
    tmp_path: Path, setting: str, message: dict[str, Any]
) -> None:
    async def ask(url: str) -> None:
        bots = [{"kind": "bot", "level": "random"}] * 2
        host = await Seat.create(url, "jericho", "Anna", seats=[{}, *bots])
        await host.start()
        raw = await open_raw(host)
        await raw.next("snapshot")
        for _ in range(2):
            await raw.send(message)
            assert (await raw.next("hint", "events", "refused"))["type"] != "refused"
        await raw.send(message)
        refused = await raw.next("refused")
        assert (refused["reason"], refused["id"]) == ("server.too_fast", message.get("id"))
        await raw.socket.close()

    with live_server(tmp_path, **{setting: 2}) as live:
        run(ask(live.url))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("hints_per_minute", {"type": "hint", "id": "h"}),
        ("catch_ups_per_minute", {"type": "catch_up", "match": 1}),
        ("said_per_minute", {"type": "say", "phrase": "hello"}),
    ],
)
def test_rates_count_for_a_person_however_many_sockets_they_open(
    tmp_path: Path, setting: str, message: dict[str, Any]
) -> None:
    async def ask(url: str) -> None:
        bots = [{"kind": "bot", "level": "random"}] * 2
        host = await Seat.create(url, "jericho", "Anna", seats=[{}, *bots])
        await host.start()
        for number in range(4):  # each on a socket of its own
            raw = await open_raw(host)
            await raw.next("snapshot")
            await raw.send(message)
            told = await raw.next("hint", "events", "snapshot", "said", "refused")
            assert (told["type"] == "refused") is (number >= 2)
            await raw.socket.close()

    with live_server(tmp_path, **{setting: 2}) as live:
        run(ask(live.url))


def test_one_person_has_only_so_many_sockets_at_a_table(tmp_path: Path) -> None:
    async def ask(url: str) -> None:
        host = await Seat.create(url, "jericho", "Anna")
        raws = [await open_raw(host) for _ in range(2)]
        for raw in raws:
            await raw.next("snapshot")
        third = await open_raw(host)
        assert (await third.next("bye"))["reason"] == "server.too_many_sockets"
        await third.socket.close()
        for raw in raws:
            await raw.socket.close()

    with live_server(tmp_path, max_sockets_per_person=2) as live:
        run(ask(live.url))


def test_whoever_is_too_fast_learns_which_request_was_refused(tmp_path: Path) -> None:
    async def ask(url: str) -> None:
        host = await Seat.create(url, "jericho", "Anna")
        raw = await open_raw(host)
        await raw.next("snapshot")
        for n in range(40):
            await raw.send({"type": "undo", "id": f"u{n}"})
        refused = [await raw.next("refused") for _ in range(40)]
        assert {each["id"] for each in refused} == {f"u{n}" for n in range(40)}
        assert "server.too_fast" in {each["reason"] for each in refused}
        await raw.socket.close()

    with live_server(tmp_path, message_rate=5.0) as live:
        run(ask(live.url))


def _asked_from(live: Live, *forwarded: str) -> list[int]:
    """The statuses of requests that claim to come from these addresses."""
    body = json.dumps({"game": "jericho", "you": "Anna"})
    found = []
    for address in forwarded:
        connection = HTTPConnection(urlsplit(live.url).netloc, timeout=PATIENCE_SECONDS)
        headers = {"content-type": "application/json", "x-forwarded-for": address}
        connection.request("POST", "/api/tables", body, headers)
        found.append(connection.getresponse().status)
        connection.close()
    return found


def test_a_header_that_anybody_can_send_gives_no_new_address(tmp_path: Path) -> None:
    with live_server(tmp_path, tables_per_minute=2) as live:
        assert _asked_from(live, "192.0.2.1", "192.0.2.2", "192.0.2.3") == [201, 201, 429]


def test_a_trusted_proxy_tells_who_the_client_is(tmp_path: Path) -> None:
    with live_server(tmp_path, tables_per_minute=1, trusted_proxies=("127.0.0.0/8",)) as live:
        assert _asked_from(live, "192.0.2.1", "192.0.2.2", "192.0.2.1") == [201, 201, 429]
        # What a client wrote itself stands before what the proxy added.
        assert _asked_from(live, "198.51.100.7, 192.0.2.2") == [429]
        # A chain of our own proxies is passed over.
        assert _asked_from(live, "192.0.2.2, 127.0.0.9") == [429]


def test_addresses_of_one_ipv6_customer_count_as_one() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2")
    assert network_of("2001:db8::1") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1")
    assert network_of("not an address") == "not an address"


def test_acknowledgements_do_not_wait_for_the_clients_kernel() -> None:
    """Without TCP_NODELAY a small answer waits 40 ms for the client to say that it got the last."""

    async def accepted() -> int:
        loop = asyncio.get_running_loop()
        made: asyncio.Future[asyncio.BaseTransport] = loop.create_future()

        class Listening(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                made.set_result(transport)

        listener = listen(Settings(port=0))
        server = await loop.create_server(Listening, sock=listener)
        _, writer = await asyncio.open_connection(*listener.getsockname())
        transport = await made
        found = transport.get_extra_info("socket").getsockopt(
            socket.IPPROTO_TCP, socket.TCP_NODELAY
        )
        transport.close()
        writer.close()
        server.close()
        return int(found)

    assert asyncio.run(accepted()) != 0


def test_reading_is_limited_by_address_and_balancers_are_not(tmp_path: Path) -> None:
    """Generously: a burst is nothing to complain of, and whoever waits a moment may go on."""

    def statuses(live: Live, path: str, count: int) -> list[int]:
        connection = HTTPConnection(urlsplit(live.url).netloc, timeout=PATIENCE_SECONDS)
        found = []
        for _ in range(count):
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            found.append(answer.status)
        connection.close()
        return found

    clock = StillTime()
    with live_server(tmp_path, clock, look_rate=2.0) as live:
        assert statuses(live, "/api/me/home", 20) == [200] * 20
        for path in ("/api/me/home", "/api/games", "/api/openapi.json", "/api/nothing"):
            assert statuses(live, path, 2) == [429] * 2
        for path in ("/healthz", "/readyz"):
            assert statuses(live, path, 30) == [200] * 30
        somebody = Surfer(live)
        somebody.post("/api/me/renew")
        assert somebody.status == 200  # what changes something has a limit of its own
        clock.jump(1.0)
        assert statuses(live, "/api/me/home", 3) == [200, 200, 429]
