"""A rival who keeps the rules by which the hard bot gives rounds up, learned or not.

Somebody who only ever meets itself never learns what to make of such a player. Where the hard bot
would look ahead on imagined deals, the rules do not tell, and the network has to.
"""

from quartett.bots.photo_rummy.master_seen import After
from quartett.bots.photo_rummy.reckon import minus_of

ALARMING = 3
CLOSE = 3
EARLY = 0.3
"""As the hard bot has them; see `quartett.bots.photo_rummy.players`."""


def ruled(options: list[After]) -> int | None:
    """The place of what the rules choose, to pass or to lay most; None where they do not tell."""
    if len(options) == 1:
        return 0
    most = options[1]
    if not most.rack or minus_of(most.rack) <= _affordable(most):
        return 1
    return None if _is_alarmed(most) or most.rack.bit_count() <= CLOSE else 0


def _is_alarmed(after: After) -> bool:
    """Whether somebody who may lay anything is nearly out."""
    known = after.situation
    return any(
        opened and size <= ALARMING
        for opened, size in zip(known.opened[1:], known.sizes[1:], strict=True)
    )


def _affordable(after: After) -> float:
    """How many minus points may stay on the rack without putting a lead at risk."""
    known = after.situation
    lead, rounds = known.scores[0] - max(known.scores[1:]), known.rounds - known.round
    return (lead - 1) / 2 if not rounds else EARLY / rounds * lead / 2
