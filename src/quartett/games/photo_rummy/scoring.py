"""What a round and a match are worth."""

from quartett.core.outcome import Outcome
from quartett.games.photo_rummy.cards import minus_points
from quartett.games.photo_rummy.events import RoundWon
from quartett.games.photo_rummy.state import State


def round_won(state: State, winner: int) -> RoundWon:
    """The others write down their racks as minus points, the winner the sum as plus (PR-16)."""
    points = [
        0 if seat == winner else -minus_points(player.rack)
        for seat, player in enumerate(state.seats)
    ]
    points[winner] = -sum(points)
    return RoundWon(winner, tuple(points))


def outcome(state: State) -> Outcome | None:
    """The highest total wins, equal totals share the victory (PR-18)."""
    if state.phase != "over":
        return None
    scores = tuple(player.score for player in state.seats)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(scores, winners, "highest_total" if len(winners) == 1 else "shared")
