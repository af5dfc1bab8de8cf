"""How the cards are dealt (SO-02)."""

from quartett.core.seeds import Rng
from quartett.games.souvenirs.cards import DECK
from quartett.games.souvenirs.events import Dealt

HAND_SIZE = 2


def deal(players: int, rng: Rng) -> Dealt:
    """Two cards each, one card as the beginning of the grid, and the draw pile."""
    cards = rng.shuffled(DECK)
    hands = tuple(tuple(cards[HAND_SIZE * i : HAND_SIZE * (i + 1)]) for i in range(players))
    first, *draw_pile = cards[HAND_SIZE * players :]
    return Dealt(hands, first, tuple(draw_pile))
