"""PettingZoo's agent environment cycle: one agent decides at a time."""

from pettingzoo.utils.env import AECEnv

from quartett.core.forms import Json
from quartett.env._matches import action_id, mask, observation, open_mask, scores
from quartett.env._pictures import RENDER_MODES
from quartett.env._rewards import Terms
from quartett.env.pettingzoo._agents import Observed, Table, TableEnv


class QuartettAEC(TableEnv, AECEnv[str, Observed, object]):  # type: ignore[misc]
    """A match whose agents decide one after the other, even where the rules let all choose at once.

    For rewards and illegal actions see `quartett.env.pettingzoo`; an action outside the action
    space is refused. `max_cycles` is how often each agent decides before all is cut off.
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
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": f"{name}_v0",
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._table = Table(name, players, render_mode, options)
        self._terms = terms
        self._actions = self._table.spec.actions
        self._max_steps = 0 if max_cycles is None else max_cycles * self._table.spec.players
        self._steps = 0
        self.possible_agents = self._table.names[:]
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        """Deal a new match."""
        table = self._table
        table.reset(seed)
        self._match = table.spec.deal(table.chance)
        self._steps = 0
        self.agents = table.names[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Json] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observed:
        """What an agent may know, and the mask of what it may do now."""
        match, seat = self._playing(), self._table.seats[agent]
        known = self.infos.get(agent) if seat == match.turn or self._is_over() else None
        legal = (
            mask(match.legal_ids(seat), self._actions) if known is None else known["action_mask"]
        )
        return {"observation": observation(match, seat), "action_mask": legal}

    def step(self, action: object) -> None:
        """Let the selected agent act; None for one that is out."""
        match, agent = self._playing(), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        id, seat = action_id(action, self._actions), match.turn
        legal = self._terms.allows(self._table.spec, match, seat, id)
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        if not legal:
            self._end({agent: self._terms.penalty})
        else:
            match.apply(seat, id)
            if match.turn < 0:
                self._end(dict(zip(self._table.names, self._terms.rewards(match), strict=True)))
            elif self._steps == self._max_steps:
                self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        if not legal:
            self.infos[agent]["illegal_action"] = id
        if self.render_mode == "human":
            self.render()

    def _end(self, rewards: dict[str, float]) -> None:
        for agent in self._table.names:
            self.rewards[agent] = self._cumulative_rewards[agent] = rewards.get(agent, 0.0)
            self.terminations[agent] = True

    def _is_over(self) -> bool:
        """Whether nobody decides any more: the match ended, or the episode before it did."""
        return any(self.terminations.values()) or any(self.truncations.values())

    def _select(self) -> None:
        match, names = self._playing(), self._table.names
        if self._is_over():
            for agent in names:
                self.infos[agent] = {
                    "action_mask": open_mask(self._actions),
                    "scores": scores(match),
                }
            self.agent_selection = self.agents[0]
            return
        agent = names[match.turn]
        legal = mask(match.legal_ids(match.turn), self._actions)
        self.infos[agent] = {"action_mask": legal, "scores": scores(match)}
        self.agent_selection = agent
