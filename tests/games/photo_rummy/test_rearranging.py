"""PR-12: whether a table can be laid anew with nothing from the rack."""

from random import Random

import pytest

from games.photo_rummy.solver_brute import all_lays
from games.photo_rummy.tables import table
from quartett.games.photo_rummy.cards import CATEGORIES, CITIES, JOKERS
from quartett.games.photo_rummy.lay import same_table, verdict
from quartett.games.photo_rummy.solving.regroup import can_rearrange
from refusing import refused

MAX_CARDS = 11
CHURCHES = ["paris", "bern", "oslo", "rome", "dublin", "london", "madrid", "lisbon"]


def crowded_table(random: Random) -> list[list[str]]:
    """A few combinations of four capitals and three categories, which get in each other's way."""
    cities, categories = random.sample(CITIES, 4), random.sample(CATEGORIES, 3)
    lines = [[f"{city}-{category}" for category in categories] for city in cities]
    lines += [[f"{city}-{category}" for city in cities] for category in categories]
    jokers, used, found = random.sample(JOKERS, 2), set[str](), list[list[str]]()
    for line in random.sample(lines, len(lines)):
        cards = [card for card in line if card not in used]
        cards += [jokers.pop()] if jokers and random.random() < 0.3 else []
        if verdict(cards).ok and sum(map(len, found)) + len(cards) <= MAX_CARDS:
            found.append(cards)
            used.update(cards)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_PR_12_whether_a_table_can_be_rearranged_agrees_with_trying_everything(seed: int) -> None:
    random, answers = Random(seed), set[bool]()
    for _ in range(60):
        lists = crowded_table(random)
        others = (lay.table for lay in all_lays(lists, [], opened=True))
        expected = any(not same_table(lists, other) for other in others)
        assert can_rearrange(lists) is expected, lists
        answers.add(expected)
    assert answers == {True, False}


def test_PR_12_a_lay_that_only_rearranges_counts_as_one_that_is_not_listed() -> None:
    churches = [f"{city}-church" for city in CHURCHES]
    match = table("lisbon-sight", "vienna-palace", lists=(" ".join(churches),), opened=True)
    assert len(match.legal(0)) == 1
    assert match.game.more(match.state, 0)
    match.play(0, {"type": "lay", "table": [churches[:4], churches[4:]]})
    small = table("lisbon-sight", "vienna-palace", lists=(" ".join(churches[:4]),), opened=True)
    assert not small.game.more(small.state, 0)


def test_PR_10_who_has_not_opened_cannot_rearrange() -> None:
    churches = " ".join(f"{city}-church" for city in CHURCHES)
    match = table("lisbon-sight", "vienna-palace", lists=(churches,), opened=False)
    assert not match.game.more(match.state, 0)
    halves = [churches.split()[:4], churches.split()[4:]]
    assert refused(match.play, 0, {"type": "lay", "table": halves}).rule == "PR-10"
