"""Somebody is gone: everybody sees it, the news name it, and the host decides."""

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPage
from browser.finding import last_news, log
from browser.meeting import api, friends
from browser.players import jericho
from quartett.server.table import presence

PROMISED = presence.ABSENT_SECONDS, presence.MISSED_SECONDS


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server misses people sooner than it would otherwise."""
    monkeypatch.setattr(presence, "ABSENT_SECONDS", 1.5)
    monkeypatch.setattr(presence, "MISSED_SECONDS", 2.5)


def test_people_are_marked_in_five_seconds_and_missed_after_half_a_minute() -> None:
    assert PROMISED == (5, 30)


def test_whoever_is_gone_is_named_in_the_news_and_whoever_is_replaced_is_told(
    visit: NewPage,
) -> None:
    anna = visit(None)
    ben, cleo = friends(anna, visit, "Ben", "Cleo")
    ben.goto("/")
    for page in (anna, cleo):
        expect(page.get_by_role("status").filter(has_text="Ben is away.")).to_be_visible()
        expect(log(page).last).to_have_text("Ben has been away for half a minute.")
        expect(last_news(page, "Ben has been away for half a minute.")).to_be_visible()
    expect(cleo.get_by_role("button", name="Let a bot play")).to_have_count(0)
    ben.go_back()
    expect(last_news(anna, "Ben is back.")).to_be_visible()
    expect(anna.get_by_text("Ben is away.")).to_have_count(0)
    refused = anna.request.post(f"{api(anna.url)}/absent", data={"seat": 2, "choice": "bot"})
    assert refused.json()["reason"] == "server.still_here"  # Cleo is at the table
    assert cleo.request.post(f"{api(cleo.url)}/stand-in", data={"seat": 2}).ok
    replaced = cleo.get_by_role("status").filter(has_text="A bot is playing for you.")
    replaced.get_by_role("button", name="Take my seat back").click()
    expect(replaced).to_have_count(0)
    assert not anna.request.get(api(anna.url)).json()["table"]["seats"][2]["away"]
    assert anna.request.post(f"{api(anna.url)}/absent", data={"seat": 1, "choice": "remove"}).ok
    elsewhere = visit(None).request
    token = cleo.request.post(f"{api(anna.url)}/join", data={}).json()["token"]
    elsewhere.post(f"{api(anna.url)}/join", data={"token": token})
    assert elsewhere.post(f"{api(anna.url)}/devices/revoke", data={}).status == 403
    removed = ben.get_by_role("status").filter(has_text="You no longer have a seat")
    expect(removed).to_contain_text("You are watching.")
    expect(removed.get_by_role("link", name="All games")).to_be_visible()
    expect(cleo.get_by_role("status").filter(has_text="You no longer have a seat")).to_have_count(0)


def test_the_host_waits_lets_a_bot_play_or_removes_whoever_is_gone(visit: NewPage) -> None:
    anna = visit(None)
    ben, cleo = friends(anna, visit, "Ben", "Cleo")
    ben.goto("/")
    cleo.goto("/")
    here = anna.get_by_role("status").filter(has_text="Ben is away.")
    here.get_by_role("button", name="Wait").click()
    expect(here).to_have_count(0)
    cleos = anna.get_by_role("status").filter(has_text="Cleo is away.")
    cleos.get_by_role("button", name="Let a bot play").click()
    expect(cleos).to_have_count(0)
    seats = anna.request.get(api(anna.url)).json()["table"]["seats"]
    assert (seats[1]["wait"], seats[2]["away"]) == (True, True)
    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name="Remove Ben").click()
    anna.get_by_role("button", name="Yes, remove Ben").click()
    expect(anna.get_by_role("button", name="Remove Ben")).to_have_count(0)
    assert anna.request.get(api(anna.url)).json()["table"]["seats"][1]["kind"] == "bot"


def test_that_somebody_is_back_is_told_once_and_gives_way_to_later_moves(
    visit: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = visit(None)
    ben, cleo = friends(anna, visit, "Ben", "Cleo", away_seconds=None)
    news = anna.locator(".last")
    ben.goto("/")
    expect(news).to_have_text("Ben has been away for half a minute.")
    ben.go_back()
    expect(news).to_have_text("Ben is back.")
    jericho(anna, "mouse")
    expect(news).not_to_have_text("Ben is back.")
    move = news.inner_text()
    # the seats are told anew: that is no news of Ben
    monkeypatch.setattr(presence, "MISSED_SECONDS", PROMISED[1])
    cleo.goto("/")
    expect(anna.get_by_role("status").filter(has_text="Cleo is away.")).to_be_visible()
    expect(news).to_have_text(move)
