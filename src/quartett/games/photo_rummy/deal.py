"""How a round is dealt (PR-03, PR-04)."""

from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import STACKS
from quartett.games.photo_rummy.events import Dealt
from quartett.games.photo_rummy.kit import FULL, Kit

RACK_SIZE = FULL.rack


def deal(players: int, round_: int, starter: int, rng: Rng, kit: Kit = FULL) -> Dealt:
    """Eight cards each, and the rest in five stacks that differ by one card at most."""
    cards, size = rng.shuffled(kit.cards), kit.rack
    racks = tuple(tuple(cards[size * i : size * (i + 1)]) for i in range(players))
    rest = cards[size * players :]
    stacks = tuple(tuple(rest[stack :: kit.stacks]) for stack in range(kit.stacks))
    return Dealt(round_, starter, racks, stacks + ((),) * (STACKS - kit.stacks))
