"""The rival: it follows a person up and down the ladder until both win about half."""

from random import Random

import pytest

from quartett import bots, games
from quartett.bots import rivals
from quartett.bots.base import STEPS
from quartett.bots.ladder import expected_share, on_ladder, step_of, strength
from quartett.core.errors import FormatError

GAMES = ("flow", "jericho", "photo_rummy", "souvenirs")
SETTLED, MATCHES = 20, 400


def shares(game: str, points: float, players: int, seed: int) -> list[float]:
    """What somebody this strong wins of matches in which the rival has all other seats."""
    chance, level, found = Random(seed), rivals.FIRST, list[float]()
    for _ in range(SETTLED + MATCHES):
        others = [strength(game, level)] * (players - 1)
        found.append(float(chance.random() < expected_share(points, others)))
        level = rivals.after(level, found[-1], players)
    return found[SETTLED:]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_against_a_player_of_every_step_both_come_to_win_about_half(game: str, step: int) -> None:
    for seed in range(3):
        won = sum(shares(game, strength(game, str(step)), 2, seed)) / MATCHES
        assert 0.4 <= won <= 0.6


@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_larger_tables_a_person_comes_to_win_as_often_as_everybody_else(players: int) -> None:
    for step in range(1, STEPS + 1):
        won = sum(shares("jericho", strength("jericho", str(step)), players, 1)) / MATCHES
        assert won == pytest.approx(1 / players, abs=0.08)


def test_it_follows_somebody_who_improves() -> None:
    chance, level = Random(1), rivals.FIRST
    for match in range(200):
        points = strength("souvenirs", "2" if match < 100 else "8")
        won = chance.random() < expected_share(points, [strength("souvenirs", level)])
        level = rivals.after(level, float(won), 2)
        if match == 99:
            assert step_of("souvenirs", level) <= 4
    assert step_of("souvenirs", level) >= 6


def test_it_never_leaves_the_ladder_however_long_somebody_wins_or_loses() -> None:
    assert rivals.after_all([1.0] * 50) == "rival-10.5"
    assert rivals.after_all([0.0] * 50) == "rival-1"
    assert rivals.after_all([1.0, 0.0] * 20) == rivals.FIRST


def test_a_shared_victory_moves_it_nowhere_and_it_can_play_after_any_results() -> None:
    assert rivals.after("rival-6.5", 0.5, 2) == "rival-6.5"
    chance = Random(3)
    for players in (2, 3, 4, 5):
        level = rivals.FIRST
        for _ in range(100):
            level = rivals.after(level, chance.choice([0.0, 0.5, 1.0]), players)
            assert on_ladder("jericho", level)


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_as_the_step_that_it_is_at_and_counts_as_that_for_strength(game: str) -> None:
    for at in ("rival-1", "rival-4.99", "rival-10.5"):
        step = str(int(float(at.removeprefix("rival-"))))
        assert type(bots.get(game, at)) is bots.steps(game)[step]
        assert strength(game, at) == strength(game, step)
    assert type(bots.rival(game, [])) is bots.steps(game)["3"]
    assert type(bots.rival(game, [0.0] * 9)) is bots.steps(game)["1"]


@pytest.mark.parametrize(
    "level", ["rival", "rival-", "rival-0", "rival-11", "rival-nan", "rival-٣"]
)
def test_a_rival_that_is_nowhere_on_the_ladder_is_refused(level: str) -> None:
    assert not on_ladder("souvenirs", level)
    with pytest.raises(FormatError, match="unknown bot"):
        bots.get("souvenirs", level)


@pytest.mark.parametrize("game", games.names())
def test_every_step_of_a_ladder_has_a_name_of_its_own(game: str) -> None:
    names = [bots.name_of(game, level) for level in bots.levels_of(game)]
    assert None not in names
    assert len(set(names)) == STEPS
