"""The 34 cards of Souvenirs (SO-01)."""

from collections import Counter

COLOURS = ("turquoise", "red", "yellow", "purple", "orange")
"""The five colours."""

JOKER = "joker"
JOKERS = 4
NUMBER_CARDS = tuple(f"{colour}-{number}" for colour in COLOURS for number in range(1, 7))
CARDS = (*NUMBER_CARDS, JOKER)
"""Every kind of card once."""

NUMBER = {card: int(card.split("-")[1]) for card in NUMBER_CARDS}
"""What number a card shows; a joker shows none."""

COLOUR = {card: card.split("-")[0] for card in NUMBER_CARDS}
"""What colour a card has; a joker has none."""

DECK = (*NUMBER_CARDS, *(JOKER,) * JOKERS)
COUNTS = Counter(DECK)

SHORT_NAMES = {card: f"{card[0]}{NUMBER[card]}" for card in NUMBER_CARDS} | {JOKER: "J"}
"""How each card is written in one line of text."""
