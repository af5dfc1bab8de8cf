"""Nobody uses up the bots' processes: tables, addresses and hints take turns."""

import asyncio
from functools import partial

import pytest

from quartett.server.bots.pool import MAX_WAITING, Lane, Schedule
from quartett.server.bots.timeouts import BotFailed
from server.live import run


class Clerk:
    """Does one thing after the other, and notes for whom."""

    def __init__(self) -> None:
        self.schedule = Schedule(1)
        self.order: list[Lane] = []

    async def ask(self, *lanes: Lane) -> None:
        """Let all of these wait at once, and be served."""
        run_all = (self.schedule.run(lane, partial(self._do, lane)) for lane in lanes)
        await asyncio.gather(*run_all)

    async def _do(self, lane: Lane) -> None:
        self.order.append(lane)
        await asyncio.sleep(0)


def _served(*lanes: Lane) -> list[Lane]:
    async def serve() -> list[Lane]:
        clerk = Clerk()
        await clerk.ask(*lanes)
        return clerk.order

    found: list[Lane] = run(serve())
    return found


def test_bots_among_themselves_wait_for_tables_at_which_somebody_looks() -> None:
    crowd = [Lane(f"bots {n}") for n in range(100)]
    watched = Lane("watched", "192.0.2.1")
    assert _served(*crowd, watched).index(watched) <= 2


def test_tables_nobody_looks_at_are_not_forgotten() -> None:
    alone = Lane("alone")
    watched = [Lane(f"watched {n}", f"192.0.2.{n}") for n in range(100)]
    assert _served(*watched, alone).index(alone) <= 16


def test_the_tables_of_one_address_share_one_turn() -> None:
    many = [Lane(f"many {n}", "192.0.2.1") for n in range(100)]
    single = Lane("single", "192.0.2.2")
    assert _served(*many, single).index(single) <= 3


def test_hints_take_turns_with_moves_and_addresses_with_each_other() -> None:
    askers = [Lane(f"table {n}", "192.0.2.1", hint=True) for n in range(50)]
    move, other = Lane("other", "192.0.2.2"), Lane("other", "192.0.2.2", hint=True)
    order = _served(*askers, move, other)
    assert order.index(move) <= 3
    assert order.index(other) <= 5


def test_what_is_cancelled_gives_its_turn_back() -> None:
    async def play() -> None:
        clerk = Clerk()
        waiting = [asyncio.create_task(clerk.ask(Lane(f"{n}", "a"))) for n in range(3)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await clerk.ask(Lane("after", "a"))
        assert [lane.table for lane in clerk.order] == ["0", "2", "after"]

    run(play())


def test_a_lane_that_asks_without_end_is_refused() -> None:
    lanes = [Lane("one", "192.0.2.1", hint=True)] * (MAX_WAITING + 2)
    with pytest.raises(BotFailed, match="too many"):
        _served(*lanes)
