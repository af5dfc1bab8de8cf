"""Claims as a state machine over a real PostgreSQL: nodes claim, write, undo, die and steal."""

import asyncio
import itertools
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from quartett.server.cluster.membership import Membership
from quartett.server.cluster.node import new_node
from quartett.server.cluster.sql import JOIN, TAKE_DUE
from quartett.server.store.database_url import database_address
from quartett.server.store.postgres import PostgresStore
from quartett.server.store.store import (
    Hold,
    OwnedError,
    StaleWriteError,
    StoredRow,
    StoreUnavailableError,
)
from server.live import run
from server.store.stores import table
from server.store_databases import fresh_database

NUMBERS = itertools.count()
NODES = 3
which = st.integers(0, NODES - 1)


FOR_AN_HOUR = "UPDATE nodes SET lease_until = lease_until + 3600000 WHERE id = $1"
"""Nobody renews a lease here, so that on a busy machine it would be over before it is ended."""


class Process:
    """A node's process: what it believes to own, and the log as it knows it."""

    def __init__(self, url: str, name: str) -> None:
        self.store = PostgresStore(database_address(url))
        self.store.shared = True
        nothing: Any = lambda *_: None  # noqa: E731
        self.member = Membership(self.store, f"http://host/node/{name}", nothing, nothing)
        self.hold: Hold | None = None
        self.log: list[StoredRow] = []

    async def join(self) -> str:
        """Start anew, under another id."""
        node = self.member.lease.node = new_node(self.member.lease.node.url)
        self.store.owner = node.id
        await self.execute(JOIN, node.id, node.url, "ready", "test")
        await self.execute(FOR_AN_HOUR, node.id)
        self.hold = None
        return node.id

    async def execute(self, statement: str, *values: object) -> list[Any]:
        """Do something at the database."""
        async with self.store.connection() as connection:
            return list(await connection.fetch(statement, *values))

    def row(self, what: str = "act") -> StoredRow:
        """The next entry, as this process knows the log."""
        assert self.hold is not None
        text = b'{"%s":%d}' % (what.encode(), next(NUMBERS))
        return StoredRow(self.hold.id, 1, len(self.log), text)

    async def claim(self, id: str) -> bool:
        """Try to become the owner, and read the log; whether that went."""
        try:
            found = await self.store.claim(id)
        except (OwnedError, StoreUnavailableError):
            return False
        assert found is not None
        self.hold, self.log = found[1], await self.store.log(id, 1)
        return True

    async def write(self, row: StoredRow, due: int | None) -> bool:
        """Try to write; whether it landed."""
        assert self.hold is not None
        try:
            await self.store.write(self.hold, None, [row], due)
        except StaleWriteError:
            return False
        self.log.append(row)
        return True


class Claims(RuleBasedStateMachine):
    """Three nodes and one table."""

    loop: ClassVar[asyncio.AbstractEventLoop]
    processes: ClassVar[list[Process]]

    @initialize()
    def begin(self) -> None:
        self.id = f"table {next(NUMBERS)}"
        self.log: list[StoredRow] = []
        self.due: int | None = None
        self.alive = {n: self.run(each.join()) for n, each in enumerate(self.processes)}
        self.run(self.processes[0].store.create(table(0, self.id)))
        self.owner: str | None = None
        self.fresh: Process | None = None
        """Whose epoch is the newest: nobody else's writes land."""

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def may_claim(self, number: int) -> bool:
        living = self.alive.values()
        free = self.owner is None or self.owner not in living
        return number in self.alive and (free or self.owner == self.alive[number])

    @rule(number=which)
    def claim(self, number: int) -> None:
        process = self.processes[number]
        claimed = self.run(process.claim(self.id))
        assert claimed == self.may_claim(number)
        if claimed:
            self.owner, self.fresh = self.alive[number], process
            assert process.log == self.log

    @rule(number=which, due=st.sampled_from([None, 1]))
    def append(self, number: int, due: int | None) -> None:
        self.land(self.processes[number], "act", due)

    @rule(number=which)
    def undo(self, number: int) -> None:
        self.land(self.processes[number], "undo", None)

    def land(self, process: Process, what: str, due: int | None) -> None:
        if process.hold is None or process.hold.id != self.id:
            return
        row = process.row(what)
        landed = self.run(process.write(row, due))
        assert landed == (process is self.fresh)
        if landed:
            self.log.append(row)
            self.due = due

    @rule(number=which)
    def expire(self, number: int) -> None:
        """A node stands still for so long that its lease is over; it does not know."""
        if number in self.alive:
            id = self.alive.pop(number)
            self.run(
                self.processes[number].execute("UPDATE nodes SET lease_until = 0 WHERE id = $1", id)
            )

    @rule(number=which)
    def start_again(self, number: int) -> None:
        if number not in self.alive:
            process = self.processes[number]
            if process is self.fresh:
                self.fresh = None
            self.alive[number] = self.run(process.join())

    @rule(number=which)
    def release(self, number: int) -> None:
        process = self.processes[number]
        if process.hold is None or process.hold.id != self.id:
            return
        self.run(process.member.release([process.hold]))
        if process is self.fresh and self.owner == process.member.lease.node.id:
            self.owner = self.fresh = None

    @rule(number=which)
    def take_due(self, number: int) -> None:
        process = self.processes[number]
        rows = self.run(process.execute(TAKE_DUE, process.member.lease.node.id, 1000))
        taken = self.id in [row[0] for row in rows]
        free = self.owner is None or self.owner not in self.alive.values()
        assert taken == (self.due is not None and free and number in self.alive)
        if taken:
            self.owner = self.alive[number]

    @rule(one=which, two=which)
    def claim_at_once(self, one: int, two: int) -> None:
        """Of two who claim at the same moment, one is the owner, and both know who."""
        if one == two:
            return
        chosen = [self.processes[one], self.processes[two]]

        async def both() -> list[bool]:
            return list(await asyncio.gather(*(each.claim(self.id) for each in chosen)))

        possible = [self.may_claim(one), self.may_claim(two)]
        claimed = self.run(both())
        assert sum(claimed) == min(1, sum(possible))
        for number, process, won in zip((one, two), chosen, claimed, strict=True):
            if won:
                self.owner, self.fresh = self.alive[number], process

    @rule(number=which)
    def steal_while_the_old_owner_writes(self, number: int) -> None:
        old, new = self.fresh, self.processes[number]
        if old is None or old is new or not self.may_claim(number):
            return
        row = old.row()

        async def race() -> list[bool]:
            return list(await asyncio.gather(old.write(row, None), new.claim(self.id)))

        landed, claimed = self.run(race())
        assert claimed
        if landed:
            self.log.append(row)
            self.due = None
        # Either order is right, as long as the new owner has read what landed before.
        assert new.log == self.log
        self.owner, self.fresh = self.alive[number], new

    @invariant()
    def what_landed_is_stored_once_and_in_order(self) -> None:
        if hasattr(self, "id"):
            assert self.run(self.processes[0].store.log(self.id, 1)) == self.log


