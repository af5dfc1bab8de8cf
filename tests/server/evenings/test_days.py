"""An evening over days, by a moved clock: people come for a turn, forget one, or leave."""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quartett.client import Seat
from server.evenings.guests import Guest, company, opened, play, started
from server.live import Live, live_server, run
from server.store.stores import ENGINES
from server.store_databases import fresh_database
from server.table.moved_time import MovedTime

DAY = 24 * 3600
WISH: dict[str, Any] = {"seats": 2, "rounds": 2, "pace": "days", "turn_seconds": DAY, "auto": True}


class House:
    """A server whose clock is moved, and which can be started anew."""

    def __init__(self, folder: Path, database: str) -> None:
        self._given = folder, database
        self.time = MovedTime()
        self._running = ExitStack()
        self.live: Live
        self.start()

    @property
    def url(self) -> str:
        """Where it answers now."""
        return self.live.url

    def start(self) -> None:
        """Start the server."""
        folder, database = self._given
        self.live = self._running.enter_context(live_server(folder, self.time, database=database))

    def stop(self) -> None:
        """End it."""
        self._running.close()

    def pass_hours(self, hours: float) -> None:
        """Let time pass for the tables."""
        loop = self.live.tables._sweeper.get_loop()
        asyncio.run_coroutine_threadsafe(self.time.move(hours * 3600), loop).result()


async def look_in(people: Sequence[Guest], evening: str) -> None:
    """Everybody looks at their table for a moment."""
    for guest in people:
        seat: Seat = await asyncio.to_thread(guest.seat, evening)
        async with seat:
            pass


def on_turn(guest: Guest, table: str) -> str:
    """Who is on turn at a table; nobody where its match is over."""
    told = guest.get(f"/api/tables/{table}")["table"]
    left = (told["clock"] or {"left": {}})["left"]
    return next((str(told["seats"][int(seat)]["name"]) for seat in left), "")


def _is_on(guest: Guest, table: str, names: set[str], _: object) -> bool:
    return on_turn(guest, table) in names


@pytest.mark.parametrize("engine", ENGINES)
def test_an_evening_over_days_with_a_leaver_a_stand_in_and_a_restart(
    tmp_path: Path, engine: str
) -> None:
    house = House(tmp_path, fresh_database(engine, tmp_path))
    try:
        anna = Guest(house)  # type: ignore[arg-type]
        id = opened(anna, **WISH)
        people = company(anna, id, ["Ben", "Cleo", "Dora"])
        tables = [each["id"] for each in started(anna, id, 1)["played"][0]["tables"]]
        run(play(people, id, most=2))
        # Nobody comes for most of a day: nothing moves for anybody.
        before = [on_turn(anna, each) for each in tables]
        house.pass_hours(20)
        assert [on_turn(anna, each) for each in tables] == before
        house.stop()
        house.start()
        run(look_in(people, id))
        assert [on_turn(anna, each) for each in tables] == before
        # Somebody forgets their turn: a stand-in plays that one, and the seat stays theirs.
        house.pass_hours(5)
        for table, name in zip(tables, before, strict=True):
            others = {"Anna", "Ben", "Cleo", "Dora"} - {name}
            told = anna.eventually(f"/api/tables/{table}", partial(_is_on, anna, table, others))
            assert not any(seat["away"] for seat in told["table"]["seats"])
        dora = people.pop()
        dora.ask(id, "leave")
        run(play(people, id))
        # The next round begins by itself, for those who are there.
        shown = anna.until(id, lambda now: now["round"] == 2 and now["you"]["table"])
        first = {s["name"]: s for t in shown["played"][0]["tables"] for s in t["seats"]}
        assert (first["Dora"]["gone"], first["Dora"]["points"]) == (True, 0)
        run(play(people, id))
        shown = anna.until(id, lambda now: now["state"] == "over")
        rounds = {row["name"]: row["rounds"] for row in shown["standings"]}
        assert rounds == {"Anna": 2, "Ben": 2, "Cleo": 2, "Dora": 1}
    finally:
        house.stop()
