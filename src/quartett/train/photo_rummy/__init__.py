"""How Photo Rummy is learned: from what came of whole matches."""

from quartett.train.photo_rummy.monte_carlo import training

__all__ = ["training"]
