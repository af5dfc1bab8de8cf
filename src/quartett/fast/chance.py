"""Fast shuffling for deals and playouts, identical in plain and compiled Python."""

from random import Random


def shuffled(cards: list[int], chance: Random) -> list[int]:
    """The cards in random order; faster than `Random.shuffle`, and identical when compiled."""
    found = cards[:]
    number = chance.random
    for last in range(len(found) - 1, 0, -1):
        at = int(number() * (last + 1))
        card = found[last]
        found[last] = found[at]
        found[at] = card
    return found
