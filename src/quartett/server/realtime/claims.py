"""Claims on their way through the arbiter, and who waits to hear what became of them."""

from collections.abc import Callable, Collection

from quartett.core.capabilities import Contested
from quartett.core.game import AnyGame, GameValue
from quartett.server.realtime.arbiter import (
    Arbiter,
    Claim,
    FirstCome,
    Ruling,
    arbiter_for,
)
from quartett.server.refusals import Refusal

Reply = Callable[[int | Exception], None]
"""Called with the version that a claim led to, or the reason for its refusal."""

Key = tuple[int, str]


class Claims:
    """The claims of a timed match; each is played or refused, and every caller gets the answer."""

    def __init__(self) -> None:
        self._arbiter: Arbiter = FirstCome()
        self._match: tuple[int, int | str] | None = None
        self._replies: dict[Key, list[Reply]] = {}

    def begin(self, match: int, game: AnyGame, seed: int | str, seats: int) -> None:
        """Let an arbiter of its own judge each match."""
        if self._match != (match, seed):
            self._match = (match, seed)
            self._arbiter = arbiter_for(game, seed, seats)

    def shown(self, version: int, now: float) -> None:
        """A version is being sent to everybody."""
        self._arbiter.shown(version, now)

    def offer(self, claim: Claim, state: GameValue, reply: Reply) -> None:
        """Take a claim in; one that is under way already only gets another listener."""
        waiting = self._replies.get((claim.seat, claim.id))
        if waiting is not None:
            waiting.append(reply)
            return
        self._arbiter.offer(claim, state)
        self._replies[claim.seat, claim.id] = [reply]

    def due(self, now: float) -> list[Ruling]:
        """The claims to be played now, in order; each is to be answered."""
        return self._arbiter.due(now)

    def wake(self) -> float | None:
        """The next moment (match clock) at which a held claim is due."""
        return self._arbiter.wake()

    def taken(self, claim: Claim) -> Reply:
        """A claim is being played: nobody who asked for it is refused any more, but told thus."""
        replies = self._replies.pop((claim.seat, claim.id), [])

        def answer(result: int | Exception) -> None:
            for reply in replies:
                reply(result)

        return answer

    def measured(
        self, seat: int, round_trip_ms: float, system: float | None, beneath: float | None
    ) -> None:
        """A round trip of a seat was measured: by the page, the system, and the browser."""
        self._arbiter.measured(seat, round_trip_ms, system, beneath)

    def drop(self, seats: Collection[int]) -> None:
        """Somebody else plays these seats from now on: what is held for them is dropped."""
        for seat in seats:
            self._arbiter.forget(seat)
        self._refuse([key for key in self._replies if key[0] in seats], "taken_over")

    def end(self) -> None:
        """The match is over: answer all callers that still wait."""
        self._refuse(list(self._replies), "not_running")

    def _refuse(self, keys: list[Key], reason: str) -> None:
        for key in keys:
            for reply in self._replies.pop(key):
                reply(Refusal(reason))


class Beaten(Refusal):
    """A claim came second, and what it was after is gone."""


def check_target(game: AnyGame, state: GameValue, ruling: Ruling) -> None:
    """Refuse a claim whose card the quicker one has got by now."""
    if ruling.behind_ms is None or ruling.target is None:
        return
    claim = ruling.claim
    assert isinstance(game, Contested)
    if game.target(state, claim.seat, claim.action) != ruling.target:
        raise Beaten("beaten", ms=ruling.behind_ms)
