"""Small positions of Speed & Flow for tests."""

from typing import Any

import quartett
from quartett.core.match import AnyMatch


def seat(
    display: str = "- -", hand: str | None = None, stolen: str = "", draw: str = "", **more: Any
) -> dict[str, Any]:
    """A player; cards stand with spaces between them, `-` is an empty place."""
    places = [None if card == "-" else card for card in display.split()]
    return {
        "display": places,
        "hand": hand,
        "stolen": stolen.split(),
        "draw_pile": draw.split(),
        **more,
    }


def table(
    *seats: dict[str, Any],
    middle: tuple[str, str] = ("", ""),
    options: dict[str, Any] | None = None,
    seed: int = 0,
    **state: Any,
) -> AnyMatch:
    """A match that goes on from this position, running at 10,000 ms unless told otherwise."""
    running = {"phase": "running", "clock": 10_000, "middle": [pile.split() for pile in middle]}
    position = {"seats": list(seats), **running, **state}
    return quartett.load({"game": "flow", "options": options or {}, "state": position}, seed)


def play(source: str, pile: int = 0, on: str | None = None) -> dict[str, Any]:
    aimed = {} if on is None else {"on": on}
    return {"type": "play", "from": source, "pile": pile, **aimed}


def steal(seat: int, slot: int = 0) -> dict[str, Any]:
    return {"type": "steal", "seat": seat, "slot": slot}


def lay(slot: int) -> dict[str, Any]:
    return {"type": "set", "slot": slot}


DRAW = {"type": "draw"}
STOP = {"type": "stop"}


def state(match: AnyMatch) -> dict[str, Any]:
    """The whole state as JSON values."""
    found: dict[str, Any] = quartett.save(match)["state"]
    return found


def kinds(match: AnyMatch, who: int) -> list[str]:
    """The types of what a seat may do now, each once."""
    return _kinds(match.legal(who))


def kinds_once_ready(match: AnyMatch, who: int) -> list[str]:
    """The types of what a seat could do if its hand were free, each once."""
    return _kinds(match.once_ready(who))


def _kinds(actions: list[object]) -> list[str]:
    return list(dict.fromkeys(type(action).__name__.lower() for action in actions))
