"""Notices as a fault: the server is killed between moves and what tells people of their turns."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from chaos.checker import Verdict
from chaos.process import Process
from chaos.suite import Plan, Result
from chaos.told import DELAY_SECONDS, LEASE_SECONDS, Turn, judged
from patience import PATIENCE_SECONDS
from quartett.client import Seat
from quartett.client.seat import new_id
from quartett.protocol.messages import Act
from server.notices.days import Player, sit_down
from server.notices.push_service import PushService, push_service
from server.store_databases import fresh_database

NOTICES = "notices"

HASTE = f"""
import sys
from quartett.cli import main
from quartett.server.notices import following, outbox, sending
following.DELAY_MS, outbox.LEASE_MS = {1000 * DELAY_SECONDS:.0f}, {1000 * LEASE_SECONDS:.0f}
sending.LOOK_SECONDS = 0.1
sys.exit(main(sys.argv[1:]))
"""
"""Starts the program with notices that wait seconds rather than minutes."""

WAITS, LINGERS, LEAVES = 0.6, 0.3, 0.3
"""How many wait for their notice; still do nothing then; leave before their move is answered."""

AWAY_SECONDS = 0.75
"""How long whoever left at once looks at nothing."""


class Hasty(Process):
    """A server that sends its notices soon."""

    program = ("-c", HASTE)


class Table:
    """Two people who play match after match, and act when they are told to, or before."""

    def __init__(self, server: Process, sink: PushService, number: int) -> None:
        self._server = server
        self._sink = sink
        self._number = number
        self._rng = random.Random(number)
        self.turns: list[Turn] = []
        self.sent = self.moves = 0
        """How many moves were made, and how many of them acknowledged."""
        self.ending = False

    async def play(self) -> None:
        """Play until told to end: then the last one waits for their notice, and does nothing."""
        while not self.ending:
            name = f"{self._number}.{len(self.turns)}"
            since = time.monotonic()
            anna, ben = await asyncio.to_thread(sit_down, self._server, self._sink, name)
            first = await asyncio.to_thread(anna.on_turn)
            await self._match([anna, ben] if first else [ben, anna], since)

    async def _match(self, people: list[Player], since: float) -> None:
        """Play a match to its end; `people` begin with whoever is on turn."""
        while True:
            turn = Turn(people[0].name, since)
            self.turns.append(turn)
            await self._wait(turn)
            if self.ending:
                return
            since, over = await self._act(*people)
            turn.until = time.monotonic()
            if over:
                return
            people.reverse()

    async def _wait(self, turn: Turn) -> None:
        """Wait for the notice of a turn, or not so long."""
        if not self.ending and self._rng.random() > WAITS:
            await asyncio.sleep(self._rng.uniform(0.2, 1.5 * DELAY_SECONDS))
            if not self.ending:
                return
        turn.waits, earliest = True, turn.since + DELAY_SECONDS
        while not any(who == turn.who and at >= earliest for who, at in self._sink.times):
            await asyncio.sleep(0.01)
        turn.waits = False
        if self._rng.random() < LINGERS:
            await asyncio.sleep(self._rng.uniform(0, 2 * LEASE_SECONDS))

    async def _act(self, player: Player, other: Player) -> tuple[float, bool]:
        """Act until it is the other's turn; when that was wished for, and if the match is over."""
        while True:
            token = await asyncio.to_thread(player.token)
            async with Seat(player.api(token), player.table, token) as seat:
                sent = await self._act_at(seat)
                if sent is not None:
                    return sent, seat.result is not None
            sent = time.monotonic()
            await asyncio.sleep(AWAY_SECONDS)
            if not await asyncio.to_thread(player.on_turn):
                return sent, not await asyncio.to_thread(other.on_turn)

    async def _act_at(self, seat: Seat) -> float | None:
        """Act, and say when the last time was; None if one leaves before that is answered."""
        sent = time.monotonic()
        while seat.legal:
            sent, action = time.monotonic(), self._rng.choice(seat.legal)
            self.sent += 1
            if self._rng.random() < LEAVES:
                await seat.send(Act(id=new_id(), action=action))
                return None
            await seat.act(action)
            self.moves += 1
        return sent


