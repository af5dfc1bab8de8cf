"""What the tests of notices share: somebody opens a table, somebody acts."""

from typing import Any

from quartett.protocol.messages import Act
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from quartett.server.tokens import new_id
from server.table.room import Device


async def opened(actor: LiveTable, browser: str, **known: Any) -> dict[str, Any]:
    """What a browser is told that opens a table, and closes it again."""
    device = Device(actor, Caller(browser=browser))
    await device.hello(**known)
    snapshot = device.last("snapshot")
    await actor.detach(device.connection)
    return snapshot


async def acts(actor: LiveTable) -> None:
    """Whoever is on turn plays."""
    table: Any = actor
    doc = table.now.doc
    seat = table.now.on_turn[0]
    device = Device(actor, Caller(browser=doc.people[doc.places[seat].person].browsers[0]))
    await device.hello(seat=seat)
    legal = device.last("snapshot")["legal"]
    await actor.act(device.connection, Act(id=new_id(), action=legal[0]))
    await actor.detach(device.connection)


def other_than_on_turn(actor: LiveTable) -> str:
    """A browser whose turn it is not."""
    now = actor.now
    return next(p.name for seat, p in enumerate(now.doc.places) if seat not in now.on_turn)
