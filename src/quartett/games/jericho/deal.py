"""How the cards are dealt and the draw pile is stacked (JE-02, JE-03)."""

from collections import Counter
from typing import NamedTuple

from quartett.core.seeds import Rng
from quartett.games.jericho.actions import PLAYS, Action, Options, Size, Supply, Trumpet
from quartett.games.jericho.cards import COLOURS, PLAYABLE, SCORING, SCORINGS, TRUMPET
from quartett.games.jericho.events import Dealt

HAND_SIZE = 7
PILES = 6


class Kit(NamedTuple):
    """What a game of some size is played with."""

    players: range
    cards: tuple[str, ...]
    """The cards that are dealt and played."""
    colours: tuple[str, ...]
    """What a trumpet may name."""
    hand: int
    piles: int
    """How many piles make the draw pile; every other one holds a scoring card."""
    rounds: int
    drawn: int | None = None
    """The cards that are stacked; the others are put aside unseen. None: all."""

    @property
    def scorings(self) -> int:
        """How many scoring cards there are."""
        return -(-self.piles // 2)

    @property
    def counts(self) -> Counter[str]:
        """How often each card is there."""
        return Counter((*self.cards, *(SCORING,) * self.scorings))

    @property
    def plays(self) -> dict[str, tuple[Action, ...]]:
        """Every way to play a hand card."""
        trumpets = tuple(Trumpet(colour) for colour in self.colours)
        blown: tuple[Action, ...] = (*trumpets, Supply(TRUMPET))
        return {**PLAYS, TRUMPET: blown}


FULL = Kit(range(3, 6), PLAYABLE, COLOURS, HAND_SIZE, PILES, SCORINGS)
SMALL = Kit(
    range(2, 3), ("red-3",) * 4 + ("yellow-3",) * 4 + (TRUMPET,) * 4, COLOURS[:2], 3, 1, 1, 2
)
"""Two colours and a dozen cards, for two: one round, with two cards and a scoring card to draw."""

KITS: dict[Size, Kit] = {"full": FULL, "small": SMALL}
PLAYS_OF = {size: kit.plays for size, kit in KITS.items()}
COUNTS_OF = {size: kit.counts for size, kit in KITS.items()}


def kit_of(options: Options) -> Kit:
    """What the game is played with."""
    return KITS[options.size]


def pile_sizes(players: int, kit: Kit = FULL) -> tuple[int, ...]:
    """The heights of the piles from the bottom, scoring cards included."""
    rest = len(kit.cards) - kit.hand * players if kit.drawn is None else kit.drawn
    plain = [rest // kit.piles + (pile < rest % kit.piles) for pile in range(kit.piles)]
    return tuple(size + has_scoring(pile) for pile, size in enumerate(plain))


def has_scoring(pile: int) -> bool:
    """Whether a pile, counted from the bottom, holds a scoring card: with, without, with, …"""
    return pile % 2 == 0


def scoring_piles(
    players: int, height: int | None = None, left: int = SCORINGS, kit: Kit = FULL
) -> list[tuple[int, int]]:
    """Where scoring cards can be in a draw pile of this height with this many of them left.

    The bottom of each pile that holds one, and how many of its cards there still are.
    """
    found: list[tuple[int, int]] = []
    bottom, sizes = 0, pile_sizes(players, kit)
    top = sum(sizes) if height is None else height
    for pile, size in enumerate(sizes):
        room = min(size, top - bottom)
        if has_scoring(pile) and room > 0 and len(found) < left:
            found.append((bottom, room))
        bottom += size
    return found


def deal(players: int, rng: Rng, kit: Kit = FULL) -> Dealt:
    """Seven cards each, and a draw pile of six piles of nearly equal height."""
    cards, hand = rng.shuffled(kit.cards), kit.hand
    hands = tuple(tuple(cards[hand * i : hand * (i + 1)]) for i in range(players))
    rest = cards[hand * players :]
    draw_pile: list[str] = []
    for pile, size in enumerate(pile_sizes(players, kit)):
        own = size - has_scoring(pile)
        part, rest = rest[:own], rest[own:]
        if has_scoring(pile):
            part.insert(rng.below(size), SCORING)
        draw_pile += part
    return Dealt(hands, tuple(draw_pile))
