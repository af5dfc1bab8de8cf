"""An evening as people see it: opened, joined, played, on the screen in the room, taken along."""

import csv
import json
import random
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from browser.axe import check
from browser.conftest import Manners, NewPage
from browser.meeting import know_the_games
from browser.players import play_to_the_end
from browser.ways import SIDEWAYS, press, walk_to
from quartett.client import Api, Seat
from server.evenings.guests import Guest, company, opened, play, started
from server.live import Live, play_on, run
from server.server_process import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OTHERS = ["Cleo", "Dora", "Emil", "Fay", "Gus"]


@pytest.fixture
def server(pages: None, tmp_path: Path, manners: Manners) -> Iterator[Server]:
    """A server that can be killed; the pages may talk to it and to nobody else."""
    process = Server(tmp_path / "data")
    manners.host = urlsplit(process.url).netloc
    yield process
    process.kill()


def aside(pool: ThreadPoolExecutor, guests: list[Guest], evening: str) -> "Future[Any]":
    """The others play meanwhile."""
    return pool.submit(lambda: run(play(guests, evening)))


def fits(page: Page) -> None:
    """Nothing is cut off at the side."""
    assert page.evaluate(SIDEWAYS) <= 0


def go_to_table(page: Page, name: str) -> None:
    """One button leads there."""
    page.get_by_role("link", name=name).click()
    page.locator(".play .card").first.wait_for()


def play_by_a_program(server: Server, page: Page, evening: str) -> None:
    """Somebody's seat is played on by a program, from another thread."""
    answer = page.request.get(f"/api/evenings/{evening}").json()
    table = str(answer["you"]["table"]).removeprefix("/t/")
    token = page.request.post(f"/api/tables/{table}/join", data={}).json()["token"]

    async def play_there() -> None:
        async with Seat(Api(server.url, token), table, token) as seat:
            await play_on(seat, random.Random(1))

    ThreadPoolExecutor(1).submit(lambda: run(play_there()))


