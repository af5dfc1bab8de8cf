"""What is done with cards in every game."""


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less one of this kind."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
