"""PettingZoo's own tests accept the environments of every game."""

from importlib import import_module
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


@EVERY_GAME
def test_max_cycles_test(name: str) -> None:
    max_cycles_test(module(name))


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
        module("souvenirs").env(render_mode="rgb_array")


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
