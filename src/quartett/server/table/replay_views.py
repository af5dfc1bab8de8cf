"""A finished match to look at again: what a viewer saw after each of its steps."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.json import encode

from quartett import games
from quartett.core.game import AnyGame, GameValue
from quartett.core.history import AnyStep, history
from quartett.core.log import AnyLog
from quartett.core.outcome import Outcome
from quartett.server.parts.versioned import BotEntry
from quartett.server.refusals import Refusal


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


def count(log: AnyLog, taken_back: bool = False) -> int:
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
