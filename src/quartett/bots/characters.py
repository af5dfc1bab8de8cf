"""Characters: bots with a way of their own to play, each as strong as a step of the ladder."""

from collections.abc import Sequence
from importlib import import_module

import msgspec

from quartett.bots.base import AnyBot
from quartett.core.plugins import part_of


class Character(msgspec.Struct, frozen=True):
    """Somebody whose way to play shows in what they do, not in how often they win."""

    kind: type[AnyBot]
    """The bot; its level is what the character is asked for by."""
    step: int
    """The step of the ladder that is as strong."""
    name: str
    """What the bot is called at a table."""

    @property
    def level(self) -> str:
        """By what a seat is given to it."""
        return self.kind.level


def characters(game: str) -> dict[str, Character]:
    """The characters of a game by level; none where it has none.

    >>> sorted(characters("jericho"))
    ['builder', 'trumpeter']
    """
    part = part_of("bots", game)
    found: Sequence[Character] = getattr(import_module(part), "CHARACTERS", ()) if part else ()
    return {each.level: each for each in found}
