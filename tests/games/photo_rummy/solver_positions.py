"""Positions for the solver's tests and benchmark: seeded, legal, in several families."""

from random import Random
from typing import NamedTuple

from quartett.games.photo_rummy.cards import CATEGORIES, CITIES, DECK, JOKERS, PHOTOS, in_order


class Case(NamedTuple):
    """A question to the solver."""

    table: list[list[str]]
    rack: list[str]
    opened: bool


def random_table(random: Random, size: int, jokers: int) -> list[list[str]]:
    """Correct combinations of at least so many cards, with up to so many jokers among them."""
    free = set(PHOTOS)
    spare = list(JOKERS[:jokers])
    table: list[list[str]] = []
    for _ in range(1000):
        if sum(map(len, table)) >= size:
            break
        cards = _combination(random, free, spare)
        if cards:
            table.append(cards)
    return table


def _combination(random: Random, free: set[str], spare: list[str]) -> list[str]:
    is_row = random.random() < 0.5
    if is_row:
        city = random.choice(CITIES)
        fitting = [f"{city}-{category}" for category in CATEGORIES if f"{city}-{category}" in free]
    else:
        category = random.choice(CATEGORIES)
        fitting = [f"{city}-{category}" for city in CITIES if f"{city}-{category}" in free]
    smallest, largest = (3, 6) if is_row else (4, random.choice((4, 5, 6, 9, 17)))
    jokers = min(len(spare), random.choice((0, 0, 1, 1, 2, 3)))
    most = min(len(fitting), largest - jokers)
    least = max(smallest - jokers, jokers + 1)
    if most < least:
        return []
    photos = random.sample(fitting, random.choice((least, random.randint(least, most))))
    free.difference_update(photos)
    return photos + [spare.pop() for _ in range(jokers)]


def random_case(
    random: Random, size: int, rack: int, table_jokers: int, rack_jokers: int, opened: bool
) -> Case:
    """A table of about so many cards and a rack of other cards, some of them jokers."""
    table = random_table(random, size, table_jokers)
    used = {card for cards in table for card in cards}
    photos = [card for card in PHOTOS if card not in used]
    jokers = [card for card in JOKERS if card not in used][:rack_jokers]
    hand = random.sample(photos, min(len(photos), max(0, rack - len(jokers)))) + jokers
    random.shuffle(hand)
    return Case(table, hand, opened)


def clustered_case(random: Random, opened: bool) -> Case:
    """Few capitals and categories, so that rows and sets fight for the same photos."""
    cities = random.sample(CITIES, random.randint(3, 6))
    categories = random.sample(CATEGORIES, random.randint(3, 6))
    photos = {f"{city}-{category}" for city in cities for category in categories}
    table = random_table(random, random.randint(0, 60), random.randint(0, 6))
    table = [
        cards for cards in table if set(cards) - set(JOKERS) <= photos or random.random() < 0.2
    ]
    used = {card for cards in table for card in cards}
    pool = in_order(photos - used) + in_order(set(JOKERS) - used)
    return Case(table, random.sample(pool, min(len(pool), random.randint(1, 14))), opened)


def shuffled(random: Random, case: Case) -> Case:
    """The same question with everything in another order."""
    table = [random.sample(cards, len(cards)) for cards in case.table]
    return Case(
        random.sample(table, len(table)), random.sample(case.rack, len(case.rack)), case.opened
    )


def tiny_case(random: Random, opened: bool) -> Case:
    """At most nine cards, for questions that brute force can answer."""
    cities = random.sample(CITIES, random.randint(2, 3))
    categories = random.sample(CATEGORIES, random.randint(2, 4))
    photos = {f"{city}-{category}" for city in cities for category in categories}
    table: list[list[str]] = []
    free, spare = set(photos), random.sample(JOKERS, random.randint(0, 3))
    for _ in range(random.randint(0, 4)):
        cards = _combination(random, free, spare)
        if cards and set(cards) & photos and sum(map(len, table)) + len(cards) <= 7:
            table.append(cards)
    used = {card for cards in table for card in cards}
    pool = in_order(photos - used) + in_order(set(random.sample(JOKERS, 3)) - used)
    room = 9 - len(used)
    return Case(table, random.sample(pool, min(len(pool), random.randint(1, room))), opened)


ALL = frozenset(DECK)
