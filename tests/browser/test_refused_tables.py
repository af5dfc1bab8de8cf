"""Tables that cannot be shown, or no longer to this person: the page says why and leads home."""

from playwright.sync_api import Page, expect

from browser.conftest import Manners, NewPage
from browser.damage import damaged_table
from browser.meeting import api, know_the_games, make
from server.live import Live


def leads_home(page: Page) -> None:
    """The start page is one press away."""
    page.get_by_role("main").get_by_role("link", name="All games").click()
    page.locator("article[data-room=jericho]").wait_for()


def test_a_damaged_table_says_so_and_leads_home_every_time(
    visit: NewPage, site: Live, manners: Manners
) -> None:
    page = visit(None)
    path = damaged_table(page, site)
    manners.away = True
    for address in (path, f"{path}#a-private-link"):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_text("This table cannot be opened")
        expect(page.get_by_text("The stored data of this table is damaged")).to_be_visible()
        expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    leads_home(page)
    expect(page.locator(f"a[href='{path}']")).to_have_count(0)


def test_whoever_is_removed_where_nobody_may_watch_is_told_and_led_home(visit: NewPage) -> None:
    anna, ben = visit(None), visit(None)
    path = make(anna, seats=[{}, {}, {"kind": "bot", "level": "random"}], spectators=False)
    ben.request.post(f"{api(path)}/join", data={"name": "Ben"})
    anna.request.post(f"{api(path)}/start", data={})
    know_the_games(ben)
    ben.goto(path)
    ben.locator(".hand-area .card").first.wait_for()
    anna.request.post(f"{api(path)}/absent", data={"seat": 1, "choice": "remove"})
    expect(ben.get_by_text("You no longer have a seat at this table.")).to_be_visible()
    expect(ben.locator(".card")).to_have_count(0)
    ben.reload()
    expect(ben.get_by_role("heading", level=1)).to_have_text("No spectators")
    expect(ben.get_by_text("You can watch the match once it is over.")).to_be_visible()
    leads_home(ben)
