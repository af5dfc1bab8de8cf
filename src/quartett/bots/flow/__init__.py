"""The bots of Speed & Flow, and its hints."""

from quartett.bots import network
from quartett.bots.base import Bot
from quartett.bots.flow.hints import hint
from quartett.bots.flow.master import WEIGHTS, Master, Network
from quartett.bots.flow.players import Easy, Hard, Hard1, Medium, Practice
from quartett.games.flow.actions import Action
from quartett.games.flow.view import View

__all__ = ["BOTS", "EARLIER", "hint"]

BOTS: dict[str, type[Bot[View, Action]]] = {
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "practice": Practice,
}

EARLIER: dict[str, type[Bot[View, Action]]] = {"hard@1": Hard1}
"""Bots kept for comparison: as they were in earlier versions, and the network alone."""

if network.is_ready(WEIGHTS):
    BOTS["master"] = Master
    EARLIER["network"] = Network
