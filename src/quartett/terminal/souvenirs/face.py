"""Souvenirs in the terminal: what a person types and reads; the table is drawn next door."""

import re
from collections.abc import Iterable

from rich.console import RenderableType

from quartett.core.game import Fact
from quartett.games.souvenirs.actions import PASS, Action, Book, Place
from quartett.games.souvenirs.events import Booked, Dealt, Drew, Placed
from quartett.games.souvenirs.grid import SIZE
from quartett.games.souvenirs.view import View
from quartett.terminal.ask import EntryError, folded, number, shown
from quartett.terminal.face import PERSON, Face, Named, Sight
from quartett.terminal.souvenirs.table import (
    COLUMNS,
    SouvenirsTable,
    column_name,
    hand_of,
    line_name,
    row_name,
)
from quartett.terminal.voice import Voice

_PLACE = re.compile(r"(\d+)\W*([a-z])\W*(\d+)")


class SouvenirsFace(Face[View, Action]):
    """One grid for all, and cubes on its lines."""

    def __init__(self, voice: Voice, me: int = PERSON, named: Named | None = None) -> None:
        super().__init__(voice, me, named)
        self._table = SouvenirsTable(voice, self.player, me)
        voice.brushes |= {"card": self._table.card}

    def headline(self, sight: Sight[View, Action]) -> str:
        return self.voice.say("souvenirs.headline", pile=sight.view.draw_pile)

    def table(self, sight: Sight[View, Action]) -> RenderableType:
        open_cells = {action.at for action in sight.legal if isinstance(action, Place)}
        return self._table.draw(sight.view, open_cells)

    def todo(self, sight: Sight[View, Action]) -> str:
        return self.voice.say(f"souvenirs.todo_{sight.view.phase}")

    def example(self, sight: Sight[View, Action]) -> str:
        return self.entries(sight.legal[0], sight)[0]

    def entries(self, action: Action, sight: Sight[View, Action]) -> list[str]:
        if isinstance(action, Place):
            return [f"{1 + hand_of(sight.view).index(action.card)} {_cell_name(action.at)}"]
        if isinstance(action, Book):
            return [line_name(*action.line.split(" "))]
        return [self.voice.understood("souvenirs.word.pass")[0]]

    def read(self, entry: str, sight: Sight[View, Action]) -> Action | None:
        entry = folded(entry)
        if entry in map(folded, self.voice.understood("souvenirs.word.pass")):
            return PASS
        if sight.view.phase == "book":
            return Book(_line_named(entry))
        if (found := _PLACE.fullmatch(entry)) is None:
            raise EntryError("souvenirs.not_a_place", entry=shown(entry))
        hand = hand_of(sight.view)
        card = hand[number(found[1], len(hand))]
        return Place(card, (_column_at(found[2]), _row_at(found[3])))

    def told(self, event: Fact) -> list[str]:
        say = self.voice.say
        match event:
            case Dealt(first=first):
                return [say("souvenirs.dealt", first=first)]
            case Drew(card=None):
                return []
            case Placed(seat=seat, card=card, at=at):
                return [say("souvenirs.placed", seat=seat, card=card, at=_cell_name(at))]
            case Booked(seat=seat, line=line):
                return [say("souvenirs.booked_line", seat=seat, line=self._table.line(line))]
        return super().told(event)


def _cell_name(cell: Iterable[int]) -> str:
    x, y = cell
    return f"{column_name(x)}{row_name(y)}"


def _column_at(letter: str) -> int:
    if letter not in COLUMNS:
        raise EntryError("souvenirs.not_a_place", entry=letter)
    return COLUMNS.index(letter) - SIZE + 1


def _row_at(digits: str) -> int:
    return number(digits, len(COLUMNS)) - SIZE + 1


def _line_named(entry: str) -> str:
    """A line by its letter (a column) or number (a row), with or without a word before it."""
    name = entry.split()[-1]
    if name.isdecimal():
        return f"row {_row_at(name)}"
    if len(name) == 1 and name in COLUMNS:
        return f"column {_column_at(name)}"
    raise EntryError("souvenirs.not_a_line", entry=shown(entry))
