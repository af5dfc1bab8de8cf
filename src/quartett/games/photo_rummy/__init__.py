"""Photo Rummy: sets, rows and jokers, with a table that everybody may rearrange."""

from typing import TypeAlias

from quartett.core import match
from quartett.games.photo_rummy.actions import Action, Draw, Lay, Options, Pass
from quartett.games.photo_rummy.cards import Card
from quartett.games.photo_rummy.events import (
    Dealt,
    Drew,
    Event,
    Finished,
    Laid,
    Passed,
    RoundDrawn,
    RoundWon,
)
from quartett.games.photo_rummy.rules import PhotoRummy
from quartett.games.photo_rummy.state import Player, State
from quartett.games.photo_rummy.view import OwnView, PlayerView, View

GAME = PhotoRummy()

Match: TypeAlias = match.Match[Options, State, Action, Event, View]
"""A match of this game."""

__all__ = [
    "GAME",
    "Action",
    "Card",
    "Dealt",
    "Draw",
    "Drew",
    "Event",
    "Finished",
    "Laid",
    "Lay",
    "Match",
    "Options",
    "OwnView",
    "Pass",
    "Passed",
    "PhotoRummy",
    "Player",
    "PlayerView",
    "RoundDrawn",
    "RoundWon",
    "State",
    "View",
]
