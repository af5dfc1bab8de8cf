"""The bot that plays the others: whatever it answers is looked at before it counts."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf, trunc
from numbers import Real
from reprlib import Repr
from typing import Any

import msgspec

from quartett import bots
from quartett.core.errors import QuartettError
from quartett.core.forms import parse
from quartett.core.game import AnyGame
from quartett.core.seeds import Rng

SHORTEST_MS, LONGEST_MS = 1, 1 << 40
"""No reaction takes no time, or time would stand still; nor more than some thirty years."""

_BRIEF = Repr()
_BRIEF.maxother = _BRIEF.maxstring = 200


class BotError(QuartettError):
    """A bot failed, or did something that the rules do not allow."""


class Opponents:
    """One bot in all seats but the person's; BotError names it and the seat where it fails."""

    def __init__(self, game: AnyGame, name: str) -> None:
        self._game = game
        self._name = name
        self._bot = bots.get(game.id, name)

    def choose(self, seat: int, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        """The bot's choice in a seat, as the game knows it."""
        with self._blamed(seat):
            answer = self._bot.choose(view, legal, rng)
        with self._blamed(seat, answer):
            # Taken apart first: a struct of the right kind may hold anything in its fields.
            return parse(self._game.action_type, msgspec.to_builtins(answer), "action")

    def reaction_ms(self, seat: int, view: Any, legal: Sequence[Any], rng: Rng) -> int:
        """How long the bot takes in a seat, in whole milliseconds and never none."""
        with self._blamed(seat):
            answer: Any = self._bot.reaction_ms(view, legal, rng)
            if not _is_number(answer):
                said = _BRIEF.repr(answer)
                raise self._error(seat, f"reaction_ms: {said} is no number of milliseconds")
            reaction: int = trunc(answer)
            return min(max(reaction, SHORTEST_MS), LONGEST_MS)

    def refused(self, seat: int, action: Any, error: QuartettError) -> BotError:
        """What to say of a choice that the rules refuse."""
        return self._error(seat, f"{_BRIEF.repr(action)}: {error}")

    @contextmanager
    def _blamed(self, seat: int, *about: Any) -> Iterator[None]:
        """Whatever goes wrong inside is said of the bot; not even SystemExit ends the program."""
        try:
            yield
        except BotError:
            raise
        except (Exception, SystemExit) as error:
            said = "".join(f"{_BRIEF.repr(each)}: " for each in about)
            what = error if isinstance(error, QuartettError) else _BRIEF.repr(error)
            raise self._error(seat, f"{said}{what}") from error

    def _error(self, seat: int, what: str) -> BotError:
        return BotError(f"bot {self._name} in seat {seat}: {what}")


def _is_number(answer: Any) -> bool:
    """Whether an answer is a finite number; ones of other libraries count too."""
    size: Any = abs(answer) if isinstance(answer, Real) else inf
    return bool(size < inf)
