"""A server that has no more room: nothing new begins there, and whatever has begun goes on."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from playing import finished
from quartett.core.log import dump_log
from quartett.protocol.bodies import Join
from quartett.server.refusals import Refusal
from quartett.server.store.documents import to_stored
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from quartett.server.tokens import new_id
from server.live import run
from server.table.moved_time import MovedTime
from server.table.room import Device, new_table, open_tables

FILE = dump_log(finished("jericho", 1, 3).record())

NEW: dict[str, Callable[[TableRegistry, Any], Awaitable[Any]]] = {
    "a table": lambda tables, _: new_table(tables),
    "a deal that many play": lambda tables, doc: tables.seat(doc, doc.host, ()),
    "an evening's table": lambda tables, doc: tables.set_up(doc, ()),
    "a match from a file": lambda tables, _: tables.keep_log(FILE, "somebody"),
}


@pytest.mark.parametrize("what", list(NEW))
def test_where_there_is_no_room_nothing_new_begins(tmp_path: Path, what: str) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, max_tables=2)
        first, _ = await new_table(tables)
        await new_table(tables)
        doc: Any = await first.document()
        with pytest.raises(Refusal) as refused:
            await NEW[what](tables, doc)
        assert (refused.value.reason, refused.value.status) == ("server.server_full", 503)
        await tables.close()

    run(play())


def test_where_there_is_no_room_people_still_come_and_tables_still_wake(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, max_tables=2)
        actor, host = await new_table(tables)
        await new_table(tables)
        doc: Any = await actor.document()
        sleeping = to_stored(replace(doc, id=new_id()))
        await tables.services.store.create(sleeping)
        await (await tables.find(sleeping.id)).document()
        await actor.join(Caller(browser="ben"), Join(name="Ben"))
        device = Device(actor, host)
        await device.hello()
        assert device.last("snapshot")
        assert len(tables.awake()) == 3
        await tables.close()

    run(play())


def test_a_table_that_falls_asleep_leaves_room_for_another(tmp_path: Path) -> None:
    async def play() -> None:
        time = MovedTime()
        tables = await open_tables(tmp_path, time=time, max_tables=1)
        actor, _ = await new_table(tables)
        with pytest.raises(Refusal):
            await new_table(tables)
        actor.let_go()
        while tables.awake():
            await time.move(1)
        await new_table(tables)
        await tables.close()

    run(play())
