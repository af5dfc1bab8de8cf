"""Bots and hints for Souvenirs."""

from quartett.bots import network
from quartett.bots.base import MASTER, Bot
from quartett.bots.souvenirs.hints import hint
from quartett.bots.souvenirs.master import WEIGHTS, Master, Network
from quartett.bots.souvenirs.players import Easy, Hard, Medium
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.view import View

__all__ = ["ADVISERS", "BOTS", "NAMES", "UNLISTED", "hint"]

NAMES = ("Paola", "Marco", "Ines", "Jonas", "Lou", "Sanne", "Theo", "Yara")
"""What the bots are called at a table."""

BOTS: dict[str, type[Bot[View, Action]]] = {"easy": Easy, "medium": Medium, "hard": Hard}
"""The bots by level."""

UNLISTED: dict[str, type[Bot[View, Action]]] = {}
"""Bots to compare with, which no list offers: the network without its look ahead."""

ADVISERS = ["hard"]
"""The levels that give hints, the usual one last."""

if network.is_ready(WEIGHTS):
    ADVISERS.append(MASTER)
    BOTS[MASTER] = Master
    UNLISTED["network"] = Network
