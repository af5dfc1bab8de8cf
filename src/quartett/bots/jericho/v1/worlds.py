"""Tables that a viewer could be sitting at: what is seen stays, what is hidden is dealt anew."""

from collections import Counter
from random import Random

from quartett.bots.jericho.v1.table import BRASS, COLOURS, NUMBER, SHOW, Table
from quartett.games.jericho.cards import COLOURS as COLOUR_NAMES
from quartett.games.jericho.cards import PLAYABLE, SCORING
from quartett.games.jericho.deal import has_scoring, pile_sizes
from quartett.games.jericho.view import View

DECK = Counter(NUMBER[card] for card in PLAYABLE)
SCORINGS = 3


class Worlds:
    """A source of tables that agree with a view."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.view = view
        self.seat = view.viewer
        self.fed = [player.fed for player in view.seats]
        self._known = _known(view)
        self._pool = list((DECK - _seen(view)).elements())
        self._unknown_supply = sum(1 for put in view.supply if put.card is None)
        self._piles = _scoring_piles(view)

    def deal(self, chance: Random) -> "World":
        """One such table, with hidden first cards still face down."""
        pool = self._pool[:]
        chance.shuffle(pool)
        table = self._known.copy()
        faces = self._faces(pool)
        for _ in range(self._unknown_supply):
            table.put(pool.pop())
        for seat, player in enumerate(self.view.seats):
            if seat != self.seat:
                table.hands[seat] = [pool.pop() for _ in range(player.hand_size)]
        table.pile = self._pile(pool, chance)
        return World(table, faces)

    def _faces(self, pool: list[int]) -> list[int | None]:
        """The first cards that lie face down; a hidden one is a wall card, if any is left."""
        faces: list[int | None] = []
        for player in self.view.seats:
            if player.face_down == "hidden":
                at = next((i for i, card in enumerate(pool) if card != BRASS), 0)
                faces.append(pool.pop(at))
            else:
                faces.append(None if player.face_down is None else NUMBER[player.face_down])
        return faces

    def _pile(self, pool: list[int], chance: Random) -> list[int]:
        places = {bottom + chance.randrange(room) for bottom, room in self._piles}
        height = min(self.view.draw_pile, len(pool) + len(places))
        return [SHOW if at in places else pool.pop() for at in range(height)]


class World:
    """A dealt table and the cards that lie face down in the layouts."""

    __slots__ = ("faces", "table")

    def __init__(self, table: Table, faces: list[int | None]) -> None:
        self.table = table
        self.faces = faces

    def copy(self) -> "World":
        """A world of its own to go on from."""
        return World(self.table.copy(), self.faces[:])

    def reveal(self) -> None:
        """The face-down cards join the layouts; a trumpet is removed (JE-07)."""
        for seat, card in enumerate(self.faces):
            if card is not None and card != BRASS:
                self.table.build(seat, card)
        self.faces = [None] * len(self.faces)


def known_table(view: View) -> Table:
    """What a viewer sees for certain, one's own hand and own supply cards included."""
    return _known(view)


def _known(view: View) -> Table:
    table = Table(len(view.seats))
    for seat, player in enumerate(view.seats):
        table.won[seat] = len(player.won)
        for index, colour in enumerate(COLOUR_NAMES):
            wall = [_value(card) for card in player.walls.get(colour, ())]
            table.walls[seat * COLOURS + index] = wall
            table.lengths[seat * COLOURS + index] = sum(wall)
        table.hands[seat] = [NUMBER[card] for card in player.hand or ()]
    for index in range(COLOURS):
        table.measure(index)
    for put in view.supply:
        if put.card is not None:
            table.put(NUMBER[put.card])
    table.round, table.starter = view.round, view.starter
    table.turn = view.starter if view.turn is None else view.turn
    return table


def _value(card: str) -> int:
    _, _, value = card.partition("-")
    return int(value or 2)


def _seen(view: View) -> Counter[int]:
    cards = [card for card in view.removed if card != SCORING]
    cards += [put.card for put in view.supply if put.card is not None]
    for player in view.seats:
        cards += [*(player.hand or ()), *player.won]
        cards += [card for wall in player.walls.values() for card in wall]
        if player.face_down not in (None, "hidden"):
            cards.append(str(player.face_down))
    return Counter(NUMBER[card] for card in cards)


def _scoring_piles(view: View) -> list[tuple[int, int]]:
    """Where scoring cards still lie: the bottom of each such pile and the cards left in it."""
    left = SCORINGS - view.removed.count(SCORING)
    found: list[tuple[int, int]] = []
    bottom = 0
    for pile, size in enumerate(pile_sizes(len(view.seats))):
        room = min(size, view.draw_pile - bottom)
        if has_scoring(pile) and room > 0 and len(found) < left:
            found.append((bottom, room))
        bottom += size
    return found
