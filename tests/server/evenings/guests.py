"""People at an evening: each with a browser, going to the table that the evening names."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from http.client import HTTPException
from typing import Any

from patience import PATIENCE_SECONDS
from quartett.client import Api, Seat
from server.learning.surfer import Surfer
from server.live import play_on

NOBODY = (502, 503, 504)
"""What is answered where there is no server."""

EVENING: dict[str, Any] = {"game": "souvenirs", "rounds": 3, "seats": 4, "level": "random"}


class Guest(Surfer):
    """Somebody at an evening."""

    name = ""
    patient = False
    """Whether to ask again where nobody answers: a server of several may be gone."""

    def _ask(self, method: str, path: str, body: str | bytes | None) -> Any:
        ends = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                told = super()._ask(method, path, body)
                if not self.patient or self.status not in NOBODY:
                    return told
            except (OSError, HTTPException):
                if not self.patient:
                    raise
            if time.monotonic() > ends:
                raise TimeoutError(f"nobody answers at {path}")
            time.sleep(0.1)

    def come(self, evening: str, name: str) -> Any:
        """Join an evening."""
        self.name = name
        return self.post(f"/api/evenings/{evening}/join", name=name)

    def ask(self, evening: str, what: str, **body: Any) -> Any:
        """Ask for something at an evening."""
        return self.post(f"/api/evenings/{evening}/{what}", **body)

    def look(self, evening: str) -> Any:
        """The evening as one sees it."""
        return self.get(f"/api/evenings/{evening}")

    def until(self, evening: str, what: Callable[[Any], object]) -> Any:
        """The evening, once something is so."""
        return self.eventually(f"/api/evenings/{evening}", what)

    def eventually(self, path: str, what: Callable[[Any], object]) -> Any:
        """What is at an address, once something is so."""
        ends = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < ends:
            shown = self.get(path)
            if self.status == 200 and what(shown):
                return shown
            time.sleep(0.05)
        raise TimeoutError(f"it did not happen: {shown}")

    def seat(self, evening: str) -> Seat:
        """One's seat at the table where one plays now."""
        path = self.until(evening, lambda shown: shown["you"]["table"])["you"]["table"]
        table = path.removeprefix("/t/")
        token = self.post(f"/api/tables/{table}/join")["token"]
        return Seat(Api(self.live.url, token), table, token)


def opened(host: Guest, name: str = "Anna", **wish: Any) -> str:
    """A new evening's id."""
    host.name = name
    made = host.post("/api/evenings", you=name, **{**EVENING, **wish})
    assert host.status == 201, made
    return str(made["id"])


def company(host: Guest, evening: str, names: Sequence[str]) -> list[Guest]:
    """The host and others, who have joined."""
    others = [Guest(host.live) for _ in names]
    for guest, name in zip(others, names, strict=True):
        assert guest.come(evening, name)["you"]["name"] == name
    return [host, *others]


async def play(guests: Sequence[Guest], evening: str, most: int | None = None) -> None:
    """All play at the tables where they are, until those are over or so much is done."""

    async def one(number: int, guest: Guest) -> None:
        seat = await asyncio.to_thread(guest.seat, evening)
        async with seat:
            await play_on(seat, random.Random(number), most)

    await asyncio.gather(*(one(number, guest) for number, guest in enumerate(guests)))


def started(host: Guest, evening: str, round: int) -> Any:
    """The evening with a round begun and all its tables made."""
    told = host.ask(evening, "start", round=round)
    assert host.status == 200, told
    for table in told["played"][-1]["tables"]:
        host.eventually(f"/api/tables/{table['id']}", lambda _: True)
    return told
