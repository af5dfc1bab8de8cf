"""What every game's face in the terminal can do: draw, tell, ask and understand."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from rich.console import RenderableType

from quartett.core.texts import say
from quartett.terminal.fitting import DOT, Heading
from quartett.terminal.paint import player
from quartett.terminal.voice import RIVALS, Voice

PERSON = 0
"""The seat of the person at the keyboard."""


class Sight(NamedTuple):
    """All that the person knows: the own view of the table, and what the person may do."""

    view: Any
    legal: Sequence[Any]


class Face(ABC):
    """How one game looks and listens; it never sees more than the person does."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        voice.brushes |= {"seat": lambda seat: self.player(int(seat))}

    @abstractmethod
    def headline(self, sight: Sight) -> str:
        """The round, the piles: what stands above the table, as markup."""

    def heading(self, sight: Sight, *more: str) -> RenderableType:
        """The game's name, the headline, and what else there is to say above the table."""
        title = say(f"{self.voice.game}.name", None, self.voice.language)
        return Heading(title, [*self.headline(sight).split(DOT), *more])

    @abstractmethod
    def table(self, sight: Sight) -> RenderableType:
        """The table as the person sees it."""

    @abstractmethod
    def todo(self, sight: Sight) -> str:
        """What the person can do now and how to type it; words in backticks can be typed."""

    @abstractmethod
    def example(self, sight: Sight) -> str:
        """An entry that is possible right now."""

    @abstractmethod
    def read(self, entry: str, sight: Sight) -> Any:
        """The action an entry means; None if the game just has to be shown anew."""

    @abstractmethod
    def entries(self, action: Any, sight: Sight) -> list[str]:
        """What the person types for an action, line by line; `read` gives the action back."""

    def spelled_out(self, action: Any, sight: Sight) -> list[str]:
        """An action in words, as markup, where its entries alone do not say enough."""
        return []

    def told(self, event: Any) -> list[str]:
        """An event in words, as markup; nothing where there is nothing to tell."""
        key = f"{self.voice.game}.{event.__struct_config__.tag}"
        about = {field: getattr(event, field) for field in event.__struct_fields__}
        return [self.voice.say(key, **about)] if self.voice.knows(key) else []

    def player(self, seat: int) -> str:
        """The name of a seat's player, as markup."""
        name = self.voice.say("you") if seat == PERSON else RIVALS[(seat - 1) % len(RIVALS)]
        return player(name, seat)


def face_of(game: str, language: str) -> Face:
    """The face of a game; a game that has none of its own gets the plain one."""
    own = f"{__package__}.{game}"
    module = import_module(own if find_spec(own) else f"{__package__}.plain")
    face: Face = module.FACE(Voice(game, language))
    return face
