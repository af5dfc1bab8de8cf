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
    Finished,
    SeatRecord,
    StoredEntry,
    TableDocument,
    to_row,
)
from quartett.server.store.store import StoredRow
from quartett.server.table import matches, members, seats
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
    past: Finished,
    log: AnyLog,
    entry: int,
    seat: int,
    you: str,
    browser: str,
    bots: BotPolicy,
    now: int,
) -> Ready:
    """A finished match before one of its entries, for somebody to play on against bots."""
    game = games.get(log.header.game)
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
    levels, names = _bots_then(doc, past, bots)
    levels = [None if at == seat else level or usual for at, level in enumerate(levels)]
    places = _bots(game.id, tuple(levels), tuple(names))
    made, person = _table(game.id, places, seat, you, browser, deal, now)
    options = dict(log.header.options)
    return replace(made, options=options, status="running", header=match.header()), person, []


def _bots_then(
    doc: TableDocument, past: Finished, bots: BotPolicy
) -> tuple[list[str | None], list[str]]:
    """How well the bots of a match played, as far as it is known, and their names."""
    if past.match == doc.match:
        names = [each.name if each.level else "" for each in doc.places]
        return [each.level for each in doc.places], names
    # Since then everybody has moved on, perhaps to another game: of each bot only the name is kept.
    known = {each.name: each.level for each in doc.places if each.level}
    game = games.get(past.header.game)
    were = [past.people and past.people[at] is None for at in range(len(past.names))]
    names = [name if bot else "" for name, bot in zip(past.names, were, strict=True)]
    found = [known.get(name) if name else None for name in names]
    return [level if level and bots.plays(game, level) else None for level in found], names


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
    doc, person = members.join(doc, you, browser)
    return seats.sit(replace(doc, host=person), person, seat), person
