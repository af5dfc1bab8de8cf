"""How a bot plays where all play at once: it sees something, reaches for it, and may think again.

A plan is an action and the moment at which the hand arrives. Whenever the table changes, every seat
looks again. A seat whose planned action is no longer possible plans anew, and so does one that sees
something new to do and prefers it; but a hand that has nearly arrived (`COMMITTED_MS`) goes through
with what it began. A plan that comes too early (the hand is still busy) waits until it may.

Nothing here has a clock: all moments are milliseconds on the match's own clock, and `now` is given
by the caller (left out, it is what the match's clock shows). There are two ways to use it:

- A caller whose bots answer at once (the arena, the terminal) is a `Runner` and lets `Hands` do the
  rest: `look` whenever something may have changed, `go_on` for the next thing that happens.
- A caller that waits for its bots (the server, one task a seat) keeps one plan itself. While
  `stands(match, seat, plan, now)` is false it has the bot think and takes the answer through
  `planned(match, seat, choice, plan, now)`; then it sleeps until `plan.at`, or until the table
  changes and it asks `stands` again. When the moment has come, `arrives` says whether to act.
  The match may have gone on while the bot thought: `choice.seen` is what there was to do before,
  so a seat that has missed something finds out at the next `stands`.
"""

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

from quartett.core.game import Seat
from quartett.core.match import AnyMatch

A = TypeVar("A")

COMMITTED_MS = 200
"""How long before an action lands it can no longer be called off."""


class Plan(msgspec.Struct, Generic[A], frozen=True):
    """What a seat is about to do, when, and what there was to do when it decided."""

    at: int
    action: A
    seen: frozenset[A]
    luck: int = 0
    """Decides between equal moments: the lower number acts first."""


class Choice(NamedTuple, Generic[A]):
    """What a bot would do now, and what it could choose from."""

    action: A
    seen: frozenset[A]
    reaction_ms: Callable[[], int]
    """How long it takes; asked only where a new reaction begins."""
    luck: Callable[[], int] = int


def stands(match: AnyMatch, seat: Seat, plan: Plan[A] | None, now: int | None = None) -> bool:
    """Whether a seat keeps its plan without thinking: still possible, and nothing new to see."""
    if plan is None or match.earliest(seat, plan.action) is None:
        return False
    if plan.at - _moment(match, now) <= COMMITTED_MS:
        return True
    return plan.seen.issuperset(match.once_ready(seat))


def planned(
    match: AnyMatch, seat: Seat, choice: Choice[A], old: Plan[A] | None, now: int | None = None
) -> Plan[A]:
    """The plan after a fresh look: the moment stays if the choice does, else a reaction begins."""
    if old is not None and choice.action == old.action:
        return Plan(old.at, choice.action, choice.seen, old.luck)
    arrival = _moment(match, now) + choice.reaction_ms()
    earliest = match.earliest(seat, choice.action)
    at = arrival if earliest is None else max(arrival, earliest)
    return Plan(at, choice.action, choice.seen, choice.luck())


def arrives(match: AnyMatch, seat: Seat, plan: Plan[A]) -> bool:
    """Whether a plan may be carried out, once time has passed until its moment.

    What was possible when it was planned may have run out by itself.
    """
    earliest = match.earliest(seat, plan.action)
    return earliest is not None and earliest <= max(plan.at, match.now)


class Runner(Protocol[A]):
    """Who knows the match and its bots, and carries out what they plan."""

    @property
    def match(self) -> AnyMatch:
        """The match as it stands."""
        ...

    def choose(self, seat: Seat) -> Choice[A]:
        """What the seat's bot would do now."""
        ...

    def act(self, seat: Seat, action: A, at: int) -> None:
        """Let a seat act at a moment."""
        ...

    def wait(self, at: int) -> None:
        """Let time pass until a moment."""
        ...


class Hands(Generic[A]):
    """The plans of several seats, carried out one after the other."""

    def __init__(self, runner: Runner[A], seats: Iterable[Seat]) -> None:
        self.plans: dict[Seat, Plan[A]] = {}
        self._runner = runner
        self._seats = tuple(seats)

    def look(self, now: int | None = None) -> None:
        """Every seat looks at the table as it is now and keeps, makes or drops its plan."""
        match = self._runner.match
        able = match.to_act_once_ready
        for seat in self._seats:
            plan = self.plans.get(seat)
            if seat not in able:
                self.plans.pop(seat, None)
            elif not stands(match, seat, plan, now):
                self.plans[seat] = planned(match, seat, self._runner.choose(seat), plan, now)

    def go_on(self, until: int | None = None) -> int | None:
        """Let the next thing happen, time's own or the first plan; its moment.

        None, and nothing happens, where that lies beyond `until` or nothing is left to happen.
        """
        match, wake = self._runner.match, self._runner.match.wake
        seat = self._first()
        if seat is None or (wake is not None and wake <= self.plans[seat].at):
            if wake is not None and _is_due(wake, until):
                self._runner.wait(wake)
                return wake
            return None
        if not _is_due(self.plans[seat].at, until):
            return None
        plan = self.plans.pop(seat)
        at = max(plan.at, match.now)
        self._runner.wait(at)
        if arrives(match, seat, plan):
            self._runner.act(seat, plan.action, at)
        return at

    def _first(self) -> Seat | None:
        plans = self.plans
        return min(plans, key=lambda seat: (plans[seat].at, plans[seat].luck), default=None)


def _is_due(at: int, until: int | None) -> bool:
    return until is None or at <= until


def _moment(match: AnyMatch, now: int | None) -> int:
    return match.now if now is None else max(now, match.now)
