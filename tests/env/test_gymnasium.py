"""Gymnasium's own checker accepts the environments of every game."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quartett.env.gymnasium
from quartett.core.errors import FormatError

SHORT: dict[str, dict[str, Any]] = {
    "Flow": {"target": 20, "cards": 8},
    "Jericho": {"players": 4},
    "PhotoRummy": {"rounds": 1},
    "Souvenirs": {},
}
EVERY_GAME = pytest.mark.parametrize("title", SHORT)

pytestmark = [
    # Scores and times have no bounds worth naming.
    pytest.mark.filterwarnings("ignore:.*A Box observation space"),
    pytest.mark.filterwarnings("ignore:.*(minimum|maximum) value is"),
]


def made(title: str, **more: Any) -> Any:
    return gymnasium.make(f"quartett/{title}-v0", **{**SHORT[title], **more})


@EVERY_GAME
def test_check_env(title: str) -> None:
    check_env(made(title, opponents="easy").unwrapped, skip_render_check=True)


@EVERY_GAME
@pytest.mark.parametrize("opponents", ["random", "easy", "medium"])
def test_a_whole_match_against_bots(title: str, opponents: str) -> None:
    env = made(title, opponents=opponents)
    env.action_space.seed(1)
    observation, info = env.reset(seed=1)
    done, total = False, 0.0
    while not done:
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert info["action_mask"].any()
        action = env.action_space.sample(info["action_mask"])
        observation, reward, done, _, info = env.step(action)
        total += float(reward)
    assert 0 <= total <= 1


@EVERY_GAME
def test_the_same_seed_gives_the_same_match(title: str) -> None:
    ends = []
    for _ in range(2):
        env = made(title)
        env.action_space.seed(4)
        observation, info = env.reset(seed=4)
        for _ in range(30):
            observation, _, done, _, info = env.step(env.action_space.sample(info["action_mask"]))
            if done:
                break
        ends.append(observation["observation"].tolist())
    assert ends[0] == ends[1]


def test_what_cannot_be_is_refused() -> None:
    for wrong in ({"seat": 4}, {"opponents": ["easy"]}, {"render_mode": "rgb_array"}):
        with pytest.raises(FormatError):
            quartett.env.gymnasium.QuartettEnv("jericho", **wrong)


def test_bots_are_named_seat_by_seat() -> None:
    env = made("Jericho", opponents=["easy", "medium", "random"], seat=2)
    env.reset(seed=2)
    assert "jericho" in quartett.env.gymnasium.QuartettEnv.render(env.unwrapped)
