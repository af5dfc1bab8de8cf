"""Training: it learns, it can be taken up again, and the same seed gives the same network."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quartett.bots import network
from quartett.cli import main
from quartett.core.errors import FormatError
from quartett.train.ppo import Size
from quartett.train.run import Plan, Run

TINY = Size(matches=32, ticks=32, parts=2)


def arrays(folder: Path) -> dict[str, list[float]]:
    """The weights that a training has come to."""
    weights = network.load(folder / "weights.npz")
    return {name: np.asarray(each).reshape(-1).tolist() for name, each in weights.items()}


def test_a_short_training_learns_to_beat_random_players_and_to_expect_results(
    tmp_path: Path,
) -> None:
    run = Run(Plan("jericho", tmp_path, 16_000, size=TINY), lambda line: None)
    errors = [run.learn()["value_loss"] for _ in range(10)]
    assert sum(errors[-4:]) / 4 < 0.7 * errors[0]
    assert run.win_share(96) > 0.5  # one of three would win a third
    run.save()
    assert (tmp_path / "weights.npz").stat().st_size <= 2_000_000


@pytest.mark.long
@pytest.mark.parametrize("game", ["jericho", "souvenirs", "flow"])
def test_a_longer_training_leaves_random_players_far_behind(game: str, tmp_path: Path) -> None:
    size = Size(matches=128, ticks=32, parts=4)
    run = Run(Plan(game, tmp_path, 250_000, size=size), lambda line: None)
    while run.progress() < 1:
        run.learn()
    assert run.win_share() > 0.9


@pytest.mark.long
@pytest.mark.parametrize("game", ["jericho_small", "souvenirs_small"])
def test_a_small_game_is_learned_by_the_same_code(game: str, tmp_path: Path) -> None:
    run = Run(Plan(game, tmp_path, 40_000, size=TINY), lambda line: None)
    first = run.learn()["value_loss"]
    while run.progress() < 1:
        last = run.learn()["value_loss"]
    assert last < first
    assert run.win_share(512) > 0.6
    run.save()
    network.fitting(network.load(tmp_path / "weights.npz"), run.learner.net.SHAPES, game)


def learned(folder: Path, updates: int, **more: Any) -> dict[str, list[float]]:
    """The weights after so many updates in all, going on from what the folder holds."""
    run = Run(Plan("jericho", folder, 16_000, size=TINY, **more), lambda line: None)
    while run.updates < updates:
        run.learn()
    run.save()
    return arrays(folder)


@pytest.mark.long
@pytest.mark.parametrize("shards", [0, 2])
def test_the_same_seed_gives_the_same_weights_interrupted_or_not(
    shards: int, tmp_path: Path
) -> None:
    once, again = (learned(tmp_path / name, 8, shards=shards) for name in ("once", "again"))
    assert once == again
    assert learned(tmp_path / "halves", 4, shards=shards) != once
    assert learned(tmp_path / "halves", 8, shards=shards) == once


def test_a_checkpoint_of_another_game_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "checkpoint.npz", numbers=np.zeros(3), size=np.ones(5))
    with pytest.raises(FormatError, match="not a checkpoint"):
        Run(Plan("jericho", tmp_path, 1000), lambda line: None)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["nine_mens_morris"], "nine_mens_morris"),
        (["jericho", "--steps", "0"], "--steps must be at least 1"),
        (["jericho", "--minutes", "0"], "--minutes must be more than 0"),
        (["jericho", "--tables", "5"], "--tables must be a multiple of"),
        (["jericho", "--resume", "nowhere"], "there is no training in nowhere"),
        (["jericho", "--players", "2"], "--players: jericho has tables for 3, 4, 5 players"),
        (["jericho", "--begin", "nothing.npz"], "--begin: the file nothing.npz does not exist"),
        (["jericho", "--shards", "3"], "128 tables cannot be played in 3 shards"),
    ],
)
def test_what_cannot_be_learned_is_refused_in_one_line(
    given: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *given, *(["--folder", str(tmp_path)] * ("--resume" not in given))]) == 2
    assert said in capsys.readouterr().err
