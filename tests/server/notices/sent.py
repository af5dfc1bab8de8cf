"""A server's tables and notices, with a sender that notes what it is given."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from quartett.server.notices import channels
from quartett.server.notices.channels import Channel
from quartett.server.notices.sending import Answer, Sending
from quartett.server.notices.wording import Message
from quartett.server.table.registry import TableRegistry
from server.history.tables import registry
from server.table.moved_time import MovedTime

HOUR = 3600
DAY = 24 * HOUR


class Hand:
    """Takes notices in place of a service; a test says what comes of them."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, Message]] = []
        self.answers: dict[str, Answer] = {}
        self.before: Any = None
        """Awaited before each notice is taken."""

    async def send(self, channel: Channel, message: Message) -> Answer:
        """Note a notice for somebody."""
        if self.before is not None:
            await self.before(channel)
        answer = self.answers.get(channel.address, Answer("sent"))
        if answer.outcome == "sent":
            self.taken.append((channel.who, message))
        return answer

    def titles(self, who: str) -> list[str]:
        """What somebody was told."""
        return [message.title for to, message in self.taken if to == who]


class House:
    """Tables, the time, and whoever sends their notices."""

    def __init__(self, tables: TableRegistry, time: MovedTime) -> None:
        self.tables = tables
        self.time = time
        self.hand = Hand()
        self.sending = self.node()

    def node(self) -> Sending:
        """One more server that sends from the same outbox."""
        return Sending(self.tables.services, {"mail": self.hand, "push": self.hand})

    async def subscribe(self, *browsers: str) -> None:
        """These want notices."""
        for browser in browsers:
            now = self.time.wall_ms()
            address = f"{browser}@example.org"
            added = Channel(f"c-{browser}", browser, "mail", address, "en", now, now)
            await self.tables.services.store.change(channels.added(added))

    async def later(self, seconds: float) -> int:
        """Let time pass, then send what is due; how many notices that were."""
        await self.time.move(seconds)
        await self.tables.services.memberships.write(self.tables.services.store)
        done = 0
        while found := await self.sending.drain():
            done += found
        return done

    async def rows(self) -> list[tuple[str, str]]:
        """Whose notices are in the outbox, and at which stage."""
        query = "SELECT who, stage FROM notices ORDER BY who"
        return [(row[0], row[1]) for row in await self.tables.services.store.rows(query)]


@asynccontextmanager
async def house(url: str, folder: Path, *browsers: str) -> AsyncIterator[House]:
    """Tables over a database; these browsers want notices."""
    time = MovedTime()
    async with registry(url, folder, time) as tables:
        found = House(tables, time)
        await found.subscribe(*browsers)
        yield found
