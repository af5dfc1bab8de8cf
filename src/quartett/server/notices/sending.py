"""Sends the notices that are due, and notes what came of it. No table waits for any of this."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Literal, Protocol

import msgspec

from quartett.server.notices import answers, channels, outbox
from quartett.server.notices.answers import Came
from quartett.server.notices.channels import Channel, ChannelKind
from quartett.server.notices.outbox import Notice
from quartett.server.notices.quiet_hours import QuietHours
from quartett.server.notices.wording import Message, told
from quartett.server.shared.attempts import attempt
from quartett.server.shared.services import Services
from quartett.server.store.store import Statement, StoreUnavailableError

LOOK_SECONDS = 2.0
"""How often to look for what is due."""

AT_ONCE, TOGETHER = 64, 16
"""How many notices are claimed together, and how many of them are sent at the same time."""

COUNT_LOOKS = 15
"""After so many looks the outbox is counted, for those who run the server."""


class Answer(msgspec.Struct, frozen=True):
    """What came of sending a notice to one address."""

    outcome: Literal["sent", "gone", "later", "refused"]
    """`gone`: nobody takes anything in there any more; `refused`: trying again would not help."""
    why: str = ""
    """In a word or two; never an address."""
    pause_ms: int = 0
    """How long to wait at least before it is tried again."""


class Sender(Protocol):
    """Sends to one kind of channel; it never raises, and always comes to an end."""

    async def send(self, channel: Channel, message: Message) -> Answer:
        """Send one notice."""


class _Around(msgspec.Struct, frozen=True):
    """What is known about the notices that were claimed together."""

    channels: dict[str, list[Channel]]
    quiet: dict[str, QuietHours]
    documents: dict[str, bytes]


class _Found(msgspec.Struct, frozen=True):
    """What a notice says beyond its row in the outbox."""

    document: bytes
    came: Came | None


class Sending:
    """One for a server; several servers share the outbox."""

    def __init__(self, services: Services, senders: Mapping[ChannelKind, Sender]) -> None:
        self._services = services
        self._senders = senders
        self._at_once = asyncio.Semaphore(TOGETHER)
        self.waiting = self.given_up = 0
        """How many notices were in the outbox when it was last counted."""
        services.metrics.gauges |= {
            "quartett_notices_waiting": ("Notices to be sent", lambda: self.waiting),
            "quartett_notices_failed": ("Notices that were given up", lambda: self.given_up),
        }

    async def keep_up(self) -> None:
        """Send what is due, again and again; what was claimed and not sent is due again later."""
        for looks in count():
            if looks % COUNT_LOOKS == 0:
                await attempt(self._services, self._count(), "notices_retry")
            await attempt(self._services, self._send_due(), "notices_retry")
            await asyncio.sleep(LOOK_SECONDS)

    async def _count(self) -> None:
        self.waiting, self.given_up = await outbox.counts(self._services.store)

    async def _send_due(self) -> None:
        while await self.drain() == AT_ONCE:
            await asyncio.sleep(0)

    async def drain(self) -> int:
        """Send some of what is due; how many notices were claimed for that."""
        store, name = self._services.store, secrets.token_urlsafe(9)
        now = self._services.time.wall_ms()
        claimed = await outbox.claim(store, now, name, AT_ONCE)
        if not claimed:
            return 0
        around = await self._look_around(claimed)
        done = await asyncio.gather(*(self._delivered(each, around) for each in claimed))
        if statements := [each for found in done for each in found]:
            await store.change(*statements)
        return len(claimed)

    async def _look_around(self, claimed: Sequence[Notice]) -> _Around:
        store, people = self._services.store, sorted({each.who for each in claimed})
        tables = sorted({each.table for each in claimed})
        places = ", ".join(f"?{number}" for number, _ in enumerate(tables, start=1))
        query = f"SELECT id, document FROM tables WHERE id IN ({places})"
        return _Around(
            await channels.of_people(store, people),
            await channels.quiet_hours(store, people),
            {row[0]: row[1] for row in await store.rows(query, *tables)},
        )

    async def _delivered(self, notice: Notice, around: _Around) -> list[Statement]:
        """The same, whatever goes wrong: what others were sent is noted all the same."""
        store, now = self._services.store, self._services.time.wall_ms()
        if notice.table not in around.documents:
            return []  # the table was deleted meanwhile, and the notice with it
        try:
            return await self._deliver(notice, around)
        except StoreUnavailableError:
            return []  # it is due again later
        except Exception as error:
            self._services.metrics.errors += 1
            why = type(error).__name__
            self._services.log.warning("notice_failed", table=notice.table, why=why)
            return [outbox.retried(store, notice, notice.channels_served, why, now)]

    async def _deliver(self, notice: Notice, around: _Around) -> list[Statement]:
        """Send a notice where it is wanted; what is to be written about that."""
        store, now = self._services.store, self._services.time.wall_ms()
        wanted = [
            each
            for each in around.channels.get(notice.who, ())
            if each.kind in self._senders and each.id not in notice.channels_served
        ]
        if not wanted:
            return [outbox.sent(store, notice, now)]
        quiet = around.quiet.get(notice.who)
        if quiet is not None and (until := quiet.until(now)) is not None:
            return [outbox.postponed(store, notice, until)]
        async with self._at_once:
            if not await outbox.still_wanted(store, notice):
                return []
            found = _Found(around.documents[notice.table], await self._came(notice))
            sent = await asyncio.gather(*(self._send(notice, found, each) for each in wanted))
        return self._noted(notice, list(zip(wanted, sent, strict=True)))

    async def _came(self, notice: Notice) -> Came | None:
        """How an answer to a challenge compares."""
        if notice.deal is None:
            return None
        return await answers.came(self._services.store, notice.who, notice.table)

    async def _send(self, notice: Notice, found: _Found, channel: Channel) -> Answer:
        now = self._services.time.wall_ms()
        message = told(notice, found.document, channel.language, now, found.came)
        answer = await self._senders[channel.kind].send(channel, message)
        if answer.outcome != "sent":
            why, kind = answer.why, channel.kind
            self._services.log.info("notice_not_sent", table=notice.table, kind=kind, why=why)
        return answer

    def _noted(self, notice: Notice, answers: Sequence[tuple[Channel, Answer]]) -> list[Statement]:
        store, now = self._services.store, self._services.time.wall_ms()
        gone = channels.removed(each for each, answer in answers if answer.outcome == "gone")
        open_ = [answer for _, answer in answers if answer.outcome == "later"]
        refused = [answer for _, answer in answers if answer.outcome == "refused"]
        served = {each.id for each, answer in answers if answer.outcome == "sent"}
        served |= notice.channels_served
        if open_:
            why, pause = open_[0].why, max(answer.pause_ms for answer in open_)
            return [*gone, outbox.retried(store, notice, served, why, now, pause)]
        if refused and not served:
            return [*gone, outbox.failed(store, notice, refused[0].why)]
        return [*gone, outbox.sent(store, notice, now)]
