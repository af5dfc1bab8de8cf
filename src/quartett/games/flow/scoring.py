"""The end of a round and of a match (FL-14, FL-15)."""

from quartett.core.outcome import Outcome
from quartett.games.flow.events import Ending, RoundEnded
from quartett.games.flow.state import Player, State, left


def points(player: Player) -> int:
    """One point for each card got rid of, two for each on the steal pile (FL-14)."""
    return player.dealt - left(player) + 2 * len(player.stolen)


def end_round(state: State, reason: Ending, at: int) -> RoundEnded:
    """The end of the round that this state has come to."""
    return RoundEnded(reason, tuple(points(player) for player in state.seats), at)


def outcome(state: State) -> Outcome | None:
    """The highest total wins once somebody has reached the target; equals share (FL-15)."""
    if state.phase != "over":
        return None
    scores = tuple(player.score for player in state.seats)
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    reached = sum(score >= state.options.target for score in scores)
    reason = "target" if reached == 1 else "highest"
    return Outcome(scores, winners, reason if len(winners) == 1 else "shared")
