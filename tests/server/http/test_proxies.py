"""The proxies of docs/hosting.md as they are written there: TLS, sockets, and who the client is."""

import os
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect

from patience import PATIENCE_SECONDS
from ports import free_port
from quartett.client import Api, Refused, Seat
from server.haproxy import haproxy
from server.live import Live, live_server, run, sit_down
from server.raw import believed_round_trip

MANUAL = Path(__file__).parents[3] / "docs" / "hosting.md"
NAME = "play.example.org"
SERVER = "127.0.0.1:8000"
"""Where the manual's configurations look for the server."""

PROXY, CLIENT = "127.0.0.1", "127.0.0.2"


def _configuration(beginning: str, containing: str = "") -> str:
    """An indented configuration of the manual, by how it begins and what is in it."""
    lines = MANUAL.read_text().splitlines()
    starts = [number for number, line in enumerate(lines) if line == f"    {beginning}"]
    found = [_indented(lines[start:]) for start in starts]
    return next(each for each in found if containing in each)


def _indented(lines: list[str]) -> str:
    """A configuration up to its end: an empty line or one that is not indented."""
    found: list[str] = []
    for line in lines:
        if (line and not line.startswith("    ")) or (found and line == "    play.example.org {"):
            break
        found.append(line[4:])
    return "\n".join(found).strip() + "\n"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate of our own making, and key and certificate in one file."""
    folder = tmp_path_factory.mktemp("certificate")
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subprocess.run(
        ["openssl", "req", "-x509", *kind, *subject, *files], check=True, capture_output=True
    )
    whole = (folder / "cert.pem").read_text() + (folder / "key.pem").read_text()
    (folder / "both.pem").write_text(whole)
    return folder


@pytest.fixture(scope="module")
def trusting(certificate: Path) -> Iterator[None]:
    """Let this process believe our certificate."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
        yield


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server as the manual starts it."""
    data = tmp_path_factory.mktemp("data")
    proxies = {"trusted_proxies": (PROXY,), "measuring_proxies": (PROXY,)}
    with live_server(data, **proxies, origins=(f"https://{NAME}",)) as running:
        yield running


@contextmanager
def _behind_haproxy(live: Live, certificate: Path, folder: Path) -> Iterator[str]:
    port = free_port()
    text = _configuration("frontend web")
    text = text.replace("bind :443", f"bind 127.0.0.1:{port}")
    text = text.replace("/etc/haproxy/play.example.org.pem", str(certificate / "both.pem"))
    text = text.replace(SERVER, urlsplit(live.url).netloc)
    with haproxy(text, folder):
        yield f"https://127.0.0.1:{port}"


@contextmanager
def _behind_caddy(
    live: Live, certificate: Path, folder: Path, containing: str = ""
) -> Iterator[str]:
    program = shutil.which(os.environ.get("QUARTETT_CADDY") or "caddy")
    if program is None:
        pytest.skip("no Caddy; QUARTETT_CADDY can name one (`scripts/test` finds or fetches it)")
    port = free_port()
    text = _configuration("play.example.org {", containing)
    tls = f"    tls {certificate / 'cert.pem'} {certificate / 'key.pem'}"
    text = text.replace(
        "play.example.org {", f"https://127.0.0.1:{port}, https://{NAME}:{port} {{\n{tls}", 1
    )
    text = text.replace(SERVER, urlsplit(live.url).netloc)
    own = (
        "debug",
        "admin off",
        "grace_period 2s",  # by default it waits for ever for whoever has not gone
        "auto_https disable_redirects",
        f"storage file_system {folder}",
    )
    (folder / "Caddyfile").write_text("\n    ".join(("{", *own)) + "\n}\n" + text)
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(
            [program, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"],
            stdout=log,
            stderr=log,
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin"},
        )
    try:
        _await_listening(process, port, folder / "caddy.log")
        yield f"https://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)
        # Shown where a test fails: which requests came, and how long the server took for each.
        print((folder / "caddy.log").read_text()[-4000:])


def _await_listening(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    """Wait until this very process has the port: somebody else who had it might never answer."""
    until = time.monotonic() + PATIENCE_SECONDS
    while "serving initial configuration" not in log.read_text():
        assert process.poll() is None, f"Caddy has ended: {log.read_text()[-2000:]}"
        assert time.monotonic() < until, f"Caddy does not begin: {log.read_text()[-2000:]}"
        time.sleep(0.05)


WAYS = {"haproxy": _behind_haproxy, "caddy": _behind_caddy}


@pytest.fixture(scope="module", params=list(WAYS))
def proxied(
    request: pytest.FixtureRequest,
    live: Live,
    certificate: Path,
    trusting: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """The address of a server behind a proxy of the manual, which is ready to be used."""
    folder = tmp_path_factory.mktemp(request.param)
    with WAYS[request.param](live, certificate, folder) as url:
        _await_ready(url, folder / f"{request.param}.log")
        yield url


def _get(url: str, path: str, **headers: str) -> tuple[int, str | None]:
    connection = HTTPSConnection(urlsplit(url).netloc, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers.get("set-cookie")
    finally:
        connection.close()


def _await_ready(url: str, log: Path, path: str = "/readyz") -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            if _get(url, path)[0] == 200:
                return
        except OSError:
            pass
        assert time.monotonic() < until, f"the proxy does not answer: {log.read_text()[-2000:]}"
        time.sleep(0.1)


def test_people_play_over_tls_behind_the_proxies_of_the_manual(proxied: str, live: Live) -> None:
    """Over https and wss, to the same table as those who come directly."""

    async def play() -> None:
        seats = await sit_down(proxied, "souvenirs", ["Anna", "Ben"])
        await seats[0].start()
        async with seats[0], seats[1], Seat(Api(live.url), seats[0].table_id, None) as watcher:
            mover = next(seat for seat in seats if seat.legal)
            version = await mover.act(mover.legal[0])
            await watcher.until(lambda: watcher.version == version)

    run(play())


def test_a_client_cannot_say_through_the_proxy_that_it_is_somebody_else(
    proxied: str, live: Live
) -> None:
    async def look() -> str:
        seats = await sit_down(proxied, "souvenirs", ["Anna", "Ben"])
        socket_url = f"{proxied.replace('http', 'ws', 1)}/api/tables/{seats[0].table_id}/socket"
        forged = {"x-forwarded-for": "203.0.113.7"}
        line: Any = {"ssl": ssl.create_default_context(), "proxy": None, "local_addr": (CLIENT, 0)}
        async with connect(socket_url, additional_headers=forged, **line) as one:
            await one.send('{"type":"hello"}')
            await one.recv()
            (connection,) = live.table(seats[0].table_id).broadcaster.connections
            address: str = connection.address
            return address

    assert run(look()) == CLIENT


def test_FL_17_no_proxy_of_the_manual_passes_on_how_far_away_a_player_says_to_be(
    proxied: str, live: Live
) -> None:
    assert_no_lie_about_lag(proxied, live)


def assert_no_lie_about_lag(url: str, live: Live) -> None:
    """What a player says of their own line is replaced or taken away on the way."""
    told = run(believed_round_trip(live, url))
    assert told is None or told < 80


def test_behind_tls_cookies_are_secure_and_only_the_pages_own_origin_may_write(
    proxied: str,
) -> None:
    connection = HTTPSConnection(urlsplit(proxied).netloc, timeout=PATIENCE_SECONDS)
    told = {"host": NAME, "content-type": "application/json"}
    for origin, status in ((f"https://{NAME}", 201), ("https://evil.example", 403)):
        body = '{"game":"jericho","you":"Anna"}'
        connection.request("POST", "/api/tables", body, {**told, "origin": origin})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == status
        if status == 201:
            assert re.search("; secure", answer.headers["set-cookie"], re.IGNORECASE)
    connection.close()


@pytest.mark.parametrize("way", ["reverse_proxy /cards/*", "handle_path /cards/*"])
def test_below_a_prefix_of_caddys_people_play_and_private_links_lead_to_their_seats(
    way: str, certificate: Path, trusting: None, tmp_path: Path
) -> None:
    """The prefix is left in the one configuration of the manual and cut off in the other."""
    proxies = {"trusted_proxies": (PROXY,), "measuring_proxies": (PROXY,)}
    settings = {**proxies, "origins": (f"https://{NAME}",)}
    with (
        live_server(tmp_path / "data", root_path="/cards", **settings) as live,
        _behind_caddy(live, certificate, tmp_path, way) as url,
    ):
        _await_ready(f"{url}", tmp_path / "caddy.log", "/cards/readyz")
        assert _get(url, "/cards")[0] in (301, 302, 308)

        async def play() -> None:
            seats = await sit_down(f"{url}/cards", "souvenirs", ["Anna", "Ben"])
            link = seats[0].me.path
            assert link is not None
            assert link.startswith(f"/t/{seats[0].table_id}#")
            elsewhere = await Seat.join(f"{url}/cards{link}")
            assert elsewhere.me.seats == seats[0].me.seats == [0]
            await elsewhere.start()
            async with elsewhere, seats[1]:
                mover = next(seat for seat in (elsewhere, seats[1]) if seat.legal)
                await mover.act(mover.legal[0])
            await seats[0].revoke()
            with pytest.raises(Refused):
                await Seat.join(f"{url}/cards{link}")

        run(play())
        assert_no_lie_about_lag(f"{url}/cards", live)
