"""Time at a table: the match's own clock, the turn clocks, and one alarm for whatever is next."""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable

import msgspec
from msgspec.structs import replace

from quartett.core.branch import Branch

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def _running_ms() -> int:
    return time.clock_gettime_ns(_CLOCK) // 1_000_000


class Time:
    """The time by which tables wait. A server has one; tests move theirs."""

    def __init__(self) -> None:
        self._offset_ms = time.time_ns() // 1_000_000 - _running_ms()

    def ticking(self) -> float:
        """A clock in seconds that only runs forward; the event loop's own."""
        return time.monotonic()

    def wall_ms(self) -> int:
        """The time of day (ms since 1970) as read when this process began, running evenly since.

        Moments that are stored are taken from here: a jump of the system's clock ends nobody's
        turn. Nodes that share a database agree on its clock instead.
        """
        return _running_ms() + self._offset_ms

    def agree(self, now_ms: int) -> None:
        """Take over the time of day that a database tells: a table's next owner has it too."""
        self._offset_ms = now_ms - _running_ms()

    def running(self) -> float:
        """A clock in seconds that only runs forward, even while the machine sleeps."""
        return _running_ms() / 1000

    def call_at(self, moment: float, ring: Callable[[], None]) -> asyncio.TimerHandle:
        """Call something at a moment (ticking), unless it is cancelled before."""
        return asyncio.get_running_loop().call_at(moment, ring)

    async def sleep(self, seconds: float) -> None:
        """Wait for this long."""
        done = asyncio.Event()
        alarm = self.call_at(self.ticking() + seconds, done.set)
        try:
            await done.wait()
        finally:
            alarm.cancel()

    def timeout(self, seconds: float) -> asyncio.Timeout:
        """An end to waiting for somebody's answer: TimeoutError after so long."""
        return asyncio.timeout(seconds)


PROCESS_TIME = Time()
"""The time of this process, for all that no table waits for."""

ticking, wall_ms, agree = PROCESS_TIME.ticking, PROCESS_TIME.wall_ms, PROCESS_TIME.agree


class MatchClock:
    """The clock of a timed match in ms; it stands still while nobody is there."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._base = 0.0
        self._stopped_at: int | None = 0

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self._stopped_at is None

    def set(self, now: int) -> None:
        """Put the clock to a moment, standing still or running as before."""
        self._base = self._time.ticking() - now / 1000
        if self._stopped_at is not None:
            self._stopped_at = now

    def run(self, on: bool) -> None:
        """Let time pass, or stop it."""
        if on and self._stopped_at is not None:
            self._base = self._time.ticking() - self._stopped_at / 1000
            self._stopped_at = None
        elif not on and self._stopped_at is None:
            self._stopped_at = self.now()

    def now(self) -> int:
        """The match's time in ms."""
        if self._stopped_at is not None:
            return self._stopped_at
        return int((self._time.ticking() - self._base) * 1000)

    def when(self, moment: float) -> float:
        """The ticking time at which the match's clock shows a moment."""
        return self._base + moment / 1000


WAIT_MS = 20_000
"""How long a turn waits: for the next person at a shared device to say that they are there, or
for all who look at the end of a round."""


class TurnRules(msgspec.Struct, frozen=True):
    """How long a turn may take: seconds for each, and a bank for what goes beyond them."""

    seconds: int | None = None
    bank: int | None = None
    increment: int = 0
    """What each turn adds to the bank."""
    turn_by_action: bool = False
    """Whether each action is a turn of its own: where all play at once, nobody's turn ends."""

    @property
    def on(self) -> bool:
        """Whether turns are timed at all."""
        return self.seconds is not None or self.bank is not None


class _Times(msgspec.Struct, frozen=True):
    """Since when each seat is on turn (wall ms), and what is left in its bank (ms)."""

    since: dict[int, int] = {}
    bank: dict[int, int] = {}
    covered: frozenset[int] = frozenset()
    """The seats whose clocks waited: for a shared device, or for a look at a round's end."""


