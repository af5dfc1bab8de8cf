"""What is kept of a table as time goes by: its row's date, and how often was undone."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from quartett.core.errors import QuartettError
from quartett.protocol.messages import Act, Undo
from quartett.server.parts import versioned
from quartett.server.store.documents import OfEvening, SharedMatch
from quartett.server.table import matches, outgoing, storing
from quartett.server.table.live_table import LiveTable
from quartett.server.table.matches import is_hidden
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from server.live import run
from server.still_time import StillTime
from server.store.test_documents import DOCUMENT
from server.table.room import Device, new_table, open_tables

BOTS = [{"kind": "bot", "level": "random"}] * 2
NEVER_MS = (10_000_000, 10_000_000)


async def alone(tables: TableRegistry) -> tuple[LiveTable, Caller, Device]:
    """Somebody whose match with two bots, who think for hours, has begun."""
    actor, host = await new_table(tables, seats=[{}, *BOTS])
    await actor.start(host)
    device = Device(actor, host)
    await device.hello()
    return actor, host, device


async def there_and_back(actor: LiveTable, device: Device, number: int) -> None:
    """Play an action and take it back."""
    action = device.last("snapshot", "events")["legal"][0]
    await actor.act(device.connection, Act(id=f"a{number}", action=action))
    await actor.undo(device.connection, Undo(id=f"u{number}"))


def test_the_date_by_which_a_running_match_is_kept_follows_its_moves(tmp_path: Path) -> None:
    async def play() -> None:
        time = StillTime()
        tables = await open_tables(tmp_path, think_ms=NEVER_MS, time=time)
        actor, _, device = await alone(tables)
        store: Any = tables.services.store

        async def date() -> int:
            found = await store.table(actor.id)
            return int(found.updated_at)

        began = await date()
        for number in range(1, 4):
            time.jump(storing.ROW_MS / 1000)
            await there_and_back(actor, device, number)
            now = began + number * storing.ROW_MS
            assert await date() == now, "a match that goes on is never thought to be old"
        time.jump(storing.ROW_MS / 1000 - 0.001)
        await there_and_back(actor, device, 4)
        assert await date() == began + 3 * storing.ROW_MS, "and not every move writes it"
        await tables.close()

    run(play())


def test_how_often_was_undone_is_known_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versioned, "MAX_UNDOS", 3)

    async def play() -> None:
        tables = await open_tables(tmp_path, think_ms=NEVER_MS)
        actor, host, device = await alone(tables)
        for number in range(2):
            await there_and_back(actor, device, number)
        await tables.close()
        tables = await open_tables(tmp_path, think_ms=NEVER_MS)
        actor = await tables.find(actor.id)
        device = Device(actor, host)
        await device.hello()
        await there_and_back(actor, device, 2)
        with pytest.raises(QuartettError, match="taken back"):
            await there_and_back(actor, device, 3)
        await tables.close()

    run(play())


def test_a_deal_is_shown_at_once_where_its_round_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)
        actor, _ = await new_table(tables)
        await actor.reveal()
        assert actor.now.doc.shared is None, "a deal of its own has nothing to show"
        shared = SharedMatch("any", reveal_at=10**15, match=actor.now.doc.match)
        await actor.change(replace(actor.now.doc, shared=shared))
        assert is_hidden(actor.now.doc, shared.match)
        await actor.reveal()
        assert not is_hidden(actor.now.doc, shared.match)
        await tables.close()

    run(play())


def test_results_are_compared_by_the_deal_and_by_the_evening_where_there_is_one() -> None:
    shared = SharedMatch("any", reveal_at=0, match=DOCUMENT.match)
    alone = replace(DOCUMENT, shared=shared, evening=None)
    evening = OfEvening("evening", "Friday", 1, 3)
    assert outgoing.table(alone).shared == "any"
    assert outgoing.table(replace(alone, evening=evening)).shared is None
    assert outgoing.table(replace(alone, match=shared.match + 1)).shared is None


def test_the_clock_of_another_match_begins_at_its_beginning(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, time=StillTime())
        actor, host = await new_table(tables, game="flow", seats=[{}, *BOTS[:1]])
        actor.clock.set(123_456)  # as a match before has left it
        await actor.start(host)
        assert actor.now.play is not None
        assert actor.clock.now() == actor.now.play.match.now == 0
        await tables.close()

    run(play())


def test_the_deal_that_others_play_is_hidden_until_its_time_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared = replace(DOCUMENT, shared=SharedMatch("any", reveal_at=1000, match=2))
    for now, match, hidden in ((999, 2, True), (1000, 2, False), (999, 1, False), (999, 3, False)):
        monkeypatch.setattr(matches, "wall_ms", lambda now=now: now)
        assert is_hidden(shared, match) is hidden
    monkeypatch.setattr(matches, "wall_ms", lambda: 0)
    assert not is_hidden(DOCUMENT, 1)
