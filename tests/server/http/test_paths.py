"""Every address has a plain answer, under a path prefix too."""

import json
import os
import socket
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from quartett.client import Seat
from quartett.server.http import static
from quartett.server.serving.app import create_app
from quartett.server.settings import Settings
from quartett.server.store.opening import make_store
from server.live import Live, live_server, run
from server.raw import open_raw

INDEX = '<html><head><link href="/assets/a.css"></head><script src="./assets/a.js"></script></html>'

PAGE = INDEX.replace('"./', '"/')
"""The same as it is given: its files are named in full, so that it works at any address."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page as it is built."""
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text(INDEX)
    (built / "assets" / "a.js").write_text("let a = 1;")
    (tmp_path / "secret.txt").write_text("secret")
    return built


class _Pages:
    """The application over a folder of files, asked without a network."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        data = folder.parent
        chosen = Settings(data_dir=data, **settings)
        self._app = create_app(chosen, lambda: make_store(data / "quartett.db"), folder)

    def get(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        """The answer to a request."""
        told = {name.replace("_", "-"): value for name, value in headers.items()}

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app)
            async with httpx.AsyncClient(transport=transport, base_url="http://a") as client:
                return await client.request(method, path, headers=told)

        answer: httpx.Response = run(ask())
        return answer


@pytest.mark.parametrize("path", ["/", "/t/abc", "/rules/jericho", "/replay/abc", "/index.html"])
def test_the_pages_own_addresses_show_the_page(folder: Path, path: str) -> None:
    answer = _Pages(folder).get(path)
    assert (answer.status_code, answer.text) == (200, PAGE)


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/t/a/b", "/assets", "/api"])
def test_elsewhere_the_page_says_that_nothing_is_there(folder: Path, path: str) -> None:
    answer = _Pages(folder).get(path)
    assert (answer.status_code, answer.text) == (404, PAGE)


@pytest.mark.parametrize(
    "path",
    ["/assets/gone.js", "/favicon.ico", "/robots.txt", "/../secret.txt", "/%2e%2e/secret.txt"],
)
def test_a_file_that_is_not_there_is_not_found(folder: Path, path: str) -> None:
    answer = _Pages(folder).get(path)
    assert answer.status_code == 404
    assert answer.json()["reason"] == "server.no_such_page"


def test_a_file_is_given_and_kept_for_ever(folder: Path) -> None:
    answer = _Pages(folder).get("/assets/a.js")
    assert (answer.status_code, answer.text) == (200, "let a = 1;")
    assert "immutable" in answer.headers["cache-control"]
    assert _Pages(folder).get("/assets/a.js", "HEAD").headers["content-length"] == "10"


ODD = [
    b"/%00",
    b"/assets/%00.js",
    b"/" + b"a" * 3000,
    b"/" + b"a/" * 1000 + b"x.js",
    b"/%ff%fe",
    b"//etc/passwd",
    b"/api/tables/%00",
    b"/api/tables/%00/replay",
    b"/api/tables/" + b"x" * 5000,
    b"/api/tables/%ed%a0%80",
    b"/api/games/%00/rules/en",
    b"/api/me/tables?%00=%00",
    b"http://elsewhere.example/",
    b"*",
]


@pytest.mark.parametrize("method", [b"GET", b"HEAD", b"PATCH"])
@pytest.mark.parametrize("path", ODD)
def test_an_odd_path_is_not_a_failure(live: Live, method: bytes, path: bytes) -> None:
    parts = urlsplit(live.url)
    with socket.create_connection((parts.hostname, parts.port), 20) as one:
        one.sendall(method + b" " + path + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        status = int(one.recv(100).split()[1])
    assert 200 <= status < 500


def test_a_method_that_a_page_does_not_take_is_said(live: Live) -> None:
    connection = HTTPConnection(urlsplit(live.url).netloc)
    connection.request("POST", "/t/abc", "{}")
    answer = connection.getresponse()
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")
    assert json.loads(answer.read())["reason"] == "server.not_so"
    connection.close()


# Path prefixes


@pytest.mark.parametrize("prefix", ["", "/cards"])
def test_a_server_is_used_under_its_prefix_cut_off_or_not(tmp_path: Path, prefix: str) -> None:
    """Some proxies cut the prefix off; both work."""

    async def play(url: str) -> None:
        host = await Seat.create(url + prefix, "jericho", "Anna")
        raw = await open_raw(host)
        await raw.next("snapshot")
        await raw.socket.close()
        again = await Seat.join(host.url, "Ben")
        assert again.you["seats"] == [1]

    with live_server(tmp_path, root_path="/cards") as live:
        run(play(live.url))


def test_the_page_is_told_its_prefix_and_finds_its_files_under_it(folder: Path) -> None:
    client = _Pages(folder, root_path="/cards")
    page = client.get("/cards/t/abc").text
    assert '<meta name="quartett-root" content="/cards">' in page
    assert 'href="/cards/assets/a.css"' in page
    assert 'src="/cards/assets/a.js"' in page
    assert client.get("/cards/assets/a.js").status_code == 200
    assert client.get("/cards").headers["location"] == "http://a/cards/"


def test_the_cookie_of_a_prefix_is_for_that_prefix_only(tmp_path: Path) -> None:
    with live_server(tmp_path, root_path="/cards") as live:
        connection = HTTPConnection(urlsplit(live.url).netloc)
        headers = {"content-type": "application/json"}
        body = json.dumps({"game": "jericho", "you": "Anna"})
        connection.request("POST", "/cards/api/tables", body, headers)
        assert "; Path=/cards;" in connection.getresponse().headers["set-cookie"]
        connection.close()


@pytest.mark.parametrize("path", ["/", "/t/abc", "/assets/a.js"])
def test_what_has_not_changed_is_not_sent_again(folder: Path, path: str) -> None:
    pages = _Pages(folder)
    first = pages.get(path)
    tag = first.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = pages.get(path, if_none_match=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        assert again.headers["cache-control"] == first.headers["cache-control"]
    assert pages.get(path, if_none_match='"other"').content == first.content


def test_a_file_that_has_changed_is_sent_though_it_is_as_old_and_as_long(folder: Path) -> None:
    script = folder / "assets" / "a.js"
    tags = []
    for text in ("let a = 1;", "let a = 2;"):
        script.write_text(text)
        os.utime(script, (0, 0))
        static.tag_of.cache_clear()  # another start of the program
        tags.append(_Pages(folder).get("/assets/a.js").headers["etag"])
    assert tags[0] != tags[1]
    assert _Pages(folder).get("/assets/a.js", if_none_match=tags[0]).text == "let a = 2;"


def test_what_is_not_there_is_never_unchanged(folder: Path) -> None:
    assert _Pages(folder).get("/nothing/here", if_none_match="*").status_code == 404
