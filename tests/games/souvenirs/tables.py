"""Small Souvenirs positions for tests; `r3` is red-3, `j` a joker, `.` an empty cell."""

from typing import Any

import quartett
from quartett.core.match import AnyMatch

COLOURS = {"t": "turquoise", "r": "red", "y": "yellow", "p": "purple", "o": "orange"}

FULL_GRID = (
    "t1 t2 t3 t4 t5",
    "r2 r3 r4 r5 r6",
    "y1 y3 y4 y6 y5",
    "p6 p1 p2 p3 p4",
    "o1 o5 o6 o2 o3",
)
"""Twenty-five cards: five flushes; the nine others are t6 r1 y2 p5 o4 and the jokers."""


def card(short: str) -> str:
    return "joker" if short == "j" else f"{COLOURS[short[0]]}-{short[1:]}"


def cards(shorts: str) -> list[str]:
    return [card(short) for short in shorts.split()]


def grid(*rows: str, left: int = 0, top: int = 0) -> dict[str, str]:
    """A drawn grid; the first card drawn lies at the column `left` and the row `top`."""
    return {
        f"{left + x},{top + y}": card(short)
        for y, row in enumerate(rows)
        for x, short in enumerate(row.split())
        if short != "."
    }


def seat(hand: str = "", **more: Any) -> dict[str, Any]:
    return {"hand": cards(hand), **more}


def table(
    rows: dict[str, str],
    *seats: dict[str, Any],
    options: dict[str, Any] | None = None,
    **state: Any,
) -> AnyMatch:
    """A match that goes on from this position; empty seats are added up to two."""
    everyone = [*seats, *({} for _ in range(2 - len(seats)))]
    position = {"grid": rows, "seats": everyone, **state}
    return quartett.load({"game": "souvenirs", "options": options or {}, "state": position})


def place(match: AnyMatch, who: int, short: str, x: int, y: int) -> None:
    match.play(who, {"type": "place", "card": card(short), "at": [x, y]})


def book(match: AnyMatch, who: int, line: str) -> None:
    match.play(who, {"type": "book", "line": line})


def skip(match: AnyMatch, who: int) -> None:
    match.play(who, {"type": "pass"})


def saved(match: AnyMatch) -> dict[str, Any]:
    found: dict[str, Any] = quartett.save(match)["state"]
    return found
