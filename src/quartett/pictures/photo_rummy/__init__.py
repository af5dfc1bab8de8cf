"""A table of Photo Rummy as a picture: what lies, the stacks, and the viewer's rack."""

from collections.abc import Sequence

from quartett.games.photo_rummy.cards import CATEGORY, CITY, in_order, is_joker
from quartett.games.photo_rummy.view import View
from quartett.pictures.sheet import FAINT, INK, MARGIN, Named, Sheet, Tile
from quartett.terminal.photo_rummy.face import JOKER, SIGNS

__all__ = ["draw"]

CARD = 78, 24
STACK = 40, 30


def draw(view: View, sheet: Sheet, named: Named) -> None:
    """Everybody's points, the combinations, the stacks, and the viewer's rack."""
    sheet.text(MARGIN, sheet.y, f"Round {view.round} of {view.options.rounds}", 14, INK)
    sheet.y += 26
    for seat, player in enumerate(view.seats):
        opened = "opened" if player.opened else "not opened"
        about = f"{player.rack_size} cards · {_signed(player.score)} points · {opened}"
        sheet.seat(seat, named(seat), about, seat == view.turn, sheet.y)
        sheet.y += 22
    for at, height in enumerate(view.stacks):
        sheet.back(MARGIN + at * (STACK[0] + 8), sheet.y, *STACK, f"{height}")
    sheet.y += STACK[1] + 14
    if view.table:
        sheet.text(MARGIN, sheet.y + 8, "On the table", 13, FAINT)
        sheet.y += 18
    for cards in view.table:
        tiles = [_tile(card) for card in cards]
        sheet.row(MARGIN, sheet.y, sheet.width - 2 * MARGIN, tiles, *CARD)
        sheet.y += CARD[1] + 6
    if view.viewer is not None:
        sheet.y += 6
        _rack(named(view.viewer), in_order(view.me.rack), sheet)


def _signed(points: int) -> str:
    return f"{points}".replace("-", "−")


def _rack(name: str, rack: Sequence[str], sheet: Sheet) -> None:
    sheet.shelf(f"Rack of {name}", [_tile(card) for card in rack], *CARD)


def _tile(card: str) -> Tile:
    if is_joker(card):
        return Tile(JOKER, "brass")
    sign, colour = SIGNS[CATEGORY[card]]
    return Tile(f"{sign} {CITY[card].capitalize()}", colour)
