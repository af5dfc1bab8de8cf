"""Bots and hints for Souvenirs."""

from quartett.bots.base import Bot
from quartett.bots.souvenirs.hints import hint
from quartett.bots.souvenirs.players import Easy, Hard, Hard1, Medium
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.view import View

__all__ = ["BOTS", "EARLIER", "hint"]

BOTS: dict[str, type[Bot[View, Action]]] = {"easy": Easy, "medium": Medium, "hard": Hard}
"""The bots by level."""

EARLIER: dict[str, type[Bot[View, Action]]] = {"hard@1": Hard1}
"""Bots as they were in earlier versions, kept for comparison."""