class Scene(msgspec.Struct, frozen=True):
    """All of it, for those who choose the moment."""

    server: Process
    sink: PushService
    tables: list[Table]
    rng: random.Random

    async def grown(self, count: Callable[[], int]) -> None:
        """Wait until there is more of something, but not for ever."""
        before, ends = count(), time.monotonic() + 10 * LEASE_SECONDS
        while count() == before and time.monotonic() < ends:
            await asyncio.sleep(0.001)

    def acknowledged(self) -> int:
        """How many moves were."""
        return sum(table.moves for table in self.tables)

    def sent(self) -> int:
        """How many moves were made."""
        return sum(table.sent for table in self.tables)

    def came(self) -> int:
        """How many notices did."""
        return len(self.sink.times)


async def between_move_and_notice(scene: Scene) -> None:
    """A move is stored; its notice waits."""
    await scene.grown(scene.acknowledged)
    await asyncio.sleep(scene.rng.uniform(0, DELAY_SECONDS))


async def while_a_move_is_stored(scene: Scene) -> None:
    """A move was sent, and perhaps stored."""
    await scene.grown(scene.sent)
    await asyncio.sleep(scene.rng.uniform(0, 0.02))


async def before_the_answer(scene: Scene) -> None:
    """A notice is with the push service, which has not said so."""
    scene.sink.status = "silence"
    await scene.grown(scene.came)


async def after_the_answer(scene: Scene) -> None:
    """A notice was sent, and perhaps that was noted."""
    await scene.grown(scene.came)
    await asyncio.sleep(scene.rng.uniform(0, 0.02))


MOMENTS: tuple[Callable[[Scene], Awaitable[None]], ...] = (
    between_move_and_notice,
    while_a_move_is_stored,
    before_the_answer,
    after_the_answer,
)


async def run(kind: str, plan: Plan, folder: Path) -> Result:
    """Play over days, kill the server at each kind of moment a few times, and judge."""
    address = await asyncio.to_thread(fresh_database, kind, folder)
    push = ("--push-services", "any")
    server = await asyncio.to_thread(Hasty, folder, address, *push)
    try:
        async with push_service() as sink:
            tables = [Table(server, sink, number) for number in range(plan.groups)]
            scene = Scene(server, sink, tables, random.Random(1))
            playing = [asyncio.create_task(table.play()) for table in tables]
            kills = await _kills(scene, plan)
            for table in tables:
                table.ending = True
            broken = await _ended(playing)
            await asyncio.sleep(2 * LEASE_SECONDS)
            return _result(kind, scene, kills, broken)
    finally:
        await asyncio.to_thread(server.kill)


async def _kills(scene: Scene, plan: Plan) -> list[float]:
    """Kill the server again and again; when it was dead."""
    kills = []
    for moment in MOMENTS * plan.times:
        await asyncio.sleep(scene.rng.uniform(0, 2 * plan.calm_seconds))
        await moment(scene)
        await asyncio.to_thread(scene.server.kill)
        kills.append(time.monotonic())
        scene.sink.status = "201 Created"
        await asyncio.to_thread(scene.server.start)
    return kills


async def _ended(playing: list[asyncio.Task[None]]) -> list[str]:
    """Nothing is killed any more: wait until all have been told; what became of the others."""
    await asyncio.wait(playing, timeout=PATIENCE_SECONDS)
    for task in playing:
        task.cancel()
    done = await asyncio.gather(*playing, return_exceptions=True)
    return [f"a table came to no end: {each!r}" for each in done if each is not None]


def _result(kind: str, scene: Scene, kills: list[float], broken: list[str]) -> Result:
    turns = [turn for table in scene.tables for turn in table.turns]
    told = judged(turns, scene.sink.times, kills)
    figures = (
        f"{len(kills)} kills, {len(turns)} turns, {told.notices} notices,"
        f" {told.again} of them again after a kill"
    )
    verdict = Verdict(scene.acknowledged(), told.lost, told.doubled, told.untrue, len(broken))
    verdict.remarks = [figures, *told.remarks, *broken]
    return Result(NOTICES, kind, verdict, told.longest)
