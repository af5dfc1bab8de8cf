"""What those who run a server see of it: its log, its health, its figures, its end."""

import asyncio
import io
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from patience import PATIENCE_SECONDS
from ports import free_port
from quartett.cli import main
from quartett.client import Refused, Seat
from quartett.server.logging import Log
from quartett.server.options import OPTIONS, settings_from
from quartett.server.settings import Settings
from server.live import Live, live_server, once_ready, play_on, run
from server.raw import open_raw
from server.server_process import Server

TOKEN = "a token for Prometheus only"


def _get(url: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_SECONDS)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text


# Health and figures


def test_a_server_is_alive_and_ready(live: Live) -> None:
    assert json.loads(_get(live.url, "/healthz")[2])["status"] == "ok"
    assert once_ready(live.url) == {"status": "ready", "why": None}


def test_figures_are_shown_to_nobody_who_plays(live: Live) -> None:
    assert _get(live.url, "/metrics")[0] == 404


def test_figures_are_shown_to_whoever_knows_the_token(tmp_path: Path) -> None:
    with live_server(tmp_path, metrics_token=TOKEN) as live:
        status, _, text = _get(live.url, "/metrics", authorization=f"Bearer {TOKEN}")
        assert status == 200
        assert b"quartett_move_seconds_bucket" in text
        for wrong in ("Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN):
            assert _get(live.url, "/metrics", authorization=wrong)[0] == 404


def test_figures_and_health_have_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    with live_server(tmp_path, metrics_port=port) as live:
        beside = f"http://127.0.0.1:{port}"
        _get(live.url, "/api/games")
        assert (
            b'quartett_requests_total{path="/api/games",status="2xx"} 1.0'
            in _get(beside, "/metrics")[2]
        )
        assert _get(beside, "/healthz")[0] == 200
        once_ready(beside)
        assert _get(beside, "/api/games")[0] == 404


def test_a_server_whose_database_is_gone_is_alive_and_not_ready(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with live_server(data) as live:
        once_ready(live.url)

        async def gone(_: str) -> None:
            raise OSError("the disk is gone")

        live.tables.services.store.table = gone
        live.tables.services.store.ping = gone
        time.sleep(1.1)  # for a second the last answer holds
        status, _, text = _get(live.url, "/readyz")
        assert (status, json.loads(text)["why"]) == (503, "database")
        assert _get(live.url, "/healthz")[0] == 200


@pytest.mark.parametrize("how", ["emptied", "cut short", "moved", "removed"])
def test_a_server_whose_file_is_not_what_it_was_is_not_ready(tmp_path: Path, how: str) -> None:
    file = tmp_path / "quartett.db"
    with live_server(tmp_path) as live:
        once_ready(live.url)
        if how == "moved":
            file.rename(tmp_path / "elsewhere.db")
        elif how == "removed":
            file.unlink()
        else:
            os.truncate(file, 0 if how == "emptied" else file.stat().st_size // 2)
        time.sleep(1.1)  # for a second the last answer holds
        status, _, text = _get(live.url, "/readyz")
        assert (status, json.loads(text)["why"]) == (503, "database")


# The log


def test_the_log_is_json_with_request_and_table_and_without_secrets(tmp_path: Path) -> None:
    server = Server(tmp_path, None, "--log-level", "info")

    async def play() -> Seat:
        bots = [{"kind": "bot", "level": "random"}] * 2
        host = await Seat.create(server.url, "jericho", "Anna", seats=[{}, *bots])
        async with host:
            await host.post("start")
            await play_on(host, random.Random(1), 3)
        with pytest.raises(Refused):
            await host.post("start")
        return host

    host = run(play())
    _, headers, _ = _get(server.url, f"/api/tables/{host.table_id}")
    assert server.end(signal.SIGTERM) == 0
    text = server.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    asked = [line for line in lines if line["event"] == "request"]
    assert {"at", "level", "request", "method", "path", "status", "ms"} <= asked[0].keys()
    last = next(line for line in asked if line["request"] == headers["x-request-id"])
    assert last["table"] == host.table_id
    assert last["path"] == "/api/tables/{id}"
    assert [line["event"] for line in lines if line["event"] != "request"] == [
        "started",
        "ending",
        "ended",
    ]
    assert host.token is not None
    for secret in (host.token, "Anna", "red-", "wall"):
        assert secret not in text


def test_an_exception_is_logged_without_the_values_in_it() -> None:
    stream = io.StringIO()
    log = Log("info", stream)
    hidden = "red-7 in Ben's hand"
    try:
        try:
            dict[str, str]()[hidden]
        except KeyError as error:
            raise RuntimeError(f"INSERT … [parameters: {hidden}]") from error
    except RuntimeError:
        log.exception("request_failed", table="abc")
    try:
        raise OSError(28, "No space left on device")
    except OSError:
        log.exception("request_failed")
    first, second = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert hidden not in stream.getvalue()
    assert [each["kind"] for each in first["failed"]] == [
        "builtins.RuntimeError",
        "builtins.KeyError",
    ]
    assert "test_an_exception_is_logged" in first["failed"][0]["at"][-1]
    assert first["table"] == "abc"
    assert second["failed"][0]["says"] == "[Errno 28] No space left on device"


# The end


def test_a_server_that_is_told_to_end_finishes_and_says_so_to_sockets(tmp_path: Path) -> None:
    server = Server(tmp_path)

    async def play() -> None:
        host = await Seat.create(server.url, "jericho", "Anna")
        old = await open_raw(host)
        new = await open_raw(host, {"type": "hello", "token": host.token, "protocol": 2})
        for raw in (old, new):
            await raw.next("snapshot")
        await asyncio.to_thread(server.end, signal.SIGTERM)
        for raw in (old, new):
            with pytest.raises(ConnectionClosed):
                await raw.next("never")
            assert raw.socket.close_code == 1012  # service restart: come back
        assert new.received[-1]["type"] == "moved"
        assert new.received[-1]["after_ms"] >= 500
        assert "moved" not in [message["type"] for message in old.received]

    run(play())
    assert server.log.read_text() == ""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_after_bots_have_thought_a_server_ends_without_a_word(
    tmp_path: Path, how: signal.Signals
) -> None:
    server = Server(tmp_path)

    async def play() -> None:
        bots = [{"kind": "bot", "level": "medium"}] * 2
        host = await Seat.create(server.url, "jericho", "Anna", seats=[*bots, {}])
        async with host:
            await host.post("start")
            await host.turn()

    run(play())
    assert server.end(how) == (130 if how == signal.SIGINT else 0)
    assert server.log.read_text().strip() == ""


def test_a_server_that_drains_serves_on_and_is_not_ready(tmp_path: Path) -> None:
    server = Server(tmp_path, None, "--drain-seconds", "5")
    once_ready(server.url)
    server.send(signal.SIGTERM)
    while _get(server.url, "/readyz")[0] == 200:
        time.sleep(0.1)
    assert _get(server.url, "/readyz")[0] == 503
    assert _get(server.url, "/api/games")[0] == 200
    assert server.end(signal.SIGTERM) == 0


# Settings


@pytest.mark.parametrize("key", ["", "  "])
def test_an_empty_signing_key_is_refused(
    tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--no-open", "--port", "0", "--data-dir", str(tmp_path)]
    monkeypatch.setenv("QUARTETT_SECRET", key)
    assert main(["serve", *place]) == 2
    assert "QUARTETT_SECRET" in capsys.readouterr().err
    monkeypatch.delenv("QUARTETT_SECRET", raising=False)
    (tmp_path / "signing.key").write_text(key)
    assert main(["serve", *place]) == 2
    assert "empty" in capsys.readouterr().err


def test_every_setting_has_an_option_and_a_variable_and_a_line_in_the_manual() -> None:
    assert [option.field for option in OPTIONS] == list(
        dict.fromkeys(option.field for option in OPTIONS)
    )
    assert {option.field for option in OPTIONS} == set(Settings.__struct_fields__)
    manual = (Path(__file__).parents[3] / "docs/hosting.md").read_text()
    for option in OPTIONS:
        assert f"`{option.name or option.variable}`" in manual, option.field


def test_the_environment_sets_what_the_command_line_does_not() -> None:
    environment = {
        "QUARTETT_PORT": "9000",
        "QUARTETT_THINK_MS": "1 2",
        "QUARTETT_TRUSTED_PROXIES": "10.0.0.0/8, 192.0.2.1",
        "QUARTETT_METRICS_TOKEN": TOKEN,
        "QUARTETT_LOG_LEVEL": "info",
    }
    found = settings_from({"port": 8001, "host": None}, environment)
    assert (found.port, found.host, found.think_ms) == (8001, "127.0.0.1", (1, 2))
    assert found.trusted_proxies == ("10.0.0.0/8", "192.0.2.1")
    assert (found.metrics_token, found.log_level) == (TOKEN, "info")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--trusted-proxy", "proxy.example.org"], "--trusted-proxy"),
        (["--root-path", "quartett/"], "--root-path"),
        (["--metrics-port", "70000"], "--metrics-port"),
        (["--header-seconds", "0"], "--header-seconds"),
        (["--max-connections", "-1"], "--max-connections"),
    ],
)
def test_a_setting_that_cannot_be_is_named(
    tmp_path: Path, options: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--no-open", "--port", "0", "--data-dir", str(tmp_path)]
    assert main(["serve", *place, *options]) == 2
    assert named in capsys.readouterr().err


def test_a_variable_that_cannot_be_is_named(tmp_path: Path) -> None:
    place = ["--no-open", "--data-dir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "quartett", "serve", *place],
        env={**os.environ, "QUARTETT_PORT": "many"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("quartett: QUARTETT_PORT: ")


def test_a_port_for_figures_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        place = ["--no-open", "--port", "0", "--data-dir", str(tmp_path)]
        done: Any = subprocess.run(
            [sys.executable, "-m", "quartett", "serve", *place, "--metrics-port", port],
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("quartett: --metrics-port: cannot listen on 127.0.0.1:")
