"""An evening's rules as one pure function: a state and a command give the next state.

What has to be done in the world is a part of the state (`Evening.todo`), so that a crash forgets
none of it. A command that comes a second time changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from quartett import games
from quartett.core.errors import QuartettError
from quartett.core.seeds import Rng
from quartett.server.evenings import seating
from quartett.server.evenings.model import (
    Evening,
    EveningTable,
    Member,
    Plan,
    Round,
    Score,
    Task,
)
from quartett.server.evenings.standing import opponents, order, standings
from quartett.server.parts.pace import DAYS_SECONDS
from quartett.server.refusals import Refusal
from quartett.server.table.names import called, clean

MAX_MEMBERS = 100
MAX_ROUNDS = 30
PAUSE_MS = 60_000
"""Between two rounds where the next one begins by itself; the host can start it at once."""

MAX_REMOVED = 200
"""How many people an evening remembers besides those who are there."""


class Join(msgspec.Struct, frozen=True, tag=True):
    """Somebody comes, or comes back; also while a round is played: they sit from the next on."""

    member: str
    """The id of a new member."""
    name: str
    browser: str


class Leave(msgspec.Struct, frozen=True, tag=True):
    """A member goes; at their table a bot plays on. Where the host goes, somebody else is it."""

    member: str


class Remove(msgspec.Struct, frozen=True, tag=True):
    """The host sends somebody away for good."""

    member: str


class Rename(msgspec.Struct, frozen=True, tag=True):
    """A member goes by another name."""

    member: str
    name: str


class HandOver(msgspec.Struct, frozen=True, tag=True):
    """The host makes another member the host."""

    member: str


class Change(msgspec.Struct, frozen=True, tag=True):
    """The host changes what can still be changed; None: it stays."""

    name: str | None = None
    rounds: int | None = None
    auto: bool | None = None
    closed: bool | None = None
    plays: bool | None = None
    """Whether the host plays too."""


class Start(msgspec.Struct, frozen=True, tag=True):
    """The host starts a round; its number, so that asking twice starts one."""

    round: int


class Finished(msgspec.Struct, frozen=True, tag=True):
    """A table's match is over."""

    table: str
    score: Score


class Abandoned(msgspec.Struct, frozen=True, tag=True):
    """Everybody has left a table, or it is no more: nobody will play its match to an end."""

    table: str


class EndRound(msgspec.Struct, frozen=True, tag=True):
    """The host ends a round: tables that are not over count as a draw."""

    round: int


class End(msgspec.Struct, frozen=True, tag=True):
    """The host ends the evening, and with it the round that is played."""


class Done(msgspec.Struct, frozen=True, tag=True):
    """These things have been done."""

    tasks: tuple[Task, ...]


class PassOn(msgspec.Struct, frozen=True, tag=True):
    """A member is known by another browser from now on."""

    old: str
    new: str


class Forget(msgspec.Struct, frozen=True, tag=True):
    """A member wants to be forgotten: what was played stays, under no name."""

    member: str
    name: str


Command = (
    Join
    | Leave
    | Remove
    | Rename
    | HandOver
    | Change
    | Start
    | Finished
    | Abandoned
    | EndRound
    | End
    | Done
    | PassOn
    | Forget
)


def opened(
    id: str,
    name: str,
    plan: Plan,
    host: Member,
    secret: str,
    now: int,
    invited: Sequence[str] = (),
) -> Evening:
    """A new evening; refused where it could not be played."""
    check_plan(plan)
    host = replace(host, name=called(host.name, ()))
    return Evening(
        id=id,
        name=clean(name),
        plan=plan,
        secret=secret,
        host=host.id,
        members=(host,),
        invited=tuple(each for each in invited if each != host.browser),
        created_at=now,
    )


def check_plan(plan: Plan) -> None:
    """Refuse an evening that could not be played."""
    if plan.game not in games.names():
        raise Refusal("no_such_game", 422, game=plan.game)
    game = games.get(plan.game)
    if plan.seats not in game.players:
        raise Refusal(
            "no_such_size", 422, seats=plan.seats, least=game.players[0], most=game.players[-1]
        )
    if game.timed and plan.deals == "duplicate":
        raise Refusal("no_duplicate", 422)
    if game.timed and plan.pace == "days":
        raise Refusal("no_days", 422)
    if plan.deals == "duplicate" and plan.fill == "small":
        raise Refusal("no_small_duplicate", 422)
    if (plan.pace == "days") != ((plan.turn_seconds or 0) >= DAYS_SECONDS):
        raise Refusal("other_pace", 422)
    game.agreed(plan.options, plan.seats)


