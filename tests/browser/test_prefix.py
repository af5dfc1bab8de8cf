"""Under a path prefix, cut off by the proxy or left, everything works as at the top."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from browser.coming import close_tips, cover, make_table
from browser.conftest import Manners, NewPage
from browser.players import jericho
from server.live import Live, live_server
from server.prefix_proxy import prefix_proxy

PREFIX = "/cards"


@pytest.fixture
def site(pages: None, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Live]:
    """A server that is shown below a prefix; at the top there is nothing."""
    with (
        live_server(tmp_path, root_path=PREFIX) as live,
        prefix_proxy(live.url, PREFIX, request.param == "cut off") as url,
    ):
        yield Live(url, live.server)


@pytest.mark.parametrize("site", ["cut off"], indirect=True)
def test_friends_meet_and_play_below_a_prefix(visit: NewPage, site: Live) -> None:
    anna = visit(f"{PREFIX}/")
    make_table(anna, "jericho", "mouse", {})
    assert urlsplit(anna.url).path.startswith(f"{PREFIX}/t/")
    expect(anna.locator("code").first).to_have_text(anna.url)
    code = anna.get_by_alt_text("QR code of the invitation")
    expect(code).not_to_have_js_property("naturalWidth", 0)

    ben = visit(anna.url)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(anna.get_by_text("Ben", exact=True).first).to_be_visible()
    anna.get_by_role("button", name="Fill with bots").click()
    anna.get_by_role("button", name="Start the match").click()
    for page in (anna, ben):
        close_tips(page, "mouse")
        jericho(page, "mouse")
    ben.reload()
    expect(ben.locator(".play")).to_be_visible()
    ben.locator("a[href='/cards/']").first.click()
    expect(cover(ben, "jericho")).to_be_visible()
    assert urlsplit(ben.url).path == f"{PREFIX}/"
    ben.go_back()
    expect(ben.locator(".play")).to_be_visible()


@pytest.mark.parametrize("site", ["left"], indirect=True)
def test_the_page_below_a_prefix_can_be_installed_and_opens_offline(
    visit: NewPage, manners: Manners
) -> None:
    page = visit(f"{PREFIX}/", worker=True)
    picture = cover(page, "photo_rummy").locator("img").first
    expect(picture).to_be_visible()
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    scope = page.evaluate("() => navigator.serviceWorker.ready.then((found) => found.scope)")
    assert urlsplit(scope).path == f"{PREFIX}/"
    browser = page.context.new_cdp_session(page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert urlsplit(manifest["url"]).path == f"{PREFIX}/manifest.json"
    rules = cover(page, "jericho").get_by_role("link", name="Rules")
    assert rules.get_attribute("href") == f"{PREFIX}/rules/jericho"
    manners.away = True
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
