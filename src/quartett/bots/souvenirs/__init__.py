"""Bots and hints for Souvenirs."""

from quartett.bots import network
from quartett.bots.base import MASTER, Bot
from quartett.bots.ladder import stepped
from quartett.bots.souvenirs.characters import CHARACTERS
from quartett.bots.souvenirs.hints import adviser, hint
from quartett.bots.souvenirs.master import WEIGHTS, Master, Network
from quartett.bots.souvenirs.players import Easy, Hard, Medium, Sound
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.view import View

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

NAMES = ("Luca", "Sanne", "Lou", "Jonas", "Chiara", "Rosa", "Yara", "Karel", "Nora", "Otto")
"""What the bots are called at a table; the step of the ladder that has a number has that name."""

BOTS: dict[str, type[Bot[View, Action]]] = {"easy": Easy, "medium": Medium, "hard": Hard}
"""The bots by level."""

LADDER: list[type[Bot[View, Action]]] = [
    stepped(Sound, level="1", doubt=2.3),
    Easy,
    stepped(Sound, level="3", doubt=1.15),
    stepped(Sound, level="4", doubt=0.85),
    stepped(Sound, level="5", doubt=0.62),
    stepped(Sound, level="6", doubt=0.4),
    Medium,
    stepped(Hard, level="8", usual_nodes=600),
    Hard,
]
"""The steps of the ladder; docs/ladder.md says how they fare."""

STRIDES = (0.68, 0.673, 0.707, 0.665, 0.653, 0.717, 0.745, 0.638, 0.668)
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
