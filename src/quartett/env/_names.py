"""What the action ids of each game mean, in words."""

from functools import cache
from random import Random

import msgspec

from quartett.core.game import GameValue
from quartett.fast import GAMES, FastGame, flow_ticks, module_of, photo_rummy
from quartett.fast._variants import known_as
from quartett.games import get
from quartett.games.photo_rummy.cards import DECK

MODULES = {name: module_of(name) for name in GAMES}
"""The fast module behind the environments of each game; Speed & Flow runs in ticks."""


@cache
def action_names(game: str) -> tuple[str, ...]:
    """The name of every action id of a game, as in `wall red-3` or `steal left-1 slot-0`.

    Seats are counted from the acting one; a lay of Photo Rummy is a candidate, whose cards depend
    on the table.
    """
    game = known_as(game).game
    module = MODULES[game]
    table = module.deal(max(get(game).players), Random(0))
    return tuple(_name(game, module, table, id) for id in range(module.ACTIONS))


def name_at(game: str, table: GameValue, seat: int, id: int) -> str:
    """The name of an action id at a table, where a lay is named by what it lays and takes too.

    `lay candidate-0 oslo-palace joker-1 taking joker-2` leaves out how the table is rearranged.
    """
    name = action_names(game)[id]
    is_lay = known_as(game).game == "photo_rummy" and id >= photo_rummy.LAY_ID
    if not is_lay or id not in table.legal_ids(seat):
        return name
    lay, rack = table.candidates()[id - photo_rummy.LAY_ID], table.racks[seat]
    laid = [DECK[card] for card in sorted(set(rack) - set(lay.rack))]
    taken = [DECK[card] for card in lay.taken]
    return " ".join([name, *laid, *(["taking", *taken] if taken else [])])


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
