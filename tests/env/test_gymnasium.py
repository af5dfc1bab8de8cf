"""Gymnasium's own checker accepts the environments of every game."""

from pathlib import Path
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
    wrongs: list[dict[str, Any]] = [{"seat": 4}, {"opponents": ["easy"]}, {"opponents": 3}]
    for wrong in [*wrongs, {"render_mode": "rgb_array"}]:
        with pytest.raises(FormatError):
            quartett.env.gymnasium.QuartettEnv("jericho", **wrong)


def test_what_is_not_the_id_of_an_action_is_refused_and_changes_nothing() -> None:
    env = made("Jericho", opponents="random", render_mode="ansi")
    env.reset(seed=1)
    before = env.render()
    for wrong in (None, -1, 108, 1.5, "0"):
        with pytest.raises(FormatError, match=r"action: .* is not from 0 to 107"):
            env.unwrapped.step(wrong)
    assert env.render() == before
    env.step(np.int64(env.unwrapped.action_masks().argmax()))
    assert env.render() != before


TOLD = """
from pathlib import Path

from quartett.bots import Bot


class Teller(Bot):
    def choose(self, view, legal, rng):
        with Path(__file__).with_name("told").open("a") as file:
            file.write(f"{type(self).__name__} {view.viewer}\\n")
        return legal[0]


class Ann(Teller): ...
class Ben(Teller): ...
class Cem(Teller): ...
"""
"""Bots that write down where they sit."""


@pytest.mark.parametrize("seat", range(4))
def test_bots_are_named_seat_by_seat(seat: int, tmp_path: Path) -> None:
    file = tmp_path / "tellers.py"
    file.write_text(TOLD, encoding="utf-8")
    names = ["Ann", "Ben", "Cem"]
    opponents = [f"{file}:{name}" for name in names]
    env = made("Jericho", opponents=opponents, seat=seat)
    _, info = env.reset(seed=2)
    for _ in range(4):
        _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    told = set((tmp_path / "told").read_text(encoding="utf-8").splitlines())
    others = [other for other in range(4) if other != seat]
    assert told == {f"{name} {other}" for name, other in zip(names, others, strict=True)}
