"""The table as one seat sees it, drawn with colours for a terminal."""

from quartett.env._matches import Spec
from quartett.fast import FastMatch
from quartett.terminal.picture import picture as drawn


def picture(spec: Spec, match: FastMatch, seat: int) -> str:
    """The table as a seat sees it; whose turn it is stands below."""
    acting = match.to_act() if match.turn >= 0 else []
    state = spec.module.to_state(match)
    return drawn(spec.game, state, seat, lambda each: f"player_{each}", "colours", acting) + "\n"
