"""A match over days: begun with an earlier version, played by people who come for their turns.

Nobody waits for a day: the server's clock is moved. Tabs are closed between the turns, so that the
table sleeps, and the server is started anew in between.
"""

import asyncio
import gzip
import json
import time as real
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.finding import log
from browser.meeting import know_the_games
from browser.players import FINAL, PLAYERS, READY
from patience import PATIENCE_SECONDS
from ports import free_port
from quartett.server.table import registry
from server.live import Live, live_server
from server.table.moved_time import MovedTime

FIXTURE = Path(__file__).parents[1] / "fixtures" / "v0_2_dev"
"""A database from the development of 0.2, and what leads into it."""

LEFT = json.loads((FIXTURE / "seats.json").read_bytes())
HOUR = 3600


class House:
    """A server over the old database, with a clock that is moved; it can be started anew."""

    def __init__(self, data_dir: Path) -> None:
        self.time = MovedTime()
        self.time.agree(LEFT["left_at"])
        self._data_dir, self._port = data_dir, free_port()
        self._running = ExitStack()
        self.live: Live
        self.start()

    @property
    def url(self) -> str:
        return self.live.url

    def start(self) -> None:
        """Start the server at its address."""
        serving = live_server(self._data_dir, self.time, port=self._port)
        self.live = self._running.enter_context(serving)

    def stop(self) -> None:
        """End it, as for an upgrade."""
        self._running.close()

    def pass_hours(self, hours: float) -> None:
        """Let time pass, with the tables asleep that nobody looks at."""
        until(lambda: not self.live.tables.awake())
        loop = self.live.tables._sweeper.get_loop()
        asyncio.run_coroutine_threadsafe(self.time.move(hours * HOUR), loop).result()

    def table(self) -> dict[str, Any]:
        """The table as Anna is told of it."""
        import urllib.request

        asked = urllib.request.Request(f"{self.url}/api/tables/{LEFT['table']}")
        asked.add_header("authorization", f"Bearer {LEFT['tokens']['Anna']}")
        with urllib.request.urlopen(asked) as answer:
            found: dict[str, Any] = json.load(answer)["table"]
        return found

    def on_turn(self) -> str:
        """Whose turn it is."""
        table = self.table()
        (seat,) = table["clock"]["left"]
        return str(table["seats"][int(seat)]["name"])


def until(holds: Any) -> None:
    """Wait until something is so."""
    end = real.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert real.monotonic() < end
        real.sleep(0.02)


@pytest.fixture
def site(pages: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The old database, opened by today's server; tables sleep as soon as nobody looks."""
    monkeypatch.setattr(registry, "QUIET_SECONDS", 0.1)
    monkeypatch.setattr(registry, "SWEEP_SECONDS", 0.05)
    (tmp_path / "quartett.db").write_bytes(gzip.decompress((FIXTURE / "sqlite.db.gz").read_bytes()))
    house = House(tmp_path)
    yield house
    house.stop()


def come(visit: NewPage, name: str) -> Page:
    """Somebody opens their private link, on whatever device."""
    page = visit(None)
    know_the_games(page)
    page.goto(f"/t/{LEFT['table']}#{LEFT['tokens'][name]}")
    page.locator(".play .card").first.wait_for()
    return page


def play_a_turn(page: Page, house: House, name: str) -> None:
    """Play until it is somebody else's turn, and close the tab."""
    while house.on_turn() == name:
        page.locator(f"{READY['souvenirs']}, {FINAL}").first.wait_for()
        PLAYERS["souvenirs"](page, "mouse")
        real.sleep(0.1)
    page.context.close()


@pytest.mark.long
def test_a_match_over_three_days_with_closed_tabs_a_restart_and_an_upgrade(
    site: House, visit: NewPage
) -> None:
    first, second = (site.on_turn(), "Ben") if site.on_turn() == "Anna" else ("Ben", "Anna")
    play_a_turn(come(visit, first), site, first)
    # Nobody is there for most of a day, and nothing moves for anybody.
    site.pass_hours(20)
    assert site.on_turn() == second
    assert not any(seat["away"] for seat in site.table()["seats"])
    left = next(iter(site.table()["clock"]["left"].values()))
    assert 3 * HOUR < left / 1000 <= 4 * HOUR
    play_a_turn(come(visit, second), site, second)
    site.stop()
    site.start()
    # The second day: whoever is on turn forgets it, and a stand-in plays that one turn.
    assert site.on_turn() == first
    site.pass_hours(25)
    until(lambda: site.on_turn() == second)
    assert not any(seat["away"] for seat in site.table()["seats"]), "the seat is still theirs"
    page = come(visit, second)
    expect(log(page).filter(has_text=f"{first} (bot)").first).to_be_visible()
    play_a_turn(page, site, second)
    # The third day: they are back, and go on as if nothing had been.
    site.pass_hours(23)
    assert site.on_turn() == first
    play_a_turn(come(visit, first), site, first)
    site.pass_hours(1)
    assert site.on_turn() == second
