"""One server for all tests that do not need their own."""

import random
from collections.abc import Iterator

import pytest

from quartett.client import Seat
from server.live import Live, live_server, play_on, run


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A running server."""
    with live_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def played(live: Live) -> Seat:
    """Whoever has played a match to its end, and still knows what was last seen."""

    async def play() -> Seat:
        bots = [{"kind": "bot", "level": "random"}] * 2
        host = await Seat.create(live.url, "jericho", "Anna", seats=[{}, *bots])
        async with host:
            await host.post("start")
            await play_on(host, random.Random(3))
        return host

    seat: Seat = run(play())
    return seat
