"""The face of a game that has none of its own: its view and its actions as they are written."""

from typing import Any

import msgspec
from rich.console import RenderableType
from rich.pretty import Pretty

from quartett.terminal.ask import number
from quartett.terminal.face import Face, Sight


class PlainFace(Face):
    """Shows any game, without beauty."""

    def headline(self, sight: Sight) -> str:
        return ""

    def table(self, sight: Sight) -> RenderableType:
        return Pretty(msgspec.to_builtins(sight.view))

    def todo(self, sight: Sight) -> str:
        return "\n".join(f"`{at}` {_written(each)}" for at, each in enumerate(sight.legal, 1))

    def example(self, sight: Sight) -> str:
        return "1"

    def read(self, entry: str, sight: Sight) -> Any:
        return sight.legal[number(entry, len(sight.legal))]

    def entries(self, action: Any, sight: Sight) -> list[str]:
        return [str(1 + list(sight.legal).index(action))]

    def told(self, event: Any) -> list[str]:
        return [_written(event)]


def _written(value: Any) -> str:
    """A value as it is written, with nothing that markup would swallow."""
    text = msgspec.json.encode(value).decode()
    return text.replace("[", "(").replace("]", ")")


FACE = PlainFace
