"""The fence as a state machine: owners claim, act, undo and steal; only the latest one writes."""

import asyncio
import itertools
import tempfile
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from quartett.server.store.opening import open_store
from quartett.server.store.store import Hold, StaleWriteError, Store, StoredRow
from server.store.stores import ENGINES, table
from server.store_databases import fresh_database

NUMBERS = itertools.count()


class Owner:
    """Somebody who claimed the table, with the log as it was then and as they wrote on."""

    def __init__(self, store: Store, hold: Hold, log: list[StoredRow]) -> None:
        self.store = store
        self.hold = hold
        self.log = log

    def row(self, what: str = "act") -> StoredRow:
        """The next entry, as this owner knows the log."""
        text = b'{"%s":%d}' % (what.encode(), next(NUMBERS))
        return StoredRow(self.hold.id, 1, len(self.log), text)

    async def write(self, document: int | None, rows: list[StoredRow]) -> bool:
        """Try to write; whether it landed."""
        changed = None if document is None else table(document, self.hold.id)
        try:
            await self.store.write(self.hold, changed, rows, due_at=document)
        except StaleWriteError:
            return False
        self.log += rows
        return True


class Fence(RuleBasedStateMachine):
    """Two servers and one table."""

    loop: ClassVar[asyncio.AbstractEventLoop]
    stores: ClassVar[list[Store]]
    owners = Bundle("owners")

    @initialize(target=owners)
    def create(self) -> Owner:
        self.id = f"table {next(NUMBERS)}"
        self.log: list[StoredRow] = []
        self.document = 0
        hold = self.run(self.stores[0].create(table(0, self.id)))
        self.owner = Owner(self.stores[0], hold, [])
        return self.owner

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    @rule(target=owners, store=st.integers(0, 1))
    def claim(self, store: int) -> Owner:
        self.owner = self.run(self._claim(self.stores[store]))
        return self.owner

    async def _claim(self, store: Store) -> Owner:
        found = await store.claim(self.id)
        assert found is not None
        return Owner(store, found[1], await store.log(self.id, 1))

    @rule(owner=owners, count=st.integers(0, 3), document=st.none() | st.integers(1, 99))
    def append(self, owner: Owner, count: int, document: int | None) -> None:
        first = len(owner.log)
        rows = [msgspec.structs.replace(owner.row(), number=first + n) for n in range(count)]
        landed = self.run(owner.write(document, rows))
        assert landed == (owner is self.owner)
        self.note(landed, document, rows)

    @rule(owner=owners)
    def undo(self, owner: Owner) -> None:
        if owner.log:
            rows = [owner.row("undo")]
            landed = self.run(owner.write(None, rows))
            assert landed == (owner is self.owner)
            self.note(landed, None, rows)

    @rule(one=owners, two=owners)
    def write_at_once(self, one: Owner, two: Owner) -> None:
        if one is two:
            return
        given = [(each, [each.row()]) for each in (one, two)]

        async def both() -> list[bool]:
            return list(await asyncio.gather(*(each.write(None, rows) for each, rows in given)))

        for (each, rows), landed in zip(given, self.run(both()), strict=True):
            assert landed == (each is self.owner)
            self.note(landed, None, rows)

    @rule(target=owners, store=st.integers(0, 1))
    def steal_while_the_owner_writes(self, store: int) -> Owner:
        old, rows = self.owner, [self.owner.row()]

        async def race() -> tuple[bool, Owner]:
            return await asyncio.gather(old.write(None, rows), self._claim(self.stores[store]))

        landed, new = self.run(race())
        assert isinstance(new, Owner)
        # Either order is right, as long as the new owner has read what landed before.
        self.note(landed, None, rows)
        assert new.log == self.log
        self.owner = new
        return new

    def note(self, landed: bool, document: int | None, rows: list[StoredRow]) -> None:
        if landed:
            self.log += rows
            self.document = self.document if document is None else document

    @invariant()
    def what_landed_is_stored_once_and_in_order(self) -> None:
        if not hasattr(self, "id"):
            return
        store = self.stores[0]
        assert self.run(store.log(self.id, 1)) == self.log
        stored = self.run(store.table(self.id))
        assert stored == table(self.document, self.id)


@pytest.mark.parametrize("kind", ENGINES)
def test_only_the_latest_owners_writes_land_and_each_of_them_once(kind: str) -> None:
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        url = fresh_database(kind, Path(folder))

        async def open_both() -> list[Store]:
            return [await open_store(url), await open_store(url)]

        stores = runner.run(open_both())
        members = {"loop": runner.get_loop(), "stores": stores}
        machine = type("OneFence", (Fence,), members)
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=15,
                stateful_step_count=25,
                deadline=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
            ),
        )
        for store in stores:
            runner.run(store.close())
