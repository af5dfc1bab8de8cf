"""Gymnasium's own checker accepts the environments of every game."""

import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quartett.env.gymnasium
from quartett.core.errors import FormatError
from quartett.core.texts import say
from quartett.env import observation_fields
from quartett.games.photo_rummy.cards import CATEGORIES, CITIES
from quartett.games.photo_rummy.cards import DECK as PHOTO_DECK

SHORT: dict[str, dict[str, Any]] = {
    "Flow": {"target": 20, "cards": 8},
    "Jericho": {"players": 4},
    "PhotoRummy": {"rounds": 1},
    "Souvenirs": {},
}
NAMES = {
    "Flow": "Speed & Flow",
    "Jericho": "Jericho",
    "PhotoRummy": "Photo Rummy",
    "Souvenirs": "Souvenirs",
}
EVERY_GAME = pytest.mark.parametrize("title", SHORT)


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
    more: list[dict[str, Any]] = [{"reward": "score"}, {"illegal": "ignore"}, {"penalty": "much"}]
    for wrong in [*wrongs, *more, {"render_mode": "depth_array"}]:
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


@EVERY_GAME
def test_an_illegal_action_ends_the_episode_with_a_penalty_and_says_so(title: str) -> None:
    env = made(title, opponents="random", render_mode="ansi").unwrapped
    _, info = env.reset(seed=1)
    before, wrong = env.render(), int((info["action_mask"] == 0).argmax())
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"] == wrong
    assert env.render() == before
    with pytest.raises(FormatError, match="over"):
        env.step(wrong)
    _, info = env.reset()
    assert "illegal_action" not in info
    _, reward, *_ = env.step(int(info["action_mask"].argmax()))
    assert reward >= 0


def test_the_penalty_can_be_chosen_or_the_action_refused() -> None:
    env = made("Jericho", opponents="random", penalty=-20)
    _, info = env.reset(seed=1)
    wrong = int((info["action_mask"] == 0).argmax())
    assert env.step(wrong)[1] == -20
    env = made("Jericho", opponents="random", illegal="raise", render_mode="ansi")
    _, info = env.reset(seed=1)
    before = env.render()
    with pytest.raises(FormatError, match=r"action: \d+ \(.*\) is not legal for player 0"):
        env.step(wrong)
    assert env.render() == before
    assert not env.step(int(info["action_mask"].argmax()))[2]


@EVERY_GAME
def test_a_lead_is_paid_in_points_and_scores_are_told(title: str) -> None:
    env = made(title, opponents="random", seat=1, reward="lead")
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    done, reward = False, 0.0
    while not done:
        assert reward == 0.0
        _, reward, done, _, info = env.step(env.action_space.sample(info["action_mask"]))
    scores = info["scores"].tolist()
    assert any(scores)
    assert reward == scores[1] - max(scores[:1] + scores[2:])


@EVERY_GAME
def test_a_policy_that_samples_by_the_mask_survives_the_usual_autoreset(title: str) -> None:
    envs = gymnasium.vector.SyncVectorEnv(
        [lambda: made(title, opponents="random") for _ in range(2)]
    )
    draw = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    ended = 0
    while ended < 3:
        chances = seen["action_mask"] / seen["action_mask"].sum(axis=1, keepdims=True)
        assert np.allclose(chances.sum(axis=1), 1)
        actions = np.array([draw.choice(row.size, p=row) for row in chances])
        seen, _, done, _, infos = envs.step(actions)
        assert "illegal_action" not in infos
        ended += int(done.sum())
    envs.close()


@EVERY_GAME
@pytest.mark.parametrize("seat", [0, 1])
def test_the_table_is_drawn_as_the_learner_sees_it(title: str, seat: int) -> None:
    env = made(title, opponents="random", seat=seat, render_mode="ansi")
    env.reset(seed=3)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", env.render())
    assert NAMES[title] in shown
    for other in range(SHORT[title].get("players", 2)):
        assert f"player_{other}" in shown
    assert "To act: " in shown
    assert f"player_{seat}" in shown.partition("To act: ")[2]


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_elses_hand_is_drawn(seat: int) -> None:
    env = made("PhotoRummy", opponents="random", seat=seat, render_mode="ansi")
    seen, _ = env.reset(seed=3)
    shown = env.render()
    (rack,) = [field for field in observation_fields("photo_rummy") if field.name == "rack"]
    own = seen["observation"][rack.offset : rack.stop]
    for city in CITIES:
        photos = [own[PHOTO_DECK.index(f"{city}-{category}")] for category in CATEGORIES]
        name = say(f"photo_rummy.city.{city}", None, "en")
        assert (name in shown) == any(photos), name


def test_a_finished_match_is_drawn_too() -> None:
    env = made("Souvenirs", opponents="random", render_mode="ansi")
    _, info = env.reset(seed=3)
    done = False
    while not done:
        _, _, done, _, info = env.step(int(info["action_mask"].argmax()))
    assert "The match is over." in env.render()


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
