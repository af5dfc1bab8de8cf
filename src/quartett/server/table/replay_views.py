"""A finished match to look at again: what a viewer saw after each of its steps."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.json import encode

from quartett import games
from quartett.core.game import AnyGame, GameValue
from quartett.core.log import AnyEntry, AnyLog, states
from quartett.core.match import begin
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
    before, _ = begin(game, log.header)
    entries = log.entries[: first + limit]
    for number, after in enumerate(states(game, before, entries)):
        if number >= first:
            yield encode(_step(game, entries[number], before, after, viewer)) + b"\n"
        before = after


def _step(
    game: AnyGame, entry: AnyEntry, before: GameValue, after: GameValue, viewer: int | None
) -> ReplayStep:
    return ReplayStep(
        seat=entry.seat,
        at=entry.at,
        events=list(game.told(before, entry.events, viewer)),
        view=game.view(after, viewer),
        to_act=sorted(game.to_act(after)),
        outcome=game.outcome(after),
        by="bot" if isinstance(entry, BotEntry) else None,
    )
