"""A table that cannot be opened any more, as after a fault of the disk."""

import sqlite3
from contextlib import closing
from pathlib import Path

from quartett.client import Seat
from server.live import live_server, run


def damaged_table(data: Path) -> str:
    """Let a table begin, then change what is stored of it behind the server's back; its path."""
    with live_server(data) as site:
        id = str(run(_begun(site.url)))
    with closing(sqlite3.connect(data / "quartett.db")) as file, file:
        file.execute("UPDATE log SET entry = '{}' WHERE table_id = ?", (id,))
    return f"/t/{id}"


async def _begun(url: str) -> str:
    seats = [{}, *[{"kind": "bot", "level": "easy"}] * 2]
    seat = await Seat.create(url, "jericho", "Annabelle", seats=seats)
    await seat.post("start")
    return seat.table_id
