"""The spaces that Gymnasium's and PettingZoo's environments have alike."""

import numpy as np
from gymnasium import spaces

from quartett.env._fields import fields_of
from quartett.env._matches import Spec

NO_BOUND = np.iinfo(np.int32).max
"""Stands for the bound of what the rules do not limit."""


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
