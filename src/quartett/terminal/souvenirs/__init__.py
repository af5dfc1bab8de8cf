"""Souvenirs in the terminal."""

from quartett.terminal.souvenirs.face import SouvenirsFace

FACE = SouvenirsFace
