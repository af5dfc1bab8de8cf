"""The interfaces of fast modules and of their matches."""

from random import Random
from typing import Protocol

from quartett.core.game import GameValue
from quartett.core.outcome import Outcome


class FastMatch(Protocol):
    """An integer-encoded match, changed in place; seats are numbered from 0.

    Nothing is checked: `apply` expects an id from `legal_ids`, and a position of the rules one
    that they allow. Matches can be copied and pickled; copies continue alike, also in random draws.
    """

    players: int
    turn: int
    """The seat to act, in ascending order where several may; -1 once the match is over."""

    def copy(self) -> "FastMatch":
        """An independent copy of this match."""
        ...

    def to_act(self) -> list[int]:
        """The seats that may act now, in ascending order."""
        ...

    def legal_ids(self, seat: int) -> list[int]:
        """The ids of a seat's legal actions, in no particular order; not to be changed."""
        ...

    def mask(self, seat: int) -> list[int]:
        """1 for each id that is legal, else 0."""
        ...

    def apply(self, seat: int, action: int) -> None:
        """Apply a legal action of a seat."""
        ...

    def is_over(self) -> bool:
        """Whether the match has ended."""
        ...

    def scores(self) -> list[int]:
        """The points of every seat so far, as the game counts them."""
        ...

    def winners(self) -> list[int]:
        """The seats in the lead."""
        ...

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is running."""
        ...

    def observe(self, seat: int) -> list[int]:
        """The observation of a seat as numbers; `quartett.env.observation_fields` names them."""
        ...


class FastGame(Protocol):
    """A fast module: one game, encoded as integers.

    The same deal and the same actions give the same legal sets, states, scores and outcomes as the
    rules; a test compares the two. Action ids are never renumbered.
    """

    @property
    def ACTIONS(self) -> int:
        """The number of action ids."""
        ...

    @property
    def OBSERVED(self) -> int:
        """The length of an observation."""
        ...

    def deal(self, players: int, chance: Random, options: GameValue = ...) -> GameValue:
        """A new match, with this source of randomness."""
        ...

    def from_state(self, state: GameValue, *seed_and_number: GameValue) -> GameValue:
        """The fast version of a state; games with random draws to come also need a seed."""
        ...

    def to_state(self, game: GameValue) -> GameValue:
        """The state of the rules for this match."""
        ...

    def action_of(self, game: GameValue, seat: int, action: int) -> GameValue:
        """The action with this id."""
        ...

    def id_of(self, game: GameValue, seat: int, action: GameValue) -> int:
        """The id of an action, or -1 if it has none."""
        ...

    def play_randomly(self, game: GameValue, chance: Random) -> int:
        """Play uniformly random legal actions to the end; returns how many were unforced."""
        ...
