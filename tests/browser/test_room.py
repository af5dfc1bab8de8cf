"""A table is a room: people get ready, change seats and games, and see how everybody has done."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.axe import check
from browser.conftest import NewPage
from browser.meeting import api, come_to_the_result, know_the_games, make, play_all
from browser.passing import Passing


def _come(visit: NewPage, path: str, name: str, sit: bool = True) -> Page:
    page = visit(None)
    page.request.post(f"{api(path)}/join", data={"name": name, "sit": sit})
    page.goto(path)
    page.get_by_role("heading", name="At the table").wait_for()
    return page


def _seats(page: Page) -> list[str]:
    table = page.request.get(api(page.url)).json()["table"]
    return [seat["name"] for seat in table["seats"]]


def _handle(page: Page, name: str) -> str:
    return f"Swap seats: {name}"


@pytest.fixture
def room(visit: NewPage) -> tuple[Page, Page]:
    """Anna, who is the host, and Ben in the waiting room, with a seat that is free."""
    anna = visit(None)
    anna.goto(make(anna, game="souvenirs"))
    anna.get_by_role("heading", name="At the table").wait_for()
    return anna, _come(visit, anna.url, "Ben")


def test_everybody_sees_who_is_ready(room: tuple[Page, Page]) -> None:
    anna, ben = room
    expect(anna.get_by_text("Ready: 0 of 1")).to_be_visible()
    button = ben.get_by_role("button", name="I’m ready")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(anna.get_by_text("Everybody is ready.")).to_be_visible()
    expect(anna.locator("li[data-seat]").filter(has_text="Ben")).to_contain_text("Ready")
    check(anna, "ready, as the host")
    check(ben, "ready")
    button.click()
    expect(anna.get_by_text("Ready: 0 of 1")).to_be_visible()


def test_seats_are_exchanged_by_a_press_by_keys_and_by_dragging(room: tuple[Page, Page]) -> None:
    anna, ben = room
    anna.get_by_role("button", name=_handle(anna, "Ben")).click()
    expect(anna.get_by_role("status").filter(has_text="Choose the other seat.")).to_be_visible()
    check(anna, "seats that are exchanged")
    anna.get_by_role("button", name="Swap with: Free seat").click()
    expect(anna.locator("li[data-seat]").nth(2)).to_contain_text("Ben")
    # keys: picked up, put back, and then exchanged
    own = ben.get_by_role("button", name=_handle(ben, "Ben"))
    own.focus()
    ben.keyboard.press("Enter")
    ben.keyboard.press("Escape")
    expect(ben.get_by_role("button", name="Swap with: Free seat")).to_have_count(0)
    own.focus()
    ben.keyboard.press("Enter")
    ben.get_by_role("button", name="Swap with: Free seat").focus()
    ben.keyboard.press("Enter")
    for page in (anna, ben):  # Anna must see it too: she takes hold of what she sees
        expect(page.locator("li[data-seat]").nth(1)).to_contain_text("Ben")
    # by the handle, onto the other row
    anna.set_viewport_size({"width": 390, "height": 844})
    handle = anna.get_by_role("button", name=_handle(anna, "Ben")).bounding_box()
    row = anna.locator("li[data-seat]").nth(0).bounding_box()
    assert handle is not None
    assert row is not None
    anna.mouse.move(handle["x"] + 10, handle["y"] + 10)
    anna.mouse.down()
    anna.mouse.move(row["x"] + 60, row["y"] + row["height"] / 2, steps=8)
    expect(anna.locator("li.over")).to_have_count(1)
    anna.mouse.up()
    expect(anna.locator("li[data-seat]").nth(0)).to_contain_text("Ben")
    assert _seats(anna)[:2] == ["Ben", "Anna"]
    expect(ben.get_by_role("button", name=re.compile("Anna"))).to_have_count(0)


def test_somebody_who_comes_or_speaks_is_told_and_onlookers_are_named(
    room: tuple[Page, Page], visit: NewPage
) -> None:
    anna, ben = room
    passing = Passing(anna, "[role=status]")
    dora = _come(visit, anna.url, "Dora", sit=False)
    passing.wait("Dora is here")
    # where people sit no message lies over them
    expect(anna.locator("li[data-seat][data-spoken-of]")).to_have_count(2)
    expect(ben.get_by_text("Dora is watching")).to_be_visible()
    dora.get_by_label("Say something").fill("May I watch?")
    dora.get_by_role("button", name="Send").click()
    passing.wait("Dora: May I watch?")
    dora.goto("/")
    expect(ben.get_by_text("Dora is watching")).to_have_count(0)


def test_the_title_tells_what_happened_while_nobody_looked(
    room: tuple[Page, Page], visit: NewPage
) -> None:
    anna, _ = room
    hide = """hidden => {
      Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    anna.evaluate(hide, True)
    _come(visit, anna.url, "Cleo")
    expect(anna).to_have_title("Cleo is here · Souvenirs")
    anna.evaluate(hide, False)
    expect(anna).to_have_title("Souvenirs")


def test_the_host_hands_the_table_over_and_lets_somebody_in_again(
    room: tuple[Page, Page], visit: NewPage
) -> None:
    anna, ben = room
    cleo = _come(visit, anna.url, "Cleo", sit=False)
    anna.get_by_role("button", name="Remove Cleo").click()
    anna.get_by_role("button", name="Yes, remove Cleo").click()
    expect(anna.get_by_role("heading", name="Removed")).to_be_visible()
    check(anna, "people who were removed")
    anna.get_by_role("button", name="Let Cleo in again").click()
    expect(anna.get_by_role("heading", name="Removed")).to_have_count(0)
    cleo.reload()
    cleo.get_by_role("button", name="Sit here").first.click()
    expect(anna.locator("li[data-seat]").filter(has_text="Cleo")).to_be_visible()
    anna.get_by_role("button", name="Make Ben the host").click()
    anna.get_by_role("button", name="Yes, Ben is the host").click()
    expect(ben.get_by_role("button", name="Start the match")).to_be_visible()
    expect(anna.get_by_role("button", name="Start the match")).to_have_count(0)


def test_free_text_is_usual_among_friends_and_phrases_where_all_can_see_it(
    visit: NewPage,
) -> None:
    page = visit()
    page.get_by_role("button", name="With friends").first.click()
    page.get_by_text("More settings").click()
    chat = page.get_by_role("group", name="Chat", exact=True)
    expect(chat.get_by_role("button", pressed=True)).to_have_text("Free text")
    page.get_by_label("Anyone can find this table").check()
    expect(chat.get_by_role("button", pressed=True)).to_have_text("Ready-made phrases")


def test_three_friends_play_three_games_in_one_room_and_see_their_standings(
    visit: NewPage,
) -> None:
    anna = visit(None)
    know_the_games(anna)
    anna.goto(make(anna))
    ben, cleo = (_come(visit, anna.url, name) for name in ("Ben", "Cleo"))
    friends = (anna, ben, cleo)
    for page in friends:
        know_the_games(page)
    for page in (ben, cleo):
        page.get_by_role("button", name="I’m ready").click()
    anna.get_by_role("button", name="Start the match").click()
    _play(friends)
    anna.get_by_role("button", name="Suggest another game").click()
    anna.get_by_role("button", name=re.compile("^Souvenirs")).click()
    for page in (ben, cleo):
        expect(page.get_by_text("Anna suggests Souvenirs.")).to_be_visible()
        page.get_by_role("button", name="Play Souvenirs").click()
    for page in friends:
        page.locator("[data-room=souvenirs] .play").wait_for()
    _play(friends)
    # whoever has another wish says so, until all agree
    ben.get_by_role("button", name="Suggest another game").click()
    ben.get_by_role("button", name=re.compile("^Photo Rummy")).click()
    for page in (anna, cleo):
        page.get_by_role("button", name="Play Photo Rummy").click()
    for page in friends:
        page.locator("[data-room=photo_rummy] .play").wait_for()
    _play(friends)
    for page in friends:
        dialog = page.locator("dialog[open]")
        expect(dialog.get_by_role("heading", name="After 3 matches")).to_be_visible()
        rows = dialog.get_by_role("table", name="After 3 matches").locator("tbody th span")
        expect(rows).to_have_count(3)
        assert sorted(rows.all_inner_texts()) == ["Anna", "Ben", "Cleo"]
        dialog.get_by_text("All matches at this table").click()
        expect(dialog.get_by_role("link", name="Replay", exact=True)).to_have_count(3)
    check(anna, "standings")


def _play(friends: tuple[Page, ...]) -> None:
    """All play the match to its end, and look at the result."""
    address = friends[0].url
    play_all(*friends)
    for page in friends:  # whoever comes back finds the result, past all that was counted
        page.goto(address)
        come_to_the_result(page)
