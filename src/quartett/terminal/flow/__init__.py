"""Speed & Flow in the terminal."""

from quartett.terminal.flow.face import FlowFace

FACE = FlowFace
