"""Being told that it is one's turn: set up on the page, sent, shown, and leading to the table."""

import json
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.absence import on_server
from browser.axe import check
from browser.conftest import PATIENCE_MS, NewPage
from browser.meeting import know_the_games
from browser.test_home import days_table
from server.live import Live, live_server
from server.notices import push_service as pushes
from server.notices.looking import acts
from server.notices.post_office import PostOffice, post_office_aside

PHONE = {"width": 390, "height": 844}

# Headless browsers have no push service: this one's subscription is at the test's own.
SUBSCRIBES = """
  const wish = %s;
  let made = null;
  const options = { applicationServerKey: null };
  const own = {
    options,
    endpoint: wish.endpoint,
    toJSON: () => ({ endpoint: wish.endpoint, keys: { p256dh: wish.p256dh, auth: wish.auth } }),
    unsubscribe: async () => { made = null; return true; },
  };
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    options.applicationServerKey = applicationServerKey.buffer;
    return (made = own);
  };
  Notification.requestPermission = async () => 'granted';
"""

SHOWN = """() => navigator.serviceWorker.ready
  .then((worker) => worker.getNotifications())
  .then((all) => all.map(({ title, body, tag }) => [title, body, tag]))"""


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """An SMTP server."""
    with post_office_aside() as found:
        yield found


@pytest.fixture
def house(pages: None, tmp_path: Path, office: PostOffice) -> Iterator[Live]:
    """A server that sends mails and pushes."""
    mail = {
        "smtp_host": "127.0.0.1",
        "smtp_port": office.port,
        "smtp_security": "none",
        "smtp_from": "cards@example.org",
        "public_url": "https://play.example.org",
    }
    with live_server(tmp_path, push_services="any", **mail) as live:
        yield live


@pytest.fixture
def contexts(chromium: Browser, house: Live) -> Iterator[list[BrowserContext]]:
    """Browsers of several people, closed at the end."""
    made: list[BrowserContext] = []
    yield made
    for context in made:
        context.close()


def opened(chromium: Browser, house: Live, contexts: list[BrowserContext], **wish: Any) -> Page:
    """A browser of somebody new, with a worker."""
    usual = {"locale": "en-GB", "reduced_motion": "reduce", "viewport": PHONE}
    context = chromium.new_context(base_url=house.url, **{**usual, **wish})
    context.set_default_timeout(PATIENCE_MS)
    context.grant_permissions(["notifications"], origin=house.url)
    contexts.append(context)
    return context.new_page()


def look(page: Page, name: str) -> None:
    """Keep a picture, for whoever wants to see it."""
    if folder := os.environ.get("LOOK"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


async def due_now(house: Live) -> None:
    """The notices that wait are due, and sent."""
    store = house.tables.services.store
    await store.change(("UPDATE notices SET due_at = 1 WHERE stage = 'turn'", ()))
    await house.server.config.app.state.notices.sending.drain()  # type: ignore[union-attr]


def test_an_address_is_confirmed_and_stopped_again(
    chromium: Browser, house: Live, office: PostOffice, contexts: list[BrowserContext]
) -> None:
    page = opened(chromium, house, contexts)
    page.goto("/me")
    page.get_by_label("E-mail address").fill("anna@example.org")
    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_text("A code is on its way to anna@example.org.")).to_be_visible()
    check(page, "a code on its way")
    look(page, "notices-code")
    code = re.search(r"\b\d{8}\b", office.mails[0].get_content())
    assert code
    page.get_by_label("Code", exact=True).last.fill(code[0])
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("E-mails go to anna@example.org.")).to_be_visible()

    (channel,) = page.request.get("/api/me/notices").json()["channels"]
    other = opened(chromium, house, contexts)  # mails are read anywhere
    other.goto(f"/stop#{channel['id']}")
    check(other, "stopping mails")
    look(other, "notices-stop")
    other.get_by_role("button", name="Stop the e-mails").click()
    expect(other.get_by_text("no more e-mails will come")).to_be_visible()
    page.reload()
    expect(page.get_by_label("E-mail address")).to_be_visible()


def test_quiet_hours_are_kept(
    chromium: Browser, house: Live, contexts: list[BrowserContext]
) -> None:
    page = opened(chromium, house, contexts, timezone_id="Europe/Paris")
    page.goto("/me")
    page.get_by_label("From").fill("23:30")
    page.get_by_label("Until").fill("07:15")
    page.get_by_role("button", name="Set quiet hours").click()
    expect(page.get_by_role("button", name="No quiet hours")).to_be_visible()
    quiet = {"zone": "Europe/Paris", "begins": 1410, "ends": 435}
    assert page.request.get("/api/me/notices").json()["quiet"] == quiet
    page.reload()
    expect(page.get_by_label("From")).to_have_value("23:30")
    page.get_by_role("button", name="No quiet hours").click()
    expect(page.get_by_role("button", name="No quiet hours")).to_have_count(0)


