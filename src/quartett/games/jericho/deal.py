"""How the cards are dealt and the draw pile is stacked (JE-02, JE-03)."""

from quartett.core.seeds import Rng
from quartett.games.jericho.cards import PLAYABLE, SCORING, SCORINGS
from quartett.games.jericho.events import Dealt

HAND_SIZE = 7
PILES = 6


def pile_sizes(players: int) -> tuple[int, ...]:
    """The heights of the six piles from the bottom, scoring cards included."""
    rest = len(PLAYABLE) - HAND_SIZE * players
    plain = [rest // PILES + (pile < rest % PILES) for pile in range(PILES)]
    return tuple(size + has_scoring(pile) for pile, size in enumerate(plain))


def has_scoring(pile: int) -> bool:
    """Whether a pile, counted from the bottom, holds a scoring card: with, without, with, …"""
    return pile % 2 == 0


def scoring_piles(
    players: int, height: int | None = None, left: int = SCORINGS
) -> list[tuple[int, int]]:
    """Where scoring cards are in a draw pile of which this height, and so many of them, are left.

    The bottom of each pile that holds one, and how many of its cards there still are.
    """
    found: list[tuple[int, int]] = []
    bottom, sizes = 0, pile_sizes(players)
    top = sum(sizes) if height is None else height
    for pile, size in enumerate(sizes):
        room = min(size, top - bottom)
        if has_scoring(pile) and room > 0 and len(found) < left:
            found.append((bottom, room))
        bottom += size
    return found


def deal(players: int, rng: Rng) -> Dealt:
    """Seven cards each, and a draw pile of six piles of nearly equal height."""
    cards = rng.shuffled(PLAYABLE)
    hands = tuple(tuple(cards[HAND_SIZE * i : HAND_SIZE * (i + 1)]) for i in range(players))
    rest = cards[HAND_SIZE * players :]
    draw_pile: list[str] = []
    for pile, size in enumerate(pile_sizes(players)):
        own = size - has_scoring(pile)
        part, rest = rest[:own], rest[own:]
        if has_scoring(pile):
            part.insert(rng.below(size), SCORING)
        draw_pile += part
    return Dealt(hands, tuple(draw_pile))
