"""A server without its database says so, to its owner and to its guests."""

import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from patience import PATIENCE_SECONDS
from quartett.client import Api, Refused, Seat
from server.live import live_server, run
from server.raw import open_raw

NOWHERE = "postgresql://me:secret@127.0.0.1:1/db"


def test_a_database_that_cannot_be_reached_ends_the_server_with_its_name(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "quartett", "serve", "--no-open", "--port", "0"]
    place = ["--data-dir", str(tmp_path), "--database", NOWHERE]
    ended = subprocess.run(
        [*command, *place], capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith("quartett: postgresql://me:***@127.0.0.1:1/db cannot")
    assert ended.stderr.count("\n") == 1


def test_without_its_database_a_server_says_so_and_blames_nobody(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def ask(url: str) -> None:
        for path in ("/api/tables", "/api/tables/any"):
            with pytest.raises(Refused) as refused:
                await Api(url).get(path)
            assert refused.value.reason == "server.no_database"
        with pytest.raises(Refused) as refused:
            await Seat.create(url, "jericho", "Anna")
        assert refused.value.reason == "server.no_database"
        raw = await open_raw(Seat(Api(url), "any", None))
        assert (await raw.next("bye"))["reason"] == "server.no_database"
        await raw.socket.wait_closed()
        assert raw.socket.close_code == 4503
        connection = HTTPConnection(urlsplit(url).netloc)
        for path, status in (("/healthz", 200), ("/readyz", 503)):
            connection.request("GET", path)
            answer = connection.getresponse()
            assert (answer.status, path) == (status, path)
            answer.read()
        connection.close()

    with live_server(tmp_path, database=NOWHERE) as live:
        run(ask(live.url))
    assert capfd.readouterr().err == ""
