"""The page can be put on a device's home screen."""

from browser.conftest import NewPage

# a browser that forgets everything installs nothing; that is the tests' own doing
OURS = {"in-incognito"}


def test_the_browser_finds_nothing_that_speaks_against_installing(visit: NewPage) -> None:
    page = visit()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    browser = page.context.new_cdp_session(page)
    found = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in found} <= OURS
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.json")
