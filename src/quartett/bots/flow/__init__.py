"""The bots of Speed & Flow, and its hints."""

from quartett.bots import network
from quartett.bots.base import MASTER, Bot
from quartett.bots.flow.hints import hint
from quartett.bots.flow.master import WEIGHTS, Master, Network
from quartett.bots.flow.players import Easy, Hard, Medium, Practice
from quartett.games.flow.actions import Action
from quartett.games.flow.view import View

__all__ = ["ADVISERS", "BOTS", "NAMES", "UNLISTED", "hint"]

NAMES = ("Zoe", "Kim", "Max", "Pia", "Finn", "Ida", "Leo", "Uma")
"""What the bots are called at a table."""

BOTS: dict[str, type[Bot[View, Action]]] = {
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "practice": Practice,
}

UNLISTED: dict[str, type[Bot[View, Action]]] = {}
"""Bots to compare with, which no list offers: the master by the name that it has elsewhere."""

ADVISERS = ["hard"]
"""The levels that give hints, the usual one last."""

if network.is_ready(WEIGHTS):
    ADVISERS.append(MASTER)
    BOTS[MASTER] = Master
    UNLISTED["network"] = Network
