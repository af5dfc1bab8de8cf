"""The face of a game that has none of its own: its view and its actions as they are written."""

import msgspec
from rich.console import RenderableType
from rich.pretty import Pretty

from quartett.core.game import Fact
from quartett.terminal.ask import number
from quartett.terminal.face import Face, Sight

KEYS = "123456789abcdefgijkmnotuvwxyz"
"""A key for each action, without those that are commands where single keys are read."""


class PlainFace(Face[object, object]):
    """Shows any game, without beauty."""

    def headline(self, sight: Sight[object, object]) -> str:
        return ""

    def table(self, sight: Sight[object, object]) -> RenderableType:
        return Pretty(msgspec.to_builtins(sight.view))

    def todo(self, sight: Sight[object, object]) -> str:
        return "\n".join(f"`{_name(at)}` {_written(each)}" for at, each in enumerate(sight.legal))

    def example(self, sight: Sight[object, object]) -> str:
        return _name(0)

    def read(self, entry: str, sight: Sight[object, object]) -> object:
        if len(entry) == 1 and entry in KEYS[: len(sight.legal)]:
            return sight.legal[KEYS.index(entry)]
        return sight.legal[number(entry, len(sight.legal))]

    def entries(self, action: object, sight: Sight[object, object]) -> list[str]:
        return [_name(list(sight.legal).index(action))]

    def told(self, event: Fact) -> list[str]:
        return [_written(event)]


def _name(place: int) -> str:
    """What is typed for an action: its key, or its number where there are too many."""
    return KEYS[place] if place < len(KEYS) else str(place + 1)


def _written(value: object) -> str:
    """A value as it is written, with nothing that markup would swallow."""
    text = msgspec.json.encode(value).decode()
    return text.replace("[", "(").replace("]", ")")


FACE = PlainFace
