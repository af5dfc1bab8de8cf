"""Souvenirs in the terminal: what a person types and reads, and how grid and lines are drawn."""

import re
from collections.abc import Iterable, Set

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quartett.core.game import Fact
from quartett.games.souvenirs.actions import PASS, Action, Book, Place
from quartett.games.souvenirs.cards import CARDS, COLOUR, JOKER, NUMBER
from quartett.games.souvenirs.events import Booked, Dealt, Drew, Placed
from quartett.games.souvenirs.grid import CELL_OF, SIZE, Cell
from quartett.games.souvenirs.view import View
from quartett.terminal.ask import EntryError, folded, number, shown
from quartett.terminal.face import PERSON, Drawing, Face, Named, Sight
from quartett.terminal.fitting import Beside, FirstThatFits, Pieces
from quartett.terminal.paint import chip, marked
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


SIGNS = {"turquoise": "≈", "red": "■", "yellow": "●", "purple": "◆", "orange": "▲"}
"""A sign for each colour, so that nobody has to tell colours apart."""

COLUMNS = "abcdefghi"
"""The names of the columns: the first card lies in the middle one, and names never change."""


class SouvenirsTable(Drawing):
    """Draws the table as one seat sees it."""

    def card(self, card: str) -> str:
        """A card as a chip with its sign and number."""
        if card == JOKER:
            return chip("★?", "white")
        colour, number = COLOUR[card], NUMBER[card]
        return chip(f"{SIGNS[colour]}{number}", colour)

    def line(self, line: str) -> str:
        """A row or column by its name beside the grid."""
        kind, at = line.split(" ")
        return f"{self._voice.say(f'souvenirs.{kind}')} [bold]{line_name(kind, at)}[/]"

    def draw(self, view: View, open_cells: Set[Cell]) -> RenderableType:
        """The whole table; free cells where a card may go are marked."""
        grid, tight = (self._grid(view, open_cells, gap) for gap in (" ", ""))
        lines, short = self._lines(view), self._short_lines(view)
        beside = (Beside(grid, lines), Beside(grid, short), Beside(tight, short))
        below = (Group(grid, Text(), lines), Group(tight, Text(), short))
        return Group(FirstThatFits(*beside, *below), self._players(view), self._hand(view))

    def _grid(self, view: View, open_cells: Set[Cell], gap: str) -> Text:
        """The frame that is still possible; every cell is four wide."""
        cards = {CELL_OF[name]: card for name, card in view.grid.items()}
        columns = range(view.frame.columns[0], view.frame.columns[1] + 1)
        lines = [gap.join([" ", *(f"[dim]  {column_name(x)} [/]" for x in columns)])]
        for y in range(view.frame.rows[0], view.frame.rows[1] + 1):
            row = (self._cell(cards.get((x, y)), (x, y) in open_cells) for x in columns)
            lines.append(gap.join([f"[dim]{row_name(y)}[/]", *row]))
        return marked("\n".join(lines))

    def _cell(self, card: str | None, is_open: bool) -> str:
        if card:
            return self.card(card)
        return "[bold green]  + [/]" if is_open else "[dim]  · [/]"

    def _lines(self, view: View) -> Table:
        """The rows and columns with a card: their worth now, and who booked them."""
        table = Table(box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        for heading in ("line", "worth", "booked"):
            table.add_column(self._voice.say(f"souvenirs.{heading}"))
        for line in view.lines:
            table.add_row(self.line(line), *self._worth(view, line))
        return table

    def _short_lines(self, view: View) -> Table:
        """The same in less room: a number is a row, a letter a column, as beside the grid."""
        table = Table("", box=None, padding=(0, 1), pad_edge=False)
        for heading in ("worth", "booked"):
            table.add_column(self._voice.say(f"souvenirs.{heading}"))
        for line in view.lines:
            table.add_row(f"[bold]{line_name(*line.split(' '))}[/]", *self._worth(view, line))
        return table

    def _worth(self, view: View, line: str) -> tuple[str, Text]:
        worth = view.lines[line]
        name = self._voice.plain("combination", worth.combination or "nothing")
        points = f"{name} [bold]{worth.first}[/]/{worth.second}" if worth.first else "[dim]–[/]"
        booked = " > ".join(self._player(seat) for seat in view.cubes.get(line, ()))
        return points, marked(booked)

    def _players(self, view: View) -> Columns:
        lines = (self._player_line(view, seat) for seat in range(len(view.seats)))
        return Columns(map(marked, lines), padding=(0, 3))

    def _player_line(self, view: View, seat: int) -> str:
        mark = "▸ " if seat == view.turn else ""
        about = {"points": view.scores[seat], "cubes": "▣" * view.seats[seat].cubes or "–"}
        return f"{mark}{self._player(seat)} {self._voice.say('souvenirs.player', **about)}"

    def _hand(self, view: View) -> Pieces:
        """The hand, where a card of it can be laid."""
        if view.phase != "place" or view.turn != self._me:
            return Pieces(())
        cards = enumerate(hand_of(view), 1)
        hand = (f"[bold]{at}[/] {self.card(card)}" for at, card in cards)
        return Pieces([self._voice.say("souvenirs.your_hand"), *hand], indent=2)


def hand_of(view: View) -> list[str]:
    """The viewer's hand in a fixed order."""
    return sorted(view.me.hand, key=CARDS.index)


def column_name(x: int) -> str:
    """A column by its letter."""
    return COLUMNS[x + SIZE - 1]


def row_name(y: int) -> int:
    """A row by its number."""
    return y + SIZE


def line_name(kind: str, at: int | str) -> str:
    """A line by its letter or number."""
    return column_name(int(at)) if kind == "column" else str(row_name(int(at)))
