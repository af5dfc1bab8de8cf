"""Photo Rummy's puzzles are exact: how many cards can be laid, where that is hard to see."""

import msgspec

from quartett.bots.photo_rummy.obvious import Glance
from quartett.core.forms import Json
from quartett.core.game import AnyGame
from quartett.core.positions import dump_position
from quartett.games.photo_rummy.actions import Lay
from quartett.games.photo_rummy.solver import Solution, best_lays, solve
from quartett.games.photo_rummy.state import State
from quartett.review.mining import rotated
from quartett.review.puzzles import MAX_DIFFICULTY, Puzzle, Question

MIN_CARDS = 5
"""Fewer cards to lay are not worth a puzzle, but for a pair."""

PAIR = 2
"""The smallest puzzle has two cards: one that is seen at once, and the one that goes with it."""

MAX_PAIR_MOVED = 3
"""How many photos a pair may move on the table, and still be easy."""

MIN_UNSEEN = 2
"""How many of them must be hard to see."""

MAX_ANSWERS = 4


def find_puzzle(game: AnyGame, state: State, seat: int, name: str) -> Puzzle | None:
    """How much can be laid here, if that is much and takes regrouping."""
    if state.phase != "lay":
        return None
    player = state.seats[seat]
    best = solve(state.table, player.rack, player.opened)
    glance = Glance(state.table, player.rack, lambda: False).look(player.opened)
    seen = len(player.rack) - len(glance.left)
    count = len(player.rack) - best.left
    if count == PAIR:
        if seen != 1 or not _is_clear_pair(state, seat, best):
            return None
    elif count < MIN_CARDS or count - seen < MIN_UNSEEN or (best.left and best.moved < 2):
        return None
    lays = best_lays(state.table, player.rack, player.opened, limit=MAX_ANSWERS)
    answers = [Lay(tuple(map(tuple, each.table))) for each in lays]
    key = "puzzle.lay_all" if best.goes_out else "puzzle.lay_most"
    return Puzzle(
        name,
        game.id,
        dump_position(game, rotated(game, state, seat)),
        0,
        Question(key, {"count": count}),
        tuple(_json(answer) for answer in answers),
        float(count - seen),
        1 if count == PAIR else min(MAX_DIFFICULTY, 1 + _hardness(best)),
    )


def _is_clear_pair(state: State, seat: int, best: Solution) -> bool:
    """Whether both cards are needed: without either, the solver lays at most one of the others."""
    player = state.seats[seat]
    if best.goes_out or not 0 < best.moved <= MAX_PAIR_MOVED or len(best.laid) != PAIR:
        return False
    for card in best.laid:
        rest = tuple(each for each in player.rack if each != card)
        if len(rest) - solve(state.table, rest, player.opened).left >= PAIR:
            return False
    return True


def _json(answer: Lay) -> Json:
    found: Json = msgspec.to_builtins(answer)
    return found


def _hardness(best: Solution) -> int:
    return best.moved // 2 + (len(best.laid) > 8)
