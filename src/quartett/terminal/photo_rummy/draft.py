"""A draft of a lay in Photo Rummy: cards pushed about before anything counts."""

from collections.abc import Iterable, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from quartett.core.errors import RuleError
from quartett.games.photo_rummy.cards import in_order, is_joker


class Arrangement(NamedTuple):
    """The table and the rack at one moment of drafting; what is gone leaves its place empty."""

    groups: tuple[tuple[str, ...], ...]
    rack: tuple[str | None, ...]


class Draft:
    """One turn's drafting. Letters of combinations and numbers of cards hold for the whole turn."""

    def __init__(self, table: Sequence[Sequence[str]], rack: Iterable[str]) -> None:
        self.table = tuple(map(tuple, table))
        self.cards = tuple(in_order(rack))
        self._past = [Arrangement(tuple(tuple(in_order(each)) for each in table), self.cards)]

    @property
    def now(self) -> Arrangement:
        """How it lies now."""
        return self._past[-1]

    @property
    def changed(self) -> bool:
        """Whether anything was moved."""
        return len(self._past) > 1

    def put(self, cards: Sequence[str], target: int | None) -> None:
        """Move cards, from wherever they are, to a combination, or to a new one."""
        groups, rack = self._without(cards)
        if target is None:
            groups = (*groups, tuple(cards))
        else:
            joined = tuple(in_order((*groups[target], *cards)))
            groups = (*groups[:target], joined, *groups[target + 1 :])
        self._past.append(Arrangement(groups, rack))

    def take(self, card: str) -> None:
        """Take a joker, or a card laid in this draft, onto the rack."""
        if not is_joker(card) and card not in self.cards:
            raise RuleError("PR-12", "photo_rummy.photo_missing", card=card)
        groups, rack = self._without([card])
        if card in self.cards:
            place = self.cards.index(card)
            rack = (*rack[:place], card, *rack[place + 1 :])
        else:
            rack = (*rack, card)
        self._past.append(Arrangement(groups, rack))

    def adopt(self, table: Sequence[Sequence[str]]) -> None:
        """Lie as somebody else has worked it out."""
        lying = {card for cards in table for card in cards}
        kept = tuple(None if card in lying else card for card in self.cards)
        old = {card for cards in self.table for card in cards}
        groups = tuple(tuple(in_order(each)) for each in table)
        self._past.append(Arrangement(groups, (*kept, *in_order(old - lying))))

    def undo(self) -> None:
        """Take back the last move."""
        self._past = self._past[:-1] or self._past

    def reset(self) -> None:
        """Lie as at the start of the turn."""
        self._past = self._past[:1]

    def result(self) -> tuple[tuple[str, ...], ...]:
        """The whole table of the lay."""
        return tuple(cards for cards in self.now.groups if cards)

    def is_new(self, card: str) -> bool:
        """Whether a card came from the rack."""
        return card in self.cards

    def _without(self, cards: Sequence[str]) -> Arrangement:
        groups = tuple(tuple(c for c in each if c not in cards) for each in self.now.groups)
        rack = tuple(None if card in cards else card for card in self.now.rack)
        return Arrangement(groups, rack)


def letter(place: int) -> str:
    """The letter of a combination: A to Z, then AA, AB, …"""
    high, low = divmod(place, len(ascii_uppercase))
    return (ascii_uppercase[high - 1] if high else "") + ascii_uppercase[low]


def place_of(letters: str) -> int:
    """The place of the combination with this letter."""
    place = 0
    for each in letters.upper():
        place = place * len(ascii_uppercase) + ascii_uppercase.index(each) + 1
    return place - 1
