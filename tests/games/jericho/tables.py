"""Small Jericho positions for tests."""

from typing import Any

import quartett
from quartett.core.match import AnyMatch


def seat(
    hand: str = "", won: str = "", face_down: str | None = None, **walls: str
) -> dict[str, Any]:
    """A player; cards stand with spaces between them, `1 t` in a red wall is red-1, trumpet."""
    return {
        "hand": hand.split(),
        "won": won.split(),
        "face_down": face_down,
        "walls": {
            colour: [stone(colour, s) for s in wall.split()] for colour, wall in walls.items()
        },
    }


def stone(colour: str, short: str) -> str:
    return "trumpet" if short == "t" else f"{colour}-{short}"


def table(*seats: dict[str, Any], phase: str = "play", **state: Any) -> AnyMatch:
    """A match that goes on from this position; empty seats are added up to three."""
    everyone = [*seats, *({} for _ in range(3 - len(seats)))]
    return quartett.load({"game": "jericho", "state": {"seats": everyone, "phase": phase, **state}})


def walls(match: AnyMatch, who: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = quartett.save(match)["state"]["seats"][who]["walls"]
    return found


def put(*cards: str, by: int | None = None) -> list[dict[str, Any]]:
    """Cards in the supply, as a position writes them."""
    return [{"card": card, "by": by} for card in cards]


def supply(match: AnyMatch) -> list[str]:
    return [put.card for put in match.state.supply]


def play(match: AnyMatch, who: int, kind: str, what: str) -> None:
    """A move in short: the third word is a colour for a trumpet, else a card."""
    match.play(who, {"type": kind, ("colour" if kind == "trumpet" else "card"): what})
