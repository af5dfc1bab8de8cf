"""Races, clocks, full disks and old traces: what keeping a name has to stand."""

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from patience import PATIENCE_SECONDS
from quartett.server.evenings.service import Evenings
from quartett.server.learning.results import FRESH_SECONDS
from quartett.server.people import service
from quartett.server.people.records import (
    PAIRING_MS,
    DeviceRecord,
    Identity,
    KeptPerson,
    PeopleRecords,
)
from quartett.server.people.service import TRIES_AN_HOUR, People
from quartett.server.refusals import Refusal
from quartett.server.store.documents import to_stored
from quartett.server.store.opening import open_store
from quartett.server.table import registry
from quartett.server.tokens import Known, new_id
from server.learning.surfer import Surfer
from server.live import Live, live_server, run
from server.people.test_people import BOTS, person, reason, stored, table
from server.still_time import StillTime
from server.table.room import new_table, open_tables

NOW = 1_800_000_000_000


async def _pairing(live: Live) -> tuple[Any, PeopleRecords, KeptPerson]:
    """A person in the very database, for moments that no server has."""
    store = await open_store(live.database)  # type: ignore[attr-defined]
    records = PeopleRecords(store)
    browser = new_id()
    somebody = KeptPerson(new_id(), new_id(), browser, "Anna", NOW)
    await records.add(somebody, DeviceRecord(browser, "", NOW), [])
    return store, records, somebody


def _device() -> DeviceRecord:
    return DeviceRecord(new_id(), "", NOW)


def test_a_clock_that_is_put_back_makes_no_pairing_code_last_longer(kept: Live) -> None:
    async def pair() -> None:
        store, records, somebody = await _pairing(kept)
        code, asks = new_id(), _device()
        await records.begin_pairing(somebody, code, NOW)
        hour_ago = NOW - 3_600_000
        assert await records.pairing(somebody, hour_ago) is None
        assert not await records.ask_pairing(code, asks, "12", hour_ago)
        assert await records.ask_pairing(code, asks, "12", NOW)
        asked = await records.pairing(somebody, NOW)
        assert asked is not None
        assert not await records.accept(somebody, asked, hour_ago)
        assert not await records.accept(somebody, asked, NOW + PAIRING_MS)
        assert await records.accept(somebody, asked, NOW + PAIRING_MS - 1)
        assert not await records.was_accepted(code, asks.browser, hour_ago)
        assert await records.was_accepted(code, asks.browser, NOW + PAIRING_MS - 1)
        await store.close()

    run(pair())


def test_codes_made_in_the_moment_a_device_came_are_gone_with_it(kept: Live) -> None:
    async def sign_out() -> None:
        store, records, somebody = await _pairing(kept)
        code, asks, came = new_id(), _device(), NOW + 5
        await records.begin_pairing(somebody, code, NOW)
        assert await records.ask_pairing(code, asks, "12", NOW)
        asked = await records.pairing(somebody, NOW)
        assert asked is not None
        assert await records.accept(somebody, asked, came)
        await records.replace_codes(somebody, [new_id()], came)
        assert len(await records.codes(somebody)) == 1
        assert await records.remove_device(somebody, asks.browser)
        assert await records.codes(somebody) == []
        await store.close()

    run(sign_out())


def test_a_yes_is_for_the_device_that_was_seen_to_ask(kept: Live) -> None:
    async def pair() -> None:
        store, records, somebody = await _pairing(kept)
        first, second = _device(), _device()
        codes = new_id(), new_id()
        await records.begin_pairing(somebody, codes[0], NOW)
        assert await records.ask_pairing(codes[0], first, "12", NOW)
        asked = await records.pairing(somebody, NOW)
        assert asked is not None
        # Meanwhile another tab has begun anew, and somebody else asks there.
        await records.begin_pairing(somebody, codes[1], NOW)
        assert await records.ask_pairing(codes[1], second, "34", NOW)
        assert not await records.accept(somebody, asked, NOW)
        assert not await records.was_accepted(codes[1], second.browser, NOW)
        assert await records.of_device(second.browser) is None
        now_asks = await records.pairing(somebody, NOW)
        assert now_asks is not None
        assert now_asks.number == "34"
        await store.close()

    run(pair())


def test_a_device_that_was_signed_out_comes_back_by_no_code_that_it_made(kept: Live) -> None:
    guest, codes = person(kept)
    thief = Surfer(kept)
    thief.post("/api/me/recover", code=codes[0])
    made = thief.post("/api/me/codes")["codes"]
    assert guest.post("/api/me/sign-out")["codes_left"] == 0
    assert reason(thief, "/api/me/recover", code=made[0]) == "no_such_code"
    # Codes from before somebody's device was in were never seen there, and stay.
    fresh = guest.post("/api/me/codes")["codes"]
    other = Surfer(kept)
    other.post("/api/me/recover", code=fresh[0])
    assert guest.post("/api/me/sign-out")["codes_left"] == len(fresh) - 1
    other.post("/api/me/recover", code=fresh[1])
    assert other.status == 200


