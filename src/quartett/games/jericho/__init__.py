"""Jericho: walls, trumpets, and a supply that the players feed."""

from quartett.games.jericho.rules import Jericho

GAME = Jericho()
