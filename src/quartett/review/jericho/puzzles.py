"""Jericho's puzzles come from the second half of a match: early on, no single card decides much."""

from quartett.core.game import AnyGame
from quartett.games.jericho.state import State
from quartett.review import mining
from quartett.review.puzzles import Puzzle

MAX_PILE = 45
"""The cards that may still lie in the draw pile."""


def find_puzzle(game: AnyGame, state: State, seat: int, name: str) -> Puzzle | None:
    """The decision before this seat as a puzzle, if it comes late enough and is clear."""
    if len(state.draw_pile) > MAX_PILE:
        return None
    return mining.find_puzzle(game, state, seat, name)
