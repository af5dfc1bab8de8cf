"""A program that plays at a table with `quartett.client`, as a bot author would write it.

Usage: player_program.py host SERVER GAME OPTIONS LOG   makes a table, says its address, starts it
                                                        once nobody is missing, keeps the log
       player_program.py guest ADDRESS                  sits down there

Both play any legal actions to the end and say after each how often they have acted.
"""

import asyncio
import random
import sys
from pathlib import Path

import msgspec

from quartett.client import Refused, Seat


async def play(seat: Seat) -> None:
    """Act whenever it is this seat's turn, until the match is over."""
    chance, acted = random.Random(len(sys.argv)), 0
    while await seat.turn():
        try:
            await seat.act(chance.choice(seat.legal))
        except Refused:  # in real time somebody else may have been quicker
            await asyncio.sleep(0.02)
        else:
            acted += 1
            print(f"acted {acted}", flush=True)


async def host(server: str, game: str, wish: str, log: str) -> None:
    """Make a table, wait for the others, play, and keep the log."""
    async with await Seat.create(server, game, "Host", **msgspec.json.decode(wish)) as seat:
        print(seat.url, flush=True)
        await seat.until(lambda: all(each["kind"] != "open" for each in seat.table["seats"]))
        await seat.post("start")
        await play(seat)
        Path(log).write_bytes(await seat.replay())


async def guest(address: str) -> None:
    """Sit down and play."""
    async with await Seat.join(address, "Connection") as seat:
        await play(seat)


_, role, *rest = sys.argv
asyncio.run(host(*rest) if role == "host" else guest(*rest))
