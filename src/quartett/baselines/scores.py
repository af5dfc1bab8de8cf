"""Interquartile means with stratified bootstrap intervals, as rliable defines them.

See Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical Precipice (2021).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quartett.arena.stats import Estimate

SAMPLES = 10_000
"""How often the runs are drawn again for an interval."""

LEVEL = 95.0


def interquartile_mean(scores: ArrayLike) -> NDArray[np.float64]:
    """The mean of the middle half along the last axis; weights shared where a score is cut.

    >>> float(interquartile_mean([0.0, 1.0, 2.0, 9.0]))
    1.5
    >>> float(interquartile_mean([1.0, 2.0, 6.0]))
    2.5
    """
    ordered = np.sort(np.asarray(scores, float), axis=-1)
    count = ordered.shape[-1]
    ends = np.arange(count + 1)
    low, high = count / 4, 3 * count / 4
    weights = np.clip(np.minimum(ends[1:], high) - np.maximum(ends[:-1], low), 0, None)
    means: NDArray[np.float64] = (ordered * weights).sum(-1) / weights.sum()
    return means


def summarised(tasks: Sequence[Sequence[float]], seed: int = 0) -> Estimate:
    """The interquartile mean over all runs of all tasks; runs are drawn again within each task."""
    draw = np.random.default_rng(seed)
    rows = [np.asarray(runs, float) for runs in tasks]
    again = [row[draw.integers(0, len(row), (SAMPLES, len(row)))] for row in rows]
    means = interquartile_mean(np.concatenate(again, axis=1))
    low, high = np.percentile(means, [(100 - LEVEL) / 2, (100 + LEVEL) / 2])
    return Estimate(float(interquartile_mean(np.concatenate(rows))), float(low), float(high))
