"""Speed & Flow: everybody at once, one hand each, and the clock is part of the game."""

from quartett.games.flow.rules import Flow

GAME = Flow()
