"""Live or over days: what waits for whom, and what a stand-in does, with a clock that is moved."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from quartett.protocol.bodies import Join, Sit
from quartett.protocol.messages import Act, Focus, Undo
from quartett.server.parts.clock import TurnClocks, TurnRules
from quartett.server.store.documents import from_row
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from quartett.server.table.presence import ABSENT_SECONDS, MISSED_SECONDS
from quartett.server.table.registry import TableRegistry
from server.live import run
from server.table.moved_time import MovedTime
from server.table.room import Device, new_table, open_tables

DAY = 24 * 3600


class Pair:
    """Two people at a table, with a time that is moved."""

    def __init__(self, tables: TableRegistry, actor: LiveTable, time: MovedTime) -> None:
        self.tables, self.actor, self.time = tables, actor, time
        self.devices: list[Device] = []

    @property
    def table(self) -> Any:
        return self.actor

    @property
    def on_turn(self) -> int:
        return int(min(self.table.now.play.able))

    async def act(self, seat: int, id: str | None = None) -> None:
        legal = self.table.now.play.listed(seat)[0]
        id = id or f"v{self.table.now.play.version}"
        await self.actor.act(self.devices[seat].connection, Act(id=id, action=legal[0]))

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not holds():
                await asyncio.sleep(0.005)

    def log(self) -> list[Any]:
        log: list[Any] = self.table.now.play.match.log
        return log


async def pair(data_dir: Path, game: str = "photo_rummy", **wish: Any) -> Pair:
    time = MovedTime()
    tables = await open_tables(data_dir, time=time)
    actor, host = await new_table(tables, game=game, you="Anna", seats=[{}, {}], **wish)
    ben = await actor.join(Caller(browser="ben"), Join(name="Ben"))
    person = tables.services.tokens.person(ben.token, actor.id)
    found = Pair(tables, actor, time)
    found.devices = [Device(actor, host), Device(actor, Caller(person=person))]
    await actor.start(host)
    for device in found.devices:
        await device.hello()
    return found


def test_over_days_nothing_but_the_turn_clock_moves_for_you(tmp_path: Path) -> None:
    async def play() -> None:
        two = await pair(tmp_path, turn_seconds=DAY, away_seconds=120)
        assert (two.actor.info.pace, two.actor.info.away_seconds) == ("days", None)
        gone = two.on_turn
        await two.actor.detach(two.devices[gone].connection)
        entries = len(two.log())
        for _ in range(10):
            await two.time.move(DAY / 11)
        assert len(two.log()) == entries
        assert not two.table.now.doc.places[gone].away
        await two.time.move(DAY / 5)
        await two.until(lambda: two.on_turn != gone)
        assert not two.table.now.doc.places[gone].away
        await two.tables.close()

    run(play())


def test_live_a_bot_takes_over_only_while_another_person_waits(tmp_path: Path) -> None:
    async def play() -> None:
        two = await pair(tmp_path, away_seconds=60)
        assert (two.actor.info.pace, two.actor.info.away_seconds) == ("live", 60)
        waited, other = two.on_turn, 1 - two.on_turn
        await two.actor.detach(two.devices[other].connection)
        await two.time.move(300)
        assert not two.table.now.doc.places[
            other
        ].away  # it is not their turn: nobody waits for them
        await two.actor.detach(two.devices[waited].connection)
        await two.time.move(300)
        assert not any(place.away for place in two.table.now.doc.places)
        await two.devices[other].hello()
        await two.time.move(59)
        assert not two.table.now.doc.places[waited].away  # waited for since the other came back
        await two.time.move(2)
        await two.until(lambda: bool(two.table.now.doc.places[waited].away))
        await two.tables.close()

    run(play())


def test_an_absent_player_is_marked_and_then_missed(tmp_path: Path) -> None:
    async def play() -> None:
        two = await pair(tmp_path, turn_seconds=DAY)
        anna, ben = two.devices

        def marks() -> tuple[list[int], list[int]]:
            told = anna.last("presence")
            return told["absent"], told["missed"]

        await two.actor.detach(ben.connection)
        await two.time.move(ABSENT_SECONDS - 1)
        assert marks() == ([], []), "a page that is loaded again takes less"
        await two.time.move(2)
        await two.until(lambda: marks() == ([1], []))
        await two.time.move(MISSED_SECONDS - ABSENT_SECONDS - 2)
        assert marks() == ([1], [])
        await two.time.move(2)
        await two.until(lambda: marks() == ([1], [1]))
        await ben.hello()
        await two.until(lambda: marks() == ([], []))
        await two.tables.close()

    run(play())


def test_a_turn_has_its_time_once_however_many_actions_it_has(tmp_path: Path) -> None:
    async def play() -> None:
        two = await pair(tmp_path, turn_seconds=100)
        seat = two.on_turn
        await two.time.move(60)
        await two.act(seat)
        assert two.on_turn == seat, "this game's turns have several actions"
        assert two.table.now.turns.left()[str(seat)] <= 40_000
        await two.tables.close()

    run(play())


def test_time_that_has_passed_comes_back_neither_by_undo_nor_by_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        two = await pair(tmp_path, "souvenirs", turn_seconds=100)
        await two.time.move(60)
        await two.act(0)
        await two.time.move(30)
        await two.actor.undo(two.devices[0].connection, Undo(id="u1"))
        assert two.table.now.turns.left()["0"] <= 10_000
        left = two.table.now.turns.left()
        await two.tables.close()
        tables = await open_tables(tmp_path, time=two.time)
        again: Any = await tables.find(two.actor.id)
        for seat, ms in again.now.turns.left().items():
            assert left[seat] - 5000 <= ms <= left[seat]
        await tables.close()

    run(play())


def test_nobody_undoes_once_their_time_is_up() -> None:
    async def play() -> None:
        time = MovedTime()
        turns = TurnClocks(TurnRules(seconds=100), time)
        turns.passed([0], time.wall_ms())
        await time.move(60)
        turns.acted(0, [1], time.wall_ms())
        await time.move(30)
        assert turns.has_time_after_undo(0)
        await time.move(15)
        assert not turns.has_time_after_undo(0)
        assert turns.late() == set()

    run(play())


def test_a_stand_in_plays_one_turn_and_after_three_keeps_the_seat_until_the_return(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        two = await pair(tmp_path, turn_seconds=DAY)
        late, other = two.on_turn, 1 - two.on_turn
        for turn in (1, 2, 3):
            assert not two.table.now.doc.places[late].away
            await two.time.move(DAY + 1)
            await two.until(lambda: two.on_turn == other)
            assert two.table.now.doc.places[late].late == turn
            while turn < 3 and two.on_turn == other:
                await two.act(other)
        assert two.table.now.doc.places[late].away
        assert two.devices[other].last("table")["table"]["seats"][late]["away"]
        await two.act(late) if two.on_turn == late else await two.devices[late].hello()
        assert not two.table.now.doc.places[late].away
        assert two.table.now.doc.places[late].late == 0
        await two.tables.close()

    run(play())


def test_own_actions_begin_the_count_of_late_turns_anew(tmp_path: Path) -> None:
    async def play() -> None:
        two = await pair(tmp_path, turn_seconds=DAY)
        late, other = two.on_turn, 1 - two.on_turn
        await two.time.move(DAY + 1)
        await two.until(lambda: two.on_turn == other)
        while two.on_turn == other:
            await two.act(other)
        assert two.table.now.doc.places[late].late == 1
        await two.act(late)
        assert two.table.now.doc.places[late].late == 0
        await two.tables.close()

    run(play())


@pytest.mark.parametrize("why", ["late", "away"])
def test_a_stand_in_is_marked_in_the_store_the_events_and_the_result(
    tmp_path: Path, why: str
) -> None:
    async def play() -> None:
        wish: dict[str, Any] = {"turn_seconds": DAY} if why == "late" else {"away_seconds": 60}
        two = await pair(tmp_path, **wish)
        gone, other = two.on_turn, 1 - two.on_turn
        await two.actor.detach(two.devices[gone].connection)
        await two.time.move(DAY + 1 if why == "late" else 61)
        await two.until(lambda: two.on_turn == other)
        marked = [
            message["by_bot"] for message in two.devices[other].told if message["type"] == "events"
        ]
        assert all(seats == [gone] for seats in marked)
        assert marked
        rows = await two.tables.services.store.log(two.actor.id, 1)
        entries = [from_row(two.table.now.game, row) for row in rows]
        assert {entry.by for entry in entries if entry.seat == gone} == {"bot"}
        told = await two.actor.replay(two.devices[other].caller, None)
        assert isinstance(told, bytes)
        steps = [json.loads(line) for line in told.splitlines()[1:]]
        assert {step.get("by") for step in steps if step.get("seat") == gone} == {"bot"}
        assert not any("by" in step for step in steps if step.get("seat") != gone)
        assert two.table.now.play.replaced == (gone,)
        await two.tables.close()
        tables = await open_tables(tmp_path, time=two.time)
        again: Any = await tables.find(two.actor.id)
        assert again.now.play.replaced == (gone,)
        await tables.close()

    run(play())


async def hot_seat(data_dir: Path) -> tuple[Any, LiveTable, MovedTime, Device, Caller]:
    """Two people at one device, the first of whom has just finished a turn of a minute."""
    time = MovedTime()
    tables = await open_tables(data_dir, time=time)
    actor, host = await new_table(tables, game="souvenirs", seats=[{}, {}], turn_seconds=60)
    await actor.sit(host, Sit(seat=1, name="Mum"))
    await actor.start(host)
    device = Device(actor, host)
    await device.hello()
    table: Any = actor
    first = min(table.now.play.able)
    await actor.focus(device.connection, Focus(seat=first))
    number = 0
    while min(table.now.play.able) == first:
        action = table.now.play.listed(first)[0][0]
        await actor.act(device.connection, Act(id=f"a{number}", action=action))
        number += 1
    return tables, actor, time, device, host


def test_behind_the_curtain_the_clock_waits_for_at_most_20_seconds(tmp_path: Path) -> None:
    async def play() -> None:
        tables, actor, time, _, _ = await hot_seat(tmp_path)
        table: Any = actor
        (left,) = actor.info.clock.left.values()
        assert left == 60_000
        await time.move(10)  # what the machine itself takes comes on top, here and below
        assert list(actor.info.clock.left.values()) == [60_000]
        await time.move(40)
        (left,) = actor.info.clock.left.values()
        assert 10_000 < left <= 30_000
        seat = min(table.now.play.able)
        await time.move(31)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not any(entry.seat == seat for entry in table.now.play.match.entries):
                await asyncio.sleep(0.01)
        assert set(table.now.play.forced_since(0)) == {seat}, "the whole turn, however many actions"
        await tables.close()

    run(play())


def test_the_clock_begins_once_the_next_person_has_the_device(tmp_path: Path) -> None:
    async def play() -> None:
        tables, actor, time, device, _ = await hot_seat(tmp_path)
        table: Any = actor
        seat = min(table.now.play.able)
        await time.move(5)
        await actor.focus(device.connection, Focus(seat=seat))
        await time.move(10)
        (left,) = actor.info.clock.left.values()
        assert 20_000 < left <= 50_000
        await actor.focus(device.connection, Focus(seat=1 - seat))
        await actor.focus(device.connection, Focus(seat=seat))
        (left,) = actor.info.clock.left.values()
        assert left <= 50_000  # looking away and back gives no time

        await tables.close()
        tables = await open_tables(tmp_path, time=time)
        again = await tables.find(actor.id)
        (left,) = again.info.clock.left.values()
        assert 20_000 < left <= 50_000  # a restart neither
        await tables.close()

    run(play())


async def two_and_a_bot(data_dir: Path, time: MovedTime) -> tuple[Any, LiveTable, Caller]:
    """A table of Jericho under a turn clock that waits for a second person."""
    tables = await open_tables(data_dir, time=time)
    seats: list[Any] = [{}, {}, {"kind": "bot", "level": "random"}]
    return tables, *await new_table(tables, game="jericho", seats=seats, turn_seconds=60)


def test_where_several_at_one_device_may_act_each_ones_clock_begins_with_the_device(
    tmp_path: Path,
) -> None:
    """In Jericho's first phase all choose at once: the second has as long as the first had."""

    async def play() -> None:
        time = MovedTime()
        tables, actor, host = await two_and_a_bot(tmp_path, time)
        await actor.sit(host, Sit(seat=1, name="Mum"))
        await actor.start(host)
        device = Device(actor, host)
        await device.hello()
        table: Any = actor
        assert {0, 1} <= set(table.now.play.able)
        assert set(actor.info.clock.left) == {"0"}
        await actor.focus(device.connection, Focus(seat=0))
        await time.move(50)
        await actor.act(device.connection, _listed(table, 0))
        assert actor.info.clock.left == {"1": 60_000}
        await time.move(15)
        await actor.focus(device.connection, Focus(seat=1))
        await time.move(20)
        left = actor.info.clock.left["1"]
        assert 30_000 < left <= 40_000

        await tables.close()
        tables = await open_tables(tmp_path, time=time)
        again = await tables.find(actor.id)
        assert 30_000 < again.info.clock.left["1"] <= 40_000
        await tables.close()

    run(play())


def test_two_with_devices_of_their_own_choose_under_clocks_that_run_together(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        time = MovedTime()
        tables, actor, host = await two_and_a_bot(tmp_path, time)
        ben = await actor.join(Caller(browser="ben"), Join(name="Ben"))
        await actor.start(host)
        for each in (host, Caller(person=tables.services.tokens.person(ben.token, actor.id))):
            await Device(actor, each).hello()
        await time.move(50)
        assert set(actor.info.clock.left) == {"0", "1"}
        assert max(actor.info.clock.left.values()) <= 10_000
        await tables.close()

    run(play())


def _listed(table: Any, seat: int) -> Act:
    """The first legal action of a seat."""
    return Act(id=f"first of {seat}", action=table.now.play.listed(seat)[0][0])
