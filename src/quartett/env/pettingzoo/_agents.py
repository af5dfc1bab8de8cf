"""What both kinds of PettingZoo environment share: agents, spaces, chance, pictures in words."""

import sys
from functools import cache
from random import Random

from gymnasium import spaces

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.env._matches import FastMatch, Spec
from quartett.env._spaces import check_render_mode, observation_space

Observed = Json
"""`observation` and `action_mask`."""

_shared_space = cache(observation_space)


class Table:
    """The agents of one environment, by name and by seat."""

    def __init__(
        self, name: str, players: int | None, render_mode: str | None, options: Json
    ) -> None:
        check_render_mode(render_mode)
        self.spec = Spec(name, players, options)
        self.names = [f"player_{seat}" for seat in range(self.spec.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.names)}
        self.observation_spaces = {
            agent: _shared_space(self.spec.observed, self.spec.actions) for agent in self.names
        }
        self.action_spaces: dict[str, spaces.Discrete] = {
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

    def render(self) -> str | None:
        """The whole table as a position."""
        return self._table.render(self._table.spec.text(self._playing()))

    def close(self) -> None:
        """There is nothing to close."""

    def _playing(self) -> FastMatch:
        if self._match is None:
            raise FormatError("the environment has to be reset before it is used")
        return self._match
