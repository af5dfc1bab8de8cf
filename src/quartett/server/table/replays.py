"""Finished matches: as logs, and step by step as a seat or a spectator saw them."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.json import encode
from msgspec.structs import replace

from quartett import games
from quartett.core.game import AnyGame, GameValue
from quartett.core.history import AnyStep, history
from quartett.core.log import FORMAT, AnyLog, Log, seal
from quartett.core.outcome import Outcome
from quartett.server.parts.versioned import BotEntry, to_entry
from quartett.server.refusals import Refusal
from quartett.server.store.documents import Finished, TableDocument, from_row
from quartett.server.store.store import Store, StoredRow
from quartett.server.table.matches import revealed


def past_match(doc: TableDocument, match: int) -> Finished:
    """A match of a table that is over."""
    past = next((each for each in doc.past if each.match == match), None)
    if past is None:
        raise Refusal("no_such_match", 404)
    return past


async def finished(store: Store, doc: TableDocument, match: int) -> AnyLog:
    """A match that is over, from the deal to the end."""
    past = past_match(doc, match)
    game = games.get(past.header.game)
    rows = await store.log(doc.id, match)
    # In a thread: a long match takes a while to be read.
    return await asyncio.to_thread(_assembled, game, past, rows)


def _assembled(game: AnyGame, past: Finished, rows: Sequence[StoredRow]) -> AnyLog:
    entries = tuple(to_entry(from_row(game, row)) for row in rows)
    undone = any(entry.undo for entry in entries)
    format = FORMAT if undone else past.header.format
    header = replace(past.header, deal=revealed(past) or msgspec.UNSET, format=format)
    return Log(header, entries)


def log_lines(log: AnyLog) -> Iterator[bytes]:
    """A log as JSON Lines, line by line, with the seal at the end."""
    text = bytearray()
    for each in (log.header, *log.entries):
        line = msgspec.json.encode(each) + b"\n"
        text += line
        yield line
    yield seal(bytes(text))


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a match: who acted, what happened, and the table after it."""

    seat: int | None
    at: int
    events: list[GameValue]
    view: GameValue
    to_act: list[int]
    outcome: Outcome | None
    by: Literal["bot"] | None = None
    """`bot`: a stand-in acted for the person whose seat it is."""
    undone: bool = False
    """Whether this was taken back, or is the taking back."""


def step_count(log: AnyLog, taken_back: bool = False) -> int:
    """How many steps there are, with or without those that were taken back."""
    undos = sum(entry.undo for entry in log.entries)
    return len(log.entries) - (0 if taken_back else 2 * undos)


def steps(
    log: AnyLog, viewer: int | None, first: int, limit: int, taken_back: bool = False
) -> Iterator[bytes]:
    """Up to `limit` steps from `first` on, as JSON Lines, as a seat (None: a spectator) saw them.

    Without those that were taken back, unless these are wanted too. A generator, to be gone through
    off the event loop.
    """
    game = games.get(log.header.game)
    if viewer is not None and viewer >= log.header.players:
        raise Refusal("no_such_seat", 404, seat=viewer)
    told = history(game, log)
    chosen = told.steps if taken_back else told.line
    for step in chosen[first : first + limit]:
        undone = step.entry.undo or step.number in told.undone
        yield encode(_step(game, step, viewer, undone)) + b"\n"


def _step(game: AnyGame, step: AnyStep, viewer: int | None, undone: bool) -> ReplayStep:
    entry, after = step.entry, step.after
    return ReplayStep(
        seat=entry.seat,
        at=entry.at,
        events=list(game.told(step.before, entry.events, viewer)),
        view=game.view(after, viewer),
        to_act=sorted(game.to_act(after)),
        outcome=game.outcome(after),
        by="bot" if isinstance(entry, BotEntry) else None,
        undone=undone,
    )
