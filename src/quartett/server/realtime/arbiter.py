"""Where actions of timed games pass through: who came first is decided here and nowhere else."""

from typing import Protocol

import msgspec

from quartett.core.capabilities import Contested, Timed
from quartett.core.errors import RuleError
from quartett.core.game import AnyGame, GameValue
from quartett.server.realtime.contest import Attempt, Contest, ContestResult


class Claim(msgspec.Struct, frozen=True):
    """An action on its way to a timed match, with all that may decide about its order."""

    seat: int
    id: str
    action: GameValue
    """As the game's own type."""
    received_at: float
    """The match's clock when the message came in."""
    aims_at: int | None = None
    """The version that was on the player's screen."""
    reaction_ms: float | None = None
    """From painting that version to the input, as the player's device says."""
    by_bot: bool = False
    """Whether a bot reaches for it, for itself or for a person who is away."""


class Ruling(msgspec.Struct, frozen=True):
    """A claim to be played now, and how it fared against others that wanted the same."""

    claim: Claim
    target: str | None = None
    behind_ms: int | None = None
    """How much later than the winner it was; None for the winner and where nobody else was."""
    winner: int | None = None
    """The seat that was quicker, if any."""


class Arbiter(Protocol):
    """Puts claims into order; asked again whenever one comes in and at each `wake`."""

    def offer(self, claim: Claim, state: GameValue) -> None:
        """Take a claim in, made in this state."""

    def due(self, now: float) -> list[Ruling]:
        """The claims to be played now, in order; they are no longer held."""

    def wake(self) -> float | None:
        """The next moment (match clock) at which a held claim is due."""

    def shown(self, version: int, now: float) -> None:
        """A version is being sent to everybody."""

    def measured(
        self, seat: int, round_trip_ms: float, system: float | None, beneath: float | None
    ) -> None:
        """A round trip of a seat was measured: by the page, the system, and the browser."""

    def forget(self, seat: int) -> None:
        """Drop what is held for a seat: somebody else plays it now."""


class FirstCome:
    """First come, first served."""

    def __init__(self) -> None:
        self._held: list[Ruling] = []

    def offer(self, claim: Claim, state: GameValue) -> None:
        """Take a claim in."""
        self._held.append(Ruling(claim))

    def due(self, now: float) -> list[Ruling]:
        """All claims, in the order in which they came."""
        held, self._held = self._held, []
        return held

    def wake(self) -> float | None:
        """Nothing is ever held back."""
        return None

    def shown(self, version: int, now: float) -> None:
        """Of no interest here."""

    def measured(
        self, seat: int, round_trip_ms: float, system: float | None, beneath: float | None
    ) -> None:
        """Of no interest here."""

    def forget(self, seat: int) -> None:
        """Drop what is held for a seat."""
        self._held = [each for each in self._held if each.claim.seat != seat]


class Quickest:
    """The quickest reaction wins what several want; the game says what an action is after."""

    def __init__(
        self,
        game: AnyGame,
        clock: Timed[GameValue, GameValue, GameValue],
        contested: Contested[GameValue, GameValue],
        seed: int | str,
        seats: int,
    ) -> None:
        self._game, self._clock, self._contested = game, clock, contested
        self._contest = Contest(seed, seats)
        self._claims: dict[tuple[int, str], Claim] = {}

    def offer(self, claim: Claim, state: GameValue) -> None:
        """Take a claim in; one that nobody rivals, or that breaks a rule, is due at once."""
        target = self._target(claim, state)
        rivals = self._rivals(claim.seat, target, state) if target else frozenset()
        attempt = Attempt(
            claim.seat, claim.id, target, claim.received_at, claim.reaction_ms, claim.aims_at
        )
        self._claims[claim.seat, claim.id] = claim
        self._contest.submit(attempt, rivals)

    def due(self, now: float) -> list[Ruling]:
        """The claims that are decided, in order."""
        return [self._ruling(result) for result in self._contest.due(now)]

    def wake(self) -> float | None:
        """When the next contest is decided."""
        return self._contest.wake()

    def shown(self, version: int, now: float) -> None:
        """Reactions are counted from when a version was shown."""
        self._contest.show(version, now)

    def measured(
        self, seat: int, round_trip_ms: float, system: float | None, beneath: float | None
    ) -> None:
        """A player is believed only within the measured round trips."""
        lag = self._contest.lags[seat]
        lag.sample(round_trip_ms)
        if system is not None:
            lag.confirm(system)
        if beneath is not None:
            lag.limit(beneath)

    def forget(self, seat: int) -> None:
        """Drop what is held for a seat."""
        self._contest.forget(seat)
        self._claims = {key: claim for key, claim in self._claims.items() if key[0] != seat}

    def _ruling(self, result: ContestResult) -> Ruling:
        attempt = result.attempt
        claim = self._claims.pop((attempt.seat, attempt.id))
        behind = None if result.won else result.behind_ms
        return Ruling(claim, attempt.target, behind, result.winner)

    def _target(self, claim: Claim, state: GameValue) -> str | None:
        try:
            self._clock.check_ready(state, claim.seat, claim.action)
        except RuleError:
            return None
        return self._contested.target(state, claim.seat, claim.action)

    def _rivals(self, seat: int, target: str, state: GameValue) -> frozenset[int]:
        others = (other for other in range(self._game.seats(state)) if other != seat)
        return frozenset(other for other in others if self._wants(other, target, state))

    def _wants(self, seat: int, target: str, state: GameValue) -> bool:
        aim, possible = self._contested.target, self._clock.once_ready(state, seat)
        return any(aim(state, seat, action) == target for action in possible)


def arbiter_for(game: AnyGame, seed: int | str, seats: int) -> Arbiter:
    """The fairest arbiter that the game allows: one that knows what actions are after."""
    if isinstance(game, Contested) and isinstance(game, Timed):
        return Quickest(game, game, game, seed, seats)
    return FirstCome()
