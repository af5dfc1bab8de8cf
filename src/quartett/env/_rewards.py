"""What the end of a match is worth to each seat, and what comes of an illegal action."""

from quartett.core.errors import FormatError
from quartett.core.forms import parse
from quartett.core.outcome import share_of
from quartett.env._matches import Spec, check_legal
from quartett.fast import FastMatch


def shares(match: FastMatch) -> list[float]:
    """Each seat's share of the victory once the match is over; before, nobody has any."""
    if not match.is_over():
        return [0.0] * match.players
    winners = match.winners()
    return [share_of(winners, seat) for seat in range(match.players)]


def leads(match: FastMatch) -> list[float]:
    """By how many points each seat is ahead of the best of the others, once the match is over."""
    if not match.is_over():
        return [0.0] * match.players
    points = match.scores()
    return [float(own - max(points[:seat] + points[seat + 1 :])) for seat, own in enumerate(points)]


REWARDS = {"share": shares, "lead": leads}
"""What the end of a match may be worth."""

ILLEGAL = ("end", "raise")
"""What may come of an illegal action."""


class Terms:
    """What the end of a match is worth, and what comes of an illegal action."""

    def __init__(self, reward: str = "share", illegal: str = "end", penalty: float = -1.0) -> None:
        self.rewards = REWARDS[_one_of("reward", reward, tuple(REWARDS))]
        self._raises = _one_of("illegal", illegal, ILLEGAL) == "raise"
        self.penalty = parse(float, penalty, "penalty")

    def allows(self, spec: Spec, match: FastMatch, seat: int, id: int) -> bool:
        """Whether an action is legal; one that is not is refused here, or costs the episode."""
        if not self._raises:
            return id in match.legal_ids(seat)
        check_legal(spec, match, seat, id)
        return True


def _one_of(field: str, given: str, known: tuple[str, ...]) -> str:
    if given not in known:
        raise FormatError(f"{field}: {given!r} is not one of {', '.join(known)}")
    return given
