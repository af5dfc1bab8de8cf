"""What is over leaves the memory at once, and what stays for the next match is little."""

import asyncio
import gc
import random
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.server import ServerProtocol

from patience import PATIENCE_SECONDS
from quartett.client import Api, Refused, Seat
from quartett.games.photo_rummy.solving.options import ways
from quartett.games.souvenirs.cards import DECK
from quartett.games.souvenirs.combinations import TABLE, Worths
from quartett.server.http.guarded import GuardedWire
from quartett.server.parts.connection import Connection
from quartett.server.parts.moment import Moment
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.socket.handler import SocketHandler
from quartett.server.table.live_table import LiveTable
from server.live import Live, live_server, play_on, run, sit_down

KINDS = (LiveTable, Moment, VersionedMatch, GuardedWire, ServerProtocol, SocketHandler, Connection)
MOST_REMEMBERED = 1_000_000
"""So many bytes a game may keep from match to match."""


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with live_server(tmp_path) as running:
        running.tables._quiet_seconds = 0.2
        yield running


def _left() -> set[str]:
    # Looking must not keep alive what it sees.
    return {type(each).__name__ for each in gc.get_objects() if type(each) in KINDS}


async def _evening(url: str) -> None:
    """People play with a bot, are refused, lose their line, are watched, and go."""
    seats = await sit_down(url, "jericho", ["Anna", "Ben"], seats=[{}, {}, {"kind": "bot"}])
    watcher = Seat(Api(url), seats[0].table_id, None)
    async with seats[0], seats[1], watcher:
        await seats[0].start()
        with pytest.raises(Refused):
            await watcher.act({"type": "draw"})
        seats[1].drop()
        await asyncio.gather(*(play_on(seat, random.Random(1), 2) for seat in seats))


def test_tables_that_sleep_and_sockets_that_are_gone_leave_nothing_behind(live: Live) -> None:
    """Without the collector, which looks at everything only every half hour."""
    gc.collect()
    before = _left()
    gc.disable()
    try:
        run(_evening(live.url))
        until = time.monotonic() + PATIENCE_SECONDS
        while _left() - before and time.monotonic() < until:
            time.sleep(0.05)
        assert _left() - before == set()
    finally:
        gc.enable()


def _ways_of_many_capitals(chance: random.Random) -> Callable[..., object]:
    for _ in range(3000):
        table, rack, opened, some = (chance.getrandbits(6) for _ in range(4))
        ways((table & some, table, rack & some, 0, opened, opened & rack, 0, 1), 1000, 1, True)
    return ways


def _worths_of_many_lines(chance: random.Random) -> Worths:
    worths = Worths(TABLE)
    for _ in range(7500):
        worths.worth(tuple(chance.sample(DECK, 5)))
    return worths


@pytest.mark.parametrize("remember", [_ways_of_many_capitals, _worths_of_many_lines])
def test_what_a_game_remembers_from_match_to_match_stays_small(
    remember: Callable[[random.Random], object],
) -> None:
    ways.cache_clear()
    tracemalloc.start()
    try:
        kept = remember(random.Random(1))
        assert tracemalloc.get_traced_memory()[0] < MOST_REMEMBERED
        assert kept is not None
    finally:
        tracemalloc.stop()
