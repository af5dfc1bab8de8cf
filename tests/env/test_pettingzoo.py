"""PettingZoo's own tests accept the environments of every game."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import BaseParallelWrapper, BaseWrapper

from quartett.core.errors import FormatError, RuleError

EVERY_GAME = pytest.mark.parametrize("name", ["flow", "jericho", "photo_rummy", "souvenirs"])
SHORT: dict[str, dict[str, Any]] = {
    "flow": {"target": 20, "cards": 8},
    "photo_rummy": {"rounds": 1},
}

pytestmark = [
    # Dictionaries with a mask are what PettingZoo's own card games give; it knows their names.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    # Whoever is not to act may do nothing.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def module(name: str) -> Any:
    return import_module(f"quartett.env.pettingzoo.{name}_v0")


@EVERY_GAME
def test_api_test(name: str) -> None:
    api_test(module(name).env(**SHORT.get(name, {})), num_cycles=120)


@EVERY_GAME
def test_parallel_api_test(name: str) -> None:
    parallel_api_test(module(name).parallel_env(**SHORT.get(name, {})), num_cycles=150)


@EVERY_GAME
def test_seed_test(name: str) -> None:
    seed_test(lambda: module(name).env(**SHORT.get(name, {})), num_cycles=40)


@EVERY_GAME
def test_parallel_seed_test(name: str) -> None:
    parallel_seed_test(lambda: module(name).parallel_env(**SHORT.get(name, {})), num_cycles=40)


class Legal:
    """Stands for an action space whose samples are legal now; PettingZoo's test knows no masks."""

    def __init__(self, space: Any, mask: Any) -> None:
        self._space, self._mask = space, mask

    def sample(self) -> int:
        return int(self._space.sample(self._mask))


class LegalInTurns(BaseWrapper[str, Any, Any]):  # type: ignore[misc]
    def action_space(self, agent: str) -> Any:
        return Legal(super().action_space(agent), self.observe(agent)["action_mask"])


class LegalTogether(BaseParallelWrapper[str, Any, Any]):  # type: ignore[misc]
    masks: dict[str, Any]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        seen, infos = super().reset(seed, options)
        self.masks = {agent: info["action_mask"] for agent, info in infos.items()}
        return seen, infos

    def step(self, actions: Any) -> Any:
        after = super().step(actions)
        self.masks = {agent: info["action_mask"] for agent, info in after[-1].items()}
        return after

    def action_space(self, agent: str) -> Any:
        return Legal(super().action_space(agent), self.masks[agent])


@EVERY_GAME
def test_max_cycles_test(name: str) -> None:
    legal = SimpleNamespace(
        env=lambda **options: LegalInTurns(module(name).env(**options)),
        parallel_env=lambda **options: LegalTogether(module(name).parallel_env(**options)),
    )
    max_cycles_test(legal)


@EVERY_GAME
def test_render_test(name: str) -> None:
    render_test(module(name).env)


@EVERY_GAME
def test_masks_stand_in_the_observation_and_in_the_info(name: str) -> None:
    env = module(name).env(**SHORT.get(name, {}))
    env.reset(seed=3)
    for agent in env.agent_iter(200):
        observation, _, terminated, truncated, info = env.last()
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert info["action_mask"].ndim == 1
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))


@EVERY_GAME
@pytest.mark.parametrize("kind", ["env", "parallel_env"])
def test_the_state_is_what_all_know_together(name: str, kind: str) -> None:
    env = getattr(module(name), kind)(**SHORT.get(name, {}))
    env.reset(seed=2)
    state = env.state()
    assert env.state_space.contains(state)
    assert env.state_space is env.state_space
    one = env.observation_space("player_0")["observation"]
    assert state.shape == (len(env.agents) * one.shape[0],)
    assert state.dtype == np.int32
    for part in np.split(state, len(env.agents)):
        assert one.contains(part)
    if kind == "env":
        parts = [env.observe(agent)["observation"] for agent in env.agents]
        assert np.array_equal(state, np.concatenate(parts))


@EVERY_GAME
def test_observations_lie_in_their_space_to_the_end(name: str) -> None:
    env = module(name).env(**SHORT.get(name, {}))
    env.reset(seed=6)
    for agent in env.agent_iter():
        observation, _, terminated, _, info = env.last()
        assert env.observation_space(agent).contains(observation)
        env.step(None if terminated else env.action_space(agent).sample(info["action_mask"]))


@EVERY_GAME
def test_the_rewards_of_a_match_share_one_victory(name: str) -> None:
    env = module(name).env(**SHORT.get(name, {}))
    env.reset(seed=5)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    assert sum(totals.values()) == pytest.approx(1.0)


def test_players_and_options_are_those_of_the_game() -> None:
    assert len(module("jericho").env(players=5).possible_agents) == 5
    with pytest.raises(RuleError, match="players"):
        module("jericho").env(players=2)
    with pytest.raises(FormatError, match="handicap"):
        module("souvenirs").env(handicap=1)
    with pytest.raises(FormatError, match="render_mode"):
        module("souvenirs").env(render_mode="neon")


