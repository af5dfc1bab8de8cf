"""Requests of nearly 1 MiB; each has to be answered within a second."""

import json
from typing import Any

MOST = 1 << 20


def requests() -> dict[str, bytes]:
    """The largest requests of every shape, named by their filling."""
    lay = {"type": "lay", "table": "FILL"}
    moves = [{"seat": 0, "action": {"type": "draw", "stack": 0}}, {"seat": 0, "action": lay}]
    flow = {"target": 100_000, "pause_ms": 0, "countdown_ms": 0, "stalemate_ms": 0, "cards": 4}
    waits = {"game": "flow", "players": 2, "options": flow, "moves": "FILL"}
    return {
        "moments, all the same": filled(waits, '{"at":0}'),
        "moments, one after another": filled(waits, '{"at":%d}'),
        "seats of Jericho": filled(state("jericho", seats="FILL"), "{}"),
        "seats of Photo Rummy": filled(state("photo_rummy", seats="FILL"), "{}"),
        "seats of Souvenirs": filled(state("souvenirs", seats="FILL", grid={"0,0": "red-1"}), "{}"),
        "seats of Speed & Flow": filled(state("flow", seats="FILL"), "{}"),
        "removed cards": filled(state("jericho", seats=[{}] * 3, removed="FILL"), '"red-1"'),
        "supply": filled(state("jericho", seats=[{}] * 3, supply="FILL"), '{"card":"red-1"}'),
        "combinations on a table": filled(state("photo_rummy", seats=[{}] * 2, table="FILL"), "[]"),
        "stacks": filled(state("photo_rummy", seats=[{}] * 2, stacks="FILL"), "[]"),
        "combinations of a lay": filled(
            {"game": "photo_rummy", "players": 2, "moves": moves}, "[]"
        ),
        "brackets": b"[" * MOST,
        "digits": b'{"game":"jericho","players":' + b"9" * (MOST - 40) + b"}",
        "a game's name": b'{"game":"' + b"x" * (MOST - 40) + b'","players":2}',
    }


def state(game: str, **keys: Any) -> dict[str, Any]:
    """A request that contains a position."""
    return {"game": game, "state": keys}


def filled(request: dict[str, Any], item: str) -> bytes:
    """The request with "FILL" replaced by a list of as many items as go into 1 MiB."""
    before, after = json.dumps(request).split('"FILL"')
    room = MOST - len(before) - len(after) - 2
    items: list[str] = []
    while room > 0:
        items.append(item % len(items) if "%" in item else item)
        room -= len(items[-1]) + 1
    return f"{before}[{','.join(items[:-1])}]{after}".encode()
