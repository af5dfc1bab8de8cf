"""How strong a player is on the ladder, told from results against its steps."""

from itertools import pairwise
from random import Random

import pytest

from quartett.arena.strength import ENOUGH, Result, Strength, estimate
from quartett.bots.base import STEPS
from quartett.bots.ladder import (
    expected_share,
    place_of,
    sharpness,
    step_of,
    strength,
    strengths,
)

GAMES = ("flow", "jericho", "photo_rummy", "souvenirs")


def results(
    game: str, points: float, matches: int, others: int = 1, seed: int = 1, **options: object
) -> list[Result]:
    """Matches of somebody this strong against all steps in turn."""
    chance, found = Random(seed), []
    for number in range(matches):
        levels = (str(1 + number % STEPS),) * others
        expected = expected_share(
            points, [strength(game, each) for each in levels], sharpness(game, options)
        )
        found.append(Result(float(chance.random() < expected), levels, options))
    return found


def known(found: Strength | None) -> Strength:
    assert found is not None
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["2", "4.5", "7", "9"])
def test_the_interval_holds_the_true_strength_in_nineteen_of_twenty_cases(
    game: str, level: str
) -> None:
    true = strength(game, level)
    held = 0
    for seed in range(40):
        found = known(estimate(game, results(game, true, 30, seed=seed)))
        held += found.points_low <= true <= found.points_high
    assert held >= 34  # 38 expected; the assumption about strangers draws a little to the middle


@pytest.mark.parametrize("others", [1, 2, 4])
def test_it_holds_at_every_size_of_table(others: int) -> None:
    true = strength("jericho", "6")
    found = known(estimate("jericho", results("jericho", true, 200, others)))
    assert found.points_low <= true <= found.points_high
    assert found.place == pytest.approx(6, abs=1)


def test_it_is_narrower_after_more_matches() -> None:
    true = strength("souvenirs", "6")
    widths = []
    for matches in (5, 20, 80):
        found = known(estimate("souvenirs", results("souvenirs", true, matches)))
        widths.append(found.points_high - found.points_low)
    assert all(few > 1.2 * many for few, many in pairwise(widths))


def test_a_long_match_of_many_rounds_says_more_than_a_short_one() -> None:
    long = known(estimate("flow", [Result(1, ("6",)), Result(0, ("6",))] * 5))
    short = [Result(1, ("6",), {"target": 1}), Result(0, ("6",), {"target": 1})] * 5
    brief = known(estimate("flow", short))
    assert long.points_high - long.points_low < brief.points_high - brief.points_low


def test_half_the_matches_against_a_step_put_a_player_beside_it() -> None:
    found = known(estimate("souvenirs", [Result(won, ("4",)) for won in (1, 1, 0, 1, 0, 1, 0, 0)]))
    assert round(found.place, 1) == 3.9
    assert found.place_low < 4 < found.place_high


def test_a_handful_of_matches_is_needed() -> None:
    few = [Result(1, ("medium",))] * (ENOUGH - 1)
    assert estimate("jericho", few) is None
    assert known(estimate("jericho", [*few, Result(1, ("medium",))])).matches == ENOUGH
    assert known(estimate("jericho", [], enough=0)).matches == 0


def test_matches_with_people_and_own_bots_and_of_another_size_do_not_count() -> None:
    base = [Result(1, ("easy",)), Result(0, ("hard",))] * 4
    strange = [
        Result(0, ("random",)),
        Result(0, ("mine.py:Mine", "easy")),
        Result(0, ("",)),
        Result(0, ()),
        Result(0, ("easy", "easy"), {"size": "small"}),
    ]
    assert estimate("jericho", [*strange, *base]) == estimate("jericho", base)
    assert estimate("jericho", strange) is None


def test_recent_matches_count_more() -> None:
    lost, won = [Result(0, ("4",))] * 40, [Result(1, ("4",))] * 40
    grown = known(estimate("souvenirs", [*lost, *won]))
    fallen = known(estimate("souvenirs", [*won, *lost]))
    assert grown.place > 4.3 > 3.7 > fallen.place


def test_who_loses_or_wins_everything_stays_on_the_ladder() -> None:
    worst = known(estimate("photo_rummy", [Result(0, ("1",))] * 60))
    best = known(estimate("photo_rummy", [Result(1, ("master",))] * 60))
    assert (worst.place, worst.step, best.place, best.step) == (1, "1", 10, "10")
    assert worst.points < 1000 < strengths("photo_rummy")[-1] < best.points


def test_a_shared_win_counts_as_its_part() -> None:
    shared = known(estimate("souvenirs", [Result(0.5, ("5",))] * 40))
    assert shared.place == pytest.approx(5, abs=0.3)


def test_without_a_ladder_there_is_no_strength() -> None:
    assert estimate("chess", [Result(1, ("easy",))] * 9) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_place_and_its_strength_are_each_others_inverse(game: str) -> None:
    for level in ("1", "2.25", "easy", "medium", "7.5", "hard", "9.9", "master"):
        assert place_of(game, strength(game, level)) == pytest.approx(step_of(game, level))
