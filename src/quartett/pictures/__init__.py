"""A table as a picture: SVG text, or an array of colours.

    quartett.pictures.svg(match)            as the seat that acts next sees it
    quartett.pictures.svg(match, seat=1)    as seat 1 sees it
    quartett.pictures.rgb(match)            the same as an array, drawn by matplotlib

A picture shows what the seat may know and nothing else. Each game draws itself in its own module
here; another package registers its own with the entry point `quartett.pictures`.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from quartett.core.errors import FormatError
from quartett.core.game import AnyGame, GameValue
from quartett.core.match import AnyMatch
from quartett.core.plugins import part_of
from quartett.core.texts import say
from quartett.pictures.sheet import INK, MARGIN, Named, Sheet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["rgb", "svg"]

HEADING = 20
LANGUAGE = "en"


class Draws(Protocol):
    """What a game's module here has as `draw`."""

    def __call__(self, view: GameValue, sheet: Sheet, named: Named) -> None:
        """Draw a view below what stands on the sheet already."""


def svg(match: AnyMatch, seat: int | None = None) -> str:
    """The table as SVG, as a seat sees it; by default the one that acts next."""
    return _drawn(match, seat).svg()


def rgb(match: AnyMatch, seat: int | None = None) -> "NDArray[np.uint8]":
    """The same as an array of rows, columns and red, green, blue; needs the extra `plots`."""
    from quartett.pictures.raster import rgb_of

    return rgb_of(_drawn(match, seat))


def is_drawn(game: str) -> bool:
    """Whether there are pictures of a game."""
    return part_of("pictures", game) is not None


def draw(
    game: AnyGame, state: GameValue, seat: int, named: Named, acting: Iterable[int] = ()
) -> Sheet:
    """The table as a seat sees it, under the game's name and whose turn it is."""
    module = part_of("pictures", game.id)
    if module is None:
        raise FormatError(f"there are no pictures of {game.id}")
    sheet = Sheet()
    title = say(f"{game.id}.name", None, LANGUAGE)
    sheet.text(MARGIN, sheet.y + HEADING * 0.8, title, HEADING, INK, bold=True)
    sheet.text(sheet.width - MARGIN, sheet.y + HEADING * 0.8, _told(game, state, named, acting),
               14, INK, anchor="end")  # fmt: skip
    sheet.y += HEADING + MARGIN
    drawing: Draws = import_module(module).draw
    drawing(game.view(state, seat), sheet, named)
    return sheet


def _told(game: AnyGame, state: GameValue, named: Named, acting: Iterable[int]) -> str:
    outcome = game.outcome(state)
    if outcome is not None:
        return f"Won by {', '.join(map(named, outcome.winners)) or 'nobody'}"
    names = ", ".join(map(named, acting))
    return f"To act: {names}" if names else ""


def _drawn(match: AnyMatch, seat: int | None) -> Sheet:
    acting = sorted(match.to_act)
    viewer = (acting or [0])[0] if seat is None else seat
    return draw(match.game, match.state, viewer, lambda each: f"seat {each}", acting)
