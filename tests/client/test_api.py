"""Requests over HTTP: followed to where a table is, never with the token to somebody else."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

import msgspec
import pytest

from quartett.client.api import MAX_MOVES, Api, Refused, Unreachable
from quartett.client.link import Backoff
from quartett.client.seat import MAX_TRIES, Seat


class Said(NamedTuple):
    """An answer: its status, where it sends one, its body, and a cookie."""

    status: int
    location: str | None = None
    body: bytes = b"{}"
    cookie: str | None = None


class Asked(NamedTuple):
    """What a server was asked for, by whom."""

    path: str
    token: str | None
    cookie: str | None


@contextmanager
def serving(said: dict[str, Said]) -> Iterator[tuple[str, list[Asked]]]:
    """A server that answers by path; its address, and what it was asked."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            of = self.headers
            asked.append(Asked(self.path, of.get("authorization"), of.get("cookie")))
            answer = said[self.path]
            self.send_response(answer.status)
            if answer.location is not None:
                self.send_header("location", answer.location)
            if answer.cookie is not None:
                self.send_header("set-cookie", answer.cookie)
            self.send_header("content-length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *values: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def fetch(api: Api, path: str) -> bytes:
    return asyncio.run(api.fetch(path))


@pytest.mark.parametrize("prefix", ["", "/cards"])
def test_a_table_on_another_node_is_followed_there_with_the_token(prefix: str) -> None:
    said = {f"{prefix}/one": Said(307, f"{prefix}/two"), f"{prefix}/two": Said(200, body=b"there")}
    with serving(said) as (url, asked):
        assert fetch(Api(url + prefix, "mine"), "/one") == b"there"
    assert asked == [Asked(f"{prefix}/{path}", "Bearer mine", None) for path in ("one", "two")]


@pytest.mark.parametrize("where", ["http://127.0.0.1:1/cards/two", "//127.0.0.1/cards/two", "/two"])
def test_nobody_is_followed_off_the_server(where: str) -> None:
    with serving({"/cards/one": Said(307, where)}) as (url, asked):
        with pytest.raises(Refused):
            fetch(Api(f"{url}/cards", "mine"), "/one")
        assert len(asked) == 1
    with serving({"/one": Said(307, "//127.0.0.1/two")}) as (url, asked):
        with pytest.raises(Refused):
            fetch(Api(url, "mine"), "/one")
        assert len(asked) == 1


@pytest.mark.parametrize("status", [301, 302, 308])
def test_only_a_node_that_keeps_the_request_as_it_is_sends_one_on(status: int) -> None:
    with serving({"/one": Said(status, "/two")}) as (url, asked):
        with pytest.raises(Refused):
            fetch(Api(url), "/one")
        assert len(asked) == 1


def test_whoever_is_sent_round_in_circles_gives_up() -> None:
    with serving({"/one": Said(307, "/one")}) as (url, asked):
        with pytest.raises(Unreachable, match="from one node to the next"):
            fetch(Api(url), "/one")
        assert len(asked) == MAX_MOVES


def test_a_cookie_is_shown_again_with_a_token_only_and_kept_until_there_is_another() -> None:
    said = {"/one": Said(200, cookie="a=1; Path=/"), "/two": Said(200), "/three": Said(200)}
    with serving(said) as (url, asked):
        api = Api(url)
        fetch(api, "/one")
        fetch(api, "/two")
        api.token = "mine"
        fetch(api, "/two")
        fetch(api, "/three")
    assert [each.cookie for each in asked] == [None, None, "a=1", "a=1"]


def test_why_nobody_is_reached_is_told_in_words() -> None:
    with serving({}) as (url, _):
        pass
    with pytest.raises(Unreachable, match=rf"cannot reach {url}: Connection refused"):
        fetch(Api(url), "/one")
    with pytest.raises(Unreachable) as caught:
        fetch(Api("http://127.0.0.1:99999"), "/one")
    assert str(caught.value).partition("99999: ")[2], "whatever it was, it is named"


def test_whoever_does_not_speak_http_is_named_with_what_they_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def mumble() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"what?\r\n")

        thread = threading.Thread(target=mumble)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(Unreachable, match=rf"cannot reach {url}: what\?"):
            fetch(Api(url), "/one")
        thread.join()


def test_a_replay_is_asked_for_again_with_longer_and_longer_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paused: list[float] = []
    pause = Backoff.pause

    def noted(backoff: Backoff) -> float:
        paused.append(pause(backoff))
        return 0.0

    monkeypatch.setattr(Backoff, "pause", noted)
    path = "/api/tables/any/replay"
    with serving({path: Said(502, body=b"<html>")}) as (url, asked):
        with pytest.raises(Unreachable):
            asyncio.run(Seat(Api(url), "any", None).replay())
        assert len(asked) == MAX_TRIES + 1
    assert len(paused) == MAX_TRIES
    assert paused[-1] > paused[0]
    gone = {"reason": "server.no_such_table", "text": "gone"}
    with serving({path: Said(404, body=msgspec.json.encode(gone))}) as (url, asked):
        with pytest.raises(Refused, match="gone"):
            asyncio.run(Seat(Api(url), "any", None).replay())
        assert len(asked) == 1, "what is refused for good is not asked for again"


def test_somebody_elses_page_is_no_reason() -> None:
    said = {"/one": Said(404, body=b"<html>"), "/two": Said(502, body=b"<html>")}
    with serving(said) as (url, _):
        with pytest.raises(Refused, match="answers: 404"):
            fetch(Api(url), "/one")
        with pytest.raises(Unreachable, match="502"):
            fetch(Api(url), "/two")
