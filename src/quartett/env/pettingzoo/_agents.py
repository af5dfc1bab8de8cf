"""What both kinds of PettingZoo environment share: agents, spaces, chance, pictures."""

from functools import cached_property
from random import Random

import numpy as np
from gymnasium import spaces

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.env._matches import Ints, Spec, observation
from quartett.env._pictures import check_render_mode, rendered
from quartett.env._spaces import observation_space, state_space
from quartett.fast import FastMatch

Observed = Json
"""`observation` and `action_mask`."""


class Table:
    """The agents of one environment, by name and by seat."""

    def __init__(
        self, name: str, players: int | None, render_mode: str | None, options: Json
    ) -> None:
        check_render_mode(render_mode)
        self.spec = Spec(name, players, options)
        self.names = [f"player_{seat}" for seat in range(self.spec.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.names)}
        self.observation_spaces = dict.fromkeys(self.names, observation_space(self.spec))
        self.action_spaces: dict[str, spaces.Discrete] = {
            agent: spaces.Discrete(self.spec.actions) for agent in self.names
        }
        self.chance = Random()
        self._render_mode = render_mode

    def reset(self, seed: int | None) -> None:
        """Restart the random numbers if a seed is given."""
        if seed is not None:
            self.chance = Random(seed)

    def render(self, match: FastMatch) -> GameValue:
        """The table as the agent to act sees it, as the mode wants it."""
        return rendered(self.spec, match, max(0, match.turn), self._render_mode)


class TableEnv:
    """What an environment does alike whether agents take turns or step together."""

    _table: Table
    _match: FastMatch | None = None
    """The match; None before the first reset."""

    def observation_space(self, agent: str) -> spaces.Dict:
        """Whole numbers, and beside them the mask."""
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The game's action ids."""
        return self._table.action_spaces[agent]

    @cached_property
    def state_space(self) -> spaces.Box:
        """The observations of all agents, one after the other."""
        return state_space(self._table.spec)

    def state(self) -> Ints:
        """What all agents know together: their observations, one after the other.

        The order of the draw pile, which nobody knows, is no part of it.
        """
        match = self._playing()
        return np.concatenate([observation(match, seat) for seat in range(match.players)])

    def render(self) -> GameValue:
        """The table as the agent to act sees it: text, SVG, or an array of colours."""
        return self._table.render(self._playing())

    def close(self) -> None:
        """There is nothing to close."""

    def _playing(self) -> FastMatch:
        if self._match is None:
            raise FormatError("the environment has to be reset before it is used")
        return self._match
