"""What the end of a round is worth: a share of the victory, real or expected."""

import numpy as np

from quartett.bots.network import Array, Weights
from quartett.bots.photo_rummy import master_net


def shares(scores: list[int]) -> list[float]:
    """Each seat's share of the victory with these totals."""
    best = max(scores)
    return [(score == best) / scores.count(best) for score in scores]


def worth(weights: Weights, between: Array, won: Array) -> Array:
    """What scores between rounds lead to as the network sees it; after the last one, what was won.

    For `between` see the function of that name.
    """
    odds = master_net.evaluate_scores(np, weights, between)
    return np.where(between[:, 0] == 0, won, 1 / (1 + np.exp(-odds)))
