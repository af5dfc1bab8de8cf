"""What many have begun costs a request little, whoever asks and however often."""

import asyncio
import threading
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quartett.server.http import qr_codes
from quartett.server.learning.deals import DealPlan, daily
from quartett.server.learning.results import (
    FRESH_SECONDS,
    MAX_COUNTED,
    SharedDeals,
    StoredResult,
)
from quartett.server.learning.tables import dealt
from quartett.server.settings import Settings
from quartett.server.shared.services import Services
from quartett.server.store.documents import to_stored
from quartett.server.store.opening import open_store
from quartett.server.store.secrets import Key, Keyring
from quartett.server.store.store import Attachment, Store
from server.learning.surfer import Surfer
from server.live import live_server
from server.still_time import StillTime
from server.store.stores import ENGINES
from server.store_databases import fresh_database

ATTEMPTS = 3 * MAX_COUNTED


@pytest.fixture
def time() -> StillTime:
    return StillTime()


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database of each engine."""
    return fresh_database(request.param, tmp_path)


async def _begun(store: Store, plan: DealPlan, who: str) -> None:
    """Somebody has begun the deal."""
    doc, _, entries = dealt(plan, "Anna", who, 0)
    stored = to_stored(msgspec.structs.replace(doc, id=f"table-{who}"))
    await store.create(stored, [msgspec.structs.replace(row, table=stored.id) for row in entries])
    document = msgspec.json.encode(StoredResult(who))
    await store.attach(Attachment("result", plan.id, who, stored.id, document))


def test_attempts_that_go_on_are_read_once_and_not_at_each_request(
    url: str, time: StillTime
) -> None:
    read: list[str] = []

    async def scenario() -> None:
        services = Services(Settings(), time)
        services.store = await open_store(url)
        services.keys = Keyring([Key("a key of some length")])
        plan = daily(services, "souvenirs", date(2026, 1, 2))
        await asyncio.gather(*(_begun(services.store, plan, f"{n}") for n in range(ATTEMPTS)))
        table = services.store.table

        async def counted(id: str) -> Any:
            read.append(id)
            return await table(id)

        services.store.table = counted  # type: ignore[method-assign]
        deals = SharedDeals(services)
        # Many at once, and many one after the other: one look, at some of the tables.
        await asyncio.gather(*(deals.show(plan, None) for _ in range(20)))
        assert len(read) == MAX_COUNTED
        for _ in range(2):
            time.jump(FRESH_SECONDS)
            await deals.show(plan, None)
        assert sorted(read) == sorted(f"table-{n}" for n in range(ATTEMPTS))
        # Nothing has changed: nothing is read, but for one's own, which is told at once.
        time.jump(FRESH_SECONDS)
        await deals.show(plan, None)
        assert len(read) == ATTEMPTS
        await deals.show(plan, "7")
        assert read[ATTEMPTS:] == ["table-7"]
        await services.store.close()
        services.bots.close()

    asyncio.run(scenario())


def test_an_invitation_is_drawn_once_and_never_by_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    draw = qr_codes.draw

    def noted(text: str) -> bytes:
        threads.append(threading.current_thread().name)
        return draw(text)

    cached = lru_cache(maxsize=qr_codes.MAX_REMEMBERED)(noted)
    monkeypatch.setattr(qr_codes, "drawn", cached)
    with live_server(tmp_path, reads_per_minute=5) as live:
        guest = Surfer(live)
        id = guest.post("/api/tables", game="jericho", you="Anna")["table"]["id"]
        statuses = []
        for _ in range(7):
            guest.get(f"/api/tables/{id}/qr.svg")
            statuses.append(guest.status)
    assert statuses == [200] * 5 + [429] * 2
    assert len(threads) == 1
    assert threads[0].startswith("long answer")
