"""The connection itself."""

import socket
from typing import Any

from quartett.client import Seat
from quartett.server.socket.wire import Wire
from server.live import Live, run
from server.raw import open_raw


def test_small_messages_are_not_held_back(live: Live) -> None:
    async def look() -> list[int]:
        raw = await open_raw(await Seat.create(live.url, "jericho", "Anna"))
        await raw.next("snapshot")
        connections: Any = live.server.server_state.connections
        sockets = [
            each.transport.get_extra_info("socket")
            for each in list(connections)
            if isinstance(each, Wire)
        ]
        options = [each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for each in sockets]
        await raw.socket.close()
        return options

    found = run(look())
    assert found
    assert all(found)
