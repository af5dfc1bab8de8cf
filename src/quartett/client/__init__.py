"""Sit down at a live table from Python: for bots, tests and tools.

async with await Seat.join("http://127.0.0.1:8000/t/…", "Robo") as seat:
    while await seat.turn():
        await seat.act(choose(seat.typed_view, seat.typed_legal))
"""

from quartett.client.api import Api, Refused
from quartett.client.seat import Seat

__all__ = ["Api", "Refused", "Seat"]
