"""Jericho looked back on."""

from quartett.review.jericho.evaluator import JerichoEvaluator
from quartett.review.jericho.insights import Insights
from quartett.review.jericho.puzzles import find_puzzle

__all__ = ["EVALUATOR", "LINE_UP", "Insights", "find_puzzle"]

EVALUATOR = JerichoEvaluator()

LINE_UP = (("hard", 120), ("medium",))
"""Whose matches are mined for puzzles."""
