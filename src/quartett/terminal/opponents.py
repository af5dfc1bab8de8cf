"""The bots that play the others."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from quartett import bots
from quartett.bots.answers import action_of, blaming, reaction_of
from quartett.core.errors import FormatError
from quartett.core.game import AnyGame, Seat
from quartett.core.match import AnyMatch
from quartett.core.seeds import Rng

USUAL = "easy"


def usual_opponents(game: str) -> str:
    """Who plays the others unless somebody else is wanted; random players where there are none."""
    return USUAL if USUAL in bots.bots_of(game) else "random"


def seated(names: Sequence[str], players: int) -> list[str]:
    """Who sits in the seats after the person's: the last name fills up, as in the arena."""
    others = players - 1
    if len(names) > others:
        raise FormatError(f"--bots: there are {others} other seats, and {len(names)} bots")
    return [*names, *[names[-1]] * (others - len(names))]


class Opponents:
    """A bot in each seat but the person's; BotError names it and the seat where it fails."""

    def __init__(self, game: AnyGame, names: Sequence[str], players: int) -> None:
        self._game = game
        self._names = seated(names, players)
        self._bots = {name: bots.get(game.id, name) for name in self._names}

    def choose(self, seat: Seat, view: object, legal: Sequence[object], rng: Rng) -> object:
        """The bot's choice in a seat, as the game knows it."""
        with self.blamed(seat):
            answer = self._bot(seat).choose(view, legal, rng)
        with self.blamed(seat, answer):
            action: object = action_of(self._game, answer)
        return action

    def reaction_ms(self, match: AnyMatch, seat: Seat, action: object, rng: Rng) -> int:
        """How long the bot takes for what it chose, in whole milliseconds and never none."""
        legal = match.once_ready(seat)
        with self.blamed(seat, action):
            if action not in legal and match.earliest(seat, action) is None:
                match.game.check(match.state, seat, action)
        with self.blamed(seat):
            return reaction_of(self._bot(seat).reaction_ms(match.view(seat), legal, rng))

    def blamed(self, seat: Seat, *about: object) -> AbstractContextManager[None]:
        """Whatever goes wrong inside is said of the bot in this seat."""
        return blaming(self._names[seat - 1], seat, *about)

    def _bot(self, seat: Seat) -> bots.AnyBot:
        return self._bots[self._names[seat - 1]]