def _check(steps: int, examples: int) -> None:
    with asyncio.Runner() as runner:
        url = fresh_database("postgresql", None)  # type: ignore[arg-type]
        processes = [Process(url, name) for name in "abc"]
        for process in processes:
            runner.run(process.store.open())
        members = {"loop": runner.get_loop(), "processes": processes}
        run_state_machine_as_test(
            type("TheseClaims", (Claims,), members),
            settings=settings(
                max_examples=examples,
                stateful_step_count=steps,
                deadline=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
            ),
        )
        for process in processes:
            runner.run(process.store.close())


def test_a_table_that_is_given_up_while_it_is_claimed_is_claimed_or_its_owners() -> None:
    """Never is a node that is alive told that it has no lease."""

    url = fresh_database("postgresql", None)  # type: ignore[arg-type]

    async def race() -> None:
        one, other = Process(url, "a"), Process(url, "b")
        for each in (one, other):
            await each.store.open()
            await each.join()
        await one.store.create(table(0, "raced for"))
        ended = asyncio.Event()

        async def give_and_take() -> None:
            for _ in range(150):
                if await one.claim("raced for"):
                    assert one.hold is not None
                    await one.member.release([one.hold])
            ended.set()

        async def take() -> None:
            while not ended.is_set():
                try:
                    found = await other.store.claim("raced for")
                except OwnedError:
                    continue
                assert found is not None
                await other.member.release([found[1]])

        await asyncio.gather(give_and_take(), take(), take())
        for each in (one, other):
            await each.store.close()

    run(race())


def test_figures_count_what_was_claimed_what_was_sent_on_and_each_doubt_once() -> None:
    url = fresh_database("postgresql", None)  # type: ignore[arg-type]

    def figures(process: Process) -> list[float]:
        told = process.member.figures()
        return [told[f"quartett_{name}"][1]() for name in ("claims", "sent_on", "doubts")]

    async def scenario() -> None:
        one, other = Process(url, "a"), Process(url, "b")
        for each in (one, other):
            await each.store.open()
            await each.join()
        await one.store.create(table(0, "claimed"))
        assert await one.member.claim("nobody's") is None
        assert figures(one) == [0, 0, 0]
        assert await one.member.claim("claimed") is not None
        with pytest.raises(OwnedError):
            await other.member.claim("claimed")
        one.member._doubted()
        assert figures(one) == [1, 0, 1]
        assert figures(other) == [0, 1, 0]
        for each in (one, other):
            await each.store.close()

    run(scenario())


def test_a_table_has_one_owner_and_only_its_writes_land() -> None:
    _check(steps=25, examples=12)


@pytest.mark.long
def test_a_table_has_one_owner_and_only_its_writes_land_at_length() -> None:
    _check(steps=50, examples=150)
