"""Seats and opponents that every game can be played with, also one that is added tomorrow."""

from quartett import bots
from quartett.games import get

USUAL = 3


def players_of(name: str, wanted: int = USUAL) -> int:
    """The number of players nearest to the wanted one that the game is made for."""
    return min(get(name).players, key=lambda number: abs(number - wanted))


def levels_of(name: str) -> list[str]:
    """The levels that the game has bots of, the weakest first."""
    return [level for level in bots.LEVELS if level in bots.bots_of(name)]
