"""Playing, as pure steps: a match is dealt, a seat acts, time passes, an action is taken back."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from quartett.core.game import GameValue
from quartett.core.log import AnyEntry
from quartett.server.parts.clock import TurnClocks
from quartett.server.parts.moment import Look, Moment
from quartett.server.parts.pace import MAX_LATE, turn_rules
from quartett.server.parts.versioned import StandIn, Stored, VersionedMatch, ends_round
from quartett.server.refusals import Refusal
from quartett.server.store.documents import StoredEntry, TableDocument
from quartett.server.table import between_rounds, matches, seats
from quartett.server.table.effects import Around, Effects, Tell, without_question


def deal(now: Moment, waiting: TableDocument, around: Around) -> Effects:
    """The cards are dealt to those who sit at the table as it waits."""
    doc, play = matches.dealt(waiting)
    return begin(now, doc, around, play, [StoredEntry(play.match.log[0].events, on=around.on)])


def begin(
    now: Moment,
    doc: TableDocument,
    around: Around,
    play: VersionedMatch | None = None,
    entries: Sequence[Stored] = (),
) -> Effects:
    """The table begins anew (a deal, a rematch), and everybody is shown it."""
    now, answers = without_question(now, Refusal("no_undo"))
    turns = now.turns.anew(turn_rules(doc))
    doc = replace(doc, updated_at=around.on)
    races = play is not None and play.game.timed
    look = between_rounds.readiness(doc, around) if races else None
    after = replace(now, doc=doc, play=play, turns=turns, look=look, near=False)
    after = after.timed_from(entries[-1].on if entries else around.on)
    told = (*_table(answers), Tell.SNAPSHOT)
    return Effects(after, True, tuple(entries), begins=play is not None, tell=told, answers=answers)


def act(
    now: Moment,
    seat: int,
    id: str | None,
    action: GameValue,
    around: Around,
    stand_in: StandIn = None,
) -> Effects:
    """A seat acts; refused by the rule that the action breaks."""
    play = now.playing()
    trial = play.act(seat, action, around.clock, stand_in)
    entries = [_stored(each, around.on, id, stand_in) for each in trial.entries_since(play)]
    doc, turns = _ended(_counted(now.doc, trial, seat, stand_in), trial), now.turns
    over = ends_round(play.game, entries[-1].events)
    look = between_rounds.begun(doc, around) if over else now.look
    if turns.on:
        turns = turns.fork()
        on_turn = replace(now, doc=doc, play=trial).on_turn
        waiting = tuple(on_turn) if look else between_rounds.covered(doc, on_turn, around.looking)
        began = turns.waited(seat)
        turns.acted(seat, on_turn, around.on, waiting, over)
        entries[-1] = replace(entries[-1], covered=waiting, began=began)
    return _looked_at(_grown(now, doc, trial, turns, entries, around, seat, id), look)


def pass_time(now: Moment, until: int, around: Around) -> Effects:
    """The match's clock has come to a moment at which something happens by itself."""
    play = now.playing()
    trial = play.wait(until)
    entries = [_stored(each, around.on) for each in trial.entries_since(play)]
    if not entries:
        return Effects(now)
    return _grown(now, _ended(now.doc, trial), trial, now.turns, entries, around)


def take_back(now: Moment, seat: int, id: str, around: Around) -> Effects:
    """A seat's last action is taken back, and everybody is shown the table as it was before."""
    play = now.playing()
    trial = play.undone()
    entries = tuple(_stored(each, around.on, id) for each in trial.entries_since(play))
    turns = now.turns.fork()
    turns.undone()
    after = replace(
        now,
        doc=replace(now.doc, updated_at=around.on),
        play=trial,
        turns=turns,
        asked=None,
        look=None,
        seen_by=frozenset(around.here),
    ).timed_from(around.on)
    return Effects(
        after, entries=entries, first=play.length, seat=seat, id=id, tell=(Tell.SNAPSHOT,)
    )


def uncover(now: Moment, seat: int, around: Around) -> Effects:
    """A seat's owner has the shared device: their clock waits no longer."""
    turns = now.turns.fork()
    if now.lookers or not (turns.on and turns.uncovered(seat, around.on)):
        return Effects(now)
    doc = replace(now.doc, uncovered=(seat, around.on), updated_at=around.on)
    return Effects(replace(now, doc=doc, turns=turns), document=True, tell=(Tell.TABLE,))


def _grown(
    now: Moment,
    doc: TableDocument,
    trial: VersionedMatch,
    turns: TurnClocks,
    entries: Sequence[Stored],
    around: Around,
    seat: int | None = None,
    id: str | None = None,
) -> Effects:
    """What follows once the match has gone on."""
    play, changed = now.playing(), doc is not now.doc
    now, answers = without_question(now, Refusal("no_undo"))
    after = replace(
        now,
        doc=replace(doc, updated_at=around.on),
        play=trial,
        turns=turns,
        near=now.near or around.together,
        seen_by=frozenset(around.here),
    ).timed_from(around.on)
    told = (*_table(answers), Tell.EVENTS, *((Tell.TABLE,) if changed else ()))
    return Effects(
        after, changed, tuple(entries), play.length, seat, id, tell=told, answers=answers
    )


def _looked_at(effects: Effects, look: Look | None) -> Effects:
    """Everybody learns that the end of a round is looked at."""
    if look is effects.after.look:
        return effects
    told = effects.tell if Tell.TABLE in effects.tell[-1:] else (*effects.tell, Tell.TABLE)
    return replace(effects, after=replace(effects.after, look=look), tell=told)


def _ended(doc: TableDocument, trial: VersionedMatch) -> TableDocument:
    outcome = trial.outcome
    return doc if outcome is None else matches.finished(doc, outcome, trial.replaced)


def _table(answers: Collection[object]) -> tuple[Tell, ...]:
    """Everybody learns that a question is answered."""
    return (Tell.TABLE,) if answers else ()


def _stored(entry: AnyEntry, on: int, id: str | None = None, stand_in: StandIn = None) -> Stored:
    by_seat = entry.seat is not None
    return StoredEntry(
        events=entry.events,
        seat=entry.seat,
        action=entry.action,
        at=entry.at,
        undo=entry.undo,
        id=id if by_seat else None,
        on=on,
        forced=stand_in == "late" and by_seat,
        by="bot" if stand_in and by_seat else None,
    )


def _counted(
    doc: TableDocument, trial: VersionedMatch, seat: int, stand_in: StandIn
) -> TableDocument:
    """The table after a seat has acted: who was late three times in a row is away."""
    if stand_in == "away":
        return doc
    place = doc.places[seat]
    if stand_in is None:
        late = 0
    elif seat in trial.able and not trial.game.timed:
        late = place.late  # its turn is not over yet
    else:
        late = place.late + 1
    if late == place.late:
        return doc
    return seats.with_seat(doc, seat, replace(place, late=late, away=late >= MAX_LATE))
