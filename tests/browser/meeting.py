"""Friends at one table, each with a browser of their own, without the way there."""

import asyncio
import random
import threading
from typing import Any

from playwright.sync_api import Page

from browser.conftest import NewPage
from browser.players import FINAL, PLAYERS
from browser.ways import press_while_there
from quartett.client import Api, Seat
from server.live import play_on, run, sit_down


def api(path: str) -> str:
    """Where the server answers for the table at a path."""
    return path.replace("/t/", "/api/tables/")


def make(page: Page, **wishes: object) -> str:
    """Make a table of Jericho for Anna and friends; its path."""
    wish = {"game": "jericho", "you": "Anna", "seats": [{}] * 3, **wishes}
    return str(page.request.post("/api/tables", data=wish).json()["table"]["path"])


def know_the_games(page: Page) -> None:
    """Have read the tips of every game."""
    seen = "".join(f"localStorage['quartett.tips.{game}'] = 'seen';" for game in PLAYERS)
    page.add_init_script(seen)


def friends(anna: Page, visit: NewPage, *names: str, **wishes: object) -> list[Page]:
    """Anna and two others at a running table of Jericho: these friends, and else bots."""
    bots = [{"kind": "bot", "level": "random"}] * (2 - len(names))
    path = make(anna, seats=[{}, *[{}] * len(names), *bots], **wishes)
    others = [visit(None) for _ in names]
    for page, name in zip(others, names, strict=True):
        page.request.post(f"{api(path)}/join", data={"name": name})
    anna.request.post(f"{api(path)}/start", data={})
    for page in (anna, *others):
        know_the_games(page)
        page.goto(path)
    for page in (anna, *others):
        page.locator(".play .card").first.wait_for()
    return others


def against_bots(page: Page, game: str, knows: bool = True, **wishes: object) -> None:
    """Sit at a running table with the fewest bots, usually as somebody who knows the game."""
    bots = [{"kind": "bot", "level": "random"}] * (2 if game == "jericho" else 1)
    path = make(page, game=game, **{"seats": [{}, *bots], **wishes})
    page.request.post(f"{api(path)}/start", data={})
    if knows:
        know_the_games(page)
    page.goto(path)
    page.locator(".play .card").first.wait_for()


def played(url: str, *names: str) -> list[str]:
    """A match of Souvenirs played to its end; the private link of each player."""
    links: list[str] = []

    async def play() -> None:
        seats = await sit_down(url, "souvenirs", list(names))
        await seats[0].post("start")
        async with asyncio.TaskGroup() as group:
            for number, seat in enumerate(seats):
                group.create_task(_play(seat, number))
        links.extend(f"/t/{seat.table_id}#{seat.token}" for seat in seats)

    # the browser's own event loop occupies this thread
    thread = threading.Thread(target=lambda: run(play()))
    thread.start()
    thread.join()
    return links


async def _play(seat: Seat, number: int) -> Any:
    async with seat:
        return await play_on(seat, random.Random(number))


def come_to_the_result(page: Page) -> None:
    """The final screen is there; what was counted before it is skipped, if it is still counted."""
    skip = page.locator(".tally button").last
    page.locator(f"{FINAL}, .tally button, .result").first.wait_for()
    if skip.count() > 0:
        press_while_there(page, skip, "mouse")
    page.locator(FINAL).first.wait_for()


POST = """async ([path, body]) => (await fetch(path, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body),
})).json()"""


def play_quickly(page: Page, url: str, most: int | None = None, watched: bool = True) -> None:
    """Play in the seat of a page's browser from another device, to the end or so many moves.

    Where nobody watches, the page is left, and draws nothing.
    """
    id = page.url.rpartition("/")[2]
    token = page.evaluate(POST, [f"/api/tables/{id}/join", {}])["token"]
    if not watched:
        page.goto("/healthz")

    async def play() -> None:
        async with Seat(Api(url, token), id, token) as seat:
            await play_on(seat, random.Random(4), most)

    # the browser's own event loop occupies this thread
    playing = threading.Thread(target=lambda: asyncio.run(play()))
    playing.start()
    playing.join()


def play_all(*friends: Page) -> None:
    """Friends at one table play their match to its end, quickly and from other devices.

    Their pages are left, and draw nothing.
    """
    id, url = friends[0].url.rpartition("/")[2], friends[0].url.partition("/t/")[0]
    tokens = [
        page.request.post(f"/api/tables/{id}/join", data={}).json()["token"] for page in friends
    ]

    for page in friends:
        page.goto("/healthz")

    async def play(number: int, token: str) -> None:
        async with Seat(Api(url, token), id, token) as seat:
            await play_on(seat, random.Random(number))

    async def all_play() -> None:
        async with asyncio.TaskGroup() as group:
            for number, token in enumerate(tokens):
                group.create_task(play(number, token))

    # the browser's own event loop occupies this thread
    playing = threading.Thread(target=lambda: run(all_play()))
    playing.start()
    playing.join()
