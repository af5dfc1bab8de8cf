"""Jericho in the terminal."""

from quartett.terminal.jericho.face import JerichoFace

FACE = JerichoFace
