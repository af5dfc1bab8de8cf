"""The characters of Jericho: one blows at every wall, one builds in peace."""

from typing import ClassVar

from quartett.bots.characters import Character
from quartett.bots.jericho.players import Doubting
from quartett.games.jericho.actions import Action, Trumpet


class _Blowing(Doubting):
    """Likes trumpets more or less than is good."""

    taste: ClassVar[float]

    def liking(self, worth: float, action: Action) -> float:
        return worth + self.taste if isinstance(action, Trumpet) else worth


class Trumpeter(_Blowing):
    """Blows as soon as a wall is worth it."""

    level = "trumpeter"
    doubt = 1.1
    taste = 4.0


class Builder(_Blowing):
    """Builds, and blows only when it must."""

    level = "builder"
    doubt = 1.1
    taste = -2.5


CHARACTERS = (Character(Trumpeter, 5, "Boas"), Character(Builder, 5, "Amos"))
