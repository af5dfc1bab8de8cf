"""The next round waits for those who look at the end of the last one, and never for long."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from quartett.protocol.bodies import Nothing
from quartett.protocol.messages import Abilities, Act, GoOn
from quartett.server.table.permissions import Caller
from server.history.tables import registry, seated
from server.live import run
from server.store.stores import ENGINES
from server.store_databases import fresh_database
from server.table.moved_time import MovedTime
from server.table.room import Device

LOOK_SECONDS = 20
TURN_SECONDS = 60


class Table:
    """Anna, Ben and a bot at a table of Jericho; it wakes up again wherever it is asked for."""

    def __init__(self, actor: Any, time: MovedTime) -> None:
        self.actor, self.time = actor, time
        self.anna, self.ben = self.device("Anna"), self.device("Ben")

    def device(self, browser: str) -> Device:
        """Another device of somebody."""
        return Device(self.actor, Caller(browser=browser))

    @property
    def now(self) -> Any:
        return self.actor.now

    @property
    def version(self) -> int:
        return int(self.now.play.version)

    async def come(self, *devices: Device, shows: bool = True) -> None:
        for device in devices:
            await device.hello()
            await self.actor.abilities(device.connection, Abilities(shows_round_ends=shows))

    async def go_on(self, device: Device) -> None:
        await self.actor.go_on(device.connection, GoOn())

    async def end_round(self) -> None:
        """Everybody plays the first action there is, until a scoring."""
        while not any(map(_scored, self.anna.told)):
            if not (own := sorted({0, 1} & set(self.now.able))):
                await asyncio.sleep(0.001)  # the bot is about to act
                continue
            device = (self.anna, self.ben)[own[0]]
            action = device.last("snapshot", "events")["legal"][0]
            await self.actor.act(device.connection, Act(id=str(self.version), action=action))

    async def bot_acts(self) -> None:
        """Until the bot has fed, as everybody does when a round of Jericho begins."""
        while 2 in self.now.able:
            await asyncio.sleep(0.001)

    def told(self, device: Device) -> Any:
        """Who still looks, as a device was told last."""
        return device.last("table", "snapshot")["table"]["looking"]


def _scored(message: dict[str, Any]) -> bool:
    return any(event["type"] == "scored" for event in message.get("events", []))


@asynccontextmanager
async def at_table(url: str, folder: Path, **wish: Any) -> AsyncIterator[Table]:
    time = MovedTime()
    async with registry(url, folder, time) as tables:
        wish = {"turn_seconds": TURN_SECONDS, **wish}
        actor = await seated(tables, ["Anna", "Ben"], bots=1, game="jericho", **wish)
        time.settled = actor.inbox.drained
        yield Table(actor, time)


def at_round_end(folder: Path, play: Any, shows: bool = True, **wish: Any) -> None:
    """Run a test where a round has just ended."""

    async def whole() -> None:
        async with at_table(fresh_database("sqlite", folder), folder, **wish) as table:
            await table.come(table.anna, table.ben, shows=shows)
            await table.end_round()
            await play(table)

    run(whole())


def test_bots_wait_until_all_have_looked_and_everybody_sees_who_still_does(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        assert table.told(table.anna)["waits_for"] == [0, 1]
        assert 2 in table.now.able
        assert table.now.bots == []
        await table.go_on(table.anna)
        assert table.told(table.ben)["waits_for"] == [1]
        version = table.version
        await table.time.move(LOOK_SECONDS - 1)
        assert table.version == version
        await table.go_on(table.ben)
        assert table.told(table.anna) is None
        await table.bot_acts()

    at_round_end(tmp_path, play)


def test_nobody_holds_the_table_for_longer_than_that(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.go_on(table.anna)
        await table.time.move(LOOK_SECONDS - 1)
        await table.actor.detach(table.ben.connection)
        again = table.device("Ben")
        await table.come(again)  # coming back begins nothing anew
        await table.time.move(1)
        assert table.now.look is None
        await table.bot_acts()

    at_round_end(tmp_path, play)


def test_after_twenty_seconds_it_goes_on_without_those_who_still_look(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.time.move(LOOK_SECONDS)
        assert table.told(table.anna) is None
        await table.bot_acts()
        version = table.version
        await table.go_on(table.ben)  # too late, and twice
        await table.go_on(table.ben)
        assert (table.version, table.told(table.ben)) == (version, None)

    at_round_end(tmp_path, play)


def test_nobody_waits_for_those_who_are_gone_or_replaced(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.actor.detach(table.ben.connection)
        assert table.now.lookers == [0]
        await table.actor.leave(Caller(browser="Anna"), Nothing())
        assert table.now.lookers == []
        await table.time.move(0)
        assert table.now.look is None
        await table.bot_acts()

    at_round_end(tmp_path, play)


def test_clocks_neither_run_nor_grant_time_meanwhile(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        full = {"0": TURN_SECONDS, "1": TURN_SECONDS}
        assert _left(table) == full
        await table.time.move(7)
        assert _left(table) == full
        await table.go_on(table.anna)
        await table.go_on(table.ben)
        await table.time.move(10)
        for left in _left(table).values():  # what the machine itself takes comes on top
            assert TURN_SECONDS - 20 < left <= TURN_SECONDS - 10

    at_round_end(tmp_path, play)


def test_clocks_begin_where_nobody_has_looked_in_time(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.time.move(LOOK_SECONDS + 10)
        assert _left(table) == {"0": TURN_SECONDS - 10, "1": TURN_SECONDS - 10}

    at_round_end(tmp_path, play)


def test_programs_that_show_no_round_ends_are_not_waited_for(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        assert table.now.look is None
        await table.bot_acts()

    at_round_end(tmp_path, play, shows=False)


def test_a_match_over_days_waits_for_nobody(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        assert table.now.look is None

    at_round_end(tmp_path, play, turn_seconds=24 * 3600)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("looked", [False, True])
def test_after_a_restart_it_goes_on_and_no_time_is_granted(
    tmp_path: Path, engine: str, looked: bool
) -> None:
    url = fresh_database(engine, tmp_path)

    async def whole() -> None:
        async with at_table(url, tmp_path) as table:
            await table.come(table.anna, table.ben)
            await table.end_round()
            if looked:
                await table.go_on(table.anna)
                await table.go_on(table.ben)
            id = table.actor.id
        time = MovedTime()
        async with registry(url, tmp_path, time) as tables:
            again = Table(await tables.find(id), time)
            time.settled = again.actor.inbox.drained
            await again.bot_acts()
            assert again.now.look is None
            await time.move(0 if looked else LOOK_SECONDS)
            left = again.now.turns.left()
            assert left
            assert max(left.values()) < TURN_SECONDS * 1000
            assert min(left.values()) > (TURN_SECONDS - 10) * 1000

    run(whole())


def _left(table: Table) -> dict[str, int]:
    return {seat: round(left / 1000) for seat, left in table.now.turns.left().items()}


def at_a_race(folder: Path, play: Any, *shows: bool, bots: int = 0) -> None:
    """Run a test where a match of Speed & Flow has just been started, by people who are there."""

    async def whole() -> None:
        time = MovedTime()
        async with registry(fresh_database("sqlite", folder), folder, time) as tables:
            names = ["Anna", "Ben"][: len(shows)]
            actor = await seated(tables, names, bots=bots, game="flow", starts=False)
            time.settled = actor.inbox.drained
            table = Table(actor, time)
            for device, shown in zip((table.anna, table.ben), shows, strict=False):
                await table.come(device, shows=shown)
            await actor.start(table.anna.caller)
            await play(table)

    run(whole())


def _races(table: Table) -> bool:
    return bool(table.actor.clock.running)


def test_a_race_begins_for_all_once_everybody_has_said_that_they_are_ready(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        assert table.told(table.ben) | {"left": 0} == {
            "waits_for": [0, 1],
            "left": 0,
            "begins": True,
        }
        assert not _races(table)
        await table.go_on(table.anna)
        await table.time.move(5)
        assert table.actor.clock.now() == 0, "nobody sees the countdown before the others"
        await table.go_on(table.ben)
        assert _races(table)
        for device in (table.anna, table.ben):
            assert device.last("snapshot")["clock"]["now"] is not None
            assert table.told(device) is None

    at_a_race(tmp_path, play, True, True)


def test_nobody_holds_a_race_up_for_long(tmp_path: Path) -> None:
    async def silent(table: Table) -> None:
        await table.go_on(table.anna)
        await table.time.move(LOOK_SECONDS - 1)
        assert not _races(table)
        await table.time.move(2)
        assert _races(table)

    async def gone(table: Table) -> None:
        await table.go_on(table.anna)
        await table.actor.detach(table.ben.connection)
        await table.time.move(0)
        assert _races(table)

    at_a_race(tmp_path / "silent", silent, True, True)
    at_a_race(tmp_path / "gone", gone, True, True)


def test_a_race_waits_for_nobody_where_only_one_could_be_asked(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        assert _races(table)

    at_a_race(tmp_path / "alone", play, True, bots=1)
    at_a_race(tmp_path / "other devices", play, True, False)
