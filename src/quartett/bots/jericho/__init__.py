"""The bots of Jericho, and its hints."""

from quartett.bots import network
from quartett.bots.base import MASTER, Bot
from quartett.bots.jericho.hints import hint
from quartett.bots.jericho.master import WEIGHTS, Master, Network
from quartett.bots.jericho.players import Easy, Hard, Medium
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

__all__ = ["ADVISERS", "BOTS", "NAMES", "UNLISTED", "hint"]

NAMES = ("Noa", "Ruben", "Tamar", "Silas", "Mira", "Joel", "Lea", "Ezra")
"""What the bots are called at a table."""

BOTS: dict[str, type[Bot[View, Action]]] = {"easy": Easy, "medium": Medium, "hard": Hard}

UNLISTED: dict[str, type[Bot[View, Action]]] = {}
"""Bots to compare with, which no list offers: the network without its look ahead."""

ADVISERS = ["hard"]
"""The levels that give hints, the usual one last."""

if network.is_ready(WEIGHTS):
    ADVISERS.append(MASTER)
    BOTS[MASTER] = Master
    UNLISTED["network"] = Network
