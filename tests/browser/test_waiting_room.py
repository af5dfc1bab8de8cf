"""Before a match: invitations, the promised deal, talk, names, time and hints agreed on."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import check
from browser.coming import close_tips, cover
from browser.conftest import NewPage
from browser.finding import messages
from browser.meeting import api, friends, make
from browser.players import jericho
from quartett.server.network import network_hosts
from server.live import Live, live_server

PHONE = {"width": 390, "height": 844}


SHARES = """navigator.share = async (what) => {
  window.shared = what;
  window.refused = window.refuse;
  if (window.refuse) throw new DOMException('no', window.refuse);
}"""


def join(page: Page, name: str) -> None:
    """Sit down as somebody who was invited."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("The host starts the match").wait_for()


def test_an_invitation_says_that_it_is_for_this_computer_alone_and_is_copied_or_shared(
    visit: NewPage,
) -> None:
    page = visit(None)
    path = make(page)
    page.goto(path)
    warning = page.get_by_role("status").filter(has_text="Only this computer can open this link.")
    expect(warning).to_be_visible()
    expect(page.get_by_text("--host")).to_have_count(0)
    page.get_by_role("button", name="Copy link").click()
    expect(messages(page)).to_contain_text("Link copied")
    _is_promised_its_deal(page, path)
    # one button: what the device has for sharing, and the copy where that is refused
    page.add_init_script(SHARES)
    page.reload()
    page.get_by_role("button", name="Share the link").click()
    page.wait_for_function("() => window.shared?.url === location.href")
    expect(messages(page)).to_have_count(0)
    page.evaluate("() => { window.refuse = 'AbortError'; }")
    page.get_by_role("button", name="Share the link").click()
    page.wait_for_function("() => window.refused === 'AbortError'")
    expect(messages(page)).to_have_count(0)
    page.evaluate("() => { window.refuse = 'NotAllowedError'; }")
    page.get_by_role("button", name="Share the link").click()
    expect(messages(page)).to_contain_text("Link copied")
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)


def _is_promised_its_deal(page: Page, path: str) -> None:
    page.get_by_text("Fair deal").click()
    commitment = page.request.get(api(path)).json()["table"]["commitment"]
    expect(page.get_by_text(commitment)).to_be_visible()


@pytest.mark.skipif(not network_hosts("0.0.0.0"), reason="this machine is in no network")
def test_an_invitation_has_the_address_that_others_can_open(
    chromium: Browser, site: Live, tmp_path: Path
) -> None:
    with live_server(tmp_path, host="0.0.0.0") as open_to_all:
        context = chromium.new_context(base_url=open_to_all.url, locale="en-GB")
        page = context.new_page()
        page.goto(make(page))
        near = f"http://{network_hosts('0.0.0.0')[0]}:{urlsplit(open_to_all.url).port}/t/"
        expect(page.locator("section.large code").first).to_contain_text(near)
        expect(page.get_by_text("address on your network")).to_be_visible()
        expect(page.get_by_text("Only this computer")).to_have_count(0)
        code = page.locator("section.large img")
        expect(code).not_to_have_js_property("naturalWidth", 0)
        context.close()


def test_people_talk_rename_themselves_and_are_removed_in_the_waiting_room(
    visit: NewPage,
) -> None:
    anna = visit(None)
    anna.goto(make(anna))
    ben = visit(anna.url)
    join(ben, "Ben")
    ben.get_by_role("button", name="Hello!").click()
    expect(anna.get_by_role("list", name="Chat")).to_contain_text("Ben")
    ben.get_by_role("button", name="Change your name").click()
    ben.get_by_role("textbox", name="Your name").fill("Benno")
    ben.get_by_role("button", name="Save").click()
    expect(anna.locator(".seats li, section li").filter(has_text="Benno").first).to_be_visible()
    anna.get_by_role("button", name="Remove Benno").click()
    anna.get_by_role("button", name="Yes, remove Benno").click()
    expect(ben.get_by_text("You no longer have a seat at this table.")).to_be_visible()
    expect(ben.get_by_role("button", name="Sit here").first).to_be_visible()


def test_unread_words_are_counted_where_the_chat_is_hidden(visit: NewPage) -> None:
    anna = visit(None, viewport=PHONE)
    [ben] = friends(anna, visit, "Ben")
    for count in ("1", "2"):
        ben.get_by_role("button", name="Hello!").click()
        expect(anna.locator("header .panel b")).to_have_text(count)
    anna.get_by_role("button", name="2 new messages").click()
    expect(anna.locator("header .panel b")).to_have_count(0)


def test_time_per_turn_and_a_bank_are_agreed_on_and_seen_by_all(visit: NewPage) -> None:
    anna = visit()
    cover(anna, "jericho").get_by_role("button", name="With friends").click()
    anna.get_by_label("Your name").fill("Anna")
    anna.get_by_text("More settings").click()
    choices = anna.get_by_label("Time per turn").locator("option").all_inner_texts()
    assert (choices[1], choices[-1]) == ("15 seconds", "1 week")
    anna.get_by_label("Time per turn").select_option("2 minutes")
    anna.get_by_label("Time bank per player").select_option("3 minutes")
    anna.get_by_label("Added to the bank per turn").select_option("10 seconds")
    anna.get_by_label("Players may ask for hints").uncheck()
    anna.get_by_role("button", name="Create table").click()
    expect(anna.get_by_text("Time bank per player: 3 minutes")).to_be_visible()
    ben = visit(anna.url)
    join(ben, "Ben")
    anna.get_by_role("button", name="Fill with bots").click()
    anna.get_by_role("button", name="Start the match").click()
    for page in (anna, ben):
        close_tips(page, "mouse")
        clocks = page.get_by_role("group", name="Time left")
        for name in ("Anna", "Ben"):
            # both together; it runs while this is looked at
            both = re.compile("[345]:")
            expect(clocks.locator(".clock").filter(has_text=name)).to_contain_text(both)
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    jericho(ben, "mouse")
    expect(anna.locator(".clock").filter(has_text="Ben")).not_to_have_class(re.compile("runs"))


@pytest.mark.skipif(not network_hosts("0.0.0.0"), reason="this machine is in no network")
def test_whoever_sits_at_the_computer_lets_others_in_with_one_button(visit: NewPage) -> None:
    page = visit(None)
    page.goto(make(page))
    page.get_by_role("button", name="Let others on my network join").click()
    link = page.locator("code").filter(has_text=network_hosts("0.0.0.0")[0])
    expect(link).to_be_visible()
    expect(page.get_by_alt_text("QR code of the invitation")).to_have_attribute(
        "src", re.compile("to=")
    )
    check(page, "others may come in")
    page.get_by_role("checkbox", name="Also the next time the program starts").check()
    page.get_by_role("button", name="Stop letting others in").click()
    expect(page.get_by_role("button", name="Let others on my network join")).to_be_visible()
