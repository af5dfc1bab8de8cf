"""The portraits that people can choose."""

from typing import get_args

from quartett.protocol.messages import FaceId

FACES: frozenset[str] = frozenset(get_args(FaceId))


def shown_face(stored: str | None) -> str | None:
    """A portrait as it is told; None where there is none, or one that this version cannot draw."""
    return stored if stored in FACES else None
