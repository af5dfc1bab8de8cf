"""What a turn costs: whole turns, a bank that never goes below zero, and nothing twice."""

from quartett.server.parts.clock import Time, TurnClocks, TurnRules

SECOND = 1000


class Moment(Time):
    """A time that stands where a test puts it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0

    def wall_ms(self) -> int:
        """The moment."""
        return self.now

    def ticking(self) -> float:
        """The same, in seconds."""
        return self.now / SECOND


def clocks(
    time: Time, seconds: int | None = None, bank: int | None = None, increment: int = 0
) -> TurnClocks:
    """Two seats; seat 0 is on turn from moment 0."""
    found = TurnClocks(TurnRules(seconds, bank, increment), time)
    found.passed([0], 0)
    return found


def test_what_goes_beyond_a_turns_seconds_comes_out_of_the_bank() -> None:
    turns = clocks(Moment(), seconds=10, bank=30, increment=5)
    turns.acted(0, [1], 9 * SECOND)
    assert turns.banks() == {"0": 35 * SECOND}, "within its time a turn only adds"
    turns.acted(1, [0], (9 + 10 + 12) * SECOND)
    assert turns.banks()["1"] == (30 - 12 + 5) * SECOND


def test_a_bank_never_goes_below_zero() -> None:
    turns = clocks(Moment(), seconds=10, bank=30, increment=5)
    turns.acted(0, [1], 100 * SECOND)  # late, before a bot could play
    assert turns.banks() == {"0": 5 * SECOND}
    none = clocks(Moment(), bank=30)
    none.acted(0, [1], 31 * SECOND)
    assert none.banks() == {"0": 0}


def test_a_turn_is_up_at_its_end_and_not_before() -> None:
    time = Moment()
    turns = clocks(time, seconds=10, bank=30)
    assert turns.due_at() == 40 * SECOND
    time.now = 40 * SECOND - 1
    assert turns.left() == {"0": 1}
    assert turns.late() == set()
    assert turns.next() == 40.0
    time.now += 1
    assert turns.left() == {"0": 0}
    assert turns.late() == {0}
    assert turns.next() is None
    time.now += 5 * SECOND
    assert turns.left() == {"0": 0}


def test_a_seat_that_stays_on_turn_has_its_time_once_and_pays_at_the_end() -> None:
    time = Moment()
    turns = clocks(time, seconds=10, bank=30)
    turns.acted(0, [0], 8 * SECOND)
    time.now = 8 * SECOND
    assert turns.left() == {"0": 32 * SECOND}
    assert turns.banks() == {}, "a turn that goes on has not been paid for"
    turns.acted(0, [1], 25 * SECOND)
    assert turns.banks() == {"0": 15 * SECOND}


def test_where_each_action_is_a_turn_time_begins_anew_with_each() -> None:
    time = Moment()
    turns = TurnClocks(TurnRules(seconds=10, turn_by_action=True), time)
    turns.passed([0, 1], 0)
    time.now = 8 * SECOND
    turns.acted(0, [0, 1], time.now)
    assert turns.left() == {"0": 10 * SECOND, "1": 2 * SECOND}


def test_taking_back_gives_the_turn_back_and_not_its_time() -> None:
    time = Moment()
    turns = clocks(time, seconds=10, bank=30)
    turns.acted(0, [1], 25 * SECOND)
    time.now = 30 * SECOND
    assert turns.has_time_after_undo(0)
    turns.undone()
    assert turns.banks() == {}
    assert turns.left() == {"0": 10 * SECOND}
    turns.acted(0, [1], 30 * SECOND)
    time.now = 41 * SECOND
    assert not turns.has_time_after_undo(0)


def test_trying_something_on_changes_no_clock() -> None:
    turns = clocks(Moment(), seconds=10, bank=30)
    trial = turns.fork()
    trial.acted(0, [1], 35 * SECOND)
    assert trial.banks() == {"0": 5 * SECOND}
    assert turns.banks() == {}
    turns.undone()
    assert turns.left() == {"0": 40 * SECOND}


def test_without_a_clock_nothing_is_counted() -> None:
    turns = clocks(Moment())
    turns.acted(0, [1], 10**9)
    assert (turns.banks(), turns.left(), turns.late(), turns.due_at()) == ({}, {}, set(), None)
