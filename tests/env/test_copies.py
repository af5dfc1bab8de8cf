"""Every environment can be copied and pickled in mid-episode, and goes on exactly as before."""

import copy
import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import quartett.env.gymnasium
import quartett.env.open_spiel  # noqa: F401

SHORT: dict[str, dict[str, Any]] = {
    "flow": {"target": 20, "cards": 8},
    "jericho": {"players": 3},
    "photo_rummy": {"rounds": 1},
    "souvenirs": {"players": 3},
}
TITLES = {
    "flow": "Flow",
    "jericho": "Jericho",
    "photo_rummy": "PhotoRummy",
    "souvenirs": "Souvenirs",
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}
EVERY_GAME = pytest.mark.parametrize("name", SHORT)
EVERY_WAY = pytest.mark.parametrize("way", WAYS)


def choice(legal: Any, draw: np.random.Generator) -> int:
    return int(draw.choice(np.flatnonzero(legal)))


def learner_goes_on(env: Any, info: Any, steps: int) -> list[Any]:
    """What a learner sees and gets on its way, into the next episode."""
    draw, found = np.random.default_rng(3), []
    for _ in range(steps):
        seen, reward, done, _, info = env.step(choice(info["action_mask"], draw))
        found.append((seen["observation"].tolist(), info["action_mask"].tolist(), reward, done))
        if done:
            seen, info = env.reset()
            found.append(seen["observation"].tolist())
    return found


@EVERY_GAME
@EVERY_WAY
@pytest.mark.parametrize("opponents", ["random", "medium"])
def test_gymnasium(way: str, name: str, opponents: str) -> None:
    env = gymnasium.make(f"quartett/{TITLES[name]}-v0", opponents=opponents, **SHORT[name])
    _, info = env.reset(seed=5)
    draw = np.random.default_rng(1)
    for _ in range(4):
        _, _, _, _, info = env.step(choice(info["action_mask"], draw))
    other = WAYS[way](env)
    steps = 40 if opponents == "random" else 6
    assert learner_goes_on(other, info, steps) == learner_goes_on(env, info, steps)


def agents_go_on(env: Any, steps: int) -> list[Any]:
    draw, found = np.random.default_rng(3), []
    for _ in range(steps):
        if not env.agents:
            env.reset()
        seen, reward, over, _, info = env.last()
        found.append((env.agent_selection, seen["observation"].tolist(), reward, over))
        env.step(None if over else choice(info["action_mask"], draw))
    return found


@EVERY_GAME
@EVERY_WAY
def test_pettingzoo_in_turns(way: str, name: str) -> None:
    env = import_module(f"quartett.env.pettingzoo.{name}_v0").env(**SHORT[name])
    env.reset(seed=5)
    agents_go_on(env, 9)
    other = WAYS[way](env)
    assert agents_go_on(other, 200) == agents_go_on(env, 200)


def all_go_on(env: Any, seen: Any, steps: int) -> list[Any]:
    draw, found = np.random.default_rng(3), []
    for _ in range(steps):
        acting = {
            agent: choice(each["action_mask"], draw) if each["action_mask"].any() else 0
            for agent, each in seen.items()
        }
        seen, rewards, over, _, _ = env.step(acting)
        found.append((rewards, over, [each["observation"].tolist() for each in seen.values()]))
        if not env.agents:
            seen, _ = env.reset()
    return found


@EVERY_GAME
@EVERY_WAY
def test_pettingzoo_together(way: str, name: str) -> None:
    env = import_module(f"quartett.env.pettingzoo.{name}_v0").parallel_env(**SHORT[name])
    seen, _ = env.reset(seed=5)
    all_go_on(env, seen, 0)
    other = WAYS[way](env)
    assert all_go_on(other, seen, 150) == all_go_on(env, seen, 150)


@EVERY_GAME
@EVERY_WAY
def test_open_spiel(way: str, name: str) -> None:
    draw = np.random.default_rng(2)
    state = pyspiel.load_game(f"quartett_{name}", SHORT[name]).new_initial_state()
    for _ in range(14):
        state.apply_action(int(draw.choice(state.legal_actions())))
    other = WAYS[way](state)
    while not state.is_terminal():
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        action = int(draw.choice(state.legal_actions()))
        state.apply_action(action)
        other.apply_action(action)
    assert other.returns() == state.returns()
