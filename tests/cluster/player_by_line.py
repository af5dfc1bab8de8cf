"""A program that plays with whatever build of `quartett.client` it finds, an action for each line.

Usage: player_by_line.py SERVER GAME OPTIONS LOG   makes a table with bots, says its id, starts it

It says `turn` when it may act, waits for a line, acts and says `acted`; at the end it keeps the log
and says `over`.
"""

import asyncio
import json
import sys
from pathlib import Path

from quartett.client import Seat


async def play(server: str, game: str, options: str, log: str) -> None:
    """Play one match, as slowly as lines come."""
    bots = [{"kind": "bot", "level": "random"}] * 2
    seat = await Seat.create(server, game, "Olive", seats=[{}, *bots], **json.loads(options))
    print(seat.table_id, flush=True)
    await seat.post("start")
    async with seat:
        while await seat.turn():
            print("turn", flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            await seat.act(seat.legal[0])
            print("acted", flush=True)
        Path(log).write_bytes(await seat.replay())
        print("over", flush=True)


asyncio.run(play(*sys.argv[1:]))
