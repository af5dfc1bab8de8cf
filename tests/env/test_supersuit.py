"""SuperSuit's wrappers run on our PettingZoo environments."""

from typing import Any

import numpy as np
import pytest

from quartett.env.pettingzoo import jericho_v0, souvenirs_v0

supersuit = pytest.importorskip("supersuit", reason="needs pip install supersuit")
pytestmark = pytest.mark.filterwarnings("ignore")


def numbers(seen: Any, space: Any) -> Any:
    """An observation without its mask."""
    return np.asarray(seen["observation"], np.float32)


def space_of(space: Any) -> Any:
    """The space of the same."""
    box = space["observation"]
    return type(box)(box.low.astype(np.float32), box.high.astype(np.float32), dtype=np.float32)


def test_a_wrapped_match_is_played_to_its_end() -> None:
    env = supersuit.clip_reward_v0(jericho_v0.env(), 0, 0.5)
    env = supersuit.observation_lambda_v0(env, numbers, space_of)
    env = supersuit.agent_indicator_v0(supersuit.frame_stack_v1(env, 2))
    env.reset(seed=1)
    chance, rewards, steps = np.random.default_rng(1), dict.fromkeys(env.agents, 0.0), 0
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        assert seen.shape == env.observation_space(agent).shape
        rewards[agent] += reward
        over = terminated or truncated
        legal = np.flatnonzero(info["action_mask"])
        env.step(None if over else int(chance.choice(legal)))
        steps += 1
    assert steps > 60
    assert 0 < max(rewards.values()) <= 0.5


def test_many_matches_side_by_side_as_one_vector_of_environments() -> None:
    env = supersuit.pettingzoo_env_to_vec_env_v1(souvenirs_v0.parallel_env())
    seen, _ = env.reset(seed=1)
    chance, ended = np.random.default_rng(1), 0
    for _ in range(120):
        masks = seen["action_mask"]
        actions = [int(chance.choice(np.flatnonzero(row))) if row.any() else 0 for row in masks]
        seen, rewards, terminated, _, _ = env.step(np.array(actions))
        assert seen["observation"].shape == (2, 222)
        ended += int(terminated.all())
        assert rewards.sum() == (1 if terminated.all() else 0)
    assert ended > 1