class TurnClocks:
    """What is left of each seat's turn: a function of when the stored actions happened."""

    def __init__(self, rules: TurnRules, time: Time) -> None:
        self.rules = rules
        self.on = rules.on
        """Whether turns are timed at all."""
        self._time = time
        self._now = _Times()
        self._past: Branch[_Times] = Branch()

    def fork(self, rules: TurnRules | None = None) -> "TurnClocks":
        """The same clocks, to try something on; perhaps by other rules from now on."""
        clocks = TurnClocks(rules or self.rules, self._time)
        clocks._now, clocks._past = self._now, self._past
        return clocks

    def anew(self, rules: TurnRules) -> "TurnClocks":
        """Clocks of the same time by which nobody has spent any."""
        return TurnClocks(rules, self._time)

    def acted(
        self,
        seat: int,
        on_turn: Collection[int],
        at: int,
        covered: Collection[int] = (),
        ends_round: bool = False,
    ) -> None:
        """A seat has acted; once its turn is over it pays for the time, and others are on turn.

        However many actions a turn has, its time began with the first. The clocks of `covered`
        seats wait for a while: somebody else holds the device, or looks at the end of a round.
        With the round, every turn is over.
        """
        if not self.on:
            return
        self._past = self._past.plus(self._now)
        fresh = {each: at + (WAIT_MS if each in covered else 0) for each in on_turn}
        goes_on = seat in on_turn and not (self.rules.turn_by_action or ends_round)
        since = {} if ends_round else self._now.since
        kept = {s: t for s, t in since.items() if goes_on or s != seat}
        bank = self._now.bank if goes_on else self._now.bank | {seat: self._paid(seat, at)}
        self._set(fresh | kept, bank, on_turn)
        waiting = {*covered, *(self._past[-1].covered - ({seat} if not goes_on else set()))}
        self._now = replace(self._now, covered=frozenset(waiting & self._now.since.keys()))

    def uncovered(self, seat: int, at: int) -> bool:
        """The owner of a seat has the device now; whether its clock has waited for that."""
        since = self._now.since.get(seat, 0)
        if not since - WAIT_MS <= at < since:
            return False
        self.begun(seat, at)
        return True

    def begun(self, seat: int, at: int) -> None:
        """A turn that waited began at a moment."""
        if seat in self._now.since:
            self._now = replace(self._now, since=self._now.since | {seat: at})

    def waited(self, seat: int) -> int:
        """When (wall ms) the turn of a seat began whose clock had to wait; 0 if it did not."""
        return self._now.since.get(seat, 0) if seat in self._now.covered else 0

    def passed(self, on_turn: Iterable[int], at: int) -> None:
        """Something else happened: seats that are newly on turn begin now."""
        if self.on:
            since = dict.fromkeys(on_turn, at) | self._now.since
            self._set(since, self._now.bank, on_turn)

    def undone(self) -> None:
        """The last action was taken back: its turn goes on, and the time since then is spent."""
        if self._past:
            self._now, self._past = self._past[-1], self._past.shorter()

    def left(self) -> dict[str, int]:
        """The milliseconds left, by seat."""
        now = self._time.wall_ms()
        since = self._now.since
        return {str(s): max(0, end - max(now, since[s])) for s, end in self.ends()}

    def waits(self) -> dict[str, int]:
        """The milliseconds for which a clock still stands, by seat."""
        now = self._time.wall_ms()
        return {str(s): since - now for s, since in self._now.since.items() if since > now}

    def banks(self) -> dict[str, int]:
        """The milliseconds in each bank as the turn began, by seat; empty where there is none."""
        return {} if self.rules.bank is None else {str(s): b for s, b in self._now.bank.items()}

    def has_time_after_undo(self, seat: int) -> bool:
        """Whether something is left of a seat's turn, should its last action be taken back."""
        if not self._past:
            return True
        clocks = self.fork()
        clocks.undone()
        return seat not in clocks.late()

    def late(self) -> set[int]:
        """The seats whose time is up."""
        now = self._time.wall_ms()
        return {seat for seat, end in self.ends() if end <= now}

    def due_at(self) -> int | None:
        """When (wall ms) the first turn is up."""
        return min((end for _, end in self.ends()), default=None)

    def next(self) -> float | None:
        """When (ticking) the next turn will be up."""
        now = self._time.wall_ms()
        coming = min((end for _, end in self.ends() if end > now), default=None)
        return None if coming is None else self._time.ticking() + (coming - now) / 1000

    def _set(self, since: dict[int, int], bank: dict[int, int], on_turn: Iterable[int]) -> None:
        chosen = set(on_turn)
        kept = {s: t for s, t in since.items() if s in chosen}
        self._now = replace(self._now, since=kept, bank=bank)

    def ends(self) -> list[tuple[int, int]]:
        """When (wall ms) the turn of each seat is up for which a clock runs."""
        free = 1000 * (self.rules.seconds or 0)
        return [(s, began + free + self._bank(s)) for s, began in self._now.since.items()]

    def _bank(self, seat: int) -> int:
        return self._now.bank.get(seat, 1000 * (self.rules.bank or 0))

    def _paid(self, seat: int, at: int) -> int:
        """A seat's bank after an action."""
        if self.rules.bank is None:
            return 0
        used = at - self._now.since.get(seat, at) - 1000 * (self.rules.seconds or 0)
        return max(0, self._bank(seat) - max(0, used)) + 1000 * self.rules.increment


class Alarm:
    """Rings once at the earliest of the moments last set."""

    def __init__(self, ring: Callable[[], None], time: Time) -> None:
        self._ring = ring
        self._time = time
        self._handle: asyncio.TimerHandle | None = None

    def set(self, moments: Iterable[float | None]) -> None:
        """Forget the old moment and take the earliest of these."""
        self.stop()
        known = [moment for moment in moments if moment is not None]
        if known:
            # A little late rather than early: an early alarm would find nothing due.
            moment = max(min(known), self._time.ticking()) + 0.001
            self._handle = self._time.call_at(moment, self._ring)

    def stop(self) -> None:
        """Ring no more, until another moment is set."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def end(self) -> None:
        """Cancel all alarms."""
        self.stop()
        self._ring = _nobody


def _nobody() -> None:
    """Whom an alarm wakes that has ended."""
