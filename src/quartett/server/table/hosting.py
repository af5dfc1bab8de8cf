"""What people can do with a table besides playing: come, sit, arrange, start, go, begin again."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from quartett import games
from quartett.core.forms import parse
from quartett.protocol.bodies import ChangeSeat, ChangeTable, CreateTable, SeatSetup
from quartett.server.bots.policy import Brains
from quartett.server.refusals import Refusal
from quartett.server.store.documents import SeatRecord, StoredEntry, TableDocument, now_ms
from quartett.server.table import dealing, seats
from quartett.server.table.seats import clean
from quartett.server.table.table import Table
from quartett.server.tokens import new_id


def new_table(wish: CreateTable, browser: str | None, brains: Brains) -> tuple[TableDocument, str]:
    """A new table as its creator wants it, and who the creator is there."""
    if wish.game not in games.names():
        raise Refusal("no_such_game", 422, game=wish.game)
    game = games.get(wish.game)
    options = parse(game.options_type, wish.options, "options")
    setups = wish.seats or [SeatSetup() for _ in range(game.players[0])]
    if len(setups) > game.players[-1]:
        raise Refusal("too_many_seats", 422, most=game.players[-1])
    game.check_options(options, max(len(setups), game.players[0]))
    doc = TableDocument(
        id=new_id(),
        game=wish.game,
        name=clean(wish.name),
        host="",
        people={},
        places=_places(setups, brains, wish.game),
        deal=dealing.promised(),
        options=dict(wish.options),
        public=wish.public,
        spectators=wish.spectators,
        chat=wish.chat,
        turn_seconds=wish.turn_seconds,
        away_seconds=wish.away_seconds,
        created_at=now_ms(),
        updated_at=now_ms(),
    )
    doc, person = seats.join(doc, wish.you, browser)
    doc = replace(doc, host=person)
    seat = seats.first_open(doc)
    if wish.sit and seat is not None:
        doc = seats.sit(doc, person, seat)
    return seats.contributed(doc, person, wish.contribution), person


def bot_level(level: str | None, brains: Brains, game: str) -> str:
    """The level wished for, or the usual one; refused if no bot plays this game at it."""
    if not level:
        return brains.usual(games.get(game))
    if level not in brains.levels(games.get(game)):
        raise Refusal("no_such_level", 422, level=level)
    return level


async def change_seat(table: Table, person: str, wish: ChangeSeat) -> None:
    """The host arranges a seat."""
    _host(table.doc, person)
    if wish.kind == "bot":
        level = bot_level(wish.level, table.house.brains, table.doc.game)
        wish = replace(wish, level=level)
    await table.change(seats.change(table.doc, wish))


async def change_table(table: Table, person: str, wish: ChangeTable) -> None:
    """The host changes the options and the table's other settings before a match."""
    doc = table.doc
    _host(doc, person)
    if doc.status != "waiting":
        raise Refusal("not_waiting")
    changed = replace(doc, **{**wish.wishes(), **_cleaned(wish)})
    game = games.get(doc.game)
    options = parse(game.options_type, changed.options, "options")
    game.check_options(options, max(len(doc.places), game.players[0]))
    table.turns.seconds = changed.turn_seconds
    await table.change(doc if changed == doc else changed)


def _cleaned(wish: ChangeTable) -> dict[str, str]:
    return {"name": clean(wish.name)} if isinstance(wish.name, str) else {}


async def start(table: Table, person: str) -> None:
    """The host starts the match: the deal is kept, then everybody sees their cards."""
    doc = table.doc
    _host(doc, person)
    if doc.status != "waiting":
        raise Refusal("not_waiting")
    doc, play = dealing.dealt(doc)
    deal = play.match.log[0]
    await table.commit(doc, play, [StoredEntry(deal.events, on=now_ms())])
    table.clock.set(0)
    _fresh(table)


async def rematch(table: Table, person: str) -> None:
    """Anybody who played may call for a rematch once the match is over."""
    if not seats.seats_of(table.doc, person):
        raise Refusal("not_seated", 403)
    if table.doc.status != "over":
        raise Refusal("not_over")
    await table.commit(dealing.again(table.doc), None)
    _fresh(table)


async def leave(table: Table, person: str) -> None:
    """Go for good; a table that everybody has left is closed."""
    doc = seats.leave(table.doc, person)
    mattered = person == table.doc.host or bool(seats.seats_of(table.doc, person))
    stay = [place for place in doc.places if place.person and not place.away]
    if mattered and not stay and doc.status in ("waiting", "running"):
        doc = replace(doc, status="closed")
    await table.change(doc)


async def undo(table: Table, seat: int) -> int:
    """Take an action back: the log up to it becomes a new match, so that nothing is rewritten."""
    play = table.playing()
    if not play.may_undo(seat):
        raise Refusal("no_undo")
    undone = play.undone()
    kept: list[StoredEntry[Any, Any]] = [
        StoredEntry(entry.events, entry.seat, entry.action, entry.at, on=now_ms())
        for entry in undone.match.log
    ]
    await table.commit(replace(table.doc, match=table.doc.match + 1), undone, kept)
    _fresh(table)
    return undone.version


def _fresh(table: Table) -> None:
    table.after_change(None)
    table.tell_snapshots()


def _host(doc: TableDocument, person: str) -> None:
    if doc.host != person:
        raise Refusal("only_host", 403)


def _places(setups: Sequence[SeatSetup], brains: Brains, game: str) -> tuple[SeatRecord, ...]:
    places: list[SeatRecord] = []
    for setup in setups:
        if setup.kind == "open":
            places.append(seats.OPEN)
        else:
            level = bot_level(setup.level, brains, game)
            places.append(seats.bot(game, level, places))
    return tuple(places)
