"""Souvenirs looked back on."""

from quartett.review.souvenirs.evaluator import SouvenirsEvaluator
from quartett.review.souvenirs.insights import Insights

__all__ = ["EVALUATOR", "LINE_UP", "Insights"]

EVALUATOR = SouvenirsEvaluator()

LINE_UP = (("hard", 600), ("medium",))
"""Whose matches are mined for puzzles."""
