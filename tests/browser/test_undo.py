"""Taking a move back: once, with the news and the table following, and never one the clock made."""

import json

from playwright.sync_api import WebSocketRoute, expect

from browser.conftest import NewPage
from browser.finding import last_news, log, messages
from browser.meeting import friends
from browser.players import jericho


def test_an_undo_is_sent_once_and_news_and_choice_follow_it(visit: NewPage) -> None:
    anna = visit(None)
    sent: list[str] = []

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            sent.append(str(text))
            server.send(text)

        line.on_message(pass_on)

    anna.route_web_socket("**/socket", route)
    [ben] = friends(anna, visit, "Ben")
    jericho(anna, "mouse")
    undo = anna.get_by_role("button", name="Take back")
    expect(undo).to_be_enabled()
    undo.click()
    expect(anna.get_by_role("status").filter(has_text="Waiting for the others")).to_be_visible()
    ben.get_by_role("button", name="Allow").click()
    expect(last_news(anna, "You took back your move.")).to_be_visible()
    expect(last_news(ben, "Anna took back a move.")).to_be_visible()
    expect(log(ben).last).to_have_text("Anna took back a move.")
    expect(anna.locator(".hand-area .card.selected")).to_have_count(0)
    expect(messages(anna)).to_have_count(0)
    expect(undo).to_be_disabled()
    assert [json.loads(each)["type"] for each in sent].count("undo") == 1
    jericho(anna, "mouse")
    expect(undo).to_be_enabled()


def test_a_move_that_the_clock_made_cannot_be_taken_back(visit: NewPage) -> None:
    anna = visit(None)
    [ben] = friends(anna, visit, "Ben", turn_seconds=5)
    line = "You ran out of time; a bot played for you."
    expect(anna.locator(".clock.late").first).to_be_visible()
    hurry = anna.get_by_role("status").filter(has_text="Less than ten seconds left!")
    expect(hurry).to_be_visible()
    expect(log(anna).filter(has_text=line).first).to_be_visible()
    expect(log(ben).filter(has_text="Anna ran out of time").first).to_be_visible()
    expect(anna.get_by_role("button", name="Take back")).to_be_disabled()
