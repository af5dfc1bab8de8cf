"""The bot that plays the others."""

from collections.abc import Sequence
from typing import Any

from quartett import bots
from quartett.bots.answers import action_of, blaming, reaction_of
from quartett.core.game import AnyGame
from quartett.core.seeds import Rng

USUAL = "easy"


def usual_opponents(game: str) -> str:
    """Who plays the others unless somebody else is wanted; random players where there are none."""
    return USUAL if USUAL in bots.bots_of(game) else "random"


class Opponents:
    """One bot in all seats but the person's; BotError names it and the seat where it fails."""

    def __init__(self, game: AnyGame, name: str) -> None:
        self.name = name
        self._game = game
        self._bot = bots.get(game.id, name)

    def choose(self, seat: int, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        """The bot's choice in a seat, as the game knows it."""
        with blaming(self.name, seat):
            answer = self._bot.choose(view, legal, rng)
        with blaming(self.name, seat, answer):
            return action_of(self._game, answer)

    def reaction_ms(self, seat: int, view: Any, legal: Sequence[Any], rng: Rng) -> int:
        """How long the bot takes in a seat, in whole milliseconds and never none."""
        with blaming(self.name, seat):
            return reaction_of(self._bot.reaction_ms(view, legal, rng))
