"""Three people at a table, whose time the tests move."""

from pathlib import Path
from typing import Any

from quartett.protocol.bodies import Join
from quartett.protocol.messages import Act
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from server.live import run
from server.table.moved_time import MovedTime
from server.table.room import Device, new_table, open_tables


class Party:
    """Anna, Ben and Cleo at a table, all connected."""

    def __init__(self, actor: LiveTable, time: MovedTime, callers: list[Caller]) -> None:
        self.actor = actor
        self.time = time
        self.callers = callers
        self.anna, self.ben, self.cleo = (Device(actor, caller) for caller in callers)

    @property
    def doc(self) -> Any:
        """The table as it is stored."""
        table: Any = self.actor
        return table.now.doc

    async def act(self, device: Device, id: str = "a") -> None:
        """Play the first action that can be listed."""
        action = device.last("snapshot", "events")["legal"][0]
        await self.actor.act(device.connection, Act(id=id, action=action))


def at_table(data_dir: Path, play: Any, begun: bool = True, **request: Any) -> None:
    """Run a test at a table of three."""

    async def whole() -> None:
        time = MovedTime()
        tables = await open_tables(data_dir, time=time)
        actor, host = await new_table(tables, seats=[{}, {}, {}], **request)
        callers = [host]
        for name in ("Ben", "Cleo"):
            joined = await actor.join(Caller(browser=name), Join(name=name))
            person = tables.services.tokens.person(joined.token, actor.id)
            callers.append(Caller(person=person, browser=name))
        party = Party(actor, time, callers)
        time.settled = actor.inbox.drained
        if begun:
            await actor.start(host)
        for device in (party.anna, party.ben, party.cleo):
            await device.hello()
        try:
            await play(party)
        finally:
            await tables.close()

    run(whole())
