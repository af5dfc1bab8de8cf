"""A finished match to look at again: what a viewer saw after each of its steps."""

from collections.abc import Iterator

import msgspec
from msgspec.json import encode

from quartett import games
from quartett.core.game import GameValue
from quartett.core.log import AnyLog
from quartett.core.match import begin
from quartett.core.outcome import Outcome
from quartett.server.refusals import Refusal


class Step(msgspec.Struct, frozen=True):
    """One step of a match: who acted, what happened, and the table after it."""

    seat: int | None
    at: int
    events: list[GameValue]
    view: GameValue
    to_act: list[int]
    outcome: Outcome | None


def steps(log: AnyLog, viewer: int | None, first: int, limit: int) -> Iterator[bytes]:
    """So many steps from the first wanted on as JSON Lines, as a seat (None: a spectator) saw them.

    A generator, to be gone through off the event loop.
    """
    game = games.get(log.header.game)
    if viewer is not None and viewer >= log.header.players:
        raise Refusal("no_such_seat", 404, seat=viewer)
    bare, _ = begin(game, log.header)
    line = [bare]  # the state after each entry that still counts
    for number, entry in enumerate(log.entries[: first + limit]):
        before = line[-1]
        if entry.undo:
            line.pop()
        else:
            line.append(game.fold(before, entry.events))
        if number < first:
            continue
        state = line[-1]
        events = list(game.told(before, entry.events, viewer))
        acting, outcome = sorted(game.to_act(state)), game.outcome(state)
        shown = game.view(state, viewer)
        yield encode(Step(entry.seat, entry.at, events, shown, acting, outcome)) + b"\n"
