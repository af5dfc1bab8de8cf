"""PettingZoo's parallel environment: all agents step together."""

from pettingzoo.utils.env import ParallelEnv

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.env._matches import action_id, mask, observation, open_mask, scores
from quartett.env._pictures import RENDER_MODES
from quartett.env._rewards import Terms
from quartett.env.pettingzoo._agents import Observed, Table, TableEnv


class QuartettParallel(TableEnv, ParallelEnv[str, Observed, object]):  # type: ignore[misc]
    """A match in which a step is one decision of everybody who has to decide now.

    The actions of the others are passed over: their masks are empty. For rewards and illegal
    actions see `quartett.env.pettingzoo`.
    """

    def __init__(
        self,
        name: str,
        players: int | None,
        render_mode: str | None,
        max_cycles: int | None,
        terms: Terms,
        options: Json,
    ) -> None:
        self.metadata = {"render_modes": list(RENDER_MODES), "name": f"{name}_v0"}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._table = Table(name, players, render_mode, options)
        self._terms = terms
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

    def step(
        self, actions: Json
    ) -> tuple[
        dict[str, Observed],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Json],
    ]:
        """Let everybody act who has to; observations, rewards, terminations, truncations, infos."""
        match, names = self._playing(), self._table.names
        if not self.agents:
            raise FormatError("the episode is over: reset the environment first")
        ids = self._ids(actions)
        wrong = [seat for seat, id in ids.items() if not self._allows(seat, id)]
        if not wrong:
            for seat, id in ids.items():
                match.apply(seat, id)
        self._steps += 1
        over = bool(wrong) or match.is_over()
        cut = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        observations, infos = self._seen(over or cut)
        rewards = dict(zip(names, self._terms.rewards(match), strict=True))
        for seat in wrong:
            rewards[names[seat]] = self._terms.penalty
            infos[names[seat]]["illegal_action"] = ids[seat]
        terminations = dict.fromkeys(names, over)
        truncations = dict.fromkeys(names, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _allows(self, seat: int, id: int) -> bool:
        return self._terms.allows(self._table.spec, self._playing(), seat, id)

    def _ids(self, actions: Json) -> dict[int, int]:
        """What each seat does that has to act, looked at before anybody does anything."""
        names, acting = self._table.names, self._playing().to_act()
        if absent := [names[seat] for seat in acting if names[seat] not in actions]:
            raise FormatError(f"actions: {', '.join(absent)} must act too")
        ids = self._table.spec.actions
        return {seat: action_id(actions[names[seat]], ids) for seat in acting}

    def _seen(self, over: bool = False) -> tuple[dict[str, Observed], dict[str, Json]]:
        match, actions = self._playing(), self._table.spec.actions
        observations: dict[str, Observed] = {}
        infos: dict[str, Json] = {}
        for seat, agent in enumerate(self.agents):
            legal = open_mask(actions) if over else mask(match.legal_ids(seat), actions)
            observations[agent] = {"observation": observation(match, seat), "action_mask": legal}
            infos[agent] = {"action_mask": legal, "scores": scores(match)}
        return observations, infos
