"""How a match ended."""

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """Scores in seat order, the seats that won, and why it ended (a key of the game's texts)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
