"""The bots of Jericho, and its hints."""

from quartett.bots import network
from quartett.bots.base import MASTER, Bot
from quartett.bots.jericho.hints import hint
from quartett.bots.jericho.master import WEIGHTS, Master, Network
from quartett.bots.jericho.players import Easy, Hard, Medium
from quartett.bots.jericho.v1 import Hard as Hard1
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

__all__ = ["ADVISERS", "BOTS", "EARLIER", "hint"]

BOTS: dict[str, type[Bot[View, Action]]] = {"easy": Easy, "medium": Medium, "hard": Hard}

EARLIER: dict[str, type[Bot[View, Action]]] = {"hard@1": Hard1}
"""Bots kept for comparison: as they were in earlier versions, and the network alone."""

ADVISERS = ["hard"]
"""The levels that give hints, the usual one last."""

if network.is_ready(WEIGHTS):
    ADVISERS.append(MASTER)
    BOTS[MASTER] = Master
    EARLIER["network"] = Network
