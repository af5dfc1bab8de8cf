"""Bots and hints for Souvenirs."""

from quartett.bots import network
from quartett.bots.base import MASTER, Bot
from quartett.bots.souvenirs.hints import hint
from quartett.bots.souvenirs.master import WEIGHTS, Master, Network
from quartett.bots.souvenirs.players import Easy, Hard, Hard1, Medium
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.view import View

__all__ = ["ADVISERS", "BOTS", "EARLIER", "hint"]

BOTS: dict[str, type[Bot[View, Action]]] = {"easy": Easy, "medium": Medium, "hard": Hard}
"""The bots by level."""

EARLIER: dict[str, type[Bot[View, Action]]] = {"hard@1": Hard1}
"""Bots kept for comparison: as they were in earlier versions, and the network alone."""

ADVISERS = ["hard"]
"""The levels that give hints, the usual one last."""

if network.is_ready(WEIGHTS):
    ADVISERS.append(MASTER)
    BOTS[MASTER] = Master
    EARLIER["network"] = Network