def test_an_erased_name_is_gone_from_a_board_that_was_looked_at(kept: Live) -> None:
    guest, _ = person(kept, "Philippa")
    played = table(guest, "Philippa", seats=[{}, *BOTS])
    id = played["table"]["id"]
    guest.post(f"/api/tables/{id}/start")
    run(guest.finish(played))
    path = guest.post(f"/api/tables/{id}/challenge")["path"].replace("challenge", "challenges")
    ben = Surfer(kept)
    assert ben.get(f"/api{path}")["rival"]["name"] == "Philippa"
    assert guest.post("/api/me/erase", name="Philippa")["kept"] is False
    until = time.monotonic() + 5 * FRESH_SECONDS
    while (told := ben.get(f"/api{path}"))["rival"]["name"] != "…":
        assert time.monotonic() < until, told


def test_what_a_device_did_as_a_guest_is_exported_and_erased_too(kept: Live) -> None:
    _, codes = person(kept, "Leopold")
    other = Surfer(kept)
    other.post("/api/daily/souvenirs", you="Leopoldine")
    played = table(other, "Leopoldine", seats=[{}, *BOTS])
    id = played["table"]["id"]
    other.post(f"/api/tables/{id}/start")
    run(other.finish(played))
    other.post(f"/api/tables/{id}/challenge")
    other.post("/api/me/recover", code=codes[0])
    results = other.get("/api/me/export")["results"]
    assert any(each["deal"].startswith("daily.souvenirs.") for each in results)
    assert other.post("/api/me/erase", name="Leopold")["kept"] is False
    assert "Leopold" not in run(stored(kept))


def test_a_table_that_nobody_can_read_keeps_nobody_from_being_erased(tmp_path: Path) -> None:
    with live_server(tmp_path) as live:
        guest, _ = person(live, "Anna")
        left = table(guest)["table"]["id"]
        guest.post(f"/api/tables/{left}/leave")
        with sqlite3.connect(tmp_path / "quartett.db") as file:
            file.execute("UPDATE tables SET document = ? WHERE id = ?", (b"{", left))
        file.close()
        assert guest.post("/api/me/erase", name="Anna")["kept"] is False


def test_where_the_disk_is_full_a_name_is_kept_later_and_nothing_is_lost(tmp_path: Path) -> None:
    with live_server(tmp_path) as live:
        store: Any = live.tables.services.store
        guest, other = Surfer(live), Surfer(live)
        mine = table(guest)["table"]["id"]
        anna, codes = person(live)
        store._file.execute("PRAGMA query_only = ON")
        assert reason(guest, "/api/me/keep", name="Anna") == "no_database"
        assert guest.status == 503
        assert reason(other, "/api/me/recover", code=codes[0]) == "no_database"
        assert reason(anna, "/api/me/erase", name="Anna") == "no_database"
        store._file.execute("PRAGMA query_only = OFF")
        guest.post("/api/me/keep", name="Anna")
        assert guest.status == 201
        assert guest.get(f"/api/tables/{mine}")["you"]["seats"] == [0]
        assert other.post("/api/me/recover", code=codes[0])["codes_left"] == len(codes) - 1


def test_tries_come_back_evenly_and_a_right_code_counts_from_then_on(tmp_path: Path) -> None:
    async def play() -> None:
        time = StillTime()
        tables = await open_tables(tmp_path, time=time)
        people = People(tables, Evenings(tables))
        kept = await people.keep(Known("hers", "hers"), "", "Anna")
        right = kept.codes[0]
        wrong = right[:8] + "".join("2" if letter != "-" else "-" for letter in right[8:])
        other = Known("another's", "another's")
        for _ in range(TRIES_AN_HOUR):
            with pytest.raises(Refusal):
                await people.recover(other, "", wrong)
        seconds = 3600 / TRIES_AN_HOUR
        time.jump(seconds - 0.01)
        with pytest.raises(Refusal):
            await people.recover(other, "", right)
        time.jump(0.02)
        assert (await people.recover(other, "", right)).name == "Anna"
        await tables.close()

    run(play())


def test_what_is_known_of_browsers_takes_up_no_more_room_than_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_KNOWN", 2)

    async def play() -> None:
        tables = await open_tables(tmp_path)
        people = People(tables, Evenings(tables))
        for number in range(5):
            guest = Known(f"device {number}", f"guest {number}")
            assert await people.known_as(guest) == Identity(guest.guest)
            assert len(people._known) <= 2
        assert len(people._known) == 2
        await tables.close()

    run(play())


def test_somebody_with_many_tables_who_signs_out_takes_up_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "SWEEP_SECONDS", 0.02)

    async def ask() -> None:
        tables = await open_tables(tmp_path)
        actor, _ = await new_table(tables)
        doc = await actor.document()
        for _ in range(20):
            await tables.services.store.create(to_stored(replace(doc, id=new_id())))
        people = People(tables, Evenings(tables))
        await people.keep(Known("host's browser", "host's browser"), "", "Anna")
        await people.sign_out("host's browser", None)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while tables.awake():
                await asyncio.sleep(0.02)
        await tables.close()

    run(ask())
