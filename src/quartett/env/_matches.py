"""What all environments share: the games by id, arrays, rewards, illegal actions."""

from array import array
from collections.abc import Sequence
from operator import index
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.core.positions import dump_position
from quartett.env._names import MODULES, action_names
from quartett.fast import FastGame, FastMatch
from quartett.fast._variants import known_as
from quartett.games import get

Ints = NDArray[np.int32]
Mask = NDArray[np.int8]

TITLES = {
    "flow": "Flow",
    "jericho": "Jericho",
    "jericho_small": "JerichoSmall",
    "photo_rummy": "PhotoRummy",
    "photo_rummy_small": "PhotoRummySmall",
    "souvenirs": "Souvenirs",
    "souvenirs_small": "SouvenirsSmall",
}
"""The games' names in the ids of Gymnasium's environments."""


class Spec:
    """One game with its options, ready to be dealt again and again."""

    def __init__(self, name: str, players: int | None, options: Json) -> None:
        self.title = name
        """What it was asked for as."""
        known = known_as(name)
        self.name = known.game
        self.game = get(self.name)
        self.options = self.game.parse_options({**known.options, **options})
        self.players = known.players if players is None else players
        self.game.check_players(self.players)
        self.game.check_options(self.options, self.players)
        self.module: FastGame = MODULES[self.name]
        self.actions: int = self.module.ACTIONS
        self.observed: int = self.module.OBSERVED

    def __deepcopy__(self, memo: dict[int, object]) -> "Spec":
        return self  # nothing of it ever changes

    def __reduce__(self) -> tuple[GameValue, ...]:
        return Spec, (self.title, self.players, msgspec.to_builtins(self.options))

    def deal(self, chance: Random) -> FastMatch:
        """A new match."""
        match: FastMatch = self.module.deal(self.players, chance, self.options)
        return match

    def taken_up(self, state: GameValue) -> FastMatch:
        """A match that continues from a state of the rules."""
        match: FastMatch = self.module.from_state(state)
        return match

    def text(self, match: FastMatch) -> str:
        """The whole table as a position, for spectators."""
        position = dump_position(self.game, self.module.to_state(match))
        return msgspec.json.format(msgspec.json.encode(position)).decode()


def observation(match: FastMatch, seat: int) -> Ints:
    """What a seat observes, as an array."""
    return np.frombuffer(array("i", match.observe(seat)), dtype=np.int32)


def mask(legal: Sequence[int], actions: int) -> Mask:
    """1 for each id that is legal, else 0, as an array."""
    found = bytearray(actions)
    for each in legal:
        found[each] = 1
    return np.frombuffer(found, dtype=np.int8)


def open_mask(actions: int) -> Mask:
    """The mask after the end: 1 everywhere, so that sampling from it still works."""
    return np.ones(actions, dtype=np.int8)


def scores(match: FastMatch) -> Ints:
    """The points of every seat so far, as the game counts them."""
    return np.array(match.scores(), dtype=np.int32)


def action_id(action: GameValue, actions: int) -> int:
    """The id of an action, whatever kind of whole number it is; FormatError where it is none."""
    try:
        id = index(action)
    except TypeError:
        id = -1
    if not 0 <= id < actions:
        raise FormatError(f"action: {action!r} is not from 0 to {actions - 1}")
    return id


def check_legal(spec: Spec, match: FastMatch, seat: int, id: int) -> None:
    """FormatError unless a seat may do this now."""
    if id not in match.legal_ids(seat):
        name = action_names(spec.name)[id]
        raise FormatError(f"action: {id} ({name}) is not legal for player {seat}")
