"""What the action ids of each game mean, in words."""

from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.fast import GAMES, FastGame, flow_ticks, module_of, photo_rummy
from quartett.games import get

MODULES = {name: module_of(name) for name in GAMES}
"""The fast module behind the environments of each game; Speed & Flow runs in ticks."""


class Known(NamedTuple):
    """What stands behind a name: a game, options that it stands for, and how many play."""

    game: str
    options: Json
    players: int


VARIANTS = {
    "jericho_small": Known("jericho", {"size": "small"}, 2),
    "souvenirs_small": Known("souvenirs", {"size": "small"}, 2),
}
"""Games of their own that are others with some options agreed on."""


def known_as(name: str) -> Known:
    """The game behind a name."""
    if name in MODULES:
        return Known(name, {}, get(name).players[0])
    if name in VARIANTS:
        return VARIANTS[name]
    raise FormatError(f"game: {name!r} is not one of {', '.join([*MODULES, *VARIANTS])}")


@cache
def action_names(game: str) -> tuple[str, ...]:
    """The name of every action id of a game, as in `wall red-3` or `steal left-1 0`.

    Seats are counted from the acting one; a lay of Photo Rummy is a candidate, whose cards depend
    on the table.
    """
    game = known_as(game).game
    module = MODULES[game]
    table = module.deal(max(get(game).players), Random(0))
    return tuple(_name(game, module, table, id) for id in range(module.ACTIONS))


def _name(game: str, module: FastGame, table: GameValue, id: int) -> str:
    if game == "photo_rummy" and id >= photo_rummy.LAY_ID:
        return f"lay candidate-{id - photo_rummy.LAY_ID}"
    if game == "flow" and id == flow_ticks.WAIT_ID:
        return "wait"
    parts = msgspec.to_builtins(module.action_of(table, 0, id))
    parts.pop("on", None)
    return " ".join(_word(key, value) for key, value in parts.items())


def _word(key: str, value: GameValue) -> str:
    if key == "seat":
        return f"left-{value}"
    if key in ("pile", "slot", "stack"):
        return f"{key}-{value}"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