def allowed_sizes(plan: Plan) -> list[int]:
    """How many can sit at a table with these options."""
    return [each for each in games.get(plan.game).players if _fits(plan, each)]


def _fits(plan: Plan, seats: int) -> bool:
    try:
        games.get(plan.game).agreed(plan.options, seats)
    except QuartettError:
        return False
    return True


def step(evening: Evening, command: Command, now: int) -> Evening:
    """The evening after a command; refused where it cannot be carried out."""
    return _STEPS[type(command)](evening, command, now)


# People


def _join(evening: Evening, command: Join, now: int) -> Evening:
    known = evening.member_of(command.browser)
    if known is not None:
        if known.removed:
            raise Refusal("removed_from_evening", 403)
        return _with(evening, replace(known, left=False)) if known.left else evening
    _check_open(evening)
    if evening.closed:
        raise Refusal("evening_closed", 403)
    evening = _with_room(evening)
    if len(evening.there) >= MAX_MEMBERS or len(evening.members) >= MAX_MEMBERS + MAX_REMOVED:
        raise Refusal("evening_full", 503, most=MAX_MEMBERS)
    name = called(command.name, [each.name for each in evening.members])
    new = Member(id=command.member, name=name, browser=command.browser)
    return replace(evening, members=(*evening.members, new))


