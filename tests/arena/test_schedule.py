"""Duplicate deals: every deal is played in all rotations, with the same cards in the same seats."""

import pytest

from quartett.arena.match import seat
from quartett.arena.schedule import Job, Setup, jobs, line_ups, players_for
from quartett.core.errors import QuartettError
from quartett.games import get


def test_every_bot_sits_in_every_seat_once_per_deal() -> None:
    setup = Setup("jericho", (("hard", "medium", "easy"),), 1)
    played = list(jobs(setup, 6))
    assert len(played) == 6
    for deal in (0, 1):
        seated = [job.seated(setup.lineups[0]) for job in played if job.deal == deal]
        assert {each.index("hard") for each in seated} == {0, 1, 2}


def test_all_rotations_of_a_deal_get_the_same_cards() -> None:
    setup = Setup("jericho", (("easy", "random", "random"),), 9)
    states = {seat(setup, Job(4, 0, turned)).match.state for turned in range(3)}
    assert len(states) == 1
    assert seat(setup, Job(5, 0, 0)).match.state not in states


def test_whole_deals_are_played_even_if_that_is_more_than_asked() -> None:
    assert len(list(jobs(Setup("flow", (("a", "b"),), 1), 5))) == 6


def test_equal_bots_are_not_made_to_play_the_same_match_again() -> None:
    assert [job.deal for job in jobs(Setup("flow", (("a", "a"),), 1), 3)] == [0, 1, 2]
    both_ways = jobs(Setup("flow", (("a", "b", "a", "b"),), 1), 4)
    assert [(job.deal, job.rotation) for job in both_ways] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_the_last_bot_fills_up_and_too_many_bots_take_turns() -> None:
    assert line_ups(["hard", "medium"], 3) == (("hard", "medium", "medium"),)
    assert line_ups(["a", "b", "c"], 2) == (("a", "b"), ("a", "c"), ("b", "c"))


def test_as_many_play_as_there_are_bots_if_the_game_allows() -> None:
    assert players_for(get("souvenirs"), ["a", "b", "c"], None) == 3
    assert players_for(get("jericho"), ["a", "b"], None) == 3
    with pytest.raises(QuartettError):
        players_for(get("jericho"), ["a", "b"], 6)