def shown(page: Page, holds: Callable[[list[list[str]]], bool]) -> list[list[str]]:
    """Title, text and tag of each notice on the device, as soon as they are as they should be."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while True:
        found: list[list[str]] = page.evaluate(SHOWN)
        if holds(found):
            return found
        assert time.monotonic() < until, found
        page.wait_for_timeout(20)


def test_a_push_is_shown_leads_to_the_table_and_goes_when_it_is_looked_at(
    chromium: Browser, house: Live, contexts: list[BrowserContext]
) -> None:
    with pushes.push_service_aside() as service:
        receiver = pushes.Browser()
        wish = receiver.subscription(service.endpoint("anna"))
        anna, ben = (opened(chromium, house, contexts) for _ in range(2))
        anna.add_init_script(SUBSCRIBES % json.dumps(wish))
        anna.goto("/me")
        anna.evaluate("navigator.serviceWorker.ready.then(() => true)")
        anna.get_by_role("button", name="Turn on").click()
        expect(anna.get_by_text("This device gets notifications.")).to_be_visible()
        check(anna, "notices on this device")
        look(anna, "notices-on")

        id = days_table(anna, ben)
        if not anna.request.get("/api/me/home").json()["turns"]:
            while not anna.request.get("/api/me/home").json()["turns"]:
                on_server(house, acts(house.table(id)))
        while not service.came:  # the server's own sender may be at it
            on_server(house, due_now(house))
        ((_, _, body),) = service.came
        told = receiver.decrypt(body).decode()

        worker = contexts[0].service_workers[0]
        worker.evaluate("(text) => dispatchEvent(new PushEvent('push', { data: text }))", told)
        ((title, text, tag),) = shown(anna, lambda found: len(found) == 1)
        assert title == "It’s your turn"
        assert text.startswith("Photo Rummy · Ben\nTime left: 2")

        # The same turn once more, as a reminder would be: it takes the place of the first.
        again = json.dumps({**json.loads(told), "title": "Your turn ends soon"})
        worker.evaluate("(text) => dispatchEvent(new PushEvent('push', { data: text }))", again)
        found = shown(anna, lambda found: [each[0] for each in found] == ["Your turn ends soon"])
        assert found[0][2] == tag

        worker.evaluate(
            """async () => {
              globalThis.led = [];
              clients.openWindow = async (url) => void led.push(url);
              const [notification] = await registration.getNotifications();
              dispatchEvent(new NotificationEvent('notificationclick', { notification }));
            }"""
        )
        shown(anna, lambda found: not found)
        assert worker.evaluate("led") == [f"{house.url}/t/{id}"]

        worker.evaluate("(text) => dispatchEvent(new PushEvent('push', { data: text }))", told)
        shown(anna, lambda found: len(found) == 1)
        know_the_games(anna)
        anna.goto(f"/t/{id}")
        anna.locator(".play .card").first.wait_for()
        shown(anna, lambda found: not found)


CHANGES = """(subscription) => {
  const event = new ExtendableEvent('pushsubscriptionchange');
  event.newSubscription = subscription && { toJSON: () => subscription };
  dispatchEvent(event);
}"""


def test_a_subscription_that_the_browser_replaces_is_used_from_then_on(
    chromium: Browser, house: Live, contexts: list[BrowserContext]
) -> None:
    with pushes.push_service_aside() as service:
        receiver = pushes.Browser()
        page = opened(chromium, house, contexts)
        page.add_init_script(
            SUBSCRIBES % json.dumps(receiver.subscription(service.endpoint("one")))
        )
        page.goto("/me")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.get_by_role("button", name="Turn on").click()
        expect(page.get_by_text("This device gets notifications.")).to_be_visible()
        second = receiver.subscription(service.endpoint("two"))
        told = {"endpoint": second["endpoint"], "keys": second}
        worker = contexts[0].service_workers[0]
        worker.evaluate(CHANGES, told)
        until_sent_to(house, [second["endpoint"]])
        # Turned off since: nobody is asked again, and nothing comes.
        page.get_by_role("button", name="Turn off").click()
        expect(page.get_by_role("button", name="Turn on")).to_be_visible()
        with contexts[0].expect_event("response", lambda each: each.url.endswith("/notices")):
            worker.evaluate(CHANGES, told)
        until_sent_to(house, [])


def until_sent_to(house: Live, endpoints: list[str]) -> None:
    """Wait until notices go there."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while (found := on_server(house, subscribed(house))) != endpoints:
        assert time.monotonic() < until, found
        time.sleep(0.02)


async def subscribed(house: Live) -> list[str]:
    """Where notices go."""
    rows = await house.tables.services.store.rows("SELECT address FROM channels")
    return [str(address) for (address,) in rows]


def test_where_the_address_has_no_https_the_page_says_so(visit: NewPage) -> None:
    page = visit(None)
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { get: () => false })")
    page.goto("/me")
    expect(
        page.get_by_text("only show notifications if the address begins with https://")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Turn on")).to_have_count(0)
    expect(page.get_by_label("E-mail address")).to_have_count(0)  # nobody has set SMTP up


def test_the_settings_fit_a_phone_in_german_too(visit: NewPage) -> None:
    page = visit("/me", viewport={"width": 360, "height": 640}, locale="de-DE")
    expect(page.get_by_role("heading", name="Sag mir, wenn ich dran bin")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page, "notices in German")
    look(page, "notices-german")
