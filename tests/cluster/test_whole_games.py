"""Two programs and two browsers play every game to its end, whatever happens to the nodes.

They are killed, restarted and upgraded: each begins as an earlier build.
"""

import asyncio
import itertools
import os
import random
import shutil
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, sync_playwright

from browser.conftest import PROGRAMS, SWITCHES
from browser.players import FINAL, PLAYERS
from cluster.builds import source_of, with_pages
from cluster.local import Cluster, Node, local_cluster
from quartett.cli import main
from quartett.client import Refused, Seat
from quartett.core.errors import QuartettError
from server.live import sit_down

BEFORE = "759f7fd"
"""An earlier build that can be a node."""

SECONDS = 300.0
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
OPTIONS: dict[str, dict[str, Any]] = {
    "photo_rummy": {"rounds": 1},
    "jericho": {},
    "souvenirs": {},
    "flow": {"cards": 8, "target": 20, "countdown_ms": 1500, "pause_ms": 500},
}


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory, pages: None) -> Path:
    """An earlier build."""
    return with_pages(source_of(BEFORE, tmp_path_factory.mktemp("earlier")))


@pytest.mark.long
@pytest.mark.parametrize("game", list(OPTIONS))
def test_programs_and_browsers_play_to_the_end_whatever_happens_to_nodes(
    game: str, tmp_path: Path, earlier: Path
) -> None:
    over = threading.Event()
    with (
        local_cluster(tmp_path, gates=False, source=earlier) as cluster,
        ThreadPoolExecutor() as people,
    ):
        seats = asyncio.run(sit_down(cluster.url, game, NAMES, options=OPTIONS[game]))
        links = [f"{cluster.url}{seat.me.path}" for seat in seats[2:]]
        here = [threading.Event() for _ in links]
        watching = [
            people.submit(_browse, game, link, come, over)
            for link, come in zip(links, here, strict=True)
        ]
        assert all(come.wait(60) for come in here), "a browser did not come to the table"
        asyncio.run(seats[0].start())
        trouble = people.submit(_trouble, cluster, over)
        try:
            log = asyncio.run(_programs(seats[:2]))
        finally:
            over.set()
        assert set(trouble.result()) == {_kill, _restart, _upgrade}
        for each in watching:
            assert each.result() > 0, "somebody in a browser never did anything"
    file = tmp_path / "match.jsonl"
    file.write_bytes(log)
    assert main(["verify", str(file)]) == 0


async def _programs(seats: list[Seat]) -> bytes:
    async with seats[0], seats[1]:
        playing = [asyncio.create_task(_program(seat, n)) for n, seat in enumerate(seats)]
        _, left = await asyncio.wait(playing, timeout=SECONDS)
        now = seats[0].now
        assert not left, f"seats {now['to_act']} were waited for at version {now['version']}"
        for each in playing:
            each.result()
    for _ in range(100):
        with suppress(QuartettError):
            return await seats[0].replay()
        await asyncio.sleep(0.2)
    raise AssertionError("the log cannot be had")


async def _program(seat: Seat, number: int) -> None:
    """Play any legal action, as soon as there is one."""
    rng = random.Random(number)
    pause = 2.0 if seat.game.timed else 0.4  # nobody waits for anybody in real time
    while await seat.turn():
        with suppress(Refused):  # in real time somebody may have been quicker
            await seat.act(rng.choice(seat.legal))
        await asyncio.sleep(pause)


def _browse(game: str, link: str, here: threading.Event, over: threading.Event) -> int:
    """Play in a browser of one's own; how often something was pressed."""
    program = os.environ.get("QUARTETT_BROWSER") or next(filter(None, map(shutil.which, PROGRAMS)))
    pressed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        page = browser.new_page(locale="en-GB", reduced_motion="reduce")
        page.set_default_timeout(5000)
        while not over.is_set():
            with suppress(Error):
                page.goto(link)
                here.set()
                break
        while not over.is_set():
            pressed += _press(page, game)
            if page.locator(FINAL).count():
                break
        browser.close()
    return pressed


def _press(page: Page, game: str) -> bool:
    """One step; whoever finds that the table has gone for a moment just tries again."""
    tip = page.locator(".tip button")
    try:
        if tip.count():
            tip.last.click()
        PLAYERS[game](page, "mouse")
    except (Error, AssertionError):
        return False
    return True


def _kill(node: Node) -> None:
    node.kill()


def _restart(node: Node) -> None:
    node.terminate()


def _upgrade(node: Node) -> None:
    node.terminate()
    node.source = None


def _trouble(cluster: Cluster, over: threading.Event) -> list[Callable[[Node], None]]:
    """Upgrade, kill and restart one node after the other; what was done."""
    done: list[Callable[[Node], None]] = []
    for what in itertools.cycle((_upgrade, _kill, _restart)):
        if over.wait(1):
            return done
        nodes = cluster.nodes
        old = [node for node in nodes if node.source] if what is _upgrade else []
        node = (old or nodes)[len(done) % len(old or nodes)]
        what(node)
        node.start()
        cluster.ready()
        done.append(what)
        time.sleep(1)
    raise AssertionError
