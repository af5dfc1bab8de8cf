"""Souvenirs: one grid for all, and cubes on the rows and columns that will be worth most."""

from quartett.games.souvenirs.rules import Souvenirs

GAME = Souvenirs()
