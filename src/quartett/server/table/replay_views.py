"""A finished match to look at again: what a viewer saw after each of its steps."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.json import encode
from msgspec.structs import replace

from quartett import games
from quartett.core.game import AnyGame, GameValue
from quartett.core.history import AnyStep, history
from quartett.core.log import AnyLog
from quartett.core.outcome import Outcome
from quartett.server.refusals import Refusal
from quartett.server.table.playing import BotEntry


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


def steps(log: AnyLog, viewer: int | None, first: int, limit: int) -> Iterator[bytes]:
    """Up to `limit` steps from `first` on, as JSON Lines, as a seat (None: a spectator) saw them.

    A generator, to be gone through off the event loop.
    """
    game = games.get(log.header.game)
    if viewer is not None and viewer >= log.header.players:
        raise Refusal("no_such_seat", 404, seat=viewer)
    for step in history(game, replace(log, entries=log.entries[: first + limit])).steps[first:]:
        yield encode(_step(game, step, viewer)) + b"\n"


def _step(game: AnyGame, step: AnyStep, viewer: int | None) -> ReplayStep:
    entry, after = step.entry, step.after
    return ReplayStep(
        seat=entry.seat,
        at=entry.at,
        events=list(game.told(step.before, entry.events, viewer)),
        view=game.view(after, viewer),
        to_act=sorted(game.to_act(after)),
        outcome=game.outcome(after),
        by="bot" if isinstance(entry, BotEntry) else None,
    )
