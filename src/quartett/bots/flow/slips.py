"""What a look at the table costs a player: the points that it gives away, and the time it takes.

There is no review of a game in which hundreds of actions decide, so this stands for its loss.
"""

from collections.abc import Sequence

from quartett.bots.flow.hints import hint
from quartett.bots.flow.worth import worth
from quartett.core.seeds import Rng
from quartett.games.flow.actions import Action
from quartett.games.flow.view import View

POINTS_A_SECOND = 0.4
"""What a hard bot's hand brings in a second, about."""


def slip(view: View, legal: Sequence[Action], action: Action, ms: int) -> float:
    """The points lost by an action (other than Stop) for which a hand takes so long.

    As in a review, an action that the hint proposes gives nothing away.
    """
    return _given_away(view, legal, action) + POINTS_A_SECOND * ms / 1000


def _given_away(view: View, legal: Sequence[Action], action: Action) -> float:
    proposed = hint(view, legal, Rng("slip"))
    if proposed is not None and proposed.action == action:
        return 0.0
    return max(worth(view, each) for each in legal) - worth(view, action)
