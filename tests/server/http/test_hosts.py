"""Under which names a server answers, and what it tells browsers about HTTPS."""

import json
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from patience import PATIENCE_SECONDS
from quartett.cli import main
from server.learning.surfer import Surfer
from server.live import Live, live_server

NAME = "play.example.org"


def _get(live: Live, path: str, host: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection(urlsplit(live.url).netloc, timeout=PATIENCE_SECONDS)
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", path, headers={"host": host, **told})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/tables", "/api/me/tables", "/t/abc"])
def test_a_strangers_name_that_leads_here_reads_nothing(live: Live, path: str) -> None:
    status, _, text = _get(live, path, "evil.example")
    assert status == 421
    assert json.loads(text)["reason"] == "server.foreign_host"
    assert "evil.example" in json.loads(text)["text"]


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:8000",
        "192.168.1.7:8000",
        "[::1]:8000",
        "localhost:8000",
        "LOCALHOST",
        "laptop",
        "laptop.local",
        "laptop.fritz.lan:8000",
    ],
)
def test_local_names_are_answered_as_they_are(live: Live, host: str) -> None:
    assert _get(live, "/api/games", host)[0] == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example.", "127.0.0.1.evil.example", "x@evil.example", "local.evil.example"],
)
def test_names_that_only_look_local_are_not_answered(live: Live, host: str) -> None:
    assert _get(live, "/api/games", host)[0] == 421


def test_a_strangers_name_opens_no_socket(live: Live) -> None:
    id = Surfer(live).post("/api/tables", game="jericho", you="Anna")["table"]["id"]
    upgrade = {
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec_websocket_version": "13",
        "sec_websocket_key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    path = f"/api/tables/{id}/socket"
    assert _get(live, path, "evil.example", **upgrade)[0] == 403


def test_whoever_watches_the_server_may_call_it_as_they_like(live: Live) -> None:
    assert _get(live, "/healthz", "balancer.example.net")[0] == 200
    assert _get(live, "/readyz", "balancer.example.net")[0] == 200


def test_the_names_of_origins_and_those_allowed_are_answered(tmp_path: Path) -> None:
    named = {"origins": (f"https://{NAME}",), "allowed_hosts": ("other.example.org",)}
    with live_server(tmp_path, **named) as live:
        for host in (NAME, f"{NAME}:443", NAME.upper(), "other.example.org:81", "localhost"):
            assert _get(live, "/api/games", host)[0] == 200
        assert _get(live, "/api/games", f"www.{NAME}")[0] == 421
    with live_server(tmp_path, allowed_hosts=("*",)) as live:
        assert _get(live, "/api/games", "anything.example")[0] == 200


def test_a_name_that_cannot_be_allowed_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--no-open", "--port", "0", "--data-dir", str(tmp_path)]
    for wrong in ("https://play.example.org", "play.example.org:443", "Play.example.org", ""):
        assert main(["serve", *place, "--allowed-host", wrong]) == 2
        assert "--allowed-host" in capsys.readouterr().err


def test_browsers_are_told_to_stay_with_https_under_public_names_only(tmp_path: Path) -> None:
    named = {"origins": (f"https://{NAME}",), "trusted_proxies": ("127.0.0.1",)}
    with live_server(tmp_path, **named) as live:

        def told(host: str, proto: str) -> bool:
            answer = _get(live, "/", host, x_forwarded_proto=proto)
            return "strict-transport-security" in answer[1]

        assert told(NAME, "https")
        assert not told(NAME, "http")
        assert not told("laptop.local", "https")
        assert not told("192.168.1.7", "https")
    with live_server(tmp_path, origins=(f"https://{NAME}",)) as live:
        # Nobody's word on how it was asked but a proxy's counts.
        answer = _get(live, "/", NAME, x_forwarded_proto="https")
        assert "strict-transport-security" not in answer[1]
