"""How Souvenirs looks in the terminal: the grid with its coordinates, and what lines are worth."""

from collections.abc import Set

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quartett.games.souvenirs.cards import CARDS, JOKER
from quartett.games.souvenirs.grid import CELL_OF, SIZE, Cell
from quartett.games.souvenirs.view import View
from quartett.terminal.drawing import Drawing
from quartett.terminal.fitting import Beside, FirstThatFits, Pieces
from quartett.terminal.paint import chip, marked

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
        colour, value = card.split("-")
        return chip(f"{SIGNS[colour]}{value}", colour)

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
