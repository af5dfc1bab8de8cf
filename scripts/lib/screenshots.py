"""Walks through every screen and takes its pictures; `scripts/screenshots` calls it."""

import os
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser.axe import AT_REST
from browser.coming import SHORT, TIMED, arrive, close_tips, cover, make_table, start
from browser.conftest import SWITCHES
from browser.players import PLAYERS, play_to_the_end
from browser.ways import Way, press
from server.live import live_server

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MIDDLE = {"photo_rummy": 14, "jericho": 12, "souvenirs": 9, "flow": 16}
"""So many steps into a game there is something to see."""


class Camera:
    """Takes what a page shows in every size and in both lights."""

    def __init__(self, folder: Path, page: Page, sizes: dict[str, tuple[int, int]]) -> None:
        self.folder = folder
        self.page = page
        self.sizes = sizes

    def shoot(self, name: str) -> None:
        """Take the pictures of one screen."""
        for (size, (width, height)), scheme in product(self.sizes.items(), SCHEMES):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            self.page.wait_for_function(AT_REST)
            self.page.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png")
        print(name, flush=True)


KITS: dict[Way, tuple[dict[str, tuple[int, int]], dict[str, Any]]] = {
    "mouse": ({"desktop": (1280, 800)}, {}),
    "touch": (
        {"tablet": (820, 1180), "sideways": (844, 390), "phone": (390, 844)},
        {"has_touch": True, "is_mobile": True},
    ),
}
"""For each way of pressing the sizes of its screens, and what else such a device has."""


def main(folder: Path) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        live_server(Path(data)) as site,
        sync_playwright() as playwright,
    ):
        program = os.environ["QUARTETT_BROWSER"]
        browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        for way, (sizes, device) in KITS.items():
            context = _visitor(browser, site.url, device)
            _walk(Camera(folder, context.new_page(), sizes), way)
            _join(Camera(folder, _visitor(browser, site.url, device).new_page(), sizes), context)
            context.close()
        browser.close()


def _visitor(browser: Browser, url: str, device: dict[str, Any]) -> BrowserContext:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", base_url=url, **device
    )
    context.set_default_timeout(60_000)
    context.add_init_script("localStorage['quartett.level'] ??= 'easy'")
    return context


def _walk(camera: Camera, way: Way) -> None:
    page = camera.page
    page.goto("/")
    cover(page, "flow").wait_for()
    camera.shoot("start")
    page.get_by_role("button", name="Settings").click()
    camera.shoot("settings")
    for game in PLAYERS:
        _game(camera, game, way)
    page.goto("/")
    page.get_by_role("heading", name="Finished games").wait_for()
    camera.shoot("start-with-own-tables")
    _nothing_there(camera)
    _offline(camera)
    _friends(camera, way)


def _friends(camera: Camera, way: Way) -> None:
    page = camera.page
    page.goto("/")
    press(page, cover(page, "souvenirs").get_by_role("button", name="With friends"), way)
    page.get_by_text("More settings").click()
    camera.shoot("new-table")
    page.goto("/")
    make_table(page, "jericho", way, {})
    page.get_by_role("button", name="Put a bot here").first.click()
    page.get_by_role("combobox").wait_for()
    camera.shoot("waiting-room")


def _join(camera: Camera, host: BrowserContext) -> None:
    camera.page.goto(host.pages[0].url)
    camera.page.get_by_text("Anna invites you").wait_for()
    camera.shoot("join")
    camera.page.context.close()


def _nothing_there(camera: Camera) -> None:
    camera.page.goto("/somewhere")
    camera.page.locator("main h1").wait_for()
    camera.shoot("error")
    camera.page.goto("/t/no-such-table")
    camera.page.get_by_role("heading", name="This table is not there").wait_for()
    camera.shoot("error-no-table")


def _offline(camera: Camera) -> None:
    page = camera.page
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Try again").wait_for()
    camera.shoot("offline")
    page.context.set_offline(False)


def _game(camera: Camera, game: str, way: Way) -> None:
    page = camera.page
    page.goto(f"/rules/{game}")
    page.locator("main h1").wait_for()
    camera.shoot(f"{game}-rules")
    page.goto("/")
    _sit_down(camera, game, way)
    camera.shoot(f"{game}-start")
    play_to_the_end(page, game, way, lambda screen: camera.shoot(f"{game}-{screen}"), MIDDLE[game])
    press(page, page.get_by_role("link", name="Watch again"), way)
    slider = page.get_by_role("slider", name="Step")
    slider.wait_for()
    slider.fill(str(2 * MIDDLE[game]))
    camera.shoot(f"{game}-replay")


def _sit_down(camera: Camera, game: str, way: Way) -> None:
    page = camera.page
    cards = {"Cards per player"}
    agreed = {label: value for label, value in SHORT.get(game, {}).items() if label not in cards}
    make_table(page, game, way, agreed)
    press(page, page.get_by_role("button", name="Fill up with bots"), way)
    start(page, way)
    if game in TIMED:
        arrive(page, game, way)
        return
    page.locator(".tip").wait_for()
    camera.shoot(f"{game}-tips")
    close_tips(page, way)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
