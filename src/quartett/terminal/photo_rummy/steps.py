"""From a lay to the steps of a draft that make it: what a person would type, one by one."""

from collections.abc import Iterable, Iterator, Sequence

from quartett.terminal.photo_rummy.draft import Draft, letter

Step = tuple[str, str]
"""A verb (`new`, `add` or `take`), and the cards and combination it is about, as they are typed."""


def steps(draft: Draft, table: Sequence[Sequence[str]]) -> Iterator[Step]:
    """The steps from an unchanged draft to a table; each is done to the draft as it is told."""
    homes = _homes(draft.now.groups, table)
    for cards, home in zip(table, homes, strict=True):
        lying = draft.now.groups[home] if home is not None else ()
        moving = [card for card in cards if card not in lying]
        if moving:
            yield _told(draft, moving, home)
            draft.put(moving, home)
    kept = {card for cards in table for card in cards}
    for card in [card for cards in draft.now.groups for card in cards if card not in kept]:
        yield "take", _place(draft, card)
        draft.take(card)


def _told(draft: Draft, cards: Iterable[str], home: int | None) -> Step:
    places = " ".join(_place(draft, card) for card in cards)
    return ("new", places) if home is None else ("add", f"{places} {letter(home)}")


def _place(draft: Draft, card: str) -> str:
    """Where a card is now: its number on the rack, or its combination's letter and place."""
    if card in draft.now.rack:
        return str(1 + draft.now.rack.index(card))
    home = next(at for at, cards in enumerate(draft.now.groups) if card in cards)
    return f"{letter(home)}{1 + draft.now.groups[home].index(card)}"


def _homes(groups: Sequence[Sequence[str]], table: Sequence[Sequence[str]]) -> list[int | None]:
    """For each combination of the table the one it grows from: the free one it shares most with."""
    shared = [
        (len(set(cards) & set(group)), at, home)
        for at, cards in enumerate(table)
        for home, group in enumerate(groups)
    ]
    found: dict[int, int] = {}
    for count, at, home in sorted(shared, key=lambda each: -each[0]):
        if count and at not in found and home not in found.values():
            found[at] = home
    return [found.get(at) for at in range(len(table))]
