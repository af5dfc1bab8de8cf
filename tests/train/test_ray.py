"""On Ray a training plays the same matches, and comes to the same weights to the last bit."""

import os
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

PROGRAM = Path(__file__).parents[2] / ".venv-ray" / "bin" / "quartett"


WAYS = {
    "jericho": ("--tables", "32", "--steps", "4000", "--shards", "2"),
    "photo_rummy": ("--tables", "2", "--steps", "400", "--workers", "2"),
}


def train(folder: Path, game: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The command, in the environment that has Ray, keeping its files in this folder."""
    return subprocess.run(
        [PROGRAM, "train", game, *WAYS[game], *arguments],
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("game", WAYS)
def test_workers_on_ray_feed_the_same_training(tmp_path: Path, game: str) -> None:
    found = {}
    for name, given in {"here": (), "there": ("--ray",)}.items():
        done = train(tmp_path, game, "--folder", name, *given)
        assert done.returncode == 0, done.stderr
        found[name] = (tmp_path / name / "weights.npz").read_bytes()
    assert found["here"] == found["there"]


def test_an_address_where_no_ray_is_gets_a_plain_error(tmp_path: Path) -> None:
    done = train(tmp_path, "jericho", "--folder", "none", "--ray", "127.0.0.1:1")
    assert done.returncode != 0
    assert "127.0.0.1:1" in done.stderr
    assert "Traceback" not in done.stderr
