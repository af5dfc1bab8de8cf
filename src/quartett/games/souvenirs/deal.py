"""How the cards are dealt (SO-02)."""

from quartett.core.seeds import Rng
from quartett.games.souvenirs.events import Dealt
from quartett.games.souvenirs.kit import FULL, Kit

HAND_SIZE = FULL.hand


def deal(players: int, rng: Rng, kit: Kit = FULL) -> Dealt:
    """Two cards each, one card as the beginning of the grid, and the draw pile."""
    cards, hand = rng.shuffled(kit.cards), kit.hand
    hands = tuple(tuple(cards[hand * i : hand * (i + 1)]) for i in range(players))
    if kit.laid:
        return Dealt(hands, next(iter(kit.laid.values())), ())
    first, *draw_pile = cards[hand * players :]
    return Dealt(hands, first, tuple(draw_pile))
