"""`hard@1` is the hard level of version 0.1: it decides as was recorded then."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quartett import bots
from quartett.core.positions import Position, load_position
from quartett.core.seeds import Rng
from quartett.games import get

RECORDED = Path(__file__).parent / "recorded"
STEPS = [50, pytest.param(1, marks=pytest.mark.long)]
"""All 500 decisions take minutes; an ordinary run looks at some of them."""


def recorded(name: str) -> Iterator[dict[str, Any]]:
    """The decisions of 0.1's hard bot."""
    with gzip.open(RECORDED / f"{name}.jsonl.gz") as lines:
        yield from map(msgspec.json.decode, lines)


@pytest.mark.parametrize("every", STEPS)
@pytest.mark.parametrize("name", ["flow", "jericho", "photo_rummy", "souvenirs"])
def test_hard_1_decides_as_the_hard_bot_of_version_0_1_did(name: str, every: int) -> None:
    game, bot = get(name), bots.get(name, "hard@1")
    decisions = list(recorded(name))
    assert len(decisions) == 500
    for each in decisions[::every]:
        state = load_position(game, msgspec.convert(each["position"], Position))
        legal = game.legal(state, each["seat"])
        if "legal" in each:
            legal = msgspec.convert(each["legal"], list[game.action_type])  # type: ignore[name-defined]
        chosen = bot.choose(game.view(state, each["seat"]), legal, Rng(each["seed"]))
        assert msgspec.json.decode(msgspec.json.encode(chosen)) == each["action"]
