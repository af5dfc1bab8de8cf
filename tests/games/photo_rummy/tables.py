"""Small Photo Rummy tables for tests, written by hand, and the refusals they meet."""

from typing import Any

import quartett
from quartett.core.match import AnyMatch


def split(*lists: str) -> list[list[str]]:
    """Lists of cards, each written as one line."""
    return [line.split() for line in lists]


FULL = split("athens-palace", "athens-church", "athens-sight", "athens-symbol", "athens-delicacy")
"""Five stacks that no test table uses up by accident."""


def table(
    *racks: str,
    lists: tuple[str, ...] = (),
    opened: bool = False,
    options: dict[str, Any] | None = None,
    **state: Any,
) -> AnyMatch:
    """A match in phase `lay`, seat 0 to act; racks and lists are cards separated by blanks."""
    seats = [{"rack": rack.split(), "opened": opened} for rack in racks or ("", "")]
    given = {"seats": seats, "table": split(*lists), "stacks": FULL, "phase": "lay", "turn": 0}
    position = {"game": "photo_rummy", "options": options or {}, "state": {**given, **state}}
    return quartett.load(position, seed=5)


def lay(*lists: str) -> dict[str, Any]:
    """The action that leaves these lists on the table."""
    return {"type": "lay", "table": split(*lists)}


def draw(stack: int) -> dict[str, Any]:
    """The action that draws from a stack."""
    return {"type": "draw", "stack": stack}


PASS = {"type": "pass"}
