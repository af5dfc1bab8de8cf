"""What every game's face in the terminal can do: draw, tell, ask and understand."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from rich.console import Group, RenderableType

from quartett.core.game import Fact, GameValue
from quartett.core.plugins import part_of
from quartett.core.texts import say
from quartett.terminal.ask import EntryError
from quartett.terminal.fitting import DOT, Heading, Pieces
from quartett.terminal.paint import keyed, player
from quartett.terminal.voice import RIVALS, Voice

V = TypeVar("V")
A = TypeVar("A")

PERSON = 0
"""The seat of the person at the keyboard."""

Named: TypeAlias = Callable[[int], str]
"""What the player in a seat is called."""


class Sight(NamedTuple, Generic[V, A]):
    """What the person knows: their view of the table, and what they may do."""

    view: V
    legal: Sequence[A]


class Face(ABC, Generic[V, A]):
    """How one game looks and listens; it never sees more than the person does."""

    def __init__(self, voice: Voice, me: int = PERSON, named: Named | None = None) -> None:
        self.voice = voice
        self.me = me
        """The seat through whose eyes the table is seen."""
        self._named = named
        voice.brushes |= {"seat": lambda seat: self.player(int(seat))}

    @abstractmethod
    def headline(self, sight: Sight[V, A]) -> str:
        """What is shown above the table, such as round and piles, as markup."""

    def heading(self, sight: Sight[V, A], *more: str) -> RenderableType:
        """The game's name, the headline, and anything else shown above the table."""
        title = say(f"{self.voice.game}.name", None, self.voice.language)
        return Heading(title, [*self.headline(sight).split(DOT), *more])

    @abstractmethod
    def table(self, sight: Sight[V, A]) -> RenderableType:
        """The table as the person sees it."""

    @abstractmethod
    def todo(self, sight: Sight[V, A]) -> str:
        """What the person can do now and how to enter it; words in backticks can be typed."""

    @abstractmethod
    def example(self, sight: Sight[V, A]) -> str:
        """An entry that is possible now; called only if there is one."""

    @abstractmethod
    def read(self, entry: str, sight: Sight[V, A]) -> A | None:
        """The action that an entry means; None to redraw the game."""

    @abstractmethod
    def entries(self, action: A, sight: Sight[V, A]) -> list[str]:
        """What the person types for an action, line by line; `read` gives the action back."""

    def spelled_out(self, action: A, sight: Sight[V, A]) -> list[str]:
        """An action in words, as markup, where its entries alone do not say enough."""
        return []

    def told(self, event: Fact) -> list[str]:
        """An event in words, as markup; nothing where there is nothing to tell."""
        key = f"{self.voice.game}.{event.__struct_config__.tag}"
        about = {field: getattr(event, field) for field in event.__struct_fields__}
        return [self.voice.say(key, **about)] if self.voice.knows(key) else []

    def player(self, seat: int) -> str:
        """The name of a seat's player, as markup."""
        return player(self._named(seat) if self._named else self._at_home(seat), seat)

    def _at_home(self, seat: int) -> str:
        """The names in a match against bots."""
        return self.voice.say("you") if seat == self.me else RIVALS[(seat - 1) % len(RIVALS)]

    # Where all play at once

    def key(self, key: str, sight: Sight[V, A]) -> A | None:
        """The action of a single key at this moment; None where it has none."""
        try:
            return self.read(key, sight) if key.strip() else None
        except EntryError:
            return None

    def keys(self, sight: Sight[V, A]) -> RenderableType:
        """The keys that stand below the table all the time."""
        return Group(keyed(self.todo(sight)), self.common_keys())

    def common_keys(self) -> RenderableType:
        """Those of them that every game has; where there is room for no more, they alone."""
        return Pieces(map(keyed, self.voice.say("keys").split("  ")))

    def waiting(self, sight: Sight[V, A], seconds: int) -> str:
        """The markup shown while nobody can act and time passes."""
        return self.voice.say("waiting", seconds=seconds)


AnySight: TypeAlias = Sight[GameValue, GameValue]
"""What the person sees of any game."""

AnyFace: TypeAlias = Face[GameValue, GameValue]
"""The face of any game."""


def face_of(game: str, language: str, me: int = PERSON, named: Named | None = None) -> AnyFace:
    """The face of a game; a game that has none of its own gets the plain one."""
    module = import_module(part_of("terminal", game) or f"{__package__}.plain")
    face: AnyFace = module.FACE(Voice(game, language), me, named)
    return face


class Drawing:
    """Draws the table as one seat sees it."""

    def __init__(self, voice: Voice, player: Callable[[int], str], me: int) -> None:
        self._voice = voice
        self._player = player
        """The name of a seat's player, as markup."""
        self._me = me
