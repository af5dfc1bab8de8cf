"""What an evening tells: to those who look at it, in lists, and to other programs."""

import csv
import io
from collections.abc import Mapping
from fractions import Fraction
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from quartett.protocol.evenings import (
    EveningLine,
    EveningSeat,
    EveningShown,
    EveningStanding,
    EveningTableShown,
    ExportedEvening,
    ExportedTable,
    MemberShown,
    RoundShown,
    State,
    YouThere,
)
from quartett.server.evenings.model import Evening, EveningTable, Member, Round
from quartett.server.evenings.records import Versioned
from quartett.server.evenings.standing import SeatScore, seat_scores, standings
from quartett.server.parts.faces import shown_face

EXPORT_FORMAT = 1
DIGITS = 3

Reached = dict[tuple[str, int], SeatScore]
"""What each seat (table, seat) has reached."""


def path_of(evening: Evening) -> str:
    """Where the browser shows an evening."""
    return f"/evening/{evening.id}"


def state_of(evening: Evening) -> State:
    """Whether it has begun, is being played, is between two rounds, or over."""
    if evening.over:
        return "over"
    if evening.current is not None:
        return "running"
    return "between" if evening.rounds else "waiting"


def shown(
    found: Versioned, browser: str | None, now: int, faces: Mapping[str, str]
) -> EveningShown:
    """An evening as somebody sees it who has its link; `faces` has portraits by browser."""
    evening = found.evening
    if (for_all := _FOR_ALL.get(found)) is None:
        for_all = _FOR_ALL[found] = _for_all(found)
    return replace(
        for_all,
        now=now,
        members=[_member(evening, each, faces) for each in evening.members],
        you=_you(evening, evening.member_of(browser)),
    )


_FOR_ALL = WeakKeyDictionary[Versioned, EveningShown]()
"""What everybody is shown alike: a hundred people look at each change of a long evening."""


def _for_all(found: Versioned) -> EveningShown:
    evening, reached = found.evening, _reached(found.evening)
    plan = evening.plan
    return EveningShown(
        id=evening.id,
        path=path_of(evening),
        name=evening.name,
        version=found.version,
        game=plan.game,
        options=plan.options,
        rounds=plan.rounds,
        seats=plan.seats,
        deals=plan.deals,
        fill=plan.fill,
        pace=plan.pace,
        turn_seconds=plan.turn_seconds,
        round_seconds=plan.round_seconds,
        level=plan.level,
        auto=plan.auto,
        closed=evening.closed,
        state=state_of(evening),
        round=len(evening.rounds),
        ends_at=evening.ends_at,
        next_at=evening.starts_at,
        now=0,
        members=[],
        standings=_standings(evening),
        played=[_round(evening, each, reached) for each in evening.rounds],
        you=_you(evening, None),
    )


def line(evening: Evening, browser: str) -> EveningLine:
    """An evening in a list of somebody's."""
    member = evening.member_of(browser)
    return EveningLine(
        id=evening.id,
        path=path_of(evening),
        name=evening.name,
        game=evening.plan.game,
        state=state_of(evening),
        round=len(evening.rounds),
        rounds=evening.plan.rounds,
        people=len(evening.there),
        invited=member is None,
        table=_table_now(evening, member),
    )


def exported(evening: Evening) -> ExportedEvening:
    """All results of an evening."""
    reached = _reached(evening)
    return ExportedEvening(
        format=EXPORT_FORMAT,
        name=evening.name,
        game=evening.plan.game,
        options=evening.plan.options,
        deals=evening.plan.deals,
        rounds=evening.plan.rounds,
        over=evening.over,
        standings=_standings(evening),
        tables=[
            _exported(round.number, at, number, seat, table)
            for round in evening.rounds
            for at, table in enumerate(_round(evening, round, reached).tables, start=1)
            for number, seat in enumerate(table.seats, start=1)
        ],
    )


def as_csv(evening: Evening) -> str:
    """The same seat by seat as a table for a spreadsheet."""
    out = io.StringIO()
    names = ExportedTable.__struct_fields__
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(names)
    for each in exported(evening).tables:
        writer.writerow([_cell(getattr(each, name)) for name in names])
    return out.getvalue()


