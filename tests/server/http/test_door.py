"""Letting others in the network in: by whoever sits at the machine, and by nobody else."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.datastructures import Headers

from patience import PATIENCE_SECONDS
from quartett.server.door import SPOKEN_FOR, from_this_machine
from quartett.server.network import network_hosts
from server.live import Live, live_server, once_ready

LAN = next(iter(network_hosts("0.0.0.0")), "")

pytestmark = pytest.mark.skipif(not LAN, reason="this machine is in no network")


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Live]:
    """A server that only this machine reaches."""
    with live_server(tmp_path) as live:
        yield live


def ask(
    live: Live, path: str, body: dict[str, Any] | None = None, at: str = "", **headers: str
) -> tuple[int, Any]:
    """Status and answer; as our own page asks unless the headers say otherwise."""
    port = urlsplit(live.url).port or 0
    connection = HTTPConnection(at or "127.0.0.1", port, timeout=PATIENCE_SECONDS)
    own = {"host": f"{at or 'localhost'}:{port}", "origin": f"http://{at or 'localhost'}:{port}"}
    sent = {**own, "content-type": "application/json", **headers}
    method, data = ("GET", None) if body is None else ("POST", json.dumps(body))
    connection.request(method, path, data, {k: v for k, v in sent.items() if v})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, json.loads(text)


def door(live: Live, open: bool, keep: bool = False) -> tuple[int, Any]:
    """What the button gets."""
    return ask(live, "/api/server/door", {"open": open, "keep": keep})


def reached(live: Live) -> bool:
    """Whether the network reaches the server."""
    try:
        return ask(live, "/healthz", at=LAN)[0] == 200
    except OSError:
        return False


def test_one_press_lets_others_in_and_another_ends_it(alone: Live) -> None:
    port = urlsplit(alone.url).port
    assert ask(alone, "/api/server")[1] == {
        "addresses": [],
        "door": {"open": False, "kept": False},
    }
    assert not reached(alone)
    status, told = door(alone, open=True)
    assert (status, told["door"]) == (200, {"open": True, "kept": False})
    assert told["addresses"][0] == f"http://{LAN}:{port}"
    assert reached(alone)
    assert ask(alone, "/api/server", at=LAN)[1]["addresses"] == told["addresses"]
    assert door(alone, open=False)[1] == {"addresses": [], "door": {"open": False, "kept": False}}
    assert not reached(alone)
    assert ask(alone, "/healthz")[0] == 200


def test_who_is_in_is_out_when_the_door_closes(alone: Live) -> None:
    door(alone, open=True)
    with socket.create_connection((LAN, urlsplit(alone.url).port or 0), PATIENCE_SECONDS) as guest:
        guest.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert guest.recv(4096).startswith(b"HTTP/1.1 200")
        door(alone, open=False)
        while guest.recv(4096):
            pass  # the rest of the answer, and then the end


def test_opening_twice_and_closing_twice_do_no_harm(alone: Live) -> None:
    first = door(alone, open=True)
    assert door(alone, open=True) == first
    assert reached(alone)
    assert door(alone, open=False) == door(alone, open=False)


def test_for_this_session_means_until_the_program_ends(tmp_path: Path) -> None:
    with live_server(tmp_path) as live:
        door(live, open=True)
    with live_server(tmp_path) as live:
        assert not ask(live, "/api/server")[1]["door"]["open"]
        assert not reached(live)


def test_for_good_means_at_the_next_start_too(tmp_path: Path) -> None:
    with live_server(tmp_path) as live:
        assert door(live, open=True, keep=True)[1]["door"] == {"open": True, "kept": True}
    with live_server(tmp_path) as live:
        once_ready(live.url)
        assert ask(live, "/api/server")[1]["door"] == {"open": True, "kept": True}
        assert reached(live)
        door(live, open=False)
    with live_server(tmp_path) as live:
        assert not ask(live, "/api/server")[1]["door"]["open"]


def test_nobody_in_the_network_opens_closes_or_keeps_it(alone: Live) -> None:
    door(alone, open=True)
    for wish in ({"open": False}, {"open": True, "keep": True}):
        status, told = ask(alone, "/api/server/door", wish, at=LAN)
        assert (status, told["reason"]) == (403, "server.only_here")
    assert ask(alone, "/api/server", at=LAN)[1]["door"] is None
    assert ask(alone, "/api/server")[1]["door"] == {"open": True, "kept": False}


@pytest.mark.parametrize("header", SPOKEN_FOR)
def test_nobody_opens_it_through_a_proxy_on_the_same_machine(alone: Live, header: str) -> None:
    assert ask(alone, "/api/server/door", {"open": True}, **{header: "127.0.0.1"})[0] == 403
    assert not reached(alone)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"host": "evil.example"},
        {"host": "evil.example", "origin": "http://evil.example"},
        {"host": "evil.local", "origin": "http://evil.local"},
        {"host": "192.168.7.7", "origin": "http://192.168.7.7"},
        {"host": "localhost.evil.example", "origin": "http://localhost.evil.example"},
        {"host": "", "origin": ""},
    ],
)
def test_no_page_of_a_stranger_opens_it(alone: Live, headers: dict[str, str]) -> None:
    assert ask(alone, "/api/server/door", {"open": True}, **headers)[0] in {400, 403, 421}
    assert not reached(alone)


@pytest.mark.parametrize(
    "wish", [{}, {"open": "yes"}, {"open": True, "host": "0.0.0.0"}, {"open": 1}]
)
def test_a_wish_that_is_none_changes_nothing(alone: Live, wish: dict[str, Any]) -> None:
    assert ask(alone, "/api/server/door", wish)[0] == 422
    assert not reached(alone)


@pytest.mark.parametrize(
    "settings",
    [
        {"host": "0.0.0.0"},
        {"trusted_proxies": ("10.0.0.1",)},
        {"origins": ("https://play.example.org",)},
        {"allowed_hosts": ("play.example.org",)},
        {"root_path": "/cards"},
    ],
)
def test_a_server_that_is_set_up_for_others_has_no_door(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    with live_server(tmp_path, **settings) as live:
        root = settings.get("root_path", "")
        assert ask(live, f"{root}/api/server")[1]["door"] is None
        status, told = ask(live, f"{root}/api/server/door", {"open": True})
        assert (status, told["reason"]) == (409, "server.no_door")


def test_a_machine_in_no_network_is_told_so_and_one_in_a_public_one_stays_closed(
    alone: Live,
) -> None:
    there = alone.server.config.app.state.door  # type: ignore[union-attr]
    for hosts in ([], ["203.0.114.9"]):
        there._hosts = lambda _, found=hosts: found
        status, told = door(alone, open=True)
        assert (status, told["reason"]) == (409, "server.no_network")
        assert not ask(alone, "/api/server")[1]["door"]["open"]


def test_a_machine_that_comes_into_another_network_listens_there(alone: Live) -> None:
    there = alone.server.config.app.state.door  # type: ignore[union-attr]
    door(alone, open=True)
    there._hosts = lambda _: []
    assert ask(alone, "/api/server")[1]["addresses"] == []
    assert not reached(alone)
    there._hosts = network_hosts
    assert ask(alone, "/api/server")[1]["addresses"]
    assert reached(alone)


def test_a_port_that_is_taken_there_is_replaced(alone: Live) -> None:
    with socket.socket() as taken:
        taken.bind((LAN, urlsplit(alone.url).port or 0))
        taken.listen()
        (address, *_) = door(alone, open=True)[1]["addresses"]
        assert urlsplit(address).port != urlsplit(alone.url).port
        connection = HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE_SECONDS)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200
        connection.close()


@pytest.mark.parametrize(
    ("address", "direct", "host", "mine"),
    [
        ("127.0.0.1", True, "localhost:8000", True),
        ("::1", True, "[::1]:8000", True),
        ("127.0.0.1", True, "127.0.0.1", True),
        ("127.0.0.1", False, "localhost", False),
        ("192.168.1.5", True, "localhost", False),
        ("", True, "localhost", False),
        ("127.0.0.1", True, "", False),
        ("127.0.0.1", True, "box:8000", False),
    ],
)
def test_the_machine_itself_is_told_by_address_way_and_name(
    address: str, direct: bool, host: str, mine: bool
) -> None:
    assert from_this_machine(address, direct, Headers({"host": host})) is mine
