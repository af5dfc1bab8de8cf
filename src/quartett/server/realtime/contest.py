"""Who was first, when several reach for the same thing: the quickest reaction, not the best line.

An action that nobody else could want is due at once. Otherwise it is held until every rival who
might have reacted more quickly would have been heard, which the slowest rival's lag bounds. Then
the actions are put in the order of their corrected moments (arrival less credit, see `lag`);
within the measuring error the committed seed decides. Pure logic: time is what one is told.

Some contests, drawn by the seed, are spot checks: held a little longer, so that all who reached
for the card are heard and not only those who did before it was seen to be gone. From these alone
the seats' quickness is compared.
"""

from collections import OrderedDict, deque
from itertools import combinations

import msgspec

from quartett.core.seeds import Rng
from quartett.server.realtime.lag import UNDISPUTED_MS, Lag, Rivalry

ERROR_MS = 4.0
"""Two moments closer than this are indistinguishable: clocks and screens are not finer."""

MAX_WAIT_MS = 400.0
"""No action is held longer than this."""

QUICKEST_REACTION_MS = 100.0
"""Nobody sees a card and acts in less; what claims to be quicker counts as this."""

SPOT_CHECKS = 3
"""One contest in this many is a spot check."""

FIRST_CHECKS = 40
"""As long as little is known, every contest is one."""

AFTERMATH_MS = 850.0
"""Whoever is heard so soon after a decision reached for the same, whatever version they name."""

REMEMBERED = 256
"""How many shown versions and decisions are remembered."""


class Attempt(msgspec.Struct, frozen=True):
    """An action on its way: who wants what, when it arrived, and what the browser measured."""

    seat: int
    id: str
    target: str | None
    arrival_ms: float
    reaction_ms: float | None = None
    version: int | None = None


class ContestResult(msgspec.Struct, frozen=True):
    """An action to apply now, and how it fared against others that wanted the same."""

    attempt: Attempt
    won: bool = True
    rivals: int = 0
    """How many others wanted it."""
    behind_ms: int = 0
    """How much later than the winner; 0 for the winner."""
    winner: int | None = None
    """The seat that won; None for the winner and where nobody else was."""
    tied: bool = False
    """Whether it was too close to measure, so that the seed decided."""
    late: bool = False
    """Whether it came only after the decision."""


class _Held(msgspec.Struct, frozen=True):
    attempt: Attempt
    moment: float
    credit: float
    waits_for: frozenset[int]


class _Group(msgspec.Struct):
    """The actions held for one target."""

    held: list[_Held]
    spot_check: bool


class _Decision(msgspec.Struct):
    """How a target was decided, and all who reached for it, those who came later included."""

    winner: _Held
    heard: list[Attempt]
    spot_check: bool


