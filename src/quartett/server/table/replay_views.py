"""A finished match to look at again: what a viewer saw after each of its steps."""

from typing import Any

import msgspec

from quartett import games
from quartett.core.errors import RuleError
from quartett.core.log import AnyLog
from quartett.core.match import AnyMatch, Match
from quartett.core.outcome import Outcome
from quartett.server.refusals import Refusal


class Step(msgspec.Struct, frozen=True):
    """One step of a match: who acted, what happened, and the table after it."""

    seat: int | None
    at: int
    events: list[Any]
    view: Any
    to_act: list[int]
    outcome: Outcome | None


def steps(log: AnyLog, viewer: int | None) -> bytes:
    """All steps as JSON Lines, as a seat (or, for None, a spectator) saw them."""
    game = games.get(log.header.game)
    match = Match.replay(game, log)
    if viewer is not None:
        _check_seat(match, viewer)
    lines = []
    state = match.bare
    for entry in log.entries:
        events = []
        for event in entry.events:
            events.append(game.redact(event, state, viewer))
            state = game.evolve(state, event)
        acting, outcome = sorted(game.to_act(state)), game.outcome(state)
        shown = game.view(state, viewer)
        lines.append(Step(entry.seat, entry.at, events, shown, acting, outcome))
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def _check_seat(match: AnyMatch, viewer: int) -> None:
    try:
        match.game.check_seat(match.state, viewer)
    except RuleError:
        raise Refusal("no_such_seat", 404, seat=viewer) from None