def _with_room(evening: Evening) -> Evening:
    """The evening without those who went and never played, once it knows too many people.

    Of those whom the host sent away the latest are remembered.
    """
    if len(evening.members) < MAX_MEMBERS + MAX_REMOVED:
        return evening
    seats = (seat for round in evening.rounds for table in round.tables for seat in table.seats)
    mattered = {evening.host, *seats, *(each for round in evening.rounds for each in round.byes)}
    gone = [each for each in evening.members if each.left and each.id not in mattered]
    removed = [each for each in gone if each.removed]
    forgotten = {each.id for each in gone if not each.removed}
    forgotten |= {each.id for each in removed[: max(1, len(removed) - MAX_REMOVED // 2)]}
    kept = tuple(each for each in evening.members if each.id not in forgotten)
    return replace(evening, members=kept)


def _leave(evening: Evening, command: Leave, now: int) -> Evening:
    member = _member(evening, command.member)
    if member.left:
        return evening
    return _gone(evening, replace(member, left=True))


def _remove(evening: Evening, command: Remove, now: int) -> Evening:
    if command.member == evening.host:
        raise Refusal("no_such_member", 404)
    member = _member(evening, command.member)
    if member.removed:
        return evening
    return _gone(evening, replace(member, left=True, removed=True))


def _gone(evening: Evening, member: Member) -> Evening:
    """The evening without a member: their table is told, and somebody is the host."""
    evening = _with(evening, member)
    if evening.host == member.id:
        heir = next((each.id for each in evening.members if not each.left), member.id)
        evening = replace(evening, host=heir)
    current = evening.current
    for table in current.tables if current else ():
        if member.id in table.seats and table.score is None and member.id not in table.gone:
            task = Task("release", table.id, member.id)
            left = replace(table, gone=(*table.gone, member.id))
            evening = replace(_with_table(evening, left), todo=(*evening.todo, task))
    return evening


def _rename(evening: Evening, command: Rename, now: int) -> Evening:
    member = _member(evening, command.member)
    others = [each.name for each in evening.members if each.id != member.id]
    return _with(evening, replace(member, name=called(command.name, others)))


def _hand_over(evening: Evening, command: HandOver, now: int) -> Evening:
    if _member(evening, command.member).left:
        raise Refusal("no_such_member", 404)
    return replace(evening, host=command.member)


def _change(evening: Evening, command: Change, now: int) -> Evening:
    plan = evening.plan
    if command.rounds is not None:
        _check_open(evening)
        if command.rounds < max(1, len(evening.rounds)):
            raise Refusal("too_few_rounds", 422, least=max(1, len(evening.rounds)))
        plan = replace(plan, rounds=command.rounds)
    if command.auto is not None:
        plan = replace(plan, auto=command.auto)
    changed = replace(
        evening,
        plan=plan,
        name=evening.name if command.name is None else clean(command.name),
        closed=evening.closed if command.closed is None else command.closed,
    )
    if command.plays is not None:
        host = _member(changed, changed.host)
        changed = _with(changed, replace(host, plays=command.plays))
    last = changed.rounds[-1] if changed.rounds else None
    if last is not None and last.ended_at is not None and last.number >= plan.rounds:
        changed = replace(changed, over=True)
    return _with_pause(changed, now)


def _pass_on(evening: Evening, command: PassOn, now: int) -> Evening:
    """Where both are here already, each stays who they are."""
    renamed = (command.new if each == command.old else each for each in evening.invited)
    if (invited := tuple(dict.fromkeys(renamed))) != evening.invited:
        evening = replace(evening, invited=invited)
    member = evening.member_of(command.old)
    if member is None or evening.member_of(command.new) is not None:
        return evening
    return _with(evening, replace(member, browser=command.new))


def _forget(evening: Evening, command: Forget, now: int) -> Evening:
    member = _member(evening, command.member)
    invited = tuple(each for each in evening.invited if each != member.browser)
    evening = replace(evening, invited=invited)
    evening = _gone(evening, replace(member, name=command.name, browser="", left=True))
    for table in [table for round in evening.rounds for table in round.tables]:
        if table.score is not None and table.score.names and member.id in table.seats:
            names = zip(table.seats, table.score.names, strict=True)
            shown = tuple(command.name if who == member.id else name for who, name in names)
            score = replace(table.score, names=shown)
            evening = _with_table(evening, replace(table, score=score))
    return evening


# Rounds


def _start(evening: Evening, command: Start, now: int) -> Evening:
    if command.round <= len(evening.rounds):
        return evening  # it was asked for twice
    _check_open(evening)
    if evening.current is not None:
        raise Refusal("round_runs")
    if command.round != len(evening.rounds) + 1 or command.round > evening.plan.rounds:
        raise Refusal("no_such_round", 404)
    if not evening.there:
        raise Refusal("nobody_there")
    new = seated(evening, command.round, now)
    opening = tuple(Task("open", table.id) for table in new.tables)
    todo = (*evening.todo, *opening)
    return replace(evening, rounds=(*evening.rounds, new), todo=todo, next_at=None)


def seated(evening: Evening, number: int, now: int) -> Round:
    """The next round: everybody who is there at one table, or with a bye."""
    plan, rng = evening.plan, Rng(evening.derived("seating").hex(), number)
    rows = {row.member: row for row in standings(evening)}
    there = rng.shuffled(each.id for each in evening.there)
    duplicate = plan.deals == "duplicate"
    keys = {each: order(rows[each], duplicate)[:1] for each in there}
    there.sort(key=keys.__getitem__, reverse=True)  # stable: who is level stays shuffled
    tables = seating.shape(len(there), plan.seats, allowed_sizes(plan), plan.fill)
    byes = _byes(there, tables.byes, {row.member: row.byes for row in rows.values()})
    playing = [each for each in there if each not in byes]
    groups = seating.grouped(_ranks(playing, keys), _met(evening, playing), tables.people)
    sat = _sat(evening, playing)
    sizes = dict[int, list[int]]()
    for people, size in zip(tables.people, tables.seats, strict=True):
        sizes.setdefault(people, []).append(size)
    made = []
    for at, group in enumerate(sorted(groups, key=min), start=1):
        order_ = seating.arranged(group, sizes[len(group)].pop(), sat)
        seats = tuple(None if each is None else playing[each] for each in order_)
        made.append(EveningTable(evening.table_id(number, at), seats))
    return Round(number, tuple(made), tuple(byes), now)


def _byes(there: Sequence[str], count: int, had: dict[str, int]) -> list[str]:
    """Who sits out: those who did least often, of these the last in the standings."""
    last = sorted(enumerate(there), key=lambda each: (had.get(each[1], 0), -each[0]))
    return [each for _, each in last[:count]]


def _ranks(playing: Sequence[str], keys: dict[str, tuple[Fraction, ...]]) -> list[int]:
    values = sorted({keys[each] for each in playing}, reverse=True)
    return [values.index(keys[each]) for each in playing]


def _met(evening: Evening, playing: Sequence[str]) -> Counter[tuple[int, int]]:
    number = {each: at for at, each in enumerate(playing)}
    found = Counter[tuple[int, int]]()
    for one, others in opponents(evening).items():
        for other in others:
            if one in number and other in number and number[one] < number[other]:
                found[number[one], number[other]] += 1
    return found


def _sat(evening: Evening, playing: Sequence[str]) -> Counter[tuple[int, int]]:
    number = {each: at for at, each in enumerate(playing)}
    return Counter(
        (number[member], seat)
        for round in evening.rounds
        for table in round.tables
        for seat, member in enumerate(table.seats)
        if member in number
    )


def _finished(evening: Evening, command: Finished, now: int) -> Evening:
    table = _playing(evening, command.table)
    if table is None or len(command.score.places) != len(table.seats):
        return evening
    return _counted(evening, replace(table, score=command.score), now)


def _abandoned(evening: Evening, command: Abandoned, now: int) -> Evening:
    table = _playing(evening, command.table)
    return evening if table is None else _counted(evening, _drawn(table), now)


def _playing(evening: Evening, id: str) -> EveningTable | None:
    """A table whose result is still to come; None if it comes late, or a second time."""
    found = evening.table(id)
    if found is None or found[1].score is not None or found[0].ended_at is not None:
        return None
    return found[1]


def _counted(evening: Evening, table: EveningTable, now: int) -> Evening:
    """The evening with a table that is over; with the last one, the round is over too."""
    evening = _with_table(evening, table)
    round = evening.rounds[-1]
    if any(each.score is None for each in round.tables):
        return evening
    return _ended(evening, round, now)


def _end_round(evening: Evening, command: EndRound, now: int) -> Evening:
    current = evening.current
    if current is None or current.number != command.round:
        if 1 <= command.round <= len(evening.rounds):
            return evening  # it was asked for twice
        raise Refusal("no_such_round", 404)
    return _ended(evening, current, now)


def _ended(evening: Evening, round: Round, now: int) -> Evening:
    """The evening with a round ended, and the last one with it."""
    tables = tuple(each if each.score is not None else _drawn(each) for each in round.tables)
    last = replace(round, tables=tables, ended_at=now)
    todo = evening.todo
    if evening.plan.deals == "duplicate":
        todo = (*todo, *(Task("reveal", each.id) for each in tables))
    over = round.number >= evening.plan.rounds
    rounds = (*evening.rounds[:-1], last)
    return _with_pause(replace(evening, rounds=rounds, todo=todo, over=over), now)


def _with_pause(evening: Evening, now: int) -> Evening:
    """The evening with the moment at which the next round begins by itself, if it does.

    Live there is a pause to look at the standings and to get up; over days nobody waits.
    """
    between = evening.rounds and evening.current is None and not evening.over
    if not (between and evening.plan.auto):
        return replace(evening, next_at=None)
    pause = 0 if evening.plan.pace == "days" else PAUSE_MS
    return replace(evening, next_at=now + pause if evening.next_at is None else evening.next_at)


def _drawn(table: EveningTable) -> EveningTable:
    return replace(table, score=Score((1,) * len(table.seats)), drawn=True)


def _end(evening: Evening, command: End, now: int) -> Evening:
    if (current := evening.current) is not None:
        evening = _ended(evening, current, now)
    return replace(evening, over=True, next_at=None)


def _done(evening: Evening, command: Done, now: int) -> Evening:
    left = tuple(each for each in evening.todo if each not in command.tasks)
    return evening if len(left) == len(evening.todo) else replace(evening, todo=left)


# Parts


def _check_open(evening: Evening) -> None:
    if evening.over:
        raise Refusal("evening_over")


def _member(evening: Evening, id: str) -> Member:
    found = evening.member(id)
    if found is None:
        raise Refusal("no_such_member", 404)
    return found


def _with(evening: Evening, member: Member) -> Evening:
    members = (member if each.id == member.id else each for each in evening.members)
    changed = replace(evening, members=tuple(members))
    return evening if changed == evening else changed


def _with_table(evening: Evening, table: EveningTable) -> Evening:
    rounds = (
        replace(
            round,
            tables=tuple(table if each.id == table.id else each for each in round.tables),
        )
        for round in evening.rounds
    )
    return replace(evening, rounds=tuple(rounds))


_STEPS: dict[type, Callable[[Evening, Any, int], Evening]] = {
    Join: _join,
    Leave: _leave,
    Remove: _remove,
    Rename: _rename,
    HandOver: _hand_over,
    Change: _change,
    Start: _start,
    Finished: _finished,
    Abandoned: _abandoned,
    EndRound: _end_round,
    End: _end,
    Done: _done,
    PassOn: _pass_on,
    Forget: _forget,
}
