"""What both kinds of PettingZoo environment share: agents, spaces, chance, pictures in words."""

import sys
from functools import cache
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.env._matches import Spec

RENDER_MODES = ("ansi", "human")

Observed = Json
"""`observation` and `action_mask`."""


@cache
def observation_space(size: int, actions: int) -> spaces.Dict:
    """Whole numbers, and beside them the mask."""
    low, high = np.iinfo(np.int32).min, np.iinfo(np.int32).max
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, (size,), np.int32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class Table:
    """The agents of one environment, by name and by seat."""

    def __init__(
        self, name: str, players: int | None, render_mode: str | None, options: Json
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise FormatError(
                f"render_mode: {render_mode!r} is not one of {', '.join(RENDER_MODES)}"
            )
        self.spec = Spec(name, players, options)
        self.names = [f"player_{seat}" for seat in range(self.spec.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.names)}
        self.observation_spaces = {
            agent: observation_space(self.spec.observed, self.spec.actions) for agent in self.names
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.spec.actions) for agent in self.names
        }
        self.chance = Random()
        self._render_mode = render_mode

    def reset(self, seed: int | None) -> None:
        """Begin the chance anew where a seed is given."""
        if seed is not None:
            self.chance = Random(seed)

    def render(self, text: str) -> str | None:
        """The table in words: given back, or printed for a human."""
        if self._render_mode == "human":
            sys.stdout.write(text + "\n")
            return None
        return text
