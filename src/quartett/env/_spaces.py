"""What Gymnasium's and PettingZoo's environments offer alike: spaces and ways to be shown."""

import numpy as np
from gymnasium import spaces

from quartett.core.errors import FormatError
from quartett.env._fields import fields_of
from quartett.env._matches import Spec

NO_BOUND = np.iinfo(np.int32).max
"""Stands for the bound of what the rules do not limit."""

RENDER_MODES = ("ansi", "human")


def check_render_mode(mode: str | None) -> None:
    """FormatError unless an environment can be shown so."""
    if mode is not None and mode not in RENDER_MODES:
        raise FormatError(f"render_mode: {mode!r} is not one of {', '.join(RENDER_MODES)}")


def observation_space(spec: Spec) -> spaces.Dict:
    """Whole numbers within their bounds, and beside them the mask."""
    return spaces.Dict(
        {
            "observation": _box(spec, 1),
            "action_mask": spaces.Box(0, 1, (spec.actions,), np.int8),
        }
    )


def state_space(spec: Spec) -> spaces.Box:
    """The observations of all seats, one after the other."""
    return _box(spec, spec.players)


def _box(spec: Spec, seats: int) -> spaces.Box:
    fields = fields_of(spec.name, spec.options)
    sizes = [field.stop - field.offset for field in fields]
    highs = [NO_BOUND if field.high is None else field.high for field in fields]
    low, high = np.repeat([field.low for field in fields], sizes), np.repeat(highs, sizes)
    return spaces.Box(
        np.tile(low, seats).astype(np.int32), np.tile(high, seats).astype(np.int32), dtype=np.int32
    )
