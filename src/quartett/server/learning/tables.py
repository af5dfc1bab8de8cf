"""Tables that are ready to play when they are made: a shared deal, a moment of another match."""

from msgspec.structs import replace

from quartett import games
from quartett.core.history import history
from quartett.core.log import AnyLog
from quartett.core.match import Match
from quartett.core.positions import Position, dump_position
from quartett.server.bots.policy import BotPolicy
from quartett.server.learning.deals import DealPlan, shared_match
from quartett.server.parts.versioned import Stored
from quartett.server.refusals import Refusal
from quartett.server.store.documents import (
    Deal,
    SeatRecord,
    StoredEntry,
    TableDocument,
    to_row,
)
from quartett.server.store.store import StoredRow
from quartett.server.table import matches, people, seats
from quartett.server.tokens import new_id

Ready = tuple[TableDocument, str, list[StoredRow]]
"""A table, who its host is, and the entries of its log so far."""


def dealt(plan: DealPlan, you: str, browser: str, now: int) -> Ready:
    """A shared deal, dealt for somebody."""
    places = _bots(plan.game, plan.levels, plan.names)
    doc, person = _table(plan.game, places, plan.seat, you, browser, plan.deal, now)
    doc = replace(doc, options=plan.options, shared=shared_match(plan), hints=False)
    doc, play = matches.dealt(doc)
    deal: Stored = StoredEntry(play.match.log[0].events, on=now)
    return doc, person, [to_row(doc, 0, deal)]


def moment(
    doc: TableDocument,
    log: AnyLog,
    entry: int,
    seat: int,
    you: str,
    browser: str,
    bots: BotPolicy,
    now: int,
) -> Ready:
    """A finished match before one of its entries, for somebody to play on against bots."""
    game = games.get(doc.game)
    if game.timed:
        raise Refusal("no_again", 409)
    line = history(game, log).line
    if not 0 <= entry < len(line) or (entry == 0 and line[0].entry.seat is None):
        raise Refusal("no_such_step", 404, step=entry)
    if seat >= log.header.players:
        raise Refusal("no_such_seat", 404, seat=seat)
    deal, before = matches.promised(), line[entry].before
    match = Match.load(game, Position(**dump_position(game, before)), deal.secret)
    usual = bots.usual(game)
    levels = [None if at == seat else place.level or usual for at, place in enumerate(doc.places)]
    names = [place.name if place.level else "" for place in doc.places]
    places = _bots(doc.game, tuple(levels), tuple(names))
    made, person = _table(doc.game, places, seat, you, browser, deal, now)
    options = dict(log.header.options)
    return replace(made, options=options, status="running", header=match.header()), person, []


def _bots(
    game: str, levels: tuple[str | None, ...], names: tuple[str, ...]
) -> tuple[SeatRecord, ...]:
    """The bots seat by seat, under the names they had; the free seat is open."""
    places: list[SeatRecord] = []
    for at, level in enumerate(levels):
        if level is None:
            places.append(seats.OPEN)
            continue
        known = names[at] if at < len(names) else ""
        made = seats.bot(game, level, places)
        places.append(replace(made, name=known) if known else made)
    return tuple(places)


def _table(
    game: str,
    places: tuple[SeatRecord, ...],
    seat: int,
    you: str,
    browser: str,
    deal: Deal,
    now: int,
) -> tuple[TableDocument, str]:
    """A private table: nobody looks on, and nobody plays for who is gone."""
    doc = TableDocument(
        id=new_id(),
        game=game,
        name="",
        host="",
        people={},
        places=places,
        deal=deal,
        spectators=False,
        chat="off",
        created_at=now,
        updated_at=now,
    )
    doc, person = people.join(doc, you, browser)
    return seats.sit(replace(doc, host=person), person, seat), person
