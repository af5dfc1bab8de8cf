"""Jericho: walls, trumpets, and a supply that the players feed."""

from typing import TypeAlias

from quartett.core import match
from quartett.games.jericho.actions import Action, Feed, First, Options, Supply, Trumpet, Wall
from quartett.games.jericho.cards import Card
from quartett.games.jericho.events import (
    Blown,
    Built,
    Dealt,
    Drew,
    Event,
    Fall,
    Fed,
    Finished,
    FirstChosen,
    PlayBegan,
    Revealed,
    RoundBegan,
    Scored,
    ScoringDrawn,
    Share,
    Supplied,
    TurnPassed,
)
from quartett.games.jericho.rules import Jericho
from quartett.games.jericho.state import Player, Put, State
from quartett.games.jericho.view import OwnView, PlayerView, PutView, View

GAME = Jericho()

Match: TypeAlias = match.Match[Options, State, Action, Event, View]
"""A match of this game."""

__all__ = [
    "GAME",
    "Action",
    "Blown",
    "Built",
    "Card",
    "Dealt",
    "Drew",
    "Event",
    "Fall",
    "Fed",
    "Feed",
    "Finished",
    "First",
    "FirstChosen",
    "Jericho",
    "Match",
    "Options",
    "OwnView",
    "PlayBegan",
    "Player",
    "PlayerView",
    "Put",
    "PutView",
    "Revealed",
    "RoundBegan",
    "Scored",
    "ScoringDrawn",
    "Share",
    "State",
    "Supplied",
    "Supply",
    "Trumpet",
    "TurnPassed",
    "View",
    "Wall",
]
