"""The table as one seat sees it, drawn with colours for a terminal."""

from collections.abc import Callable
from io import StringIO

from rich.console import Console, RenderableType

from quartett.core.game import GameValue
from quartett.env._matches import FastMatch, Spec
from quartett.games.souvenirs.actions import Place
from quartett.terminal.face import Sight, face_of
from quartett.terminal.flow.table import FlowTable
from quartett.terminal.jericho.table import JerichoTable
from quartett.terminal.paint import player
from quartett.terminal.photo_rummy.draft import Draft
from quartett.terminal.photo_rummy.table import PhotoRummyTable
from quartett.terminal.souvenirs.table import SouvenirsTable
from quartett.terminal.voice import Voice

WIDTH = 100
LANGUAGE = "en"


def picture(spec: Spec, match: FastMatch, seat: int) -> str:
    """The table as a seat sees it; whose turn it is stands below."""
    state = spec.module.to_state(match)
    sight = Sight(spec.game.view(state, seat), list(spec.game.legal(state, seat)))
    face, file = face_of(spec.name, LANGUAGE), StringIO()
    console = Console(
        file=file,
        width=WIDTH,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    console.print(face.heading(sight), _TABLES[spec.name](face.voice, seat, sight))
    acting = [_name(each) for each in match.to_act()] if match.turn >= 0 else []
    console.print(f"To act: {', '.join(acting)}" if acting else "The match is over.")
    return file.getvalue()


def _name(seat: int) -> str:
    return player(f"player_{seat}", seat)


def _flow(voice: Voice, seat: int, sight: Sight[GameValue, GameValue]) -> RenderableType:
    return FlowTable(voice, _name, seat).draw(sight.view)


def _jericho(voice: Voice, seat: int, sight: Sight[GameValue, GameValue]) -> RenderableType:
    return JerichoTable(voice, _name, seat).draw(sight.view)


def _photo_rummy(voice: Voice, seat: int, sight: Sight[GameValue, GameValue]) -> RenderableType:
    draft = Draft(sight.view.table, sight.view.seats[seat].rack)
    return PhotoRummyTable(voice, _name, seat).draw(sight.view, draft)


def _souvenirs(voice: Voice, seat: int, sight: Sight[GameValue, GameValue]) -> RenderableType:
    cells = {action.at for action in sight.legal if isinstance(action, Place)}
    return SouvenirsTable(voice, _name, seat).draw(sight.view, cells)


_TABLES: dict[str, Callable[[Voice, int, Sight[GameValue, GameValue]], RenderableType]] = {
    "flow": _flow,
    "jericho": _jericho,
    "photo_rummy": _photo_rummy,
    "souvenirs": _souvenirs,
}
