"""How a round is dealt (PR-03, PR-04)."""

from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import STACKS
from quartett.games.photo_rummy.cards import DECK
from quartett.games.photo_rummy.events import Dealt

RACK_SIZE = 8


def deal(players: int, round_: int, starter: int, rng: Rng) -> Dealt:
    """Eight cards each, and the rest in five stacks that differ by one card at most."""
    cards = rng.shuffled(DECK)
    racks = tuple(tuple(cards[RACK_SIZE * i : RACK_SIZE * (i + 1)]) for i in range(players))
    rest = cards[RACK_SIZE * players :]
    stacks = tuple(tuple(rest[stack::STACKS]) for stack in range(STACKS))
    return Dealt(round_, starter, racks, stacks)
