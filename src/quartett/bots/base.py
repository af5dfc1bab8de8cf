"""The base of bots: they see a view and the legal actions, never the state of the match."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.core.seeds import Rng

A = TypeVar("A")
V = TypeVar("V")

MASTER = "master"
LEVELS = ("random", "easy", "medium", "hard", MASTER)
"""The levels, weakest first; a game has a master only if a network was trained."""

STEPS = 10
"""How many steps a ladder has where the master is at hand; without NumPy the tenth is missing."""

PRACTICE = "practice"
"""The level of an opponent for a first round, in games that have one; no list offers it."""

DEFAULT_NODES = 2000
"""The default number of positions that a searching bot examines per move."""

REACTION_MS = 2000
"""The default reaction time of a bot in a timed game."""

MIN_REACTION_MS = 180
"""The shortest reaction time: no person sees, decides and moves a hand faster."""


class Bot(ABC, Generic[V, A]):
    """Chooses actions for one seat; the same view, seed and nodes give the same choice."""

    level: ClassVar[str] = "own"
    games: ClassVar[Collection[str] | None] = None
    """The ids of the games it plays; None: all."""

    def __init__(self, nodes: int = DEFAULT_NODES) -> None:
        self.nodes = nodes

    @abstractmethod
    def choose(self, view: V, legal: Sequence[A], rng: Rng) -> A:
        """One of the legal actions (or, where not all are listed, any legal one)."""

    def reaction_ms(self, view: V, legal: Sequence[A], rng: Rng) -> int:
        """The reaction time in timed games.

        Asked right after `choose`. A bot that would rather wait answers with a long time: the seat
        is asked again as soon as it sees something new to do.
        """
        return REACTION_MS


AnyBot: TypeAlias = Bot[Any, Any]
"""A bot of any game."""


class RandomBot(Bot[object, object]):
    """Takes any legal action."""

    level = "random"

    def choose(self, view: object, legal: Sequence[object], rng: Rng) -> object:
        return rng.choice(legal)


Reason: TypeAlias = tuple[str, Json]
"""The reason for a suggestion: a text key and its fields."""


class Hint(msgspec.Struct, frozen=True):
    """A suggestion: what to do, why (a text key with its fields), and how much better it is."""

    action: GameValue
    reason: str
    about: Json
    gain: float
    unit: str
    """What the gain counts: `points` or `chance` (of winning, from 0 to 1)."""
