"""Bots and hints for Photo Rummy."""

from quartett.bots import network
from quartett.bots.base import Bot
from quartett.bots.photo_rummy.hints import hint
from quartett.bots.photo_rummy.master import WEIGHTS, Master, Network
from quartett.bots.photo_rummy.players import Chance, Easy, Hard, Medium, MostCards
from quartett.games.photo_rummy.actions import Action
from quartett.games.photo_rummy.view import View

__all__ = ["BOTS", "EARLIER", "hint"]

BOTS: dict[str, type[Bot[View, Action]]] = {
    "random": Chance,
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "most_cards": MostCards,
}
"""The bots by level; `most_cards` is there to be compared with."""

EARLIER: dict[str, type[Bot[View, Action]]] = {"hard@1": Hard}
"""Bots kept for comparison: as they were in earlier versions (the hard one decides as it always
did), and the network alone."""

if network.is_ready(WEIGHTS):
    BOTS["master"] = Master
    EARLIER["network"] = Network
