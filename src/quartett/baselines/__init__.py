"""A benchmark of learning and searching algorithms: fixed budgets, seeds and opponents.

Every run is one algorithm, one game and one seed: what learns learns first, then everybody plays
the same deals, in all seats in turn, against the same bots. `quartett baselines` is the command.
"""

from quartett.baselines.scores import interquartile_mean, summarised

__all__ = ["interquartile_mean", "summarised"]
