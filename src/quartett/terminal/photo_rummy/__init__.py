"""Photo Rummy in the terminal."""

from quartett.terminal.photo_rummy.face import PhotoRummyFace

FACE = PhotoRummyFace
