"""Souvenirs in the terminal: the grid with its coordinates, and what each line is worth."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table

from quartett.games.souvenirs.actions import PASS, Action, Book, Place
from quartett.games.souvenirs.cards import CARDS, JOKER
from quartett.games.souvenirs.events import Booked, Dealt, Drew, Placed
from quartett.games.souvenirs.grid import CELL_OF, SIZE, Cell
from quartett.games.souvenirs.view import View
from quartett.terminal.ask import EntryError, folded, number, shown
from quartett.terminal.face import PERSON, Face, Sight
from quartett.terminal.paint import chip, marked
from quartett.terminal.voice import Voice

SIGNS = {"turquoise": "≈", "red": "■", "yellow": "●", "purple": "◆", "orange": "▲"}
"""A sign for each colour, so that nobody has to tell colours apart."""

COLUMNS = "abcdefghi"
"""The names of the columns: the first card lies in the middle one, and names never change."""

_PLACE = re.compile(r"(\d+)\W*([a-z])\W*(\d+)")


class SouvenirsFace(Face):
    """One grid for all, and cubes on its lines."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(voice)
        voice.brushes |= {"card": self.card}

    def card(self, card: str) -> str:
        """A card as a chip with its sign and number."""
        if card == JOKER:
            return chip("★?", "white")
        colour, value = card.split("-")
        return chip(f"{SIGNS[colour]}{value}", colour)

    def headline(self, sight: Sight) -> str:
        return self.voice.say("souvenirs.headline", pile=sight.view.draw_pile)

    def table(self, sight: Sight) -> RenderableType:
        view: View = sight.view
        open_cells = {action.at for action in sight.legal if isinstance(action, Place)}
        beside = Table.grid(padding=(0, 2))
        beside.add_row(self._grid(view, open_cells), self._lines(view))
        players = [marked(self._player_line(view, seat)) for seat in range(len(view.seats))]
        parts: list[RenderableType] = [beside, Columns(players, padding=(0, 3))]
        if view.phase == "place" and view.turn == PERSON:
            hand = (f"[bold]{at}[/] {self.card(card)}" for at, card in enumerate(_hand(view), 1))
            parts.append(marked(f"{self.voice.say('souvenirs.your_hand')} {'  '.join(hand)}"))
        return Group(*parts)

    def _grid(self, view: View, open_cells: set[Cell]) -> Table:
        """The frame that is still possible; free cells where a card may go are marked."""
        cards = {CELL_OF[name]: card for name, card in view.grid.items()}
        columns = range(view.frame.columns[0], view.frame.columns[1] + 1)
        table = Table.grid()
        table.add_row("", *(f"[dim]  {_column(x)}[/]" for x in columns))
        for y in range(view.frame.rows[0], view.frame.rows[1] + 1):
            row = (self._cell(cards.get((x, y)), (x, y) in open_cells) for x in columns)
            table.add_row(f"[dim]{_row(y)} [/]", *map(marked, row))
        return table

    def _cell(self, card: str | None, is_open: bool) -> str:
        if card:
            return f"{self.card(card)} "
        return "[bold green]  +  [/]" if is_open else "[dim]  ·  [/]"

    def _lines(self, view: View) -> Table:
        """The rows and columns with a card: their worth now, and who booked them."""
        table = Table(box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        for heading in ("line", "worth", "booked"):
            table.add_column(self.voice.say(f"souvenirs.{heading}"))
        for line, worth in view.lines.items():
            name = self.voice.plain("combination", worth.combination or "nothing")
            points = f"{name} [bold]{worth.first}[/]/{worth.second}" if worth.first else "[dim]–[/]"
            booked = " > ".join(self.player(seat) for seat in view.cubes.get(line, ()))
            table.add_row(self._line(line), points, marked(booked))
        return table

    def _player_line(self, view: View, seat: int) -> str:
        mark = "▸ " if seat == view.turn else ""
        about = {"points": view.scores[seat], "cubes": "▣" * view.seats[seat].cubes or "–"}
        return f"{mark}{self.player(seat)} {self.voice.say('souvenirs.player', **about)}"

    def _line(self, line: str) -> str:
        kind, at = line.split(" ")
        return f"{self.voice.say(f'souvenirs.{kind}')} [bold]{_line_name(kind, at)}[/]"

    def todo(self, sight: Sight) -> str:
        return self.voice.say(f"souvenirs.todo_{sight.view.phase}")

    def example(self, sight: Sight) -> str:
        return self.entries(sight.legal[0], sight)[0]

    def entries(self, action: Action, sight: Sight) -> list[str]:
        if isinstance(action, Place):
            return [f"{1 + _hand(sight.view).index(action.card)} {_cell_name(action.at)}"]
        if isinstance(action, Book):
            return [_line_name(*action.line.split(" "))]
        return [self.voice.understood("word.pass")[0]]

    def read(self, entry: str, sight: Sight) -> Action | None:
        entry = folded(entry)
        if entry in map(folded, self.voice.understood("word.pass")):
            return PASS
        if sight.view.phase == "book":
            return Book(_line_named(entry))
        if (found := _PLACE.fullmatch(entry)) is None:
            raise EntryError("souvenirs.not_a_place", entry=shown(entry))
        hand = _hand(sight.view)
        card = hand[number(found[1], len(hand))]
        return Place(card, (_column_at(found[2]), _row_at(found[3])))

    def told(self, event: Any) -> list[str]:
        say = self.voice.say
        match event:
            case Dealt(first=first):
                return [say("souvenirs.dealt", first=first)]
            case Drew(seat=seat) if seat != PERSON:
                return []
            case Placed(seat=seat, card=card, at=at):
                return [say("souvenirs.placed", seat=seat, card=card, at=_cell_name(at))]
            case Booked(seat=seat, line=line):
                return [say("souvenirs.booked_line", seat=seat, line=self._line(line))]
        return super().told(event)

    def terms(self, about: Mapping[str, Any]) -> dict[str, Any]:
        """Columns by letter, rows by number, as the grid shows them."""
        ours = dict(about)
        if "column" in ours and "row" in ours:
            ours |= {"column": _column(ours["column"]), "row": _row(ours["row"])}
        if "kind" in ours:
            ours["number"] = _line_name(ours["kind"], ours["number"])
        return ours


def _hand(view: View) -> list[str]:
    return sorted(view.seats[PERSON].hand or (), key=CARDS.index)


def _column(x: int) -> str:
    return COLUMNS[x + SIZE - 1]


def _row(y: int) -> int:
    return y + SIZE


def _line_name(kind: str, at: int | str) -> str:
    return _column(int(at)) if kind == "column" else str(_row(int(at)))


def _cell_name(cell: Iterable[int]) -> str:
    x, y = cell
    return f"{_column(x)}{_row(y)}"


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


FACE = SouvenirsFace
