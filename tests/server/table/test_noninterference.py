"""Nobody sees a card that is not theirs to see, in whichever order things happen.

Commands of several people run into each other here: they are begun together and finish as the
table's queue lets them. Each device checks every message at the moment at which it is sent.
"""

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import event as note
from hypothesis import strategies as st

from quartett.core.errors import QuartettError
from quartett.protocol.bodies import Absent, ChangeSeat, Join, Nothing, Rematch, Sit, Stand
from quartett.protocol.messages import Act, CatchUp, Focus, Undo
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from server.live import Live, run, sit_down
from server.raw import open_raw
from server.table.room import Device, new_table, open_tables

PEOPLE = 4

COMMANDS = (
    *("hello", "reconnect", "bye", "start", "start", "act", "act", "play_on"),
    *("sit", "stand", "leave", "rematch", "change_seat", "absent", "undo", "catch_up", "focus"),
)

batches = st.lists(
    st.lists(
        st.tuples(st.sampled_from(COMMANDS), st.integers(0, PEOPLE - 1), st.integers(0, 9)),
        min_size=1,
        max_size=6,
    ),
    min_size=5,
    max_size=25,
)


class Room:
    """Some people at one table, each with several devices."""

    def __init__(self, actor: LiveTable, host: Caller) -> None:
        self.actor = actor
        self.people = [host]
        self.devices: list[Device] = []
        self.all_devices: list[Device] = []

    async def do(self, command: str, who: int, number: int) -> None:
        """One command of one person; what is refused is refused."""
        caller = self.people[who % len(self.people)]
        try:
            await getattr(self, f"_{command}")(caller, number)
        except QuartettError:
            note(f"refused: {command}")
        else:
            note(f"done: {command}")

    def _device(self, caller: Caller, number: int) -> Device | None:
        own = [each for each in self.devices if each.caller == caller]
        return own[number % len(own)] if own else None

    async def _hello(self, caller: Caller, number: int) -> None:
        device = Device(self.actor, caller)
        self.devices.append(device)
        self.all_devices.append(device)
        await device.hello(**({"seat": number} if number < 4 else {}))

    async def _reconnect(self, caller: Caller, number: int) -> None:
        await self._bye(caller, number)
        await self._hello(caller, 9)

    async def _bye(self, caller: Caller, number: int) -> None:
        if (device := self._device(caller, number)) is not None:
            self.devices.remove(device)
            await self.actor.detach(device.connection)

    async def _start(self, _: Caller, number: int) -> None:
        await self.actor.start(self.people[0])

    async def _play_on(self, _: Caller, number: int) -> None:
        """Everybody who is there plays; often to the end."""
        table = self.actor
        for count in range(120):
            if table.now.play is None or table.now.doc.status != "running":
                return
            acting = [(seat, table.now.doc.places[seat].person) for seat in table.now.play.able]
            here = {device.caller.person: device for device in self.devices}
            found = [(seat, here[person]) for seat, person in acting if person in here]
            if not found:
                return
            seat, device = found[0]
            if device.connection not in table.broadcaster:
                return
            await self.actor.focus(device.connection, Focus(seat=seat))
            legal = device.last("snapshot")["legal"]
            if not legal:
                return
            act = Act(id=f"p{number}.{count}", action=legal[number % len(legal)])
            await self.actor.act(device.connection, act)

    async def _rematch(self, caller: Caller, number: int) -> None:
        await self.actor.rematch(caller, Rematch(answer=number > 2))

    async def _leave(self, caller: Caller, number: int) -> None:
        if number == 0:
            await self.actor.leave(caller, Nothing())

    async def _sit(self, caller: Caller, number: int) -> None:
        await self.actor.sit(caller, Sit(seat=number % 5))

    async def _stand(self, caller: Caller, number: int) -> None:
        await self.actor.stand(caller, Stand(seat=number % 5))

    async def _change_seat(self, caller: Caller, number: int) -> None:
        kinds: Any = ("open", "bot", "none")
        await self.actor.change_seat(caller, ChangeSeat(seat=number % 5, kind=kinds[number % 3]))

    async def _absent(self, caller: Caller, number: int) -> None:
        choices: Any = ("bot", "remove", "wait")
        await self.actor.absent(caller, Absent(seat=number % 4, choice=choices[number % 3]))

    async def _act(self, caller: Caller, number: int) -> None:
        device = self._device(caller, number)
        if device is not None and device.connection in self.actor.broadcaster:
            legal = device.last("snapshot", "events")["legal"]
            if legal:
                action = legal[number % len(legal)]
                await self.actor.act(device.connection, Act(id=f"{number}", action=action))

    async def _undo(self, caller: Caller, number: int) -> None:
        device = self._device(caller, number)
        if device is not None and device.connection in self.actor.broadcaster:
            await self.actor.undo(device.connection, Undo(id=f"u{number}"))

    async def _catch_up(self, caller: Caller, number: int) -> None:
        device = self._device(caller, number)
        if device is not None and device.connection in self.actor.broadcaster:
            await self.actor.catch_up(device.connection, CatchUp(match=1, version=number))

    async def _focus(self, caller: Caller, number: int) -> None:
        device = self._device(caller, number)
        if device is not None and device.connection in self.actor.broadcaster:
            await self.actor.focus(device.connection, Focus(seat=number % 4))


async def _interleave(steps: list[list[tuple[str, int, int]]], folder: Path) -> None:
    tables = await open_tables(folder)
    try:
        seats: list[dict[str, Any]] = [{} for _ in range(PEOPLE + 1)]
        actor, host = await new_table(tables, seats=seats, spectators=len(steps) % 2 == 0)
        room = Room(actor, host)
        for number in range(1, PEOPLE):
            joined = await actor.join(Caller(browser=f"b{number}"), Join(name=f"P{number}"))
            person = tables.services.tokens.person(joined.token, actor.id)
            room.people.append(Caller(person=person))
        await asyncio.gather(*(room.do("hello", who, 9) for who in range(PEOPLE)))
        for batch in steps:
            await asyncio.gather(*(room.do(*each) for each in batch))
        for device in room.all_devices:
            for wrong in device.wrong:
                raise wrong
        seen = any(each.get("view") for device in room.all_devices for each in device.told)
        note(f"cards were seen: {seen}")
        note(f"matches: {actor.now.doc.match}")
    finally:
        await tables.close()


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(steps=batches)
def test_no_interleaving_shows_anybody_anothers_cards(
    steps: list[list[tuple[str, int, int]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run(_interleave(steps, Path(folder)))


def test_a_hello_during_the_start_sees_its_own_hand_only(live: Live) -> None:
    """Seats that are open go when a match starts, so everybody behind them gets another number."""

    async def reconnect() -> None:
        seats = await sit_down(live.url, "jericho", ["Host", "Ben", "Cleo", "Dora"])
        await seats[0].post("stand", seat=0)
        ben = seats[1]

        async def hello(pause: float) -> list[dict[str, Any]]:
            await asyncio.sleep(pause)
            raw = await open_raw(ben)
            shown = [await raw.next("snapshot")]
            if shown[0]["view"] is None:
                shown.append(await raw.next("snapshot"))
            await raw.socket.close()
            return shown

        chance = random.Random(1)
        hellos = [asyncio.create_task(hello(chance.uniform(0, 0.03))) for _ in range(12)]
        await asyncio.sleep(0.01)
        await seats[0].post("start")
        for shown in await asyncio.gather(*hellos):
            assert [each["view"]["viewer"] for each in shown if each["view"]] == [0]
            assert shown[-1]["you"]["seats"] == [0]

    for _ in range(5):
        run(reconnect())
