"""What is agreed and who plays: chosen before a game, and seen by everybody."""

from playwright.sync_api import expect

from browser.coming import close_tips, cover, make_table
from browser.conftest import Manners, NewPage
from browser.meeting import make


def test_what_cannot_be_agreed_on_is_told_in_the_form_s_words(
    visit: NewPage, manners: Manners
) -> None:
    page = visit()
    manners.away = True  # the browser notes every refusal
    cover(page, "flow").get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Anna")
    page.get_by_text("More settings").click()
    page.get_by_label("Countdown, seconds").fill("99999")
    page.get_by_role("button", name="Create table").click()
    why = page.get_by_text("“Countdown, seconds” must be between 0 and 3,600.")
    expect(why).to_be_visible()


def test_the_points_table_of_souvenirs_can_be_agreed_on(visit: NewPage) -> None:
    page = visit()
    cover(page, "souvenirs").get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Anna")
    page.get_by_text("More settings").click()
    page.get_by_text("Points table").click()
    page.get_by_label("pair: First or alone", exact=True).fill("9")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("Points table")).to_be_visible()
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Start the match").click()
    close_tips(page, "mouse")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Pair"))
    expect(row.last.get_by_role("cell").first).to_have_text("9")


def test_bots_are_introduced_where_they_are_chosen(visit: NewPage) -> None:
    page = visit(locale="de-DE")
    cover(page, "jericho").wait_for()
    for level, character in (("medium", "Spielt solide"), ("hard", "Denkt voraus")):
        cover(page, "jericho").get_by_label("Wie stark sind die Bots?").select_option(level)
        expect(page.get_by_role("status").filter(has_text=character)).to_be_visible()
    guest = visit()
    make_table(guest, "jericho", "mouse", {})
    guest.get_by_role("button", name="Put a bot here").first.click()
    expect(guest.get_by_text("Plays any legal card.")).to_be_visible()
    guest.get_by_label("How strong are the bots?").select_option("hard")
    expect(guest.get_by_text("Looks ahead and remembers what was played.")).to_be_visible()


def test_the_host_changes_what_was_agreed_and_guests_see_it(
    visit: NewPage, manners: Manners
) -> None:
    anna = visit(None)
    anna.goto(make(anna, game="flow"))
    ben = visit(anna.url)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.get_by_text("The host starts the match")).to_be_visible()
    expect(ben.get_by_role("button", name="Game settings")).to_have_count(0)
    anna.get_by_role("button", name="Arrange the table").click()
    anna.get_by_role("button", name="Game settings").click()
    anna.get_by_label("Target").fill("120")
    anna.get_by_role("button", name="Save").click()
    for page in (anna, ben):
        expect(page.get_by_text("Target: 120")).to_be_visible()
    anna.get_by_role("button", name="Game settings").click()
    manners.away = True
    anna.get_by_label("Target").fill("0")
    anna.get_by_role("button", name="Save").click()
    expect(anna.get_by_role("alert")).to_be_in_viewport()
