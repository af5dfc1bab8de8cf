"""Places: the winners are first, whatever the scores mean, and the others follow."""

import pytest

from quartett.core.outcome import Outcome


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ((31, 12, 20), (0,), (1, 3, 2)),
        ((31, 12, 12), (0,), (1, 2, 2)),
        ((31, 31, 12), (0, 1), (1, 1, 3)),
        ((31, 31, 12), (1,), (2, 1, 3)),
        ((3, 9, 5), (0,), (1, 3, 2)),
        ((5, 9), (), (2, 1)),
    ],
    ids=["most", "a tie", "shared", "a tie-break", "fewest", "nobody"],
)
def test_places_follow_the_winners_and_then_the_scores(
    scores: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert Outcome(scores, winners, "over").places == places


def test_shares_of_a_victory_add_up_to_one_even_if_nobody_won() -> None:
    assert Outcome((3, 3, 1), (0, 1), "over").shares == (0.5, 0.5, 0.0)
    assert Outcome((3, 3), (), "over").shares == (0.5, 0.5)
