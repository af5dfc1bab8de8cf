"""Training: it learns, it can be taken up again, and the same seed gives the same network."""

from pathlib import Path

import numpy as np
import pytest

from quartett.bots import network
from quartett.cli import main
from quartett.core.errors import FormatError
from quartett.train.ppo import Size
from quartett.train.run import Look, Plan, Run, read_log

TINY = Size(matches=32, ticks=32, parts=2)


def trained(folder: Path, game: str, steps: int, size: Size = TINY) -> list[Look]:
    """The looks at a training of so many decisions, every eighth update."""
    Run(Plan(game, folder, steps, size=size, every=8), lambda line: None).go()
    return read_log(folder)


def arrays(folder: Path) -> dict[str, list[float]]:
    """The weights that a training has come to."""
    weights = network.load(folder / "weights.npz")
    return {name: np.asarray(each).reshape(-1).tolist() for name, each in weights.items()}


def test_a_short_training_learns_to_beat_random_players_and_to_expect_results(
    tmp_path: Path,
) -> None:
    run = Run(Plan("jericho", tmp_path, 16_000, size=TINY), lambda line: None)
    errors = [run.learn()["value_loss"] for _ in range(14)]
    assert sum(errors[-4:]) / 4 < 0.7 * errors[0]
    assert run.win_share() > 0.5  # one of three would win a third
    run.save()
    assert (tmp_path / "weights.npz").stat().st_size <= 2_000_000


@pytest.mark.long
def test_a_longer_training_leaves_random_players_far_behind(tmp_path: Path) -> None:
    for game in ("jericho", "souvenirs"):
        looks = trained(tmp_path / game, game, 400_000, Size(matches=128, ticks=32, parts=4))
        assert looks[-1].random is not None
        assert looks[-1].random > 0.9


@pytest.mark.long
def test_the_same_seed_gives_the_same_weights_interrupted_or_not(tmp_path: Path) -> None:
    for name in ("once", "again"):
        trained(tmp_path / name, "jericho", 16_000)
    assert arrays(tmp_path / "once") == arrays(tmp_path / "again")
    halfway = Run(
        Plan("jericho", tmp_path / "halves", 16_000, size=TINY, every=8), lambda line: None
    )
    while halfway.decisions < 8_000:
        halfway.learn()
    halfway.save()
    trained(tmp_path / "halves", "jericho", 16_000)
    assert arrays(tmp_path / "halves") == arrays(tmp_path / "once")


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
    ],
)
def test_what_cannot_be_learned_is_refused_in_one_line(
    given: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *given, *(["--folder", str(tmp_path)] * ("--resume" not in given))]) == 2
    assert said in capsys.readouterr().err
