"""A table as it is at one moment: its document, its match, its turn clocks, and what is asked."""

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from quartett import games
from quartett.core.game import AnyGame
from quartett.protocol.messages import RoundLooked, UndoAsked
from quartett.server.parts.clock import TurnClocks
from quartett.server.parts.versioned import StandIn, VersionedMatch
from quartett.server.refusals import Refusal
from quartett.server.store.documents import SeatRecord, TableDocument, TurnRecord
from quartett.server.store.store import Statement


class Question(msgspec.Struct, frozen=True):
    """An undo that others have to agree to."""

    seat: int
    id: str
    version: int
    """The version that is to be taken back."""
    until: float
    """When (ticking) it is too late to answer."""
    waits_for: frozenset[str]
    """The people who have not answered yet."""

    def told(self, doc: TableDocument, now: float) -> UndoAsked:
        """The question as everybody sees it."""
        places = enumerate(doc.places)
        waits_for = [seat for seat, place in places if place.person in self.waits_for]
        left = max(0, int((self.until - now) * 1000))
        return UndoAsked(seat=self.seat, waits_for=waits_for, left=left)


class Look(msgspec.Struct, frozen=True):
    """A look at the end of a round, for which bots and turn clocks wait."""

    until: float
    """When (ticking) it goes on without those who still look."""
    waits_for: frozenset[str]
    """The people who have not gone on yet."""
    begins: bool = False
    """Whether a race is about to begin instead, and they are to say that they are ready."""

    def told(self, seats: list[int], now: float) -> RoundLooked:
        """The look as everybody sees it."""
        left = max(0, int((self.until - now) * 1000))
        return RoundLooked(waits_for=seats, left=left, begins=self.begins)


def clocked(game: AnyGame, able: Collection[int], places: Sequence[SeatRecord]) -> list[int]:
    """The seats of people whose clock runs while these may act.

    Of several people at one device that is the first, until it is the next one's turn to have it.
    """
    seats = [seat for seat in sorted(able) if places[seat].person]
    if game.timed or len(seats) < 2:
        return seats
    firsts = {places[seat].person: seat for seat in reversed(seats)}
    return sorted(firsts.values())


class Moment(msgspec.Struct, frozen=True):
    """All that a step changes; it never changes itself, each step gives the next one.

    Document, match and clocks are stored; the rest is forgotten when the table leaves the memory.
    """

    doc: TableDocument
    play: VersionedMatch | None
    turns: TurnClocks
    asked: Question | None = None
    """The undo that others are being asked about."""
    look: Look | None = None
    """Whether the end of a round is looked at."""
    declined: tuple[int, int] | None = None
    """The match and version of which an undo was not agreed to: it is asked once."""
    seen_by: frozenset[str] = frozenset()
    """Who may have seen the last action: those who were there since."""
    here: frozenset[str] = frozenset()
    """Who is connected now."""
    near: bool = False
    """Whether players were connected from one address while this match was played, for ratings."""

    @property
    def game(self) -> AnyGame:
        """The game that is played here now."""
        return games.get(self.doc.game) if self.play is None else self.play.match.game

    def playing(self) -> VersionedMatch:
        """The match, if one is being played."""
        if self.play is None or self.doc.status != "running":
            raise Refusal("not_running")
        return self.play

    def answered(self, seat: int, id: str | None) -> int | None:
        """The answer that a request got before, even if it ended the match; None if it is new."""
        if self.play is None or id is None:
            return None
        return self.play.answered.get((seat, id))

    # Whose turn it is

    @property
    def able(self) -> Collection[int]:
        """The seats that may act now, or as soon as their hands are free."""
        return self.play.able if self.play is not None and self.doc.status == "running" else ()

    @property
    def on_turn(self) -> list[int]:
        """The seats for which the turn clock runs."""
        return clocked(self.game, self.able, self.doc.places)

    @property
    def lookers(self) -> list[int]:
        """The seats of those who look at the end of a round and are there: the others wait."""
        if self.look is None or self.doc.status != "running":
            return []
        still, places = self.look.waits_for & self.here, enumerate(self.doc.places)
        return [seat for seat, place in places if place.person in still and not place.away]

    @property
    def bots(self) -> list[int]:
        """The seats for which a bot is to act: its own, and those of people away or out of time."""
        if self.look is not None and self.lookers:
            return []
        late = self.turns.late() if self.turns.on else ()
        places = self.doc.places
        return [
            seat
            for seat in self.able
            if places[seat].person is None or places[seat].away or seat in late
        ]

    def stand_in(self, seat: int) -> StandIn:
        """Why a bot that acts for a seat does so; None: the seat is its own."""
        place = self.doc.places[seat]
        if place.person is None:
            return None
        return "away" if place.away else "late"

    @property
    def turn(self) -> TurnRecord | None:
        """Whose turn it is, and until when; None where nothing is played."""
        if self.play is None or self.doc.status != "running":
            return None
        able = tuple(self.play.to_act)
        if not self.turns.on:
            return TurnRecord(able)
        ends = dict(self.turns.ends())
        due = {seat: ends[seat] for seat in sorted(self.on_turn) if seat in ends}
        return TurnRecord(able, due)

    def due_at(self, now: int) -> int | None:
        """When (wall ms) this table has to be awake, though nobody is connected."""
        if self.doc.status != "running" or self.game.timed:
            return None  # where time counts, it stands still while nobody is there
        if self.bots:
            return now
        return self.turns.due_at() if self.turns.on else None

    def timed_from(self, on: int) -> "Moment":
        """The same moment with a clock begun (wall ms) for each seat that is newly on turn."""
        if not self.turns.on:
            return self
        turns = self.turns.fork()
        turns.passed(self.on_turn, on)
        return replace(self, turns=turns)


Follower = Callable[[Moment, Moment, int], Iterable[Statement]]
"""What follows from a change (before, after, wall ms): a pure function. What it gives is stored in
the transaction of the change, and must not violate a constraint."""
