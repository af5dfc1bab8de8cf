"""What every fast module offers, and every match of one."""

from random import Random
from typing import Protocol

from quartett.core.game import GameValue
from quartett.core.outcome import Outcome


class FastMatch(Protocol):
    """A match as whole numbers, changed in place; seats are counted from 0.

    Nothing is checked: `apply` takes what `legal_ids` lists, and a position of the rules is one
    that they allow. Matches can be copied and pickled, and go on alike to the last draw.
    """

    players: int
    turn: int
    """The seat to act, in ascending order where several may; -1 once the match is over."""

    def copy(self) -> "FastMatch":
        """The same match, to be changed on its own."""
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
        """Let a seat do a legal action."""
        ...

    def is_over(self) -> bool:
        """Whether the match has ended."""
        ...

    def scores(self) -> list[int]:
        """The points of every seat so far, as the game counts them."""
        ...

    def winners(self) -> list[int]:
        """The seats that lead."""
        ...

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        ...

    def observe(self, seat: int) -> list[int]:
        """What a seat may know, as numbers; `quartett.env.observation_fields` names them."""
        ...


class FastGame(Protocol):
    """A fast module: one game as whole numbers.

    The same deal and the same actions give the same legal sets, states, scores and outcomes as the
    rules; one law in the tests ties the two. Action ids are never renumbered.
    """

    @property
    def ACTIONS(self) -> int:
        """How many action ids there are."""
        ...

    @property
    def OBSERVED(self) -> int:
        """The length of an observation."""
        ...

    def deal(self, players: int, chance: Random, options: GameValue = ...) -> GameValue:
        """A new match, whose chance comes from this."""
        ...

    def from_state(self, state: GameValue, *seed_and_number: GameValue) -> GameValue:
        """The same match as the rules know it; games with chance to come take a seed as well."""
        ...

    def to_state(self, game: GameValue) -> GameValue:
        """The match as the rules know it."""
        ...

    def action_of(self, game: GameValue, seat: int, action: int) -> GameValue:
        """The action that an id names."""
        ...

    def id_of(self, game: GameValue, seat: int, action: GameValue) -> int:
        """The id of an action; -1 for one that no id names."""
        ...

    def play_randomly(self, game: GameValue, chance: Random) -> int:
        """Play a match to its end by uniform legal choices; how many there were."""
        ...
