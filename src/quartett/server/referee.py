"""Where actions of timed games pass through: who came first is decided here and nowhere else."""

from typing import Any, Protocol

import msgspec

from quartett.core.game import AnyGame


class Claim(msgspec.Struct, frozen=True):
    """An action on its way to a timed match, with all that may decide about its order."""

    seat: int
    id: str | None
    action: Any
    received_at: int
    """The match's clock when the message came in."""
    aims_at: int | None = None
    """The version that was on the player's screen."""
    reaction_ms: float | None = None
    """From painting that version to the input, as the player's device says."""
    round_trips: tuple[float, ...] = ()
    """The latest round trips of the player's connection in ms, as the server measured them."""


class Referee(Protocol):
    """Puts claims into order; asked again whenever one comes in and at each `wake`."""

    def offer(self, claim: Claim, game: AnyGame, state: Any) -> None:
        """Take a claim in."""

    def due(self, now: int) -> list[Claim]:
        """The claims to be played now, in order; they are no longer held."""

    def wake(self) -> int | None:
        """The next moment (match clock) at which a held claim is due."""


class FirstCome:
    """First come, first served."""

    def __init__(self) -> None:
        self._held: list[Claim] = []

    def offer(self, claim: Claim, game: AnyGame, state: Any) -> None:
        """Take a claim in."""
        self._held.append(claim)

    def due(self, now: int) -> list[Claim]:
        """All claims, in the order in which they came."""
        held, self._held = self._held, []
        return held

    def wake(self) -> int | None:
        """Nothing is ever held back."""
        return None
