"""The bots of Jericho, and its hints."""

from quartett.bots import network
from quartett.bots.base import MASTER, Bot
from quartett.bots.jericho.characters import CHARACTERS
from quartett.bots.jericho.hints import adviser, hint
from quartett.bots.jericho.master import WEIGHTS, Master, Network
from quartett.bots.jericho.players import Doubting, Easy, Hard, Medium
from quartett.bots.ladder import stepped
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

__all__ = [
    "ADVISERS",
    "BOTS",
    "CHARACTERS",
    "LADDER",
    "NAMES",
    "STRIDES",
    "UNLISTED",
    "adviser",
    "hint",
]

NAMES = ("Noa", "Mara", "Simon", "Naomi", "Joel", "Rahel", "Levi", "Mira", "Silas", "Ezra")
"""What the bots are called at a table; the step of the ladder that has a number has that name."""

BOTS: dict[str, type[Bot[View, Action]]] = {"easy": Easy, "medium": Medium, "hard": Hard}

LADDER: list[type[Bot[View, Action]]] = [
    stepped(Doubting, level="1", doubt=8.0),
    stepped(Doubting, level="2", doubt=5.0),
    Easy,
    stepped(Doubting, level="4", doubt=2.1),
    stepped(Doubting, level="5", doubt=1.4),
    Medium,
    stepped(Hard, level="7", usual_nodes=15),
    stepped(Hard, level="8", usual_nodes=60),
    Hard,
]
"""The steps of the ladder; docs/ladder.md says how they fare."""

STRIDES = (0.63, 0.67, 0.65, 0.67, 0.66, 0.7, 0.64, 0.67, 0.56)
"""The measured share of two-player matches that each step from 2 on wins against the one below."""


UNLISTED: dict[str, type[Bot[View, Action]]] = {}
"""Bots to compare with, which no list offers: the network without its look ahead."""

ADVISERS = ["hard"]
"""The levels that give hints, the usual one last."""

if network.is_ready(WEIGHTS):
    ADVISERS.append(MASTER)
    BOTS[MASTER] = Master
    LADDER.append(Master)
    UNLISTED["network"] = Network
