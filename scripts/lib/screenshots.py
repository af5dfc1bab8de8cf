"""Walks through every screen and takes its picture; `scripts/screenshots` calls it."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from browser.conftest import SWITCHES
from browser.players import FINAL, PLAYERS, sit_down
from server.live import live_server

SIZES = {"desktop": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
SCHEMES = ("light", "dark")
STEPS_INTO_A_GAME = 12

Shoot = Callable[[str], None]


def main(folder: Path) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    program = os.environ["QUARTETT_BROWSER"]
    with (
        tempfile.TemporaryDirectory() as data,
        live_server(Path(data)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        for size, scheme in product(SIZES, SCHEMES):
            for page, shoot in _pages(browser, site.url, folder, size, scheme):
                _walk(page, shoot)
        browser.close()


def _pages(
    browser: Browser, url: str, folder: Path, size: str, scheme: str
) -> Iterator[tuple[Page, Shoot]]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en-GB",
        base_url=url,
        reduced_motion="reduce",
    )
    context.add_init_script("localStorage['quartett.level'] ??= 'random'")
    page = context.new_page()

    def shoot(name: str) -> None:
        page.wait_for_timeout(400)
        page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")

    yield page, shoot
    context.close()


def _walk(page: Page, shoot: Shoot) -> None:
    page.goto("/")
    page.locator("article").first.wait_for()
    shoot("start")
    _waiting_room(page, shoot)
    for game in PLAYERS:
        _game(page, game, shoot)


def _waiting_room(page: Page, shoot: Shoot) -> None:
    page.get_by_role("button", name="With friends").first.click()
    page.get_by_label("Your name").fill("Anna")
    shoot("new-table")
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Start the game").wait_for()
    shoot("waiting-room")


def _game(page: Page, game: str, shoot: Shoot) -> None:
    page.goto(f"/rules/{game}")
    page.locator("main h1").wait_for()
    shoot(f"{game}-rules")
    page.goto("/")
    page.locator(f"article[data-room={game}]").wait_for()
    sit_down(page, game, "mouse")
    for step in range(400):
        if step == STEPS_INTO_A_GAME:
            shoot(f"{game}-table")
        if page.locator(FINAL).count() > 0:
            break
        PLAYERS[game](page, "mouse")
    shoot(f"{game}-final")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
