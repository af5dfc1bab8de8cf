"""People who come to tables, play, lose their line, watch, go, and sometimes come back."""

import asyncio
import random
from collections import Counter, deque
from contextlib import AsyncExitStack

from quartett.client import Api, Refused, Seat
from quartett.client.seat import new_id
from quartett.core.errors import QuartettError

GAMES = ("photo_rummy", "jericho", "souvenirs", "flow")
BREAK = 0.01
"""How likely somebody's line breaks before they act."""
LEFT_EARLY = 0.25
"""How likely a match is left before its end, and the table with it."""
LONGEST = 80
"""After so many actions of their own people leave in any case: who plays at random may never end,
and a hundred endless matches would be all that is measured."""
AGAIN = 0.5
"""How likely people play another match."""
TAKEN_UP = 0.2
"""How likely people take up a table that was left long ago instead of making one."""
LONG_AGO = 60
"""Tables that were left are taken up again once so many others were."""


class Crowd:
    """Everybody at all tables, and what they have done so far."""

    def __init__(self, url: str, pause: float) -> None:
        self.made = self.matches = self.moves = self.breaks = 0
        self.troubles: Counter[str] = Counter()
        self._url = url
        self._pause = pause
        self._left: deque[list[Seat]] = deque(maxlen=400)

    async def play(self, number: int) -> None:
        """One group after another, for ever."""
        rng = random.Random(number)
        await asyncio.sleep(rng.uniform(0, 20))
        while True:
            try:
                await self._evening(rng)
            except (QuartettError, TimeoutError) as error:
                self.troubles[f"{type(error).__name__}: {str(error)[:80]}"] += 1
                await asyncio.sleep(1)

    async def _evening(self, rng: random.Random) -> None:
        if len(self._left) > LONG_AGO and rng.random() < TAKEN_UP:
            seats = self._left.popleft()
        else:
            seats = await self._gather(rng)
        async with AsyncExitStack() as house:
            for seat in seats:
                await house.enter_async_context(seat)
            if rng.random() < 0.3:
                watcher = Seat(Api(self._url), seats[0].table_id, None)
                await house.enter_async_context(watcher)
            await self._matches(seats, rng)
        self._left.append(seats)

    async def _gather(self, rng: random.Random) -> list[Seat]:
        """A new table with one to three people and as many bots as it still needs."""
        game = rng.choice(GAMES)
        people = rng.choice((1, 2, 2, 3)) if game == "jericho" else rng.choice((1, 2))
        size = max(people, 3 if game == "jericho" else 2)
        bot = {"kind": "bot", "level": rng.choice(("easy", "medium"))}
        kinds = [{}] * people + [bot] * (size - people)
        public = rng.random() < 0.3
        host = await Seat.create(self._url, game, "Anna", seats=kinds, public=public, chat="free")
        self.made += 1
        guests = [await Seat.join(host.url, f"Guest {n}") for n in range(1, people)]
        await host.start()
        return [host, *guests]

    async def _matches(self, seats: list[Seat], rng: random.Random) -> None:
        while True:
            most = rng.randrange(5, 40) if rng.random() < LEFT_EARLY else LONGEST
            await self._match(seats, rng, most)
            if any(seat.result is None for seat in seats):
                return
            self.matches += 1
            await self._look_back(seats[0])
            if rng.random() >= AGAIN:
                return
            await self._again(seats)

    async def _match(self, seats: list[Seat], rng: random.Random, most: int) -> None:
        """Play until the match is over or somebody has had enough; then all go."""
        people = [asyncio.create_task(self._person(seat, rng, most)) for seat in seats]
        try:
            await asyncio.wait(people, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait(people, timeout=1)
        finally:
            for person in people:
                person.cancel()
            for error in await asyncio.gather(*people, return_exceptions=True):
                if isinstance(error, Exception):
                    self.troubles[f"{type(error).__name__}: {str(error)[:80]}"] += 1

    async def _again(self, seats: list[Seat]) -> None:
        for seat in seats:
            await seat.post("rematch")
        await seats[0].start()
        for seat in seats:
            await seat.until(lambda seat=seat: seat.info.status == "running")  # type: ignore[misc]

    async def _look_back(self, seat: Seat) -> None:
        await seat.replay()
        await seat.api.fetch("/api/tables")

    async def _person(self, seat: Seat, rng: random.Random, most: int) -> None:
        acted = 0
        while acted < most and await seat.turn():
            await asyncio.sleep(rng.uniform(0.5, 1.5) * self._pause)
            if rng.random() < BREAK:
                self.breaks += 1
                seat.drop()
            if rng.random() < 0.02:
                await seat.say(text="Well played!")
            if seat.legal:
                try:
                    await seat.act(rng.choice(seat.legal), id=new_id())
                    self.moves += 1
                except Refused as error:
                    self.troubles[f"refused: {error.reason}"] += 1
                acted += 1
