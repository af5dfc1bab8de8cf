"""The networks that come with the package: as the model card says, and only where they can run."""

import subprocess
import sys
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from quartett import bots
from quartett.bots import network
from quartett.bots.flow import master_net as flow_net
from quartett.bots.jericho import master_net as jericho_net
from quartett.bots.photo_rummy import master_net as photo_rummy_net
from quartett.bots.souvenirs import master_net as souvenirs_net
from quartett.games import names

CARD = Path(__file__).parents[2] / "docs" / "master.md"
SHAPES = {
    "flow": flow_net.SHAPES,
    "jericho": jericho_net.SHAPES,
    "photo_rummy": photo_rummy_net.SHAPES,
    "souvenirs": souvenirs_net.SHAPES,
}
EVERY_MASTER = pytest.mark.parametrize("game", SHAPES)

WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from quartett import bots
from quartett.core.errors import QuartettError
print(list(bots.bots_of("jericho")))
try:
    bots.get("jericho", "master")
except QuartettError as error:
    print(error)
"""


def test_a_master_is_offered_where_weights_are_shipped() -> None:
    assert {game for game in names() if "master" in bots.bots_of(game)} == set(SHAPES)


def test_without_numpy_no_master_is_offered_and_the_extra_is_named() -> None:
    run = [sys.executable, "-c", WITHOUT_NUMPY]
    said = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said == ["['random', 'easy', 'medium', 'hard']", network.MISSING]


def shipped(game: str) -> list[Path]:
    """All weights of a game."""
    found = [Path(str(each)) for each in files(f"quartett.bots.{game}").iterdir()]
    return [each for each in found if each.suffix == ".npz"]


@EVERY_MASTER
def test_the_weights_are_those_of_the_model_card_and_small(game: str) -> None:
    contents = [path.read_bytes() for path in shipped(game)]
    card = CARD.read_text(encoding="utf-8")
    assert all(sha256(each).hexdigest() in card for each in contents)
    assert 0 < sum(map(len, contents)) <= 2_000_000


@EVERY_MASTER
def test_the_weights_fit_the_network_and_are_numbers(game: str) -> None:
    for path in shipped(game):
        weights = network.load(path)
        assert {name: each.shape for name, each in weights.items()} == SHAPES[game]
        assert all(np.isfinite(each).all() for each in weights.values())
