"""A moment of a match as a picture in letters: for programs, notebooks and environments."""

from collections.abc import Iterable
from io import StringIO
from typing import Literal

from rich.console import Console

from quartett.core.game import AnyGame, GameValue
from quartett.core.match import AnyMatch
from quartett.terminal.face import AnyFace, Named, Sight, face_of
from quartett.terminal.fitting import Pieces

WIDTH = 100
LANGUAGE = "en"

Style = Literal["plain", "colours", "html"]
"""Letters alone; with a terminal's colours; with colours for a web page."""

_HTML = '<pre style="line-height:normal;overflow-x:auto">{code}</pre>'


def drawn(match: AnyMatch, style: Style) -> str:
    """A match as the seat that acts next sees it."""
    acting = sorted(match.to_act)
    seat = acting[0] if acting else 0
    return picture(match.game, match.state, seat, lambda each: f"seat {each}", style, acting)


def picture(
    game: AnyGame, state: GameValue, seat: int, named: Named, style: Style, acting: Iterable[int]
) -> str:
    """A table as a seat sees it, and below it whose turn it is."""
    face = face_of(game.id, LANGUAGE, seat, named)
    sight = Sight(game.view(state, seat), list(game.legal(state, seat)))
    console = _console(style)
    console.print(face.heading(sight), face.table(sight), *_below(face, game, state, acting))
    if style == "html":
        return console.export_html(inline_styles=True, code_format=_HTML)
    file = console.file
    assert isinstance(file, StringIO)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def _below(
    face: AnyFace, game: AnyGame, state: GameValue, acting: Iterable[int]
) -> Iterable[Pieces]:
    names = ", ".join(map(face.player, acting))
    outcome = game.outcome(state)
    if outcome is not None:
        winners = ", ".join(map(face.player, outcome.winners))
        yield Pieces([f"The match is over. Won by {winners or 'nobody'}."])
    elif names:
        yield Pieces([f"To act: {names}"])


def _console(style: Style) -> Console:
    return Console(
        file=StringIO(),
        width=WIDTH,
        force_terminal=True,
        force_jupyter=False,
        color_system=None if style == "plain" else "truecolor",
        record=style == "html",
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
