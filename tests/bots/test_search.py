"""Sequential halving: who is tried how often, on the same worlds, and in which order it ends."""

from collections import Counter
from itertools import count

import pytest

from quartett.bots.search import halving

WORTH = {"a": 3.0, "b": 1.0, "c": 5.0, "d": 4.0, "e": 2.0}


def tried(
    nodes: int, min_deals: int = 1, actions: str = "abcde"
) -> tuple[str, dict[str, list[int]]]:
    """The choices in the order in which they came out, and the worlds on which each was tried."""
    worlds, on = count(), dict[str, list[int]]()

    def try_out(action: str, world: int) -> float:
        on.setdefault(action, []).append(world)
        return WORTH[action]

    found = halving(actions, nodes, lambda: next(worlds), try_out, min_deals)
    assert {each.action: each.played for each in found} == {a: len(w) for a, w in on.items()}
    assert {each.action: each.mean for each in found} == {a: WORTH[a] for a in actions}
    return "".join(each.action for each in found), on


def test_the_better_half_goes_on_and_the_best_comes_first() -> None:
    order, on = tried(60)
    assert order == "cdaeb"
    # A third of 60 tries in each of three rounds: 5 choices 4 times, 3 of them 6, 2 of them 10.
    assert {action: len(worlds) for action, worlds in on.items()} == {
        "b": 4,
        "e": 4,
        "a": 4 + 6,
        "d": 4 + 6 + 10,
        "c": 4 + 6 + 10,
    }


def test_all_who_are_still_in_are_tried_on_the_same_worlds() -> None:
    _, on = tried(60)
    assert on["c"] == on["d"] == list(range(20))
    assert on["a"] == list(range(10))
    assert on["b"] == on["e"] == list(range(4))


def test_however_few_tries_there_are_each_round_has_its_least_deals() -> None:
    assert Counter({a: len(w) for a, w in tried(1)[1].items()}) == Counter("aabccdddec")
    assert {len(w) for w in tried(1, min_deals=7)[1].values()} == {7, 14, 21}


@pytest.mark.parametrize("actions", ["abcd", "badc", "a"])
def test_of_equals_the_one_listed_first_is_best(
    actions: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for action in actions:
        monkeypatch.setitem(WORTH, action, 1.0)
    order, on = tried(40, actions=actions)
    assert order[0] == actions[0]
    assert len(on[actions[0]]) == {4: 5 + 10, 1: 40}[len(actions)]
