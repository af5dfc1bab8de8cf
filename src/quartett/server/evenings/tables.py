"""The tables of an evening: how each is made, ready to play, and what is read from it once over."""

import msgspec
from msgspec.structs import replace

from quartett.core import commitment
from quartett.server.bots.policy import BotPolicy
from quartett.server.evenings.model import Evening, EveningTable, Member, Score
from quartett.server.learning.results import StoredResult
from quartett.server.store.documents import (
    Deal,
    OfEvening,
    Person,
    SeatRecord,
    SharedMatch,
    StoredEntry,
    TableDocument,
    to_row,
)
from quartett.server.store.store import Attachment, StoredRow
from quartett.server.table import matches, seats
from quartett.server.tokens import new_id

NEVER = 2**53
"""When (ms) a shared deal is revealed, until its round is over."""

AWAY_SECONDS = 60
"""How long a live table waits for somebody who is not there before a bot plays for them."""


def made(
    evening: Evening, round: int, table: EveningTable, bots: BotPolicy, now: int
) -> tuple[TableDocument, list[StoredRow]]:
    """A table of a round with its match begun: nobody can change anything about it.

    It has no host: what there is to decide, the evening's host decides.
    """
    plan = evening.plan
    people = {new_id(): each for each in _members(evening, table)}
    secret = evening.deal_secret(round, table)
    doc = TableDocument(
        id=table.id,
        game=plan.game,
        name=evening.name,
        host="",
        people={id: _person(each) for id, each in people.items()},
        places=_places(evening, table, people, bots),
        deal=Deal(secret, commitment.commit(secret)),
        options=dict(plan.options),
        turn_seconds=plan.turn_seconds,
        away_seconds=AWAY_SECONDS if plan.pace == "live" else None,
        hints=False,
        undo="off",
        shared=_shared(evening, round),
        evening=OfEvening(evening.id, evening.name, round, plan.rounds),
        created_at=now,
        updated_at=now,
    )
    doc, play = matches.dealt(doc)
    return doc, [to_row(doc, 0, StoredEntry(play.match.log[0].events, on=now))]


def attempts(evening: Evening, round: int, table: EveningTable) -> list[Attachment]:
    """Who plays the round's shared deal here: once they have, they may see how others did."""
    shared = _shared(evening, round)
    if shared is None:
        return []
    return [
        Attachment(
            "result",
            shared.deal,
            each.browser,
            table.id,
            msgspec.json.encode(StoredResult(each.name)),
        )
        for each in _members(evening, table)
        if each.browser
    ]


def score_of(doc: TableDocument) -> Score | None:
    """What came of a table's first match; None: it came to no end."""
    past = next((each for each in doc.past if each.match == 1), None)
    if past is None:
        return None
    outcome = past.outcome
    return Score(outcome.places, outcome.scores, past.names, past.replaced)


def _members(evening: Evening, table: EveningTable) -> list[Member]:
    found = (evening.member(each) for each in table.seats)
    return [each for each in found if each is not None]


def _person(member: Member) -> Person:
    browsers = (member.browser,) if member.browser else ()
    return Person(member.name, browsers, owner=member.browser)


def _places(
    evening: Evening, table: EveningTable, people: dict[str, Member], bots: BotPolicy
) -> tuple[SeatRecord, ...]:
    ids = {member.id: person for person, member in people.items()}
    taken = [SeatRecord(ids[each.id], each.name) for each in people.values()]
    game, level = evening.plan.game, evening.plan.level
    places: list[SeatRecord] = []
    for each in table.seats:
        if each is None:
            places.append(seats.bot(game, level, [*taken, *places]))
        else:
            places.append(next(one for one in taken if one.person == ids[each]))
    gone = {ids[each] for each in table.gone if each in ids}
    return tuple(replace(one, away=True) if one.person in gone else one for one in places)


def _shared(evening: Evening, round: int) -> SharedMatch | None:
    if evening.plan.deals != "duplicate":
        return None
    return SharedMatch(f"{evening.id}/{round}", reveal_at=NEVER)
