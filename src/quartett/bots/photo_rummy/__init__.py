"""Bots and hints for Photo Rummy."""

from math import sqrt

from quartett.bots import network
from quartett.bots.base import Bot
from quartett.bots.ladder import stepped
from quartett.bots.photo_rummy.characters import CHARACTERS
from quartett.bots.photo_rummy.hints import adviser, hint
from quartett.bots.photo_rummy.master import WEIGHTS, Master, Network
from quartett.bots.photo_rummy.players import Chance, Easy, Hard, Medium, MostCards
from quartett.core.forms import Json
from quartett.games.photo_rummy.actions import Action, Options
from quartett.games.photo_rummy.view import View

__all__ = [
    "BOTS",
    "CHARACTERS",
    "LADDER",
    "NAMES",
    "STRIDES",
    "UNLISTED",
    "adviser",
    "hint",
    "sharpness",
]

NAMES = ("Linus", "Clara", "Ole", "Elin", "Paula", "Diego", "Greta", "Jakob", "Nele", "Ann")
"""What the bots are called at a table; the step of the ladder that has a number has that name."""

BOTS: dict[str, type[Bot[View, Action]]] = {
    "random": Chance,
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "most_cards": MostCards,
}
"""The bots by level; `most_cards` is there to be compared with."""

LADDER: list[type[Bot[View, Action]]] = [
    stepped(Easy, level="1", overlooked=50),
    Easy,
    stepped(Medium, level="3", behind=8, unnoticed=76, unnoticed_at_last=53),
    stepped(Medium, level="4", behind=5, unnoticed=66, unnoticed_at_last=37),
    stepped(Medium, level="5", behind=5, unnoticed=50, unnoticed_at_last=20),
    stepped(Medium, level="6", behind=3, unnoticed=28, unnoticed_at_last=6),
    Medium,
    stepped(Medium, level="8", behind=1, protects=True),
    Hard,
]
"""The steps of the ladder; docs/ladder.md says how they fare."""

STRIDES = (0.73, 0.711, 0.708, 0.734, 0.723, 0.738, 0.75, 0.642, 0.546)
"""The measured share of two-player matches that each step from 2 on wins against the one below."""


def sharpness(options: Json) -> float:
    """How much a difference in strength counts: luck evens out over the rounds."""
    usual = Options().rounds
    return sqrt(options.get("rounds", usual) / usual)


UNLISTED: dict[str, type[Bot[View, Action]]] = {}
"""Bots to compare with, which no list offers: the master by the name that it has elsewhere."""

if network.is_ready(WEIGHTS):
    BOTS["master"] = Master
    LADDER.append(Master)
    UNLISTED["network"] = Network
