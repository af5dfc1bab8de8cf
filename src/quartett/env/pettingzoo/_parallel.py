"""PettingZoo's parallel environment: all agents step together."""

from typing import Any

from pettingzoo.utils.env import ParallelEnv

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.env._matches import action_id, legal_choice, mask, observation, shares
from quartett.env._spaces import RENDER_MODES
from quartett.env.pettingzoo._agents import Observed, Table, TableEnv


class QuartettParallel(TableEnv, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """A match in which a step is one decision of everybody who has to decide now.

    The actions of the others are passed over: their masks are empty. The reward is a share of the
    victory at the end. An action that is not legal is played as the legal one with the lowest id.
    """

    def __init__(
        self,
        name: str,
        players: int | None,
        render_mode: str | None,
        max_cycles: int | None,
        options: Json,
    ) -> None:
        self.metadata = {"render_modes": list(RENDER_MODES), "name": f"{name}_v0"}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._table = Table(name, players, render_mode, options)
        self._steps = 0
        self.possible_agents = self._table.names[:]
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: Json | None = None
    ) -> tuple[dict[str, Observed], dict[str, Json]]:
        """Deal a new match."""
        table = self._table
        table.reset(seed)
        self._match = table.spec.deal(table.chance)
        self._steps = 0
        self.agents = table.names[:]
        return self._seen()

    def step(self, actions: Json) -> Any:
        """Let everybody act who has to; observations, rewards, terminations, truncations, infos."""
        match = self._playing()
        for seat, id in self._ids(actions).items():
            match.apply(seat, legal_choice(match.legal_ids(seat), id))
        self._steps += 1
        over = match.is_over()
        cut = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        observations, infos = self._seen()
        rewards = dict(zip(self.agents, shares(match), strict=True))
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _ids(self, actions: Json) -> dict[int, int]:
        """What each seat does that has to act, looked at before anybody does anything."""
        names, acting = self._table.names, self._playing().to_act()
        if absent := [names[seat] for seat in acting if names[seat] not in actions]:
            raise FormatError(f"actions: {', '.join(absent)} must act too")
        ids = self._table.spec.actions
        return {seat: action_id(actions[names[seat]], ids) for seat in acting}

    def _seen(self) -> tuple[dict[str, Observed], dict[str, Json]]:
        match, actions = self._playing(), self._table.spec.actions
        observations: dict[str, Observed] = {}
        infos: dict[str, Json] = {}
        for seat, agent in enumerate(self.agents):
            legal = mask(match.legal_ids(seat), actions)
            observations[agent] = {"observation": observation(match, seat), "action_mask": legal}
            infos[agent] = {"action_mask": legal}
        return observations, infos
