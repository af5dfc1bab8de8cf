"""The one way to put a bot in a seat: a view and what is legal go in, an action comes out.

Anybody may have written a bot. Its answer is parsed once, as the game parses actions; where time
counts, no hand is quicker than a person's. The caller that seats a bot decides how failures are
handled.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from math import exp, inf, trunc
from numbers import Real
from reprlib import Repr

import msgspec

from quartett.bots.base import MIN_REACTION_MS, AnyBot
from quartett.bots.failures import FAILURES, BotError, trace_of
from quartett.bots.planning import Choice
from quartett.bots.search import chance_of
from quartett.core.errors import FormatError, QuartettError
from quartett.core.game import AnyGame, Fact, GameValue, Seat
from quartett.core.match import AnyMatch
from quartett.core.seeds import Rng

MAX_REACTION_MS = 1 << 40
"""No reaction takes longer than some thirty years."""

WAITING_MS = 4000
"""A bot whose reaction would take this long would rather wait, at any pace."""

PACE_SPREAD = 0.22
"""The standard deviation of the logarithm of reaction times at a common pace."""

Guard = Callable[..., AbstractContextManager[None]]
"""What a bot's own code runs in; it is given the answer that is looked at, if there is one."""

_BRIEF = Repr()
_BRIEF.maxother = _BRIEF.maxstring = 200


@contextmanager
def blaming(name: str, seat: Seat, *about: object) -> Iterator[None]:
    """Whatever goes wrong inside is said of this bot in this seat; no bot ends the program."""
    try:
        yield
    except FAILURES as error:
        said = "".join(f"{_BRIEF.repr(each)}: " for each in about)
        what = error if isinstance(error, QuartettError) else _BRIEF.repr(error)
        text = f"bot {name} in seat {seat + 1}: {said}{what}"  # on screens seats count from 1
        raise BotError(text, trace_of(error)) from error


def unguarded(*_: object) -> AbstractContextManager[None]:
    """Pass failures on unchanged to the caller."""
    return nullcontext()


class SeatedBot:
    """A bot that has sat down; `pace_ms` is a pace that all bots of a match share."""

    def __init__(self, bot: AnyBot, guard: Guard = unguarded, pace_ms: int | None = None) -> None:
        self.bot = bot
        self._guard = guard
        self._pace_ms = pace_ms

    @classmethod
    def named(cls, name: str, bot: AnyBot, seat: Seat, pace_ms: int | None = None) -> "SeatedBot":
        """A bot whose failures are BotErrors that name it and its seat."""
        return cls(bot, partial(blaming, name, seat), pace_ms)

    def choose(
        self, game: AnyGame, view: GameValue, legal: Sequence[GameValue], rng: Rng
    ) -> GameValue:
        """The bot's choice, as the game knows it."""
        with self._guard():
            answer = self.bot.choose(view, list(legal), rng)
        with self._guard(answer):
            # Taken apart first: a struct of the right kind may hold anything in its fields.
            return game.parse_action(msgspec.to_builtins(answer))

    def reaction_ms(self, view: GameValue, legal: Sequence[GameValue], rng: Rng) -> int:
        """How long its hand takes for what it has just chosen, in whole milliseconds."""
        with self._guard():
            own = _milliseconds(self.bot.reaction_ms(view, list(legal), rng))
        if self._pace_ms is not None and own < WAITING_MS:
            factor = exp(chance_of(rng).gauss(0, PACE_SPREAD))
            own = max(round(self._pace_ms * factor), MIN_REACTION_MS)
        return own

    def look(self, match: AnyMatch, seat: Seat, rng: Rng) -> Choice[GameValue]:
        """What the bot would do now; its reaction is asked for, and its choice checked, in time."""
        view, legal = match.view(seat), match.once_ready(seat)
        chosen = self.choose(match.game, view, legal, rng)
        return Choice(
            chosen,
            frozenset(legal),
            reaction_ms=lambda: self._reaction_to(match, seat, chosen, legal, rng),
            luck=partial(rng.below, 1 << 30),
        )

    def _reaction_to(
        self,
        match: AnyMatch,
        seat: Seat,
        action: GameValue,
        legal: Sequence[GameValue],
        rng: Rng,
    ) -> int:
        if action not in legal and match.earliest(seat, action) is None:
            with self._guard(action):
                match.game.check(match.state, seat, action)
        return self.reaction_ms(match.view(seat), legal, rng)

    def act(
        self, match: AnyMatch, seat: Seat, action: GameValue, at: int | None = None
    ) -> tuple[Fact, ...]:
        """Do what was chosen; where the rules forbid it, that is the bot's failure."""
        with self._guard(action):
            return match.play(seat, action, at)


def _milliseconds(answer: object) -> int:
    """A reaction in whole milliseconds; FormatError where it is not a finite number."""
    try:
        ms = float(answer) if isinstance(answer, Real) else inf
    except OverflowError:
        ms = MAX_REACTION_MS
    if not abs(ms) < inf:
        raise FormatError(f"reaction_ms: {_BRIEF.repr(answer)} is not a number of milliseconds")
    return min(max(trunc(ms), MIN_REACTION_MS), MAX_REACTION_MS)
