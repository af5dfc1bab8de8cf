"""Sit down at a live table and play it with a bot: python sit_down.py http://127.0.0.1:8000/t/…"""

import asyncio
import sys

from quartett import Rng, bots
from quartett.client import Seat


async def play(invitation: str) -> None:
    """Play until the match is over; a lost connection comes back by itself."""
    async with await Seat.join(invitation, "Robo") as seat:
        bot = bots.get(seat.info.game, "medium")
        moves = 0
        while await seat.turn():
            moves += 1
            await seat.act(bot.choose(seat.typed_view, seat.typed_legal, Rng("robo", moves)))
        result = seat.result
        assert result is not None
        print(f"{moves} actions; scores {result.scores}, won by seat {result.winners[0]}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    asyncio.run(play(sys.argv[1]))
