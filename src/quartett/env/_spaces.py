"""What Gymnasium's and PettingZoo's environments offer alike: spaces and ways to be shown."""

import numpy as np
from gymnasium import spaces

from quartett.core.errors import FormatError

RENDER_MODES = ("ansi", "human")


def check_render_mode(mode: str | None) -> None:
    """FormatError unless an environment can be shown so."""
    if mode is not None and mode not in RENDER_MODES:
        raise FormatError(f"render_mode: {mode!r} is not one of {', '.join(RENDER_MODES)}")


def observation_space(size: int, actions: int) -> spaces.Dict:
    """Whole numbers, and beside them the mask."""
    low, high = np.iinfo(np.int32).min, np.iinfo(np.int32).max
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, (size,), np.int32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
