"""Whole matches over real sockets."""

import asyncio
import random
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from quartett import games, load_match
from quartett.client import Seat
from server.live import Live, play_on, run, sit_down


def test_three_people_play_a_match_to_the_end(live: Live) -> None:
    async def play() -> list[Any]:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            await asyncio.gather(*(play_on(seat, random.Random(i)) for i, seat in enumerate(seats)))
            log = await seats[1].replay()
        return [seats, load_match(log)]

    seats, match = run(play())
    assert match.outcome is not None
    for seat in seats:
        assert list(seat.outcome["scores"]) == list(match.outcome.scores)
        assert seat.version == sum(len(entry.events) for entry in match.log)


@pytest.mark.parametrize("game", games.names())
def test_one_person_plays_against_bots(live: Live, game: str) -> None:
    async def play() -> Seat:
        players = games.get(game).players[0]
        timed = game == "flow"  # the person waits for the bots now and then, so they are quick
        bots = [{"kind": "bot", "level": "hard" if timed else "random"}] * (players - 1)
        options = {"target": 20, "countdown_ms": 0, "hand_ms": 0} if timed else {}
        host = await Seat.create(live.url, game, "Anna", seats=[{}, *bots], options=options)
        async with host:
            await host.post("start")
            await asyncio.wait_for(
                play_on(host, random.Random(1), 10 if timed else 30), PATIENCE_SECONDS
            )
        return host

    host = run(play())
    assert host.version >= 10 or host.outcome is not None
