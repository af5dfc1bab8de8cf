"""A table of Souvenirs as a picture: the grid with what its lines are worth, and the hand."""

from quartett.games.souvenirs.cards import CARDS, COLOUR, JOKER, NUMBER
from quartett.games.souvenirs.view import View
from quartett.pictures.sheet import FAINT, INK, MARGIN, SEATS, Named, Sheet, Tile
from quartett.terminal.souvenirs.face import SIGNS

__all__ = ["draw"]

CELL, GAP, BESIDE = 40, 4, 90
CARD = 46, 62
CUBE = 10


def draw(view: View, sheet: Sheet, named: Named) -> None:
    """The grid, everybody's points and cubes, and the viewer's hand."""
    sheet.text(MARGIN, sheet.y, f"{view.draw_pile} in the draw pile", 14, INK)
    sheet.y += 16
    top = sheet.y
    _grid(view, sheet, top)
    _players(view, sheet, named, top + 14)
    rows = view.frame.rows[1] - view.frame.rows[0] + 1
    sheet.y = top + max(rows * (CELL + GAP) + 40, 30 * len(view.seats))
    if view.viewer is not None:
        hand = sorted(view.me.hand, key=CARDS.index)
        sheet.shelf(f"Hand of {named(view.viewer)}", [_tile(card) for card in hand], *CARD)


def _grid(view: View, sheet: Sheet, top: float) -> None:
    (left, right), (first, last) = view.frame.columns, view.frame.rows
    for y in range(first, last + 1):
        for x in range(left, right + 1):
            at = MARGIN + (x - left) * (CELL + GAP), top + (y - first) * (CELL + GAP)
            card = view.grid.get(f"{x},{y}")
            if card is None:
                sheet.gap(*at, CELL, CELL)
            else:
                sheet.tile(*at, CELL, CELL, _tile(card))
    for y in range(first, last + 1):
        where = MARGIN + (right - left + 1) * (CELL + GAP) + 4, top + (y - first) * (CELL + GAP)
        _line(view, f"row {y}", sheet, (where[0], where[1] + 15))
    for x in range(left, right + 1):
        where = MARGIN + (x - left) * (CELL + GAP), top + (last - first + 1) * (CELL + GAP)
        _line(view, f"column {x}", sheet, (where[0] + 2, where[1] + 13))


def _line(view: View, line: str, sheet: Sheet, where: tuple[float, float]) -> None:
    """What a line is worth now, first and second, and the cubes on it."""
    worth = view.lines.get(line)
    if worth is not None and worth.first:
        sheet.text(*where, f"{worth.first}/{worth.second}", 12, INK)
    for at, seat in enumerate(view.cubes.get(line, ())):
        x = where[0] + at * (CUBE + 3)
        sheet.box(x, where[1] + 5, CUBE, CUBE, SEATS[seat % len(SEATS)], INK, 1)


def _players(view: View, sheet: Sheet, named: Named, y: float) -> None:
    x = sheet.width - MARGIN - 240
    for seat, player in enumerate(view.seats):
        about = f"{view.scores[seat]} points"
        sheet.seat(seat, named(seat), about, seat == view.turn, y, x)
        for at in range(player.cubes):
            sheet.box(x + 190 + at * (CUBE + 3), y - 10, CUBE, CUBE, SEATS[seat], INK, 1)
        if not player.cubes:
            sheet.text(x + 190, y, "–", 13, FAINT)
        y += 26


def _tile(card: str) -> Tile:
    if card == JOKER:
        return Tile("★", "grey")
    return Tile(f"{SIGNS[COLOUR[card]]}{NUMBER[card]}", COLOUR[card])
