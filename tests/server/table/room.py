"""A table actor of its own over a real SQLite file, and devices that check what they are sent."""

from pathlib import Path
from typing import Any

import msgspec

from quartett import games
from quartett.protocol.bodies import CreateTable
from quartett.protocol.messages import Hello
from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.parts.connection import Connection
from quartett.server.settings import Settings
from quartett.server.shared.services import Services
from quartett.server.store.opening import make_store
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry


async def open_tables(
    data_dir: Path, quiet_seconds: float = 60.0, time: Time = PROCESS_TIME, **settings: Any
) -> TableRegistry:
    """The tables of a server without any network."""
    services = Services(Settings(data_dir=data_dir, **{"think_ms": (0, 0), **settings}), time)
    tables = TableRegistry(services, quiet_seconds)
    await tables.open(lambda: make_store(data_dir / "quartett.db"))
    await tables.opened()
    return tables


async def new_table(tables: TableRegistry, **request: Any) -> tuple[LiveTable, Caller]:
    """A new table, and its host."""
    wanted = msgspec.convert({"game": "jericho", "you": "Host", **request}, CreateTable)
    joined = await tables.create(wanted, "host's browser")
    person = tables.services.tokens.person(joined.token, joined.table.id)
    return await tables.find(joined.table.id), Caller(person=person)


class Device:
    """A device of one person that keeps all it is sent, and checks it as it comes."""

    def __init__(self, actor: LiveTable, caller: Caller) -> None:
        self.actor = actor
        self.caller = caller
        self.told: list[dict[str, Any]] = []
        self.wrong: list[AssertionError] = []
        """What should never have been sent."""
        self.connection = Connection(send_now=self._take)

    async def hello(self, **fields: Any) -> None:
        """Come to the table."""
        await self.actor.attach(self.connection, self.caller, Hello(**fields))

    def last(self, *kinds: str) -> dict[str, Any]:
        """The latest message of one of these kinds."""
        return next(message for message in reversed(self.told) if message["type"] in kinds)

    def _take(self, text: bytes) -> bool:
        message: dict[str, Any] = msgspec.json.decode(text)
        self.told.append(message)
        if message["type"] in ("snapshot", "events"):
            try:
                check_seen(self.actor, self.caller.person, message)
            except AssertionError as error:
                self.wrong.append(error)
        return True


def check_seen(actor: LiveTable, person: str | None, message: dict[str, Any]) -> None:
    """A view and its events are exactly what this person may know at this moment."""
    table: Any = actor
    view, seat = message["view"], message.get("seat")
    if view is None:
        assert not message["legal"]
        assert not message["events"]
        return
    viewer = view["viewer"]
    assert viewer is None or table.now.doc.places[viewer].person == person
    if message["type"] == "snapshot":
        assert seat == viewer
    game, play = games.get(table.now.doc.game), table.now.play
    assert (message["match"], message["version"]) == (table.now.doc.match, play.version)
    assert view == plain(game.view(play.match.state, viewer))
    assert message["legal"] == plain(play.listed(viewer)[0])
    since = message["since"] if message["since"] is not None else message["version"]
    states, events = unfolded(game, play.match)
    happened = list(zip(states, events, strict=False))[len(events) - (play.version - since) :]
    shown = [plain(game.redact(event, state, viewer)) for state, event in happened]
    assert message["events"] == shown


def unfolded(game: Any, match: Any) -> tuple[list[Any], list[Any]]:
    """The state before each event that still counts, and these events."""
    events = [event for entry in match.entries for event in entry.events]
    states = [match.bare]
    for event in events:
        states.append(game.evolve(states[-1], event))
    return states, events


def plain(value: Any) -> Any:
    """As JSON values."""
    return msgspec.json.decode(msgspec.json.encode(value))
