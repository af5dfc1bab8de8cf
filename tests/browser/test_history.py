"""History: matches, what they add up to, and whom one has met."""

from playwright.sync_api import Page, expect

from browser.axe import check
from browser.conftest import NewPage
from browser.meeting import api, make, play_all


def _played_with_ben(anna: Page, visit: NewPage) -> None:
    ben = visit(None)
    path = make(anna, game="souvenirs", seats=[{}, {}])
    ben.request.post(f"{api(path)}/join", data={"name": "Ben"})
    anna.request.post(f"{api(path)}/start", data={})
    for page in (anna, ben):
        page.goto(path)
        page.locator(".play").wait_for()
    play_all(anna, ben)


def _played_with_bots(anna: Page) -> None:
    bots = [{"kind": "bot", "level": "random"}] * 2
    path = make(anna, game="jericho", seats=[{}, *bots])
    anna.request.post(f"{api(path)}/start", data={})
    anna.goto(path)
    anna.locator(".play").wait_for()
    play_all(anna)


def test_a_person_finds_their_matches_drawn_and_filtered_people_and_bots_apart(
    visit: NewPage,
) -> None:
    anna = visit(None)
    _played_with_ben(anna, visit)
    _played_with_bots(anna)
    anna.goto("/")
    anna.get_by_role("link", name="Your history").click()
    souvenirs = anna.get_by_role("region", name="Souvenirs")
    expect(souvenirs.get_by_role("heading", name="Against people")).to_be_visible()
    expect(souvenirs.get_by_role("heading", name="Against bots alone")).to_have_count(0)
    expect(souvenirs.get_by_role("img", name="Points over time: Souvenirs")).to_be_visible()
    jericho = anna.get_by_role("region", name="Jericho")
    expect(jericho.get_by_role("heading", name="Against bots alone")).to_be_visible()
    check(anna, "history")
    # what is drawn can be read
    souvenirs.get_by_text("As a table").click()
    expect(souvenirs.get_by_role("row")).to_have_count(2)
    section = anna.locator("section", has=anna.get_by_role("heading", name="All matches"))
    rows = section.get_by_role("listitem")
    expect(rows).to_have_count(2)
    anna.get_by_role("group", name="Against").get_by_role("button", name="Bots").press("Enter")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Jericho")
    souvenirs.get_by_role("button", name="Ben").click()
    expect(rows).to_contain_text(["Souvenirs"])
    rows.get_by_role("link", name="Replay").click()
    expect(anna.get_by_role("heading", name="Souvenirs: replay")).to_be_attached()


def test_whoever_has_finished_nothing_is_told_what_will_be_here(visit: NewPage) -> None:
    page = visit("/history")
    expect(page.get_by_text("Every match that you finish will be listed here.")).to_be_visible()
    check(page, "an empty history")
