"""The last two cells, exactly: every own choice against every hand that could answer it.

After one's own turn at most one cell is free. Whoever fills it picks the best of a hand of unseen
cards, all equally likely; only which of the unseen cards is the best in that hand matters.
"""

from collections.abc import Iterator
from math import comb

from quartett.fast.souvenirs_playout import Thought

Turn = tuple[int, int, int | None]
"""A card, the counted cell it goes to, and the line booked then, if any."""

CELLS = 2
"""With this many free cells, or fewer, choices are exact."""


def result(table: Thought, seat: int) -> float:
    """How a finished match is for a seat: its share of the victory, then its lead."""
    totals = table.scores()
    best = max(totals)
    share = (totals[seat] == best) / totals.count(best)
    others = totals[:seat] + totals[seat + 1 :]
    return share + (totals[seat] - max(others)) / 10_000


def bookings(table: Thought, seat: int) -> Iterator[int | None]:
    """What a seat that has just laid a card may do with its cubes; None: nothing."""
    yield None
    if table.may_book(seat):
        yield from table.game.open_lines(seat)


def after_turn(table: Thought, seat: int, unseen: list[int], hand: int) -> float:
    """What a seat expects after its turn; the next player, if a cell is free, holds `hand` cards.

    `unseen` are the cards that may be among them.
    """
    if not table.free():
        return result(table, seat)
    (place,) = table.game.cells
    rival = (seat + 1) % table.players
    answers = {card: _answer(table, seat, rival, card, place) for card in set(unseen)}
    # The rival's favourites first; of cards alike to the rival the one that is worst for the seat.
    order = sorted((-answers[card][0], answers[card][1]) for card in unseen)
    hands = comb(len(order), hand)
    return sum(
        own * comb(len(order) - 1 - at, hand - 1) / hands for at, (_, own) in enumerate(order)
    )


def _answer(table: Thought, seat: int, rival: int, card: int, place: int) -> tuple[float, float]:
    """How the match ends, for the rival and for the seat, if the rival fills the last cell so."""
    filled = table.copy()
    filled.lay(card, place)
    ends = []
    for line in bookings(filled, rival):
        end = filled.copy()
        if line is not None:
            end.game.book(rival, line)
        ends.append((result(end, rival), result(end, seat)))
    return max(ends, key=lambda pair: (pair[0], -pair[1]))


def booking_values(
    table: Thought, seat: int, unseen: list[int], hand: int
) -> dict[int | None, float]:
    """What a seat expects of each booking now that its card lies."""
    values = {}
    for line in bookings(table, seat):
        then = table.copy()
        if line is not None:
            then.game.book(seat, line)
        values[line] = after_turn(then, seat, unseen, hand)
    return values


def turn_values(table: Thought, seat: int, unseen: list[int], hand: int) -> dict[Turn, float]:
    """What a seat expects of each whole turn: a laying and a booking."""
    values: dict[Turn, float] = {}
    for card in sorted(set(table.game.hands[seat])):
        for place in table.game.cells:
            laid = table.copy()
            laid.lay_from_hand(seat, card, place)
            for line, value in booking_values(laid, seat, unseen, hand).items():
                values[card, place, line] = value
    return values
