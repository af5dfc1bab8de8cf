"""What a bot answers, looked at before it counts: anybody may have written it."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf, trunc
from numbers import Real
from reprlib import Repr

import msgspec

from quartett.bots.failures import FAILURES, BotError, trace_of
from quartett.core.errors import FormatError, QuartettError
from quartett.core.game import A, E, Game, O, S, V

SHORTEST_MS, LONGEST_MS = 1, 1 << 40
"""No reaction takes no time, or time would stand still; nor more than some thirty years."""

_BRIEF = Repr()
_BRIEF.maxother = _BRIEF.maxstring = 200


def action_of(game: Game[O, S, A, E, V], answer: object) -> A:
    """A choice as the game knows it; FormatError where it is none."""
    # Taken apart first: a struct of the right kind may hold anything in its fields.
    return game.parse_action(msgspec.to_builtins(answer))


def reaction_of(answer: object) -> int:
    """A reaction in whole milliseconds; FormatError where it is not a finite number."""
    try:
        ms = float(answer) if isinstance(answer, Real) else inf
    except OverflowError:
        ms = LONGEST_MS
    if not abs(ms) < inf:
        raise FormatError(f"reaction_ms: {_BRIEF.repr(answer)} is not a number of milliseconds")
    return min(max(trunc(ms), SHORTEST_MS), LONGEST_MS)


@contextmanager
def blaming(name: str, seat: int, *about: object) -> Iterator[None]:
    """Whatever goes wrong inside is said of this bot in this seat; no bot ends the program."""
    try:
        yield
    except FAILURES as error:
        said = "".join(f"{_BRIEF.repr(each)}: " for each in about)
        what = error if isinstance(error, QuartettError) else _BRIEF.repr(error)
        text = f"bot {name} in seat {seat + 1}: {said}{what}"  # on screens seats count from 1
        raise BotError(text, trace_of(error)) from error