def test_what_cannot_be_is_refused() -> None:
    env = module("jericho").env()
    with pytest.raises(FormatError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    for action in (None, -1, 108):
        with pytest.raises(FormatError, match="action"):
            env.step(action)


def test_all_who_must_act_are_asked_before_anybody_does_anything() -> None:
    env = module("jericho").parallel_env(players=3, render_mode="ansi")
    _, infos = env.reset(seed=1)
    before = env.render()
    chosen = {agent: int(infos[agent]["action_mask"].argmax()) for agent in env.agents}
    with pytest.raises(FormatError, match="player_1 must act too"):
        env.step({agent: id for agent, id in chosen.items() if agent != "player_1"})
    with pytest.raises(FormatError, match="action: 108 is not"):
        env.step({**chosen, "player_2": 108})
    assert env.render() == before
    env.step(chosen)
    assert env.render() != before


def first_illegal(mask: Any) -> int:
    return int((mask == 0).argmax())


@EVERY_GAME
def test_an_illegal_action_ends_the_episode_for_all_and_says_so(name: str) -> None:
    env = module(name).env(**SHORT.get(name, {}), penalty=-3.0, render_mode="ansi")
    env.reset(seed=1)
    before, agent = env.render(), env.agent_selection
    wrong = first_illegal(env.infos[agent]["action_mask"])
    env.step(wrong)
    assert env.render() == before
    assert all(env.terminations.values())
    assert env.rewards == {each: -3.0 if each == agent else 0.0 for each in env.agents}
    assert env.infos[agent]["illegal_action"] == wrong
    assert [each for each in env.agents if "illegal_action" in env.infos[each]] == [agent]
    while env.agents:
        env.step(None)


@EVERY_GAME
def test_an_illegal_action_of_one_ends_the_episode_of_all_who_act_together(name: str) -> None:
    env = module(name).parallel_env(**SHORT.get(name, {}), render_mode="ansi")
    _, infos = env.reset(seed=1)
    before, agents = env.render(), env.agents[:]
    chosen = {agent: int(infos[agent]["action_mask"].argmax()) for agent in agents}
    acting = [agent for agent in agents if infos[agent]["action_mask"].any()]
    bad = acting[-1]
    chosen[bad] = first_illegal(infos[bad]["action_mask"])
    _, rewards, over, _, infos = env.step(chosen)
    assert env.render() == before
    assert all(over.values())
    assert rewards == {each: -1.0 if each == bad else 0.0 for each in agents}
    assert infos[bad]["illegal_action"] == chosen[bad]
    assert [each for each in agents if "illegal_action" in infos[each]] == [bad]
    assert env.agents == []
    with pytest.raises(FormatError, match="over"):
        env.step(chosen)


@EVERY_GAME
def test_where_it_is_wanted_an_illegal_action_is_refused_and_changes_nothing(name: str) -> None:
    env = module(name).env(**SHORT.get(name, {}), illegal="raise", render_mode="ansi")
    env.reset(seed=1)
    before, mask = env.render(), env.infos[env.agent_selection]["action_mask"]
    with pytest.raises(FormatError, match=r"action: \d+ \(.*\) is not legal for player \d"):
        env.step(first_illegal(mask))
    assert env.render() == before
    assert not any(env.terminations.values())
    env.step(int(mask.argmax()))
    both = module(name).parallel_env(**SHORT.get(name, {}), illegal="raise", render_mode="ansi")
    _, infos = both.reset(seed=1)
    before = both.render()
    with pytest.raises(FormatError, match="is not legal"):
        both.step({agent: first_illegal(infos[agent]["action_mask"]) for agent in both.agents})
    assert both.render() == before


@EVERY_GAME
def test_a_lead_is_paid_in_points_and_scores_are_told(name: str) -> None:
    env = module(name).env(**SHORT.get(name, {}), reward="lead")
    env.reset(seed=5)
    totals, scores = dict.fromkeys(env.agents, 0.0), []
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        totals[agent] += reward
        scores = info["scores"].tolist()
        env.step(None if terminated else env.action_space(agent).sample(info["action_mask"]))
    assert any(scores)
    for seat, lead in enumerate(totals.values()):
        assert lead == scores[seat] - max(scores[:seat] + scores[seat + 1 :])


@EVERY_GAME
def test_masks_at_the_end_allow_a_sample(name: str) -> None:
    for last in ({}, {"max_cycles": 2}):
        env = module(name).env(**SHORT.get(name, {}), **last)
        env.reset(seed=5)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            over = terminated or truncated
            assert info["action_mask"].any()
            assert over == observation["action_mask"].all()
            env.step(None if over else env.action_space(agent).sample(info["action_mask"]))


def test_unknown_rewards_and_choices_are_refused() -> None:
    for wrong in ({"reward": "score"}, {"illegal": "ignore"}, {"penalty": "much"}):
        for make in (module("jericho").env, module("jericho").parallel_env):
            with pytest.raises(FormatError, match=next(iter(wrong))):
                make(**wrong)
