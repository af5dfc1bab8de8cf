"""The table as one seat sees it: as letters for a terminal, as SVG, or as an array of colours."""

from quartett.core.errors import FormatError
from quartett.core.game import GameValue
from quartett.env._matches import Spec
from quartett.fast import FastMatch
from quartett.pictures import draw
from quartett.pictures.sheet import Sheet
from quartett.terminal.text_picture import picture as drawn

RENDER_MODES = ("ansi", "human", "rgb_array", "svg")


def check_render_mode(mode: str | None) -> None:
    """FormatError unless an environment can be shown so; ImportError where that needs an extra."""
    if mode is not None and mode not in RENDER_MODES:
        raise FormatError(f"render_mode: {mode!r} is not one of {', '.join(RENDER_MODES)}")
    if mode == "rgb_array":
        from quartett.pictures import raster  # noqa: F401


def rendered(spec: Spec, match: FastMatch, seat: int, mode: str | None) -> GameValue:
    """What `render` gives back for a mode; for a human it prints and gives nothing back."""
    if mode == "svg":
        return _sheet(spec, match, seat).svg()
    if mode == "rgb_array":
        from quartett.pictures.raster import rgb_of

        return rgb_of(_sheet(spec, match, seat))
    text = picture(spec, match, seat)
    if mode == "human":
        print(text)
        return None
    return text


def picture(spec: Spec, match: FastMatch, seat: int) -> str:
    """The table as a seat sees it; whose turn it is stands below."""
    state = spec.module.to_state(match)
    return drawn(spec.game, state, seat, _named, "colours", _acting(match)) + "\n"


def _sheet(spec: Spec, match: FastMatch, seat: int) -> Sheet:
    return draw(spec.game, spec.module.to_state(match), seat, _named, _acting(match))


def _acting(match: FastMatch) -> list[int]:
    return match.to_act() if match.turn >= 0 else []


def _named(seat: int) -> str:
    return f"player_{seat}"