class Contest:
    """Holds and orders the actions of one match."""

    def __init__(self, seed: int | str, seats: int) -> None:
        self.lags = [Lag() for _ in range(seats)]
        self._seed = seed
        self._version = self._groups = 0
        self._shown: OrderedDict[int, float] = OrderedDict()
        self._held: dict[str, _Group] = {}
        self._behind: list[deque[tuple[Attempt, frozenset[int]]]] = [deque() for _ in range(seats)]
        self._ready: list[ContestResult] = []
        self._decided: OrderedDict[str, _Decision] = OrderedDict()
        pairs = ((one, two) for one in range(seats) for two in range(seats) if one != two)
        self._rivalries = {pair: Rivalry() for pair in pairs}

    def show(self, version: int, sent_ms: float) -> None:
        """Note when a version of the table was first sent to everybody."""
        self._version = max(self._version, version)
        self._shown.setdefault(version, sent_ms)
        while len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)

    def submit(self, attempt: Attempt, rivals: frozenset[int] = frozenset()) -> bool:
        """Take in an action and who else could want its target; False if it is held already."""
        if self._is_held(attempt):
            return False
        if self._holds_seat(attempt.seat):
            # One hand each: the next action waits for the last, so that none overtakes another.
            self._behind[attempt.seat].append((attempt, rivals))
        else:
            self._take(attempt, rivals)
        return True

    def due(self, now_ms: float) -> list[ContestResult]:
        """The actions to apply now, in order; they are no longer held."""
        results: list[ContestResult] = []
        while True:
            results += self._ready
            self._ready = []
            ready = [target for target in self._held if self._deadline(target) <= now_ms]
            if not ready:
                return results
            target = min(ready, key=self._deadline)
            results += self._decide(target)

    def wake(self) -> float | None:
        """The next moment at which something is due, or None."""
        if self._ready:
            return self._ready[0].attempt.arrival_ms
        return min(map(self._deadline, self._held), default=None)

    def forget(self, seat: int) -> None:
        """Drop what a seat has under way: it was taken over by somebody else."""
        self._behind[seat].clear()
        for target, group in list(self._held.items()):
            group.held = [each for each in group.held if each.attempt.seat != seat]
            if not group.held:
                del self._held[target]

    def handicap(self, seat: int) -> float:
        """What a seat's credit is cut by, since it looks too quick for its lag (see `lag`)."""
        lag = self.lags[seat]
        if lag.confirmed or lag.band.typical <= UNDISPUTED_MS:
            return 0.0
        others = [other for other in range(len(self.lags)) if other != seat]
        # Where some rivals' lag is beyond doubt, they alone are the measure.
        sure = [other for other in others if self._beyond_doubt(other)]
        leads = self._leads(seat, sure) or self._leads(seat, others)
        return min([*leads, lag.band.typical - UNDISPUTED_MS]) if leads else 0.0

    def _beyond_doubt(self, seat: int) -> bool:
        return self.lags[seat].confirmed or self.lags[seat].band.typical <= 2 * UNDISPUTED_MS

    def _leads(self, seat: int, others: list[int]) -> list[float]:
        typical = self.lags[seat].band.typical
        more = ((other, typical - self.lags[other].band.typical) for other in others)
        leads = (self._rivalries[seat, other].lead(lag) for other, lag in more)
        return [lead for lead in leads if lead is not None]

    def _is_held(self, attempt: Attempt) -> bool:
        key = (attempt.seat, attempt.id)
        waiting = [each.attempt for group in self._held.values() for each in group.held]
        waiting += [each for each, _ in self._behind[attempt.seat]]
        waiting += [result.attempt for result in self._ready]
        return any((each.seat, each.id) == key for each in waiting)

    def _holds_seat(self, seat: int) -> bool:
        return any(
            each.attempt.seat == seat for group in self._held.values() for each in group.held
        )

    def _take(self, attempt: Attempt, rivals: frozenset[int]) -> None:
        target, rivals = attempt.target, rivals - {attempt.seat}
        if target is None or not (rivals or target in self._held):
            self._ready.append(self._at_once(attempt))
            return
        credit = self._credit(attempt)
        held = _Held(attempt, attempt.arrival_ms - credit, credit, rivals)
        if target not in self._held:
            self._held[target] = _Group([], self._is_spot_check(target))
        self._held[target].held.append(held)

    def _is_spot_check(self, target: str) -> bool:
        self._groups += 1
        if self._groups <= FIRST_CHECKS:
            return True
        return self._chance("spot check", target).below(SPOT_CHECKS) == 0

    def _chance(self, what: str, target: str) -> Rng:
        """What the seed decides at this version of the match."""
        return Rng(f"{self._seed}/{what}/{target}", self._version)

    def _credit(self, attempt: Attempt) -> float:
        lag, elapsed = self.lags[attempt.seat], self._elapsed(attempt)
        wanted = None
        if elapsed is not None and attempt.reaction_ms is not None:
            wanted = elapsed - max(attempt.reaction_ms, QUICKEST_REACTION_MS)
        credit = lag.credit(wanted, self.handicap(attempt.seat))
        # No action can have been made before the version it answers was sent.
        return credit if elapsed is None else min(credit, max(0.0, elapsed))

    def _elapsed(self, attempt: Attempt) -> float | None:
        sent = None if attempt.version is None else self._shown.get(attempt.version)
        return None if sent is None else attempt.arrival_ms - sent

    def _deadline(self, target: str) -> float:
        """Until when somebody might still be heard who was quicker than all heard so far."""
        group = self._held[target]
        arrivals = [each.attempt.arrival_ms for each in group.held]
        heard = {each.attempt.seat for each in group.held}
        silent = frozenset().union(*(each.waits_for for each in group.held)) - heard
        if not silent:
            return max(arrivals)
        lags = [
            self.lags[seat].band.high for seat in (silent | heard if group.spot_check else silent)
        ]
        first = min(arrivals) if group.spot_check else min(each.moment for each in group.held)
        until = min(first + max(lags) + ERROR_MS, min(arrivals) + MAX_WAIT_MS)
        return max(until, max(arrivals))

    def _decide(self, target: str) -> list[ContestResult]:
        group = self._held.pop(target)
        held = sorted(group.held, key=lambda each: each.moment)
        tied = [each for each in held if each.moment - held[0].moment <= ERROR_MS]
        winner = tied[0] if len(tied) == 1 else self._draw(target, tied)
        self._learn(held, group.spot_check)
        order = [winner, *(each for each in held if each is not winner)]
        heard = [each.attempt for each in order]
        self._remember(target, _Decision(winner, heard, group.spot_check))
        for attempt in heard:
            self._next(attempt.seat)
        return [_result(each, winner, len(held) - 1, len(tied)) for each in order]

    def _draw(self, target: str, tied: list[_Held]) -> _Held:
        """The committed seed decides, whatever the order of arrival was."""
        by_seat = sorted(tied, key=lambda each: each.attempt.seat)
        return self._chance("contest", target).choice(by_seat)

    def _learn(self, held: list[_Held], spot_check: bool) -> None:
        if spot_check:
            for one, two in combinations(held, 2):
                self._compare(one.attempt, two.attempt)
        if len(held) > 1:
            for each in held:
                seat = each.attempt.seat
                self.lags[seat].spend(each.credit, self.handicap(seat))

    def _compare(self, one: Attempt, two: Attempt) -> None:
        """Note who was heard first; what they claim, be it which version, does not count here."""
        if one.seat != two.seat:
            ahead = two.arrival_ms - one.arrival_ms
            self._rivalries[one.seat, two.seat].note(ahead)
            self._rivalries[two.seat, one.seat].note(-ahead)

    def _remember(self, target: str, decision: _Decision) -> None:
        self._decided[target] = decision
        self._decided.move_to_end(target)
        while len(self._decided) > REMEMBERED:
            self._decided.popitem(last=False)

    def _at_once(self, attempt: Attempt) -> ContestResult:
        """Nobody else can want it now; but perhaps somebody has just got it."""
        decision = self._decided.get(attempt.target) if attempt.target is not None else None
        if decision is None or any(each.seat == attempt.seat for each in decision.heard):
            return ContestResult(attempt)
        winner = decision.winner.attempt
        if attempt.version is not None and attempt.version == winner.version:
            self._heard_late(attempt, decision)
            return self._too_late(attempt, decision)
        if attempt.arrival_ms - winner.arrival_ms <= AFTERMATH_MS:
            self._heard_late(attempt, decision)
        return ContestResult(attempt)

    def _heard_late(self, attempt: Attempt, decision: _Decision) -> None:
        if decision.spot_check:
            for other in decision.heard:
                self._compare(attempt, other)
        decision.heard.append(attempt)

    def _too_late(self, attempt: Attempt, decision: _Decision) -> ContestResult:
        credit = self._credit(attempt)
        late = _Held(attempt, attempt.arrival_ms - credit, credit, frozenset())
        return _result(late, decision.winner, len(decision.heard) - 1, 1, late=True)

    def _next(self, seat: int) -> None:
        while self._behind[seat] and not self._holds_seat(seat):
            self._take(*self._behind[seat].popleft())


def _result(
    held: _Held, winner: _Held, rivals: int, tied: int, late: bool = False
) -> ContestResult:
    won = held is winner
    close = tied > 1 and abs(held.moment - winner.moment) <= ERROR_MS
    behind = 0 if won else max(0 if close else 1, round(held.moment - winner.moment))
    first = None if won else winner.attempt.seat
    return ContestResult(held.attempt, won, rivals, behind, first, close, late)
