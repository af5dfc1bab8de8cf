"""Photo Rummy looked back on."""

from quartett.review.photo_rummy.evaluator import PhotoRummyEvaluator
from quartett.review.photo_rummy.insights import Insights
from quartett.review.photo_rummy.puzzles import find_puzzle

__all__ = ["EVALUATOR", "LINE_UP", "Insights", "find_puzzle"]

EVALUATOR = PhotoRummyEvaluator()

LINE_UP = (("most_cards",), ("most_cards",), ("medium",), ("easy",))
"""Whose matches are mined for puzzles."""
