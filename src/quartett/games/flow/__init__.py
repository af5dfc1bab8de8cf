"""Speed & Flow: everybody at once, one hand each, and the clock is part of the game."""

from typing import TypeAlias

from quartett.core import match
from quartett.games.flow.actions import Action, Draw, Options, Play, Set, Steal, Stop
from quartett.games.flow.cards import Card
from quartett.games.flow.events import (
    Dealt,
    Drew,
    Event,
    Hand,
    Laid,
    Played,
    Reshuffled,
    RoundEnded,
    Started,
    Stole,
    Stopped,
    TimePassed,
)
from quartett.games.flow.rules import Flow
from quartett.games.flow.state import Player, State
from quartett.games.flow.view import PileView, PlayerView, View

GAME = Flow()

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
    "Flow",
    "Hand",
    "Laid",
    "Match",
    "Options",
    "PileView",
    "Play",
    "Played",
    "Player",
    "PlayerView",
    "Reshuffled",
    "RoundEnded",
    "Set",
    "Started",
    "State",
    "Steal",
    "Stole",
    "Stop",
    "Stopped",
    "TimePassed",
    "View",
]
