"""A table of Jericho as a picture: the walls of each seat by colour, and the viewer's hand."""

from collections.abc import Iterable

from quartett.games.jericho.cards import COLOURS, PLAYABLE, TRUMPET, VALUE
from quartett.games.jericho.view import PlayerView, View
from quartett.pictures.sheet import FAINT, INK, MARGIN, Named, Sheet, Tile
from quartett.terminal.jericho.face import NOTE, SIGNS

__all__ = ["draw"]

STONE = 30, 26
CARD = 46, 62
ORDER = {card: place for place, card in enumerate(dict.fromkeys(PLAYABLE))}


def draw(view: View, sheet: Sheet, named: Named) -> None:
    """Everybody's walls, the piles, and the viewer's hand."""
    told = f"Round {view.round} · {view.draw_pile} in the draw pile · {len(view.supply)} in supply"
    sheet.text(MARGIN, sheet.y, told, 14, INK)
    sheet.y += 24
    for seat, player in enumerate(view.seats):
        about = f"{len(player.won)} won · {player.hand_size} in hand"
        sheet.seat(seat, named(seat), about, seat == view.turn, sheet.y + 8)
        _walls(player, sheet)
    if view.viewer is not None:
        hand = sorted(view.me.hand, key=ORDER.__getitem__)
        sheet.shelf(f"Hand of {named(view.viewer)}", _tiles(hand), *CARD)


def _walls(player: PlayerView, sheet: Sheet) -> None:
    room = (sheet.width - 2 * MARGIN) / len(COLOURS)
    top = sheet.y + 18
    for at, colour in enumerate(COLOURS):
        x, wall = MARGIN + at * room, player.walls.get(colour, ())
        if wall:
            ordered = sorted(wall, key=lambda card: (card == TRUMPET, ORDER[card]))
            end = sheet.row(x, top, room - 36, _tiles(ordered), *STONE)
            sheet.text(end + 5, top + 18, f"{player.lengths[colour]}", 14, INK, bold=True)
        else:
            sheet.gap(x, top, *STONE)
            sheet.text(x + STONE[0] / 2, top + 18, SIGNS[colour], 13, FAINT, "middle")
    sheet.y = top + STONE[1] + 18


def _tiles(cards: Iterable[str]) -> list[Tile]:
    return [_tile(card) for card in cards]


def _tile(card: str) -> Tile:
    if card == TRUMPET:
        return Tile(NOTE, "brass")
    colour = card.split("-")[0]
    return Tile(f"{SIGNS[colour]}{VALUE[card]}", colour)
