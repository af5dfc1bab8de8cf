"""What a child sees at once: whole groups on the rack, and cards that fit what lies on the table.

Nothing is regrouped and no joker is taken, so the answer is often short of what the solver finds.
"""

from collections.abc import Callable, Iterable

from quartett.games.photo_rummy.cards import CATEGORY, CITY, is_joker
from quartett.games.photo_rummy.lay import LARGEST, SMALLEST, TableLists, line_of

Overlooks = Callable[[], bool]
"""Whether the next thing there is to see is overlooked."""


class Glance:
    """One look at table and rack; `table` and `left` hold what it makes of them."""

    def __init__(self, table: TableLists, rack: Iterable[str], overlooks: Overlooks) -> None:
        self.table = [list(cards) for cards in table]
        self.left = list(rack)
        self._overlooks = overlooks

    def look(self, opened: bool) -> "Glance":
        """Lays groups from the rack first; only then may anything be added (PR-10)."""
        before = len(self.table)
        for size in (0, 1):
            self._lay_groups("set", CATEGORY, size)
            self._lay_groups("row", CITY, size)
        if opened or len(self.table) > before:
            self.add_photos()
            self._add_jokers()
        return self

    def _lay_groups(self, kind: str, line: dict[str, str], helpers: int) -> None:
        """Lays every large enough group of photos, with so many jokers in each."""
        for of in dict.fromkeys(line[card] for card in self.left if card in line):
            photos = [card for card in self.left if line.get(card) == of]
            jokers = [card for card in self.left if is_joker(card)][:helpers]
            enough = len(photos) + helpers >= SMALLEST[kind] and len(jokers) == helpers
            if enough and not self._overlooks():
                self.table.append(self._take(photos + jokers))

    def add_photos(self) -> None:
        """Adds every photo that fits a combination on the table."""
        for cards in self.table:
            kind, of = line_of(cards)
            assert kind is not None
            line = CITY if kind == "row" else CATEGORY
            room = LARGEST[kind] - len(cards)
            fitting = [card for card in self.left if line.get(card) == of][:room]
            if fitting and not self._overlooks():
                cards += self._take(fitting)

    def _add_jokers(self) -> None:
        for cards in self.table:
            kind, _ = line_of(cards)
            assert kind is not None
            held = sum(map(is_joker, cards))
            room = min(LARGEST[kind] - len(cards), len(cards) - 2 * held - 1)
            jokers = [card for card in self.left if is_joker(card)][: max(room, 0)]
            cards += self._take(jokers)

    def _take(self, cards: list[str]) -> list[str]:
        self.left = [card for card in self.left if card not in cards]
        return cards
