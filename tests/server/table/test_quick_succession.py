"""Everybody does everything in quick succession: whatever the order, a table's promises hold."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from quartett.core.errors import QuartettError
from quartett.protocol.bodies import (
    Absent,
    ByNumber,
    ChangeSeat,
    ChangeTable,
    Join,
    Nothing,
    Readiness,
    Rematch,
    Sit,
    Stand,
    StandIn,
    Suggest,
    Swap,
)
from quartett.protocol.messages import Abilities, Act, AnswerUndo, Focus, GoOn, Undo
from quartett.server.store.documents import TableDocument, to_stored
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from server.live import run
from server.table.moved_time import MovedTime
from server.table.room import Device, new_table, open_tables

NAMES = ("Anna", "Ben", "Cleo", "Dora")
GAMES = ("jericho", "photo_rummy", "souvenirs")

LIVES = (1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12)))

Deed = Callable[["Crowd", str, random.Random], Coroutine[Any, Any, Any]]


class Crowd:
    """Four people who do what they like, on a device each."""

    def __init__(self, tables: Any, actor: LiveTable, time: MovedTime) -> None:
        self.tables, self.actor, self.time = tables, actor, time
        self.callers: dict[str, Caller] = {}
        self.devices: dict[str, Device] = {}
        self.asked = 0

    @property
    def now(self) -> Any:
        return self.actor.now

    @property
    def seats(self) -> int:
        return len(self.now.doc.places)

    async def join(self, who: str) -> None:
        joined = await self.actor.join(Caller(browser=who), Join(name=who))
        person = self.tables.services.tokens.person(joined.token, self.actor.id)
        self.callers[who] = Caller(browser=who, person=person)
        await self.come(who)

    async def come(self, who: str) -> None:
        if who not in self.devices:
            device = Device(self.actor, self.callers[who])
            await device.hello()
            await self.actor.abilities(device.connection, Abilities(shows_round_ends=True))
            self.devices[who] = device

    async def go(self, who: str) -> None:
        if (device := self.devices.pop(who, None)) is not None:
            await self.actor.detach(device.connection)

    async def act(self, who: str, rng: random.Random) -> None:
        shown = self.devices[who].last("snapshot", "events")
        if shown["legal"]:
            self.asked += 1
            act = Act(id=f"{self.asked}", action=rng.choice(shown["legal"]))
            await self.actor.act(self.devices[who].connection, act)

    async def play_on(self, rng: random.Random) -> None:
        """Everybody who is there plays for a while, as people do who are in no quarrel."""
        for _ in range(30):
            for who in list(self.devices):
                with suppress(QuartettError, KeyError):
                    await self.act(who, rng)
            while self.now.play is not None and self.now.bots:
                await asyncio.sleep(0.001)

    async def undo(self, who: str) -> None:
        self.asked += 1
        await self.actor.undo(self.devices[who].connection, Undo(id=f"{self.asked}"))

    async def restart(self) -> None:
        """The server stops, and goes on with what it has stored."""
        for who in list(self.devices):
            await self.go(who)
        await self.actor.close()
        before = self.now
        self.actor = await self.tables.find(self.actor.id)
        after = self.now
        assert _stored(after.doc) == _stored(before.doc)
        assert (after.play is None) == (before.play is None)
        if before.play is not None:
            assert after.play.version == before.play.version
            assert after.play.match.state == before.play.match.state
            assert after.turns.due_at() == before.turns.due_at()
        self.time.settled = self.actor.inbox.drained

    def check(self) -> None:
        doc, here = self.now.doc, self.actor.broadcaster
        assert doc.host in doc.people
        assert doc.host not in doc.removed
        seated = {place.person for place in doc.places if place.person}
        assert seated <= set(doc.people)
        assert not seated & set(doc.removed)
        assert set(doc.ready) <= set(doc.people) - set(doc.removed)
        assert set(self.now.here) == here.people()
        assert self.tables.services.metrics.errors == 0
        for device in self.devices.values():
            assert not device.wrong, device.wrong[0]


def _stored(doc: TableDocument) -> bytes:
    """A document, but for the moment of the latest move: that is in the log."""
    return to_stored(replace(doc, updated_at=0)).document


def _posts(name: str, make: Callable[[Crowd, random.Random], Any]) -> Deed:
    async def deed(crowd: Crowd, who: str, rng: random.Random) -> None:
        await getattr(crowd.actor, name)(crowd.callers[who], make(crowd, rng))

    return deed


def _says(name: str, make: Callable[[Crowd, random.Random], Any]) -> Deed:
    async def deed(crowd: Crowd, who: str, rng: random.Random) -> None:
        await getattr(crowd.actor, name)(crowd.devices[who].connection, make(crowd, rng))

    return deed


def _seat(crowd: Crowd, rng: random.Random) -> int:
    return rng.randrange(crowd.seats + 1)


DEEDS: tuple[Deed, ...] = (
    *[lambda crowd, who, rng: crowd.act(who, rng)] * 12,
    *[lambda crowd, who, rng: crowd.undo(who)] * 3,
    *[lambda crowd, _, rng: crowd.play_on(rng)] * 6,
    lambda crowd, who, rng: crowd.go(who),
    lambda crowd, who, rng: crowd.time.move(rng.choice([0.1, 6, 31, 61])),
    *[_says("answer_undo", lambda _, rng: AnswerUndo(agree=rng.random() < 0.7))] * 2,
    *[_says("go_on", lambda *_: GoOn())] * 2,
    _says("abilities", lambda _, rng: Abilities(shows_round_ends=rng.random() < 0.5)),
    _says("focus", lambda crowd, rng: Focus(seat=_seat(crowd, rng))),
    *[_posts("start", lambda *_: Nothing())] * 8,
    *[_posts("join", lambda *_: Join())] * 4,
    _posts("sit", lambda crowd, rng: Sit(seat=_seat(crowd, rng))),
    _posts("stand", lambda crowd, rng: Stand(seat=_seat(crowd, rng))),
    _posts("swap", lambda crowd, rng: Swap(seat=_seat(crowd, rng), to=_seat(crowd, rng))),
    _posts("ready", lambda _, rng: Readiness(ready=rng.random() < 0.8)),
    _posts("remove", lambda _, rng: ByNumber(person=rng.randrange(4))),
    *[_posts("admit", lambda _, rng: ByNumber(person=rng.randrange(4)))] * 2,
    _posts("hand_over", lambda _, rng: ByNumber(person=rng.randrange(4))),
    _posts("stand_in", lambda crowd, rng: StandIn(seat=_seat(crowd, rng))),
    _posts("leave", lambda *_: Nothing()),
    *[_posts("rematch", lambda *_: Rematch())] * 8,
    _posts("suggest", lambda _, rng: Suggest(game=rng.choice(GAMES))),
    _posts("change_table", lambda _, rng: ChangeTable(game=rng.choice(GAMES))),
    _posts(
        "absent",
        lambda crowd, rng: Absent(
            seat=_seat(crowd, rng), choice=rng.choice(["bot", "wait", "remove"])
        ),
    ),
    _posts(
        "change_seat",
        lambda crowd, rng: ChangeSeat(
            seat=_seat(crowd, rng), kind=rng.choice(["open", "bot", "none"])
        ),
    ),
)


async def _try(crowd: Crowd, deed: Deed, who: str, rng: random.Random) -> None:
    """Do it, or be refused."""
    if who in crowd.devices or rng.random() < 0.3:
        try:
            await deed(crowd, who, rng)
        except (QuartettError, KeyError):  # KeyError: there is no device to do it with
            return


async def _live(folder: Path, seed: int, days: bool) -> None:
    rng, time = random.Random(seed), MovedTime()
    tables = await open_tables(folder, time=time)
    pace = {"turn_seconds": 86_400} if days else {"turn_seconds": rng.choice([None, 20, 60])}
    seats = [{}, {}, {}, {"kind": "bot", "level": "random"}]
    actor, _ = await new_table(tables, seats=seats, rated=rng.random() < 0.3, **pace)
    crowd = Crowd(tables, actor, time)
    time.settled = lambda: crowd.actor.inbox.drained()
    for who in ("host's browser", *NAMES):
        await crowd.join(who)
    for _ in range(60):
        group = [rng.choice(list(crowd.callers)) for _ in range(6)]
        await asyncio.gather(*(_try(crowd, rng.choice(DEEDS), each, rng) for each in group))
        if crowd.now.doc.status == "closed":
            break
        crowd.check()
        await crowd.come(rng.choice(group))
        if rng.random() < 0.05:
            await crowd.actor.inbox.drained()
            await crowd.restart()
    await tables.close()


@pytest.mark.parametrize("days", [False, True], ids=["live", "days"])
@pytest.mark.parametrize("seed", LIVES)
def test_whatever_people_do_to_each_other_the_table_stands(
    tmp_path: Path, seed: int, days: bool
) -> None:
    run(_live(tmp_path, seed, days))
