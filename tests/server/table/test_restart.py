"""A server that is killed again and again loses nothing it has acknowledged."""

import asyncio
import random
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from chaos.process import unlimited
from patience import PATIENCE_SECONDS
from quartett.client import Api, Seat
from quartett.core.log import load_log
from quartett.games import get
from server.live import play_on, run, sit_down
from server.server_process import Server
from server.store_databases import fresh_database

MOVES = 250
"""About so many are acknowledged between one kill and the next; a match has about ninety."""
TABLES_A_KILL = 4
SHORT, LONG = 3, 24


async def _play(seat: Seat, acknowledged: list[int], rng: random.Random) -> None:
    while await seat.turn():
        acknowledged.append(await seat.act(rng.choice(seat.legal)))


async def _match(
    url: str,
    acknowledged: list[int],
    number: int,
    all_here: asyncio.Barrier,
    killing: "asyncio.Task[None]",
) -> bytes:
    """A whole match once all tables have begun, whatever happens to the server then; its log."""
    seats = await sit_down(url, "jericho", ["Anna", "Ben", "Cleo"])
    await seats[0].post("start")
    async with seats[0], seats[1], seats[2]:
        await all_here.wait()
        chance = random.Random(number)
        await asyncio.gather(*(_play(seat, acknowledged, chance) for seat in seats))
        await asyncio.wait([killing])
        return await seats[0].replay()


async def _kill_again_and_again(
    server: Server, kills: int, all_here: asyncio.Barrier, acknowledged: list[list[int]]
) -> None:
    await all_here.wait()
    chance = random.Random(4)
    for number in range(1, kills + 1):
        enough = number * MOVES + chance.randrange(50)
        while sum(map(len, acknowledged)) < enough:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)


def _check(text: bytes, acknowledged: list[int]) -> None:
    """Every action that was acknowledged is in the log, in its place, and nothing else is."""
    log = load_log(get("jericho"), text)
    versions = [0]
    for entry in log.entries:
        versions.append(versions[-1] + len(entry.events))
    assert sorted(acknowledged) == versions[2:]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("kills", [SHORT, pytest.param(LONG, marks=pytest.mark.long)])
def test_kill_9_again_and_again_loses_nothing_and_repeats_nothing(
    kind: str, kills: int, tmp_path: Path
) -> None:
    server = Server(tmp_path, fresh_database(kind, tmp_path), *unlimited())
    acknowledged: list[list[int]] = [[] for _ in range(kills * TABLES_A_KILL)]

    async def all_tables() -> list[bytes]:
        all_here = asyncio.Barrier(len(acknowledged) + 1)
        killing = asyncio.create_task(_kill_again_and_again(server, kills, all_here, acknowledged))
        matches = [
            _match(server.url, each, number, all_here, killing)
            for number, each in enumerate(acknowledged)
        ]
        logs = await asyncio.gather(*matches)
        await killing
        return logs

    try:
        logs = run(all_tables(), 60 * kills)
    finally:
        server.kill()
    for log, versions in zip(logs, acknowledged, strict=True):
        _check(log, versions)
    assert sum(map(len, acknowledged)) > kills * MOVES


def test_bots_answers_and_the_browsers_tables_are_there_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path)

    async def play() -> None:
        cookie, latest_first = await _three_tables(server.url)
        bots = [{"kind": "bot", "level": "random"}] * 2
        host = await Seat.create(server.url, "jericho", "Anna", seats=[{}, *bots])
        async with host:
            await host.post("start")
            await host.turn()
            act = {"type": "act", "id": "once", "action": host.legal[0]}
            first = await host.ask(dict(act))
            server.kill()
            await asyncio.to_thread(server.start)
            assert await host.ask(dict(act)) == first
            await play_on(host, random.Random(5))
            assert host.outcome is not None
        assert await _own_tables(server.url, cookie) == latest_first

    try:
        run(play())
    finally:
        server.kill()


async def _three_tables(url: str) -> tuple[str, list[str]]:
    """Three tables of one browser, the middle one touched last; the latest first."""
    cookie, made = "", []
    for _ in range(3):
        browser = Browser(url, cookie)
        made.append((await browser.post("/api/tables", game="jericho", you="Anna"))["table"]["id"])
        cookie = browser.cookie
    await Browser(url, cookie).post(f"/api/tables/{made[1]}/stand", seat=0)
    return cookie, [made[1], made[2], made[0]]


async def _own_tables(url: str, cookie: str) -> list[str]:
    found = await Browser(url, cookie).get("/api/me/tables")
    return [table["id"] for table in found["tables"]]


class Browser(Api):
    """Keeps the cookie that makes a browser known."""

    def __init__(self, url: str, cookie: str) -> None:
        super().__init__(url)
        self.cookie = cookie

    def _fetch(self, path: str, body: bytes | None) -> bytes:
        headers = {"content-type": "application/json", "cookie": self.cookie}
        asked = urllib.request.Request(self.server + path, data=body, headers=headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE_SECONDS) as answer:
            self.cookie = (answer.headers["set-cookie"] or self.cookie).split(";")[0]
            found: bytes = answer.read()
        return found


def test_a_database_that_cannot_be_opened_ends_the_server_with_a_word(tmp_path: Path) -> None:
    (tmp_path / "quartett.db").write_bytes(b"this is no database" * 100)
    command = [sys.executable, "-m", "quartett", "serve", "--no-open", "--port", "0"]
    ended = subprocess.run(
        [*command, "--data-dir", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith("quartett: ")
    assert "Traceback" not in ended.stderr
