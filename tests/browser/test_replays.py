"""What was taken back during a match is shown in its replay on request only, and marked."""

import asyncio
import random
import threading

from playwright.sync_api import expect

from browser.axe import check
from browser.conftest import NewPage
from browser.finding import log
from browser.meeting import played
from browser.ways import SIDEWAYS
from server.live import Live, play_on, run, sit_down

SWITCH = "Show moves that were taken back"
BACK = "Anna took back a move."


def _with_a_move_taken_back(url: str) -> tuple[str, int]:
    """A finished match of three, in which Anna took her first move back; its id and its steps."""
    found: list[tuple[str, int]] = []

    async def play() -> None:
        seats = await sit_down(url, "jericho", ["Anna", "Ben", "Cleo"], undo="free")
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            await seats[0].act(seats[0].legal[0])
            await seats[0].ask({"type": "undo"})
            await asyncio.gather(*(play_on(seat, random.Random(1)) for seat in seats))
        steps = await seats[0].api.fetch(f"/api/tables/{seats[0].table_id}/replay/views")
        found.append((seats[0].table_id, len(steps.splitlines())))

    # the browser's own event loop occupies this thread
    thread = threading.Thread(target=lambda: run(play()))
    thread.start()
    thread.join()
    return found[0]


def test_moves_that_were_taken_back_are_shown_on_request_and_marked(
    visit: NewPage, site: Live
) -> None:
    table, steps = _with_a_move_taken_back(site.url)
    page = visit(f"/replay/{table}?step=2")
    step, lines = page.get_by_role("slider", name="Step"), log(page)
    expect(step).to_have_attribute("max", str(steps - 1))
    expect(step).to_have_value("2")
    expect(lines.filter(has_text=BACK)).to_have_count(0)
    expect(lines.filter(has_text="Taken back:")).to_have_count(0)
    switch = page.get_by_role("switch", name=SWITCH)
    expect(switch).not_to_be_checked()
    switch.press("Space")
    expect(step).to_have_attribute("max", str(steps + 1))
    # the moment stays the same one
    expect(step).to_have_value("4")
    expect(lines.filter(has_text=BACK)).to_have_count(1)
    lines.filter(has_text="Taken back:").get_by_role("button").click()
    expect(step).to_have_value("1")
    expect(page.locator("aside [aria-current=step]")).to_contain_text("Taken back: Anna")
    check(page, "a replay with what was taken back")
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator("aside [aria-current=step]")).to_have_text(BACK)
    # what was taken back is no moment of the match: the one before it is shown
    switch.press("Space")
    expect(step).to_have_value("0")
    expect(step).to_have_attribute("max", str(steps - 1))


def test_on_a_phone_the_switch_has_room_and_the_step_is_told_as_taken_back(
    visit: NewPage, site: Live
) -> None:
    table, _ = _with_a_move_taken_back(site.url)
    page = visit(f"/replay/{table}", viewport={"width": 360, "height": 640})
    page.get_by_role("switch", name=SWITCH).click()
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".told")).to_contain_text("Taken back: Anna")
    assert page.evaluate(SIDEWAYS) <= 0


def test_where_nothing_was_taken_back_there_is_no_switch(visit: NewPage, site: Live) -> None:
    page = visit(f"/replay/{_plain(site.url)}")
    page.get_by_role("slider", name="Step").wait_for()
    expect(page.get_by_role("switch")).to_have_count(0)


def _plain(url: str) -> str:
    [link, _] = played(url, "Anna", "Ben")
    return link.removeprefix("/t/").partition("#")[0]
