"""How a round is dealt, and who lays the middle cards (FL-02 to FL-04)."""

from quartett.core.seeds import Rng
from quartett.games.flow.actions import Options
from quartett.games.flow.cards import DECK
from quartett.games.flow.events import Dealt, Hand

MIN_CARDS = 4
"""What setup takes from a player: two for the display, one to steal on, one for the middle."""


def cards_each(options: Options, players: int) -> int:
    """The cards dealt to each player (FL-02)."""
    if options.cards is not None:
        return options.cards
    return 48 if players <= 3 else 36


def openers(players: int, round_: int) -> tuple[int, int]:
    """The two seats that lay the middle cards: the next two each round, going round (FL-04)."""
    first = 2 * (round_ - 1) % players
    return first, (first + 1) % players


def deal(options: Options, players: int, round_: int, at: int, rng: Rng) -> Dealt:
    """The cards of one round; each round of a seed has its own shuffle, whenever it is dealt."""
    cards = rng.apart(f"round-{round_}").shuffled(DECK)
    each = cards_each(options, players)
    piles = [cards[each * seat : each * (seat + 1)] for seat in range(players)]
    hands: list[Hand] = []
    for pile in piles:
        display, stolen = (pile.pop(), pile.pop()), pile.pop()
        hands.append(Hand((), display, stolen))
    middle = tuple(piles[seat].pop() for seat in openers(players, round_))
    full = (Hand(tuple(p), h.display, h.stolen) for p, h in zip(piles, hands, strict=True))
    return Dealt(round_, tuple(full), middle, at)
