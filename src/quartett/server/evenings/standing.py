"""How everybody stands: points, and in a duplicate evening the gain with the same cards.

A table gives 1 point to the first, 0 to the last and evenly spaced points between; people who are
level share theirs. So a table of n gives n/2 points, whatever its size.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import msgspec

from quartett.server.evenings.model import Evening, EveningTable, Round, Score

HALF = Fraction(1, 2)


class SeatScore(msgspec.Struct, frozen=True):
    """What one seat reached in a round."""

    round: int
    table: EveningTable
    seat: int
    raw: Fraction
    """The points of the seat."""
    points: Fraction
    """What the member gets of them."""
    gain: Fraction | None
    """How many points more than the others with the same cards; None: nobody had them."""
    more: Fraction | None
    """The same in the game's own score."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A member in the standings."""

    member: str
    place: int
    points: Fraction
    gain: Fraction
    more: Fraction
    opponents: Fraction
    """The points of all whom they have met: who met the better ones comes first."""
    rounds: int
    won: int
    byes: int


def points(score: Score) -> tuple[Fraction, ...]:
    """What each seat of a table gets."""
    return _points(score.places)


@lru_cache(maxsize=1000)
def _points(places: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The same for places, of which there are few: an evening may have thousands of tables."""
    count = len(places)
    if count < 2:
        return (HALF,) * count
    return tuple(
        (sum(other > own for other in places) + HALF * (places.count(own) - 1))
        / Fraction(count - 1)
        for own in places
    )


def seat_scores(evening: Evening) -> list[SeatScore]:
    """What every seat of every table that is over has reached, bots' seats included."""
    return [each for round in evening.rounds for each in _of_round(evening, round)]


def _of_round(evening: Evening, round: Round) -> Iterator[SeatScore]:
    same = _same_cards(round) if evening.plan.deals == "duplicate" else {}
    for table in round.tables:
        if (score := table.score) is None:
            continue
        for seat, raw in enumerate(points(score)):
            gain = more = None
            if not table.drawn and (seat, len(table.seats)) in same:
                gain, more = same[seat, len(table.seats)].beyond(raw, score.scores[seat])
            yield SeatScore(round.number, table, seat, raw, _own(table, score, seat), gain, more)


def _own(table: EveningTable, score: Score, seat: int) -> Fraction:
    """What a member gets of a seat's points: a bot wins for nobody, and who leaves gets nothing."""
    raw = points(score)[seat]
    if table.seats[seat] in table.gone:
        return Fraction(0)
    return min(HALF, raw) if seat in score.replaced else raw


class _SameCards:
    """What all have reached together who held the same cards in the same seat."""

    def __init__(self) -> None:
        self._hands = self._scores = 0
        self._points = Fraction(0)

    def add(self, points: Fraction, score: int) -> None:
        """Count one table more."""
        self._hands += 1
        self._points += points
        self._scores += score

    def beyond(self, points: Fraction, score: int) -> tuple[Fraction | None, Fraction | None]:
        """How much more one of them reached than the others did on average; None: nobody else."""
        others = self._hands - 1
        if not others:
            return None, None
        mean = (self._points - points) / others
        return points - mean, score - Fraction(self._scores - score, others)


def _same_cards(round: Round) -> dict[tuple[int, int], _SameCards]:
    """What was reached with the same cards: by seat, and by the size of the table."""
    found = defaultdict[tuple[int, int], _SameCards](_SameCards)
    for table in round.tables:
        if table.score is not None and not table.drawn:
            for seat, reached in enumerate(points(table.score)):
                found[seat, len(table.seats)].add(reached, table.score.scores[seat])
    return found


def standings(evening: Evening) -> list[Row]:
    """Everybody's place: by points and, where these are level, by what their opponents have.

    In a duplicate evening the gain comes before the points, since it leaves out the luck of the
    cards. Who has gone without having played is not listed.
    """
    sums = defaultdict[str, _Sums](_Sums)
    for each in seat_scores(evening):
        if (member := each.table.seats[each.seat]) is not None:
            sums[member].add(each)
    for round in evening.rounds:
        for member in round.byes:
            sums[member].points += HALF
            sums[member].byes += 1
    met = opponents(evening)
    rows = [
        Row(
            member=each.id,
            place=0,
            points=own.points,
            gain=own.gain,
            more=own.more,
            opponents=sum((sums[other].points for other in met.get(each.id, [])), Fraction(0)),
            rounds=own.rounds,
            won=own.won,
            byes=own.byes,
        )
        for each in evening.members
        if (own := sums[each.id]) and (each.there or own.rounds or own.byes)
    ]
    return _placed(rows, evening.plan.deals == "duplicate")


class _Sums:
    """What a member has reached so far."""

    def __init__(self) -> None:
        self.points = self.gain = self.more = Fraction(0)
        self.rounds = self.won = self.byes = 0

    def add(self, reached: SeatScore) -> None:
        """Count one table more."""
        table, score = reached.table, reached.table.score
        assert score is not None
        own = reached.seat not in score.replaced and table.seats[reached.seat] not in table.gone
        self.rounds += 1
        self.points += reached.points
        self.won += own and not table.drawn and score.places[reached.seat] == 1
        if reached.gain is not None and reached.more is not None:
            # What a bot gained is nobody's; what it lost, its owner left behind.
            self.gain += reached.gain if own else min(Fraction(0), reached.gain)
            self.more += reached.more if own else min(Fraction(0), reached.more)


def order(row: Row, duplicate: bool) -> tuple[Fraction, ...]:
    """By what rows are ordered, the greatest first."""
    counted = (row.gain, row.points) if duplicate else (row.points,)
    return (*counted, row.opponents, Fraction(row.won))


def _placed(rows: list[Row], duplicate: bool) -> list[Row]:
    rows.sort(key=lambda row: order(row, duplicate), reverse=True)
    placed: list[Row] = []
    for at, row in enumerate(rows):
        level = placed and order(placed[-1], duplicate) == order(row, duplicate)
        place = placed[-1].place if level else at + 1
        placed.append(msgspec.structs.replace(row, place=place))
    return placed


def opponents(evening: Evening) -> dict[str, list[str]]:
    """With whom everybody has sat at a table, once for each time."""
    found: dict[str, list[str]] = {}
    for round in evening.rounds:
        for table in round.tables:
            people = [each for each in table.seats if each is not None]
            for one in people:
                found.setdefault(one, []).extend(each for each in people if each != one)
    return found
