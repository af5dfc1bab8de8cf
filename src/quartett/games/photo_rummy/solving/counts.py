"""How many photos and jokers fit into the rows of one capital or the sets of one category.

Only the numbers matter: p photos and j jokers of one capital can be split into correct rows
exactly when p reaches `ROW_NEEDS[j]`, and likewise for sets. One joker may stand in for a photo;
every further joker asks for more photos (PR-08) or for room (PR-07).
"""

from functools import cache
from typing import Final

from quartett.games.photo_rummy.lay import LARGEST, SMALLEST

MAX_PHOTOS: Final = {"row": 6, "set": 17}
JOKERS: Final = 6
NEVER: Final = 99
"""A need that no number of photos meets."""

Parts = tuple[tuple[int, int], ...]
"""Photos and jokers of each combination that a line is split into."""


def is_correct(kind: str, photos: int, jokers: int) -> bool:
    """Whether these numbers of cards of one line make one correct combination (PR-07, PR-08)."""
    return photos > jokers and SMALLEST[kind] <= photos + jokers <= LARGEST[kind]


@cache
def split(kind: str, photos: int, jokers: int) -> Parts | None:
    """The fewest correct combinations that use up exactly these numbers of cards of one line."""
    if photos == jokers == 0:
        return ()
    if is_correct(kind, photos, jokers):
        return ((photos, jokers),)
    found: list[Parts] = []
    for some in range(photos - 1, 1, -1):
        for few in range(min(jokers, some - 1), -1, -1):
            rest = split(kind, photos - some, jokers - few) if is_correct(kind, some, few) else None
            if rest:
                found.append(((some, few), *rest))
    return min(found, key=len, default=None)


def _need(kind: str, jokers: int) -> int:
    fits = (p for p in range(1, MAX_PHOTOS[kind] + 1) if split(kind, p, jokers) is not None)
    return next(fits, NEVER)


def _room(kind: str, photos: int) -> int:
    return max((j for j in range(JOKERS + 1) if split(kind, photos, j) is not None), default=0)


ROW_NEEDS: Final = tuple(_need("row", jokers) for jokers in range(JOKERS + 1))
"""The fewest photos that a capital's rows need beside this many jokers."""

SET_NEEDS: Final = tuple(_need("set", jokers) for jokers in range(JOKERS + 1))
"""The fewest photos that a category's sets need beside this many jokers."""

ROW_ROOM: Final = tuple(_room("row", photos) for photos in range(MAX_PHOTOS["row"] + 1))
"""The most jokers that a capital's rows can hold beside this many photos."""

SET_ROOM: Final = tuple(_room("set", photos) for photos in range(MAX_PHOTOS["set"] + 1))
"""The most jokers that a category's sets can hold beside this many photos."""
