"""Friends at one table, each with a browser of their own, without the way there."""

import asyncio
import random
import threading
from typing import Any

from playwright.sync_api import Page

from browser.coming import close_tips
from browser.conftest import NewPage
from quartett.client import Seat
from server.live import play_on, sit_down


def api(path: str) -> str:
    """Where the server answers for the table at a path."""
    return path.replace("/t/", "/api/tables/")


def make(page: Page, **wishes: object) -> str:
    """Make a table of Jericho for Anna and friends; its path."""
    wish = {"game": "jericho", "you": "Anna", "seats": [{}] * 3, **wishes}
    return str(page.request.post("/api/tables", data=wish).json()["table"]["path"])


def friends(anna: Page, visit: NewPage, **wishes: object) -> tuple[Page, Page]:
    """Anna, Ben and Cleo at a running table of Jericho."""
    path = make(anna, **wishes)
    others = visit(), visit()
    for page, name in zip(others, ("Ben", "Cleo"), strict=True):
        page.request.post(f"{api(path)}/join", data={"name": name})
    anna.request.post(f"{api(path)}/start", data={})
    for page in (anna, *others):
        page.goto(path)
        close_tips(page, "mouse")
    return others


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
    thread = threading.Thread(target=lambda: asyncio.run(asyncio.wait_for(play(), 60)))
    thread.start()
    thread.join()
    return links


async def _play(seat: Seat, number: int) -> Any:
    async with seat:
        return await play_on(seat, random.Random(number))
