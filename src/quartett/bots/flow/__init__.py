"""The bots of Speed & Flow, and its hints."""

from math import sqrt

from quartett.bots import network
from quartett.bots.base import MASTER, Bot
from quartett.bots.flow.characters import CHARACTERS
from quartett.bots.flow.hints import hint
from quartett.bots.flow.master import WEIGHTS, Master, Network
from quartett.bots.flow.players import HARD_PACE, MEDIUM_PACE, Easy, Hard, Medium, Practice
from quartett.bots.ladder import stepped
from quartett.core.forms import Json
from quartett.games.flow.actions import Action, Options
from quartett.games.flow.view import View

__all__ = [
    "ADVISERS",
    "BOTS",
    "CHARACTERS",
    "LADDER",
    "NAMES",
    "STRIDES",
    "UNLISTED",
    "hint",
    "sharpness",
]

NAMES = ("Tia", "Pia", "Finn", "Uma", "Zoe", "Max", "Ben", "Kim", "Mia", "Ida")
"""What the bots are called at a table; the step of the ladder that has a number has that name."""

BOTS: dict[str, type[Bot[View, Action]]] = {
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "practice": Practice,
}

LADDER: list[type[Bot[View, Action]]] = [
    Easy,
    stepped(Medium, level="2", pace=MEDIUM_PACE.around(0.897, 1.09, 1.13)),
    Medium,
    stepped(Medium, level="4", pace=MEDIUM_PACE.around(0.801, 1.097, 1.13)),
    stepped(Medium, level="5", pace=MEDIUM_PACE.around(0.758, 1.095, 1.122)),
    stepped(Hard, level="6", pace=HARD_PACE.around(0.801, 1.107, 1.16)),
    stepped(Hard, level="7", pace=HARD_PACE.around(0.747, 1.126, 1.17)),
    stepped(Hard, level="8", pace=HARD_PACE.around(0.696, 1.148, 1.183)),
    Hard,
]
"""The steps of the ladder; docs/ladder.md says how they fare."""

STRIDES = (0.748, 0.688, 0.704, 0.688, 0.723, 0.706, 0.704, 0.683, 0.649)
"""The measured share of two-player matches that each step from 2 on wins against the one below."""

ROUND_POINTS = 50
"""What the winner of a round gains, about; the strides are those of matches of one round."""


def sharpness(options: Json) -> float:
    """How much a difference in strength counts: luck evens out over the rounds."""
    target = options.get("target", Options().target)
    return sqrt(max(1.0, target / ROUND_POINTS))


UNLISTED: dict[str, type[Bot[View, Action]]] = {}
"""Bots to compare with, which no list offers: the master by the name that it has elsewhere."""

ADVISERS = ["hard"]
"""The levels that give hints, the usual one last."""

if network.is_ready(WEIGHTS):
    ADVISERS.append(MASTER)
    BOTS[MASTER] = Master
    LADDER.append(Master)
    UNLISTED["network"] = Network
