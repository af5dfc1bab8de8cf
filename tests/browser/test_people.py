"""Somebody keeps their name, loses the browser, and comes back on another device."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, expect

from browser.axe import check
from browser.conftest import Manners, NewPage
from server.learning.surfer import Surfer
from server.live import Live, run

PHONE = {"viewport": {"width": 390, "height": 780}}


def keep_name(page: Page, name: str) -> list[str]:
    """Keep a name; the codes that are shown."""
    page.get_by_label("Your name", exact=True).fill(name)
    page.get_by_role("button", name="Keep my name").click()
    expect(page.locator("ol code")).to_have_count(10)
    return page.locator("ol code").all_inner_texts()


def test_a_name_is_kept_and_comes_back_with_a_code(visit: NewPage) -> None:
    page = visit("/me", **PHONE)
    check(page, "a guest")
    codes = keep_name(page, "Anna")
    check(page, "the codes")
    page.get_by_role("button", name="I have them").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")
    expect(page.get_by_text("10 codes left")).to_be_visible()
    check(page, "a kept name")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")

    other = visit("/me")
    other.get_by_label("Code").fill(codes[2].lower())
    other.get_by_role("button", name="Come back").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Anna")
    expect(other.get_by_text("9 codes left")).to_be_visible()
    # The first device is signed out from here, and is a guest again.
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_role("button", name="Sign out")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Keep my name")).to_be_visible()


def test_what_was_learnt_comes_along_to_another_device(visit: NewPage) -> None:
    page = visit("/me")
    page.evaluate(
        """() => {
            const day = (back) => new Date(Date.now() - back * 864e5).toISOString().slice(0, 10);
            localStorage.setItem('quartett.puzzles.days', JSON.stringify([day(1), day(0)]));
        }"""
    )
    codes = keep_name(page, "Anna")
    page.get_by_role("button", name="I have them").click()
    other = visit("/me")
    other.evaluate(
        """() => {
            const day = (back) => new Date(Date.now() - back * 864e5).toISOString().slice(0, 10);
            localStorage.setItem('quartett.puzzles.days', JSON.stringify([day(2), day(1)]));
        }"""
    )
    other.get_by_label("Code").fill(codes[0])
    other.get_by_role("button", name="Come back").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Anna")
    known = "() => JSON.parse(localStorage.getItem('quartett.puzzles.days')).length === 3"
    for each in (other, page):
        each.goto("/learn")
        each.wait_for_function(known)
    guest = visit("/learn")
    expect(guest.locator(".today")).to_be_visible()
    assert guest.evaluate("() => localStorage.getItem('quartett.puzzles.days')") is None


def test_a_face_is_chosen_with_keys_and_seen_by_the_others(visit: NewPage, site: Live) -> None:
    page = visit("/me", viewport={"width": 360, "height": 640})
    keep_name(page, "Anna")
    page.get_by_role("button", name="I have them").click()
    page.get_by_role("button", name="Choose your face").click()
    expect(page.get_by_role("radio", name="no portrait")).to_be_checked()
    page.get_by_role("radio", name="camera").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="red beret")).to_be_checked()
    check(page, "choosing a face")
    page.get_by_role("button", name="Use this face").click()
    expect(page.get_by_role("img", name="red beret")).to_be_visible()
    check(page, "a face that was chosen")
    page.reload()
    expect(page.get_by_role("img", name="red beret")).to_be_visible()

    table = page.evaluate(
        """async () => {
            const seats = [{}, {}, { kind: 'bot', level: 'easy' }];
            const body = JSON.stringify({ game: 'jericho', you: 'Anna', seats });
            const headers = { 'content-type': 'application/json' };
            const answer = await fetch('/api/tables', { method: 'POST', headers, body });
            return (await answer.json()).table.id;
        }"""
    )
    page.goto(f"{site.url}/t/{table}")
    other = visit(f"/t/{table}")
    other.get_by_label("Your name", exact=True).fill("Ben")
    other.get_by_role("button", name="Sit down").click()
    hers = other.locator("[data-seat='0'] svg[data-face='beret']")
    expect(hers).to_be_visible()
    expect(hers).not_to_have_class(re.compile(r"\bbot\b"))
    # A bot looks different, and is not round.
    expect(other.locator("[data-seat='2'] svg.bot:not([data-face='beret'])")).to_be_visible()


def test_on_a_small_phone_codes_and_a_face_are_confirmed_without_scrolling(visit: NewPage) -> None:
    page = visit("/me", viewport={"width": 360, "height": 640})
    keep_name(page, "Anna")
    expect(page.get_by_role("button", name="I have them")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="I have them").click()
    page.get_by_role("button", name="Choose your face").click()
    page.get_by_role("img", name="red beret").click()
    expect(page.get_by_role("radio", name="red beret")).to_be_checked()
    expect(page.get_by_role("button", name="Use this face")).to_be_in_viewport(ratio=1)
    # Nor does the button cover what the keys have reached.
    for _ in range(15):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(
        """() => {
            const label = document.activeElement.closest('label');
            const at = label.getBoundingClientRect();
            const seen = document.elementFromPoint(at.x + at.width / 2, at.y + at.height - 6);
            return label.contains(seen);
        }"""
    )
    page.get_by_role("button", name="Use this face").click()
    expect(page.get_by_role("button", name="Choose your face")).to_be_visible()


def test_a_device_joins_by_the_code_that_another_one_shows(visit: NewPage) -> None:
    page = visit("/me")
    keep_name(page, "Ben")
    page.get_by_role("button", name="I have them").click()
    page.get_by_role("button", name="Show a code").click()
    expect(page.get_by_alt_text("The code as a QR code")).to_be_visible()
    code = page.locator("code").inner_text()
    phone = visit(f"/me#{code}", **PHONE)  # as if scanned
    expect(phone.get_by_text("If somebody sent you the link")).to_be_visible()
    check(phone, "a code that was scanned")
    phone.get_by_role("button", name="Come back").click()
    number = phone.get_by_role("status").locator("b").inner_text()
    assert code not in phone.url
    asks = page.get_by_role("alert").filter(has_text="wants to join")
    expect(asks).to_contain_text(number)
    check(page, "a device that asks")
    yes = page.get_by_role("button", name="Yes, that is mine")
    # two taps at once, as an impatient finger does it
    yes.evaluate("button => { button.click(); button.click(); }")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ben")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


@pytest.mark.parametrize("kind", ["pairing", "recovery"])
def test_a_link_with_a_code_does_nothing_until_it_is_confirmed(visit: NewPage, kind: str) -> None:
    page = visit("/me")
    code = keep_name(page, "Mallory")[0]
    page.get_by_role("button", name="I have them").click()
    if kind == "pairing":
        page.get_by_role("button", name="Show a code").click()
        code = page.locator("code").inner_text()
    victim = visit("/")
    asked: list[str] = []
    victim.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    victim.goto(f"/me#{code}")
    expect(victim.get_by_label("Code")).to_have_value(code)
    victim.wait_for_load_state("networkidle")
    assert [each for each in asked if each.startswith("POST")] == []
    expect(victim.get_by_role("button", name="Keep my name")).to_be_enabled()
    assert victim.request.get("/api/me").json()["kept"] is False


def test_a_wrong_code_is_told_and_everything_stays(visit: NewPage, manners: object) -> None:
    page = visit("/me")
    manners.away = True  # type: ignore[attr-defined]
    page.get_by_label("Code").fill("22222-22222-22222-22222")
    page.get_by_role("button", name="Come back").click()
    expect(page.get_by_text("This recovery code does not work")).to_be_visible()
    expect(page.get_by_role("button", name="Keep my name")).to_be_enabled()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_everything_is_saved_and_forgotten(visit: NewPage, tmp_path: Path, locale: str) -> None:
    german = locale == "de-DE"
    page = visit("/me", locale=locale)
    called = "Dein Name" if german else "Your name"
    page.get_by_label(called).fill("Carla")
    page.get_by_role("button", name="Namen behalten" if german else "Keep my name").click()
    page.get_by_role("button", name="Ich habe sie" if german else "I have them").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name=re.compile("^(Save|Sichern)$")).click()
    saving.value.save_as(tmp_path / "me.json")
    assert json.loads((tmp_path / "me.json").read_text())["me"]["name"] == "Carla"
    forget = page.get_by_role("button", name="Mich vergessen" if german else "Forget me")
    expect(forget).to_be_disabled()
    page.locator("form", has=forget).get_by_label(called).fill("Carla")
    forget.click()
    keep = page.get_by_role("button", name="Namen behalten" if german else "Keep my name")
    expect(keep).to_be_visible()


def test_whoever_has_finished_a_match_is_asked_once_to_keep_it(visit: NewPage, site: Live) -> None:
    page = visit("/")
    offer = page.get_by_role("link", name="Keep these results?")
    expect(page.get_by_role("heading", name="Souvenirs")).to_be_visible()
    expect(offer).to_have_count(0)
    with ThreadPoolExecutor(1) as elsewhere:  # Playwright has this thread's event loop
        cookie = elsewhere.submit(_finish, site).result()
    page.context.add_cookies([{"name": "quartett", "value": cookie, "url": site.url}])
    page.reload()
    offer.click()
    expect(page.get_by_role("button", name="Keep my name")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", name="Souvenirs")).to_be_visible()
    expect(offer).to_have_count(0)


def _finish(site: Live) -> str:
    """Somebody new finishes a match; their cookie."""
    guest = Surfer(site)
    bot = {"kind": "bot", "level": "random"}
    joined = guest.post("/api/tables", game="souvenirs", you="Dora", seats=[{}, bot])
    guest.post(f"/api/tables/{joined['table']['id']}/start")
    run(guest.finish(joined))
    return guest.cookie.partition("=")[2]


PASSKEYS = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def owning(page: Page) -> tuple[CDPSession, str]:
    """A browser whose owner says yes to every passkey."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": PASSKEYS})
    return session, added["authenticatorId"]


def test_a_passkey_brings_a_name_to_another_device(
    visit: NewPage, site: Live, manners: Manners
) -> None:
    manners.host = manners.host.replace("127.0.0.1", "localhost")
    here = site.url.replace("127.0.0.1", "localhost")
    page = visit(None, base_url=here)
    session, keys = owning(page)
    page.goto("/me")
    keep_name(page, "Edda")
    page.get_by_role("button", name="I have them").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Passkey added")).to_be_visible()
    check(page, "a passkey")
    made = session.send("WebAuthn.getCredentials", {"authenticatorId": keys})["credentials"]

    other = visit(None, base_url=here, **PHONE)
    theirs, ring = owning(other)
    for each in made:
        theirs.send("WebAuthn.addCredential", {"authenticatorId": ring, "credential": each})
    other.goto("/me")
    check(other, "a guest who may have a passkey")
    other.get_by_role("button", name="Come back with a passkey").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Edda")
    other.get_by_role("button", name="Remove").click()
    expect(other.get_by_text("Passkey removed")).to_be_visible()
    expect(other.get_by_role("button", name="Remove")).to_have_count(0)
