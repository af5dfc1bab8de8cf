"""A database of an earlier version is brought up to date: matches go on, and what is new works."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from quartett.client import Api, Seat
from server.evenings.guests import Guest, opened, started
from server.learning.surfer import Surfer
from server.live import Live, live_server, play_on, run
from server.store import v0_1, v0_2_dev
from server.store.stores import ENGINES

KEPT: dict[str, Any] = {"keep_days": 36_500}
"""The fixtures are not forgotten for being old."""


async def play_to_the_end(url: str, table: str, tokens: list[str]) -> None:
    """Everybody who has a seat plays on."""

    async def one(number: int, token: str) -> None:
        async with Seat(Api(url, token), table, token) as seat:
            await play_on(seat, random.Random(number))

    async with asyncio.TaskGroup() as group:
        for number, token in enumerate(tokens):
            group.create_task(one(number, token))


def told_of(live: Live, table: str, match: int) -> set[str]:
    """Whose results of a match are kept, as somebody's."""
    query = "SELECT name FROM results WHERE table_id = ?1 AND match = ?2 AND who IS NOT NULL"
    loop = live.tables._sweeper.get_loop()
    rows = live.tables.services.store.rows(query, table, match)
    return {str(name) for (name,) in asyncio.run_coroutine_threadsafe(rows, loop).result()}


def what_is_new_works(live: Live, guest: Surfer) -> None:
    """A name is kept, quiet hours are set, and an evening is played, on the old database."""
    guest.post("/api/me/keep", name="Newcomer")
    assert guest.get("/api/me")["kept"]
    quiet = {"zone": "Europe/Berlin", "begins": 1320, "ends": 420}
    assert guest.post("/api/me/notices/quiet", quiet=quiet)["quiet"] == quiet
    host = Guest(live)
    evening = opened(host, seats=2, rounds=1)
    assert started(host, evening, 1)["state"] == "running"
    assert [each["id"] for each in host.get("/api/me/evenings")["evenings"]] == [evening]


@pytest.mark.parametrize("kind", ENGINES)
def test_0_1s_running_matches_are_played_to_their_end_and_have_results(
    kind: str, tmp_path: Path
) -> None:
    url, made = v0_1.database(kind, tmp_path), v0_1.expected(kind)
    running = [
        each
        for each in made["tables"]
        if each.get("table", {}).get("status") == "running" and each["table"]["game"] != "flow"
    ]
    assert {each["table"]["game"] for each in running} == {"photo_rummy", "jericho", "souvenirs"}
    with live_server(tmp_path, database=url, **KEPT) as live:
        for each in running:
            seated = [person["token"] for person in each["people"] if person["you"]["seats"]]
            run(play_to_the_end(live.url, each["id"], seated))
            people = {person["you"]["name"] for person in each["people"] if person["you"]["seats"]}
            assert people <= told_of(live, each["id"], each["table"]["match"])
        what_is_new_works(live, Surfer(live))


@pytest.mark.parametrize("kind", ENGINES)
def test_a_match_over_days_from_the_development_of_0_2_goes_on(kind: str, tmp_path: Path) -> None:
    url = v0_2_dev.database(kind, tmp_path)
    table, tokens = v0_2_dev.LEFT["table"], v0_2_dev.LEFT["tokens"]
    with live_server(tmp_path, database=url, **KEPT) as live:
        before = run(Api(live.url, tokens["Anna"]).get(f"/api/tables/{table}"))["table"]
        assert [seat["name"] for seat in before["seats"]] == ["Anna", "Ben"]
        run(play_to_the_end(live.url, table, list(tokens.values())))
        after = run(Api(live.url, tokens["Ben"]).get(f"/api/tables/{table}"))["table"]
        assert (before["status"], after["status"], after["match"]) == ("running", "over", 1)
        replay = run(Api(live.url, tokens["Ben"]).fetch(f"/api/tables/{table}/replay?match=1"))
        assert len(replay.splitlines()) > v0_2_dev.LEFT["version"]
        what_is_new_works(live, Surfer(live))
