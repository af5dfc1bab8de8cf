"""The page can be put on a device's home screen."""

import re

from browser.conftest import NewPage
from quartett.server.http.static import FOLDER as STATIC

# a browser that forgets everything installs nothing; that is the tests' own doing
OURS = {"in-incognito"}


def test_the_browser_finds_nothing_that_speaks_against_installing(visit: NewPage) -> None:
    page = visit(worker=True)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    browser = page.context.new_cdp_session(page)
    found = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in found} <= OURS
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.json")


def test_everything_that_the_service_worker_keeps_is_there() -> None:
    """One missing file, and the browser installs no worker at all."""
    worker = (STATIC / "sw.js").read_text(encoding="utf-8")
    kept = re.findall(r'"(assets/[^"]+)"', worker)
    assert len(kept) > 20
    assert [name for name in kept if not (STATIC / name).is_file()] == []
