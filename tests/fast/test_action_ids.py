"""Action ids are for ever: what they mean is pinned in action_ids.txt."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from fast.fast_games import EVERY_COPY, EVERY_GAME, fast
from quartett.fast._copies import Copy

GOLDEN = Path(__file__).with_name("action_ids.txt")


def meaning(module: Any, quick: Any, action: int) -> str:
    """An id as a line of JSON; what depends on the table is left open."""
    if module.__name__.endswith("photo_rummy") and action >= module.LAY_ID:
        return f'{{"type":"lay","candidate":{action - module.LAY_ID}}}'
    if module.__name__.endswith("flow") and action == module.WAIT_ID:
        return '{"type":"wait"}'
    found = msgspec.to_builtins(module.action_of(quick, 0, action))
    found.pop("on", None)
    return msgspec.json.encode(found).decode()


def table(name: str, copy: Copy) -> list[str]:
    """All ids of a game with what they mean; for seat 0 of the largest table."""
    module = fast(name, copy)
    quick = module.deal(module.MAX_PLAYERS, Random(1))
    ids = range(module.ACTIONS)
    return [f"{name} {action} {meaning(module, quick, action)}" for action in ids]


@EVERY_COPY
@EVERY_GAME
def test_ids_mean_what_they_always_meant(name: str, copy: Copy) -> None:
    pinned = [line for line in GOLDEN.read_text().splitlines() if line.startswith(f"{name} ")]
    assert table(name, copy) == pinned


@EVERY_COPY
@EVERY_GAME
def test_every_id_is_its_actions_id(name: str, copy: Copy) -> None:
    module = fast(name, copy)
    quick = module.deal(module.MAX_PLAYERS, Random(1))
    named = {"photo_rummy": module.ACTIONS - 8, "flow": module.ACTIONS - 1}
    for action in range(named.get(name, module.ACTIONS)):
        found = module.action_of(quick, 1, action)
        assert module.id_of(quick, 1, found) == action
