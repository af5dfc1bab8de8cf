"""Every fast module keeps to `FastGame`, and its matches to `FastMatch`, compiled or plain."""

import inspect
import random
from typing import Any

import pytest

from fast.fast_games import EVERY_COPY, fast
from quartett.core.errors import FormatError
from quartett.fast import GAMES, FastGame, FastMatch, module_of
from quartett.fast._copies import Copy
from quartett.games import get


def named(protocol: Any) -> list[str]:
    """What a protocol asks for."""
    own = [each for each in vars(protocol) if not each.startswith("_")]
    return [*own, *(each for each in protocol.__annotations__ if each not in own)]


@EVERY_COPY
@pytest.mark.parametrize("name", ["flow_ticks", "jericho", "photo_rummy", "souvenirs"])
def test_a_module_and_its_matches_offer_all_that_is_promised(name: str, copy: Copy) -> None:
    module: Any = fast(name, copy)
    assert [each for each in named(FastGame) if not hasattr(module, each)] == []
    match = module.deal(2 if name != "jericho" else 3, random.Random(1))
    assert len(named(FastMatch)) == 12
    assert [each for each in named(FastMatch) if not hasattr(match, each)] == []
    assert len(match.observe(0)) == module.OBSERVED
    assert len(match.mask(0)) == module.ACTIONS
    if copy == "plain":
        for protocol, found in ((FastGame, module), (FastMatch, type(match))):
            for each in named(protocol):
                wanted = vars(protocol).get(each)
                if inspect.isfunction(wanted) and each not in ("from_state", "deal"):
                    asked = [p for p in inspect.signature(wanted).parameters if p != "self"]
                    there = inspect.signature(getattr(found, each)).parameters
                    assert [p for p in there if p != "self"] == asked, each


@pytest.mark.parametrize("name", GAMES)
def test_the_module_of_a_game_deals_its_matches(name: str) -> None:
    match = module_of(name).deal(get(name).players[0], random.Random(1))
    assert match.players == get(name).players[0]
    assert match.turn >= 0


def test_a_game_without_a_fast_module_is_refused_by_name() -> None:
    with pytest.raises(FormatError, match="game: 'chess' is not one of flow, jericho"):
        module_of("chess")
