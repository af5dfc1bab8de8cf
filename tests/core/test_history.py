"""A log is folded in one place: what counts, what was taken back and by whom, states between."""

import random
from typing import Any

import msgspec
import pytest

import quartett
from playing import short
from quartett import audit
from quartett.core.history import history
from quartett.core.log import Entry, Log
from quartett.core.match import AnyMatch
from quartett.games import get, names

UNTIMED = pytest.mark.parametrize("name", [name for name in names() if not get(name).timed])


def with_undos(name: str, seed: int) -> AnyMatch:
    """A match in which the same seat's actions were taken back now and then, two in a row too."""
    match: AnyMatch = quartett.start(name, get(name).players[0], seed=seed, **short(name))
    chance = random.Random(seed)
    for _ in range(20):
        if match.outcome is not None:
            break
        seat = min(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
        while match.entries[-1].seat is not None and chance.random() < 0.4:
            match.undo()
    return match


@UNTIMED
def test_a_history_tells_what_counts_and_what_was_taken_back_by_whom(name: str) -> None:
    match = with_undos(name, 5)
    told = history(match.game, match.record())
    assert [step.entry for step in told.steps] == list(match.log)
    assert [step.number for step in told.steps] == list(range(len(match.log)))
    assert [step.entry for step in told.line] == list(match.entries)
    assert [step.counted for step in told.line] == list(range(len(told.line)))
    undos = [step for step in told.steps if step.entry.undo]
    assert undos
    assert sorted(told.undone) == sorted(
        step.number for step in told.steps if not step.entry.undo and step not in told.line
    )
    for number, undo in told.undone.items():
        taken = told.steps[number]
        assert undo.entry.undo
        assert undo.entry.seat == taken.entry.seat
        assert undo.counted == taken.counted + 1
        assert (undo.before, undo.after) == (taken.after, taken.before)


@UNTIMED
def test_each_step_stands_between_the_states_that_a_player_saw(name: str) -> None:
    match = with_undos(name, 6)
    told = match.history()
    assert told.state == match.state
    assert told.steps[0].before == told.first == match.bare
    for step, later in zip(told.steps, told.steps[1:], strict=False):
        assert step.after == later.before
    assert [step.after for step in told.steps] == match.states()
    assert [step.after for step in audit.recompute(match.game, match.record()).steps] == (
        match.states()
    )


def test_an_undo_without_an_action_is_refused_with_its_entry() -> None:
    match = quartett.start("jericho", 3, seed=7)
    log = match.record()
    bent: Any = Log(log.header, (*log.entries, Entry((), 0, undo=True)))
    with pytest.raises(quartett.FormatError, match="entry 1: there is no move to take back"):
        history(match.game, bent)
    with pytest.raises(audit.Mismatch, match="Entry 1 cannot be: there is no move"):
        audit.recompute(match.game, bent)


def test_events_that_cannot_be_folded_are_refused_with_their_entry() -> None:
    match = quartett.start("jericho", 3, seed=7)
    match.play(1, match.legal(1)[0])
    log = match.record()
    alone = Log(log.header, log.entries[1:])
    with pytest.raises(quartett.FormatError, match="entry 0 does not fit what was before"):
        history(match.game, alone)


class NotedEntry(Entry[Any, Any], frozen=True):
    """An entry with which a server notes more than the rules ask for."""

    by: str = "bot"


def test_what_a_server_notes_with_an_entry_is_no_difference_in_the_match() -> None:
    """A stand-in's entry says so; the match still happened that way, and is reviewed."""
    match = quartett.start("souvenirs", 2, seed=3)
    match.play(0, match.legal(0)[0])
    log = match.record()
    noted = NotedEntry(**msgspec.structs.asdict(log.entries[-1]))
    marked = Log(log.header, (*log.entries[:-1], noted))
    assert audit.recompute(match.game, marked).state == match.state
