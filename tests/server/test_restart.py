"""A server that is killed loses nothing it has acknowledged."""

import asyncio
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

from quartett.client import Seat
from quartett.core.log import load_log
from quartett.games import get
from server.live import play_on, run, sit_down


def _start(data_dir: Path, port: int = 0) -> tuple["subprocess.Popen[str]", str]:
    command = [sys.executable, "-m", "quartett", "serve", "--no-open", "--port", str(port)]
    command += ["--data-dir", str(data_dir), "--think-ms", "0", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+:\d+", process.stdout.readline())
    assert found
    return process, found.group()


def _kill(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_kill_9_in_the_middle_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    process, url = _start(tmp_path)
    port = int(url.rsplit(":", 1)[1])
    acknowledged: list[int] = []

    async def play(seat: Seat, rng: random.Random) -> None:
        while await seat.turn():
            acknowledged.append(await seat.act(rng.choice(seat.legal)))

    async def kill_and_restart() -> None:
        nonlocal process
        while len(acknowledged) < 15:
            await asyncio.sleep(0.01)
        _kill(process)
        process, _ = await asyncio.to_thread(_start, tmp_path, port)

    async def with_bots() -> None:
        bots = [{"kind": "bot", "level": "random"}] * 2
        host = await Seat.create(url, "jericho", "Anna", seats=[{}, *bots])
        async with host:
            await host.post("start")
            await play_on(host, random.Random(5))
            assert host.outcome is not None

    async def once(seat: Seat) -> None:
        """An answer from before the kill is given again after it."""
        act = {"type": "act", "id": "once", "action": seat.legal[0]}
        first = await seat.ask(dict(act))
        acknowledged.append(first["version"])
        await kill_and_restart()
        assert await seat.ask(dict(act)) == first

    async def match() -> bytes:
        seats = await sit_down(url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            restarted = asyncio.create_task(once(seats[0]))
            while not acknowledged:
                await asyncio.sleep(0.01)
            players = [play(seat, random.Random(i)) for i, seat in enumerate(seats)]
            await asyncio.gather(*players, restarted, with_bots())
            return await seats[0].replay()

    try:
        log = load_log(get("jericho"), run(match(), 120))
    finally:
        _kill(process)
    versions = [0]
    for entry in log.entries:
        versions.append(versions[-1] + len(entry.events))
    assert len(acknowledged) == len(set(acknowledged)) == len(log.entries) - 1
    assert set(acknowledged) == set(versions[2:])
