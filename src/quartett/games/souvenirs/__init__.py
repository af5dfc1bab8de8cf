"""Souvenirs: one grid for all, and cubes on the rows and columns that will be worth most."""

from typing import TypeAlias

from quartett.core import match
from quartett.games.souvenirs.actions import Action, Book, Options, Pass, Place
from quartett.games.souvenirs.cards import Card
from quartett.games.souvenirs.combinations import Points, Worth
from quartett.games.souvenirs.events import (
    Booked,
    Dealt,
    Drew,
    Event,
    Finished,
    Passed,
    Placed,
    TurnPassed,
)
from quartett.games.souvenirs.rules import Souvenirs
from quartett.games.souvenirs.state import Player, State
from quartett.games.souvenirs.view import FrameView, OwnView, PlayerView, View

GAME = Souvenirs()

Match: TypeAlias = match.Match[Options, State, Action, Event, View]
"""A match of this game."""

__all__ = [
    "GAME",
    "Action",
    "Book",
    "Booked",
    "Card",
    "Dealt",
    "Drew",
    "Event",
    "Finished",
    "FrameView",
    "Match",
    "Options",
    "OwnView",
    "Pass",
    "Passed",
    "Place",
    "Placed",
    "Player",
    "PlayerView",
    "Points",
    "Souvenirs",
    "State",
    "TurnPassed",
    "View",
    "Worth",
]
