"""Looking ahead: the candidates are played to the end on imagined deals, the worse half dropped."""

from collections.abc import Callable
from math import exp
from operator import itemgetter

from quartett.bots.souvenirs.judging import best_booking, laying_gains, outlook
from quartett.bots.souvenirs.thought import Thought

Laying = tuple[int, int]
"""A card and the counted cell it goes to."""

TURNS = 5
"""How far ahead a match is played; beyond that chance says more than play."""

WIDE = 4.0
"""By how many points a lead must grow to make a win about three times as likely as a loss."""


def best_laying(table: Thought, seat: int) -> Laying:
    """The laying that makes the table look best to a seat."""
    _, card, place = max(laying_gains(table, seat), key=itemgetter(0))
    return card, place


def lay_from_hand(table: Thought, seat: int, laying: Laying) -> None:
    """Move a card from a hand to the grid."""
    table.hands[seat].remove(laying[0])
    table.lay(*laying)


def book_if_good(table: Thought, seat: int) -> None:
    """Place a cube where it looks worth it."""
    if (line := best_booking(table, seat)) is not None:
        table.book(seat, line)


def play_on(table: Thought, last: int) -> None:
    """Play on for a few turns, everybody soundly, after the turn of seat `last`."""
    seat = last
    for _ in range(min(TURNS, table.free)):
        seat = (seat + 1) % table.players
        table.draw(seat)
        if not table.hands[seat]:
            return
        lay_from_hand(table, seat, best_laying(table, seat))
        book_if_good(table, seat)


def chance_to_win(table: Thought, seat: int) -> float:
    """How likely a lead as it looks now is to last, from 0 to 1."""
    return 1 / (1 + exp(-outlook(table, seat) / WIDE))


def after_laying(seat: int) -> Callable[[Laying, Thought], float]:
    """How a match ends after a laying, as a function of laying and imagined deal."""

    def value(laying: Laying, table: Thought) -> float:
        table = table.copy()
        lay_from_hand(table, seat, laying)
        book_if_good(table, seat)
        play_on(table, seat)
        return chance_to_win(table, seat)

    return value


def after_booking(seat: int) -> Callable[[int | None, Thought], float]:
    """How a match ends after a booking (None: no cube), likewise."""

    def value(line: int | None, table: Thought) -> float:
        table = table.copy()
        if line is not None:
            table.book(seat, line)
        play_on(table, seat)
        return chance_to_win(table, seat)

    return value
