"""A table of Speed & Flow as a picture: the middle, and what lies in front of everybody."""

from quartett.games.flow.cards import Card
from quartett.games.flow.view import View
from quartett.pictures.sheet import FAINT, INK, MARGIN, Named, Sheet, Tile
from quartett.terminal.flow.face import SIGNS

__all__ = ["draw"]

CARD = 58, 44
COLUMNS = {"display": 0, "hand": 150, "steal pile": 240, "draw pile": 330}
"""What lies in front of a player, and how far to the right."""

LEFT = 250


def draw(view: View, sheet: Sheet, named: Named) -> None:
    """The two piles in the middle, and each player's cards."""
    sheet.text(MARGIN, sheet.y, f"Round {view.round} · {view.clock / 1000:.2f} s", 14, INK)
    sheet.y += 14
    middle = (sheet.width - 2 * CARD[0] - 20) / 2
    for at, pile in enumerate(view.middle):
        x = middle + at * (CARD[0] + 20)
        _card(pile.top, pile.size > 0, sheet, x, sheet.y)
        sheet.text(x + CARD[0] / 2, sheet.y + CARD[1] + 16, f"{pile.size}", 12, FAINT, "middle")
    sheet.y += CARD[1] + 34
    for title, x in COLUMNS.items():
        sheet.text(LEFT + x, sheet.y, title, 12, FAINT)
    sheet.y += 10
    for seat in range(len(view.seats)):
        _seat(view, seat, named(seat), sheet)


def _seat(view: View, seat: int, name: str, sheet: Sheet) -> None:
    player, y = view.seats[seat], sheet.y
    sheet.seat(seat, name, f"{player.score} points", False, y + CARD[1] / 2 + 4)
    for at, card in enumerate(player.display):
        _card(card, False, sheet, LEFT + at * (CARD[0] + 6), y)
    _card(player.hand, False, sheet, LEFT + COLUMNS["hand"], y)
    _card(player.stolen.top, player.stolen.size > 0, sheet, LEFT + COLUMNS["steal pile"], y)
    if player.draw_pile:
        sheet.back(LEFT + COLUMNS["draw pile"], y, *CARD, f"{player.draw_pile}")
    else:
        sheet.gap(LEFT + COLUMNS["draw pile"], y, *CARD)
    sheet.y += CARD[1] + 12


def _card(card: str | None, covered: bool, sheet: Sheet, x: float, y: float) -> None:
    if card is not None:
        number, colour, symbol = Card.of(card)
        sheet.tile(x, y, *CARD, Tile(f"{number}{SIGNS[symbol]}", colour))
    elif covered:
        sheet.back(x, y, *CARD)
    else:
        sheet.gap(x, y, *CARD)