def _cell(value: object) -> object:
    """What a spreadsheet shows and does not calculate, whatever somebody calls themselves."""
    if isinstance(value, str) and value.lstrip()[:1] in ("=", "+", "-", "@"):
        return f"'{value}"
    return int(value) if isinstance(value, bool) else value


def _exported(
    round: int, table: int, seat: int, reached: EveningSeat, of: EveningTableShown
) -> ExportedTable:
    return ExportedTable(
        round=round,
        table=table,
        seat=seat,
        name=reached.name,
        bot=reached.member is None,
        place=reached.place,
        score=reached.score,
        points=reached.points,
        gain=reached.gain,
        more=reached.more,
        replaced=reached.replaced or reached.gone,
        drawn=of.drawn,
    )


def _reached(evening: Evening) -> Reached:
    return {(each.table.id, each.seat): each for each in seat_scores(evening)}


def _member(evening: Evening, each: Member, faces: Mapping[str, str]) -> MemberShown:
    return MemberShown(
        id=each.id,
        name=each.name,
        host=each.id == evening.host,
        plays=each.plays,
        left=each.left,
        removed=each.removed,
        face=shown_face(faces.get(each.browser)),
    )


def _standings(evening: Evening) -> list[EveningStanding]:
    members = {each.id: each for each in evening.members}
    return [
        EveningStanding(
            member=row.member,
            name=members[row.member].name,
            place=row.place,
            points=_number(row.points),
            gain=_number(row.gain),
            more=_number(row.more),
            opponents=_number(row.opponents),
            rounds=row.rounds,
            won=row.won,
            byes=row.byes,
            there=members[row.member].there,
        )
        for row in standings(evening)
    ]


def _round(evening: Evening, round: Round, reached: Reached) -> RoundShown:
    return RoundShown(
        number=round.number,
        tables=[_table(evening, each, reached) for each in round.tables],
        byes=list(round.byes),
        began_at=round.began_at,
        ended_at=round.ended_at,
    )


def _table(evening: Evening, table: EveningTable, reached: Reached) -> EveningTableShown:
    return EveningTableShown(
        id=table.id,
        path=f"/t/{table.id}",
        seats=[
            _seat(evening, table, seat, reached.get((table.id, seat)))
            for seat in range(len(table.seats))
        ],
        over=table.score is not None,
        drawn=table.drawn,
    )


def _seat(
    evening: Evening, table: EveningTable, seat: int, reached: SeatScore | None
) -> EveningSeat:
    id, score = table.seats[seat], table.score
    member = evening.member(id)
    name = member.name if member else ""
    if score is None or reached is None:
        return EveningSeat(member=id, name=name, gone=id in table.gone)
    named = score.names[seat] if score.names else name
    counted = not table.drawn
    return EveningSeat(
        member=id,
        name=name or named,
        place=score.places[seat] if counted else None,
        score=score.scores[seat] if counted and score.scores else None,
        points=_number(reached.points),
        gain=None if reached.gain is None else _number(reached.gain),
        more=None if reached.more is None else _number(reached.more),
        replaced=id is not None and seat in score.replaced,
        gone=id in table.gone,
    )


def _you(evening: Evening, member: Member | None) -> YouThere:
    if member is None:
        return YouThere(member=None, name=None, host=False)
    current = evening.current
    return YouThere(
        member=None if member.left else member.id,
        name=member.name,
        host=member.id == evening.host and not member.removed,
        removed=member.removed,
        table=_table_now(evening, member),
        bye=current is not None and member.id in current.byes,
    )


def _table_now(evening: Evening, member: Member | None) -> str | None:
    """Where a member plays now: once the table is made, until it is over."""
    current = evening.current
    if member is None or current is None:
        return None
    opening = {each.table for each in evening.todo if each.kind == "open"}
    for table in current.tables:
        sits = member.id in table.seats and member.id not in table.gone
        if sits and table.score is None and table.id not in opening:
            return f"/t/{table.id}"
    return None


def _number(value: Fraction) -> float:
    return round(float(value), DIGITS)
