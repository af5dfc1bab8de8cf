"""Flow's levels at one and the same pace: what their decisions alone are worth.

Played by `quartett arena flow --bots research/flow_decisions.py:Hard,…`, as own bots are.
"""

from quartett.bots.flow import players

PACE = players.MEDIUM_PACE


class Easy(players.Easy):
    """Decides like easy, at the common pace."""

    pace = PACE


class Medium(players.Medium):
    """Decides like medium, at the common pace."""

    pace = PACE


class Hard(players.Hard):
    """Decides like hard, at the common pace."""

    pace = PACE