@pytest.mark.long
def test_an_evening_of_eight_in_browsers_with_a_restart(
    visit: NewPage, server: Server, manners: Manners, tmp_path: Path
) -> None:
    anna = visit(None, base_url=server.url)
    ben = visit(None, base_url=server.url, locale="de-DE", **PHONE)
    for page in (anna, ben):
        know_the_games(page)
    # Anna has nothing but the keyboard.
    anna.goto("/")
    press(anna, anna.get_by_role("link", name="Start an evening"), "keyboard")
    walk_to(anna, anna.get_by_label("Your name"))
    anna.keyboard.type("Anna")
    press(anna, anna.get_by_role("button", name="Souvenirs"), "keyboard")
    rounds = anna.get_by_role("group", name="Rounds").get_by_role("button", name="2")
    press(anna, rounds, "keyboard")
    press(anna, anna.get_by_text("More settings"), "keyboard")
    anna.get_by_label("How strong are the bots?").select_option("random")
    check(anna, "opening an evening")
    press(anna, anna.get_by_role("button", name="Start an evening"), "keyboard")
    anna.wait_for_url("**/evening/*")
    id = anna.url.rpartition("/")[2]

    ben.goto(f"/evening/{id}")
    ben.get_by_label("Dein Name").fill("Ben")
    check(ben, "before joining")
    fits(ben)
    ben.get_by_role("button", name="Mitspielen", exact=True).tap()
    others = [Guest(server) for _ in OTHERS]  # type: ignore[arg-type]
    for guest, name in zip(others, OTHERS, strict=True):
        guest.come(id, name)
    expect(anna.get_by_role("heading", name="7 people are here")).to_be_visible()
    press(anna, anna.get_by_role("button", name="Start round 1"), "keyboard")
    late = Guest(server)  # type: ignore[arg-type]
    late.come(id, "Zoe")

    with ThreadPoolExecutor(1) as pool:
        playing = aside(pool, others, id)
        go_to_table(ben, "Zu meinem Tisch")
        fits(ben)
        ben.goto(f"/evening/{id}")
        play_by_a_program(server, ben, id)
        go_to_table(anna, "To my table")
        play_to_the_end(anna, "souvenirs", "mouse", lambda _: None)
        playing.result()
    anna.get_by_role("dialog").get_by_role("link", name="Round 1 of 2 · standings").click()
    expect(anna.get_by_role("button", name="Start round 2")).to_be_visible()
    expect(anna.get_by_role("heading", name="Who gained how much")).to_be_visible()
    check(anna, "between two rounds")
    fits(anna)

    anna.get_by_role("button", name="Start round 2").click()
    go_to_table(ben, "Zu meinem Tisch")
    manners.away = True
    others[-1].ask(id, "leave")
    server.kill()
    server.start()
    ben.goto(f"/evening/{id}")
    manners.away = False
    expect(ben.get_by_role("link", name="Zu meinem Tisch")).to_be_visible()
    with ThreadPoolExecutor(1) as pool:
        playing = aside(pool, [*others[:-1], late], id)
        play_by_a_program(server, ben, id)
        anna.goto(f"/evening/{id}")
        go_to_table(anna, "To my table")
        play_to_the_end(anna, "souvenirs", "mouse", lambda _: None)
        playing.result()
    expect(ben.get_by_text("Der Abend ist zu Ende.")).to_be_visible()
    check(ben, "after the evening")
    fits(ben)

    anna.goto(f"/evening/{id}")
    standings = others[0].look(id)["standings"]
    rows = anna.locator("tbody tr", has=anna.locator(".place"))
    expect(rows).to_have_count(len(standings))
    assert [row["name"] for row in standings] == [
        text.strip() for text in rows.locator("th").all_inner_texts()
    ]
    with anna.expect_download() as saved:
        anna.get_by_role("link", name="Spreadsheet").click()
    lines = list(csv.DictReader(saved.value.path().read_text("utf-8-sig").splitlines()))
    assert {line["name"] for line in lines if line["bot"] == "0"} == {
        "Anna",
        "Ben",
        *OTHERS,
        "Zoe",
    }
    with anna.expect_download() as saved:
        anna.get_by_role("link", name="For programs").click()
    assert json.loads(saved.value.path().read_text())["standings"] == standings


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720), (1080, 1920)])
def test_the_screen_in_the_room_shows_all_of_it_without_a_touch(
    site: Live, visit: NewPage, width: int, height: int
) -> None:
    host = Guest(site)
    id = opened(host, seats=2, rounds=2, name="Anna-Magdalena von Hohen")
    company(host, id, [f"Person {number}" for number in range(1, 10)])
    page = visit(f"/evening/{id}/screen", viewport={"width": width, "height": height})
    expect(page.get_by_text("Person 9")).to_be_visible()
    started(host, id, 1)
    host.ask(id, "end-round", round=1)
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    expect(page.locator("li")).to_have_count(10)
    check(page, "the screen in the room")
    assert page.evaluate(_CUT) == []
    # A letter of a name is at least 3 % of the shorter side: readable from the end of a room.
    sizes = page.locator("li .name").evaluate_all(
        "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 0.03 * min(width, height)
    assert page.locator("button, input, a").count() == 0


_CUT = """() => [...document.querySelectorAll('h1, p, li, img, code')].filter((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map((each) => each.textContent)"""


def test_the_host_asks_twice_before_somebody_goes(site: Live, visit: NewPage) -> None:
    page = visit("/evening?game=jericho")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Start an evening").click()
    page.wait_for_url("**/evening/*")
    id = page.url.rpartition("/")[2]
    Guest(site).come(id, "Ben")
    page.locator("summary", has_text="Host tools").click()
    send = page.get_by_role("button", name="Remove Ben")
    send.click()
    expect(page.get_by_text("Remove Ben for good?")).to_be_visible()
    check(page, "the host's tools")
    expect(page.get_by_role("heading", name="2 people are here")).to_be_visible()
    send.click()
    expect(page.get_by_role("heading", name="1 person is here")).to_be_visible()


def test_who_is_invited_finds_the_evening_on_the_start_page(site: Live, visit: NewPage) -> None:
    page = visit(None)
    page.add_init_script("localStorage['quartett.been'] = 'yes'")
    host = Guest(site)
    wish = {"game": "souvenirs", "you": "Anna", "seats": [{}, {}]}
    table = host.post("/api/tables", **wish)["table"]["id"]
    page.request.post(f"/api/tables/{table}/join", data={"name": "Ben"})
    opened(host, name="Anna", seats=2, table=table)
    page.goto("/")
    line = page.get_by_role("link", name="An evening of Souvenirs")
    expect(line).to_contain_text("You are invited")
    line.click()
    expect(page.get_by_role("button", name="Join", exact=True)).to_be_visible()
