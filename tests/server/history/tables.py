"""Matches between people and bots, played to their ends without any network."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from quartett.protocol.bodies import CreateTable, Join, Nothing, Sit
from quartett.protocol.messages import Act, Hello
from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.settings import Settings
from quartett.server.shared.services import Services
from quartett.server.store.opening import make_store
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from server.table.room import Device

BOT = {"kind": "bot", "level": "random"}


@asynccontextmanager
async def registry(
    url: str, folder: Path, time: Time = PROCESS_TIME
) -> AsyncIterator[TableRegistry]:
    """The tables of a database."""
    services = Services(Settings(data_dir=folder, think_ms=(0, 0)), time)
    tables = TableRegistry(services)
    await tables.open(lambda: make_store(url))
    await tables.opened()
    try:
        yield tables
    finally:
        await tables.close()


async def seated(
    tables: TableRegistry,
    browsers: Sequence[str],
    bots: int = 0,
    guests: Sequence[str] = (),
    *,
    starts: bool = True,
    **wish: Any,
) -> LiveTable:
    """A table at which somebody sits from each browser, under its name; the match has begun.

    The `guests` sit at the first one's device; without `starts`, the table still waits.
    """
    seats: list[dict[str, Any]] = [{} for _ in [*browsers, *guests]] + [BOT] * bots
    wanted = {"game": "souvenirs", "you": browsers[0], "seats": seats, **wish}
    joined = await tables.create(msgspec.convert(wanted, CreateTable), browsers[0])
    actor = await tables.find(joined.table.id)
    for each in browsers[1:]:
        await actor.join(Caller(browser=each), Join(name=each))
    for seat, name in enumerate(guests, start=len(browsers)):
        await actor.sit(Caller(browser=browsers[0]), Sit(seat=seat, name=name))
    if starts:
        await actor.start(Caller(browser=browsers[0]))
    return actor


async def played(actor: LiveTable, rng: random.Random, most: int | None = None) -> None:
    """Everybody plays any legal actions, until the match is over or so many are done."""
    table: Any = actor
    done = 0
    while table.now.doc.status == "running" and done != most:
        now = table.now
        own = [seat for seat in sorted(now.able) if seat not in now.bots]
        if not own:
            await asyncio.sleep(0.001)  # a bot is about to act
            continue
        await _act(actor, own[0], rng.choice(now.play.listed(own[0])[0]), now.play.version)
        done += 1


async def _act(actor: LiveTable, seat: int, action: Any, version: int) -> None:
    table: Any = actor
    doc = table.now.doc
    browser = doc.people[doc.places[seat].person].browsers[0]
    device = Device(actor, Caller(browser=browser))
    await actor.attach(device.connection, device.caller, Hello(seat=seat))
    await actor.act(device.connection, Act(id=str(version), action=action))
    await actor.detach(device.connection)


async def left(actor: LiveTable, browser: str) -> None:
    """Somebody goes for good; a bot plays on."""
    await actor.leave(Caller(browser=browser), Nothing())


async def one_match(
    tables: TableRegistry, browsers: Sequence[str], seed: int = 1, **wish: Any
) -> str:
    """The id of a table at which one match was played to its end."""
    actor = await seated(tables, browsers, **wish)
    await played(actor, random.Random(seed))
    return actor.id
