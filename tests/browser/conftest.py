"""A real server with the built pages, and a real Chromium that minds its manners."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from browser.shelf import Shelf
from patience import PATIENCE_SECONDS
from server.live import Live, live_server

ROOT = Path(__file__).parents[2]
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)

# Only how long a broken page is waited for: everything here waits for a condition, never for time.
PATIENCE_MS = 1000 * PATIENCE_SECONDS
expect.set_options(timeout=PATIENCE_MS)

USUAL_SIZE: ViewportSize = {"width": 1280, "height": 800}
USUAL = {"locale": "en-GB", "reduced_motion": "reduce"}

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def pages() -> None:
    """The pages as they are now, built."""
    with (ROOT / "hatch_build.py").open() as file:
        # several test processes may want them at once; one builds, the others wait
        fcntl.flock(file, fcntl.LOCK_EX)
        subprocess.run([sys.executable, "hatch_build.py"], cwd=ROOT, check=True)


@pytest.fixture(scope="session")
def usual_site(pages: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A running server with the pages, for all tests that need no other."""
    with live_server(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="session")
def site(usual_site: Live) -> Live:
    """The server that is visited."""
    return usual_site


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The machine's Chromium; not for the whole session, since Playwright occupies the event loop
    of its thread, which tests of other folders in the same process need for themselves.
    """
    program = os.environ.get("QUARTETT_BROWSER")
    if program is None:
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not program:
        pytest.skip("no Chromium; QUARTETT_BROWSER can name one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def shelf(chromium: Browser) -> Shelf:
    """Browsers to be taken up, which end with Chromium."""
    return Shelf(chromium)


class Manners:
    """What a page must never do: complain in the console, fail, or talk to anybody else."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.faults: list[str] = []
        self.away = False
        """Something is out of reach on purpose: then the browser itself complains."""

    def watch(self, page: Page) -> None:
        """Note everything this page does wrong."""
        page.on("pageerror", lambda error: self._failed(str(error)))
        page.on("console", lambda said: self._heard(said.type, said.text, said.location["url"]))
        page.on("request", lambda request: self._asked(request.url))

    def _failed(self, error: str) -> None:
        # a part of the page that is fetched just then
        if not (self.away and "dynamically imported module" in error):
            self.faults.append(f"error: {error}")

    def _heard(self, kind: str, text: str, where: str) -> None:
        if kind in ("error", "warning") and not self.away:
            self.faults.append(f"console: {text} ({where})")

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.faults.append(f"asked {url}")


@pytest.fixture
def manners(site: Live) -> Iterator[Manners]:
    """Fails the test when a page misbehaved."""
    watched = Manners(urlsplit(site.url).netloc)
    yield watched
    assert not watched.faults, "\n".join(watched.faults)


@pytest.fixture
def visit(shelf: Shelf, usual_site: Live, site: Live, manners: Manners) -> Iterator[NewPage]:
    """Opens a page in a browser of its own, as somebody new would see it; without a path an empty
    one, for whoever goes straight to a table. The service worker, which fetches every page of all
    games in all languages, comes only on demand, as on addresses where browsers allow none.
    `first`: nobody has read the page's code here before.
    """
    used: list[tuple[dict[str, Any], BrowserContext]] = []
    new: list[BrowserContext] = []

    def open_page(
        path: str | None = "/",
        worker: bool = False,
        first: bool = False,
        viewport: ViewportSize = USUAL_SIZE,
        **wishes: Any,
    ) -> Page:
        chosen = {**USUAL, "base_url": site.url, **wishes}
        if worker or first or chosen["base_url"] != usual_site.url:
            new.append(context := shelf.new(chosen, worker))
        else:
            used.append((chosen, context := shelf.take(chosen)))
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.set_viewport_size(viewport)
        manners.watch(page)
        if path is not None:
            page.goto(path)
        return page

    yield open_page
    for context in new:
        context.close()
    for wishes, context in used:
        shelf.put_back(wishes, context)
