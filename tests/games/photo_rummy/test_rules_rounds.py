"""PR-05, PR-15, PR-16, PR-17, PR-18: how rounds and matches end."""

from collections import Counter
from typing import Any

import pytest

import quartett
from games.photo_rummy.tables import FULL, PASS, draw, lay, table
from quartett.core.match import AnyMatch
from quartett.core.outcome import Outcome
from quartett.games.photo_rummy.cards import DECK
from quartett.games.photo_rummy.events import Dealt, Finished, RoundDrawn, RoundWon
from refusing import refused

LONDON = "london-church london-sight london-delicacy"
OSLO = "oslo-church oslo-sight oslo-palace"
LAST_CARD = [[], [], ["athens-palace"], [], []]


def scores(match: AnyMatch) -> list[int]:
    return [player.score for player in match.state.seats]


def kinds(events: tuple[Any, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def all_cards(match: AnyMatch) -> Counter[str]:
    state = match.state
    racks = [player.rack for player in state.seats]
    return Counter(card for cards in (*state.table, *state.stacks, *racks) for card in cards)


def test_PR_15_whoever_lays_the_last_card_wins_the_round_at_once() -> None:
    match = table(LONDON, "rome-sight", "rome-church")
    events = match.play(0, lay(LONDON))
    assert kinds(events) == ["Laid", "RoundWon", "Dealt"]
    assert match.state.round == 2


def test_PR_15_the_last_card_can_go_onto_a_combination_of_somebody_else() -> None:
    match = table("london-palace", "rome-sight", lists=(LONDON,), opened=True)
    assert "RoundWon" in kinds(match.play(0, lay(f"{LONDON} london-palace")))


def test_PR_15_a_joker_taken_onto_the_rack_is_still_a_card() -> None:
    lists = ("oslo-church oslo-sight joker-1",)
    match = table("oslo-palace", "rome-sight", lists=lists, opened=True)
    assert kinds(match.play(0, lay("oslo-church oslo-sight oslo-palace"))) == ["Laid"]
    assert match.state.seats[0].rack == ("joker-1",)


def test_PR_15_going_out_with_the_last_card_of_the_stacks_is_a_victory() -> None:
    match = table("london-church london-sight", "rome-sight", phase="draw", stacks=LAST_CARD)
    match.play(0, draw(2))
    assert refused(match.play, 0, lay("london-church london-sight athens-palace")).rule == "PR-07"
    match = table(LONDON, "rome-sight", stacks=[[]] * 5)
    assert "RoundWon" in kinds(match.play(0, lay(LONDON)))
    assert scores(match) == [1, -1]


def test_PR_16_photos_cost_1_and_jokers_10_and_the_winner_gets_the_sum() -> None:
    racks = (LONDON, "rome-sight rome-church oslo-symbol", "bern-sight oslo-sight joker-2", "")
    match = table(*racks)
    events = match.play(0, lay(LONDON))
    assert events[1] == RoundWon(0, (15, -3, -12, 0))
    assert scores(match) == [15, -3, -12, 0]


def test_PR_16_points_are_added_to_the_scores_of_earlier_rounds() -> None:
    seats = [
        {"rack": ["joker-1", "joker-2"], "score": 7},
        {"rack": LONDON.split(), "score": -4},
        {"rack": ["rome-sight"], "score": -3},
    ]
    match = table(seats=seats, turn=1, options={"rounds": 2}, round=2)
    match.play(1, lay(LONDON))
    assert match.outcome == Outcome((-13, 17, -4), (1,), "highest_total")


@pytest.mark.parametrize("ending", [PASS, lay(), lay(LONDON)])
def test_PR_17_a_round_without_cards_to_draw_is_a_draw(ending: dict[str, Any]) -> None:
    racks = (f"{LONDON} oslo-palace joker-1", "rome-sight")
    match = table(*racks, phase="draw", stacks=LAST_CARD)
    match.play(0, draw(2))
    assert (match.state.phase, match.state.round) == ("lay", 1)
    events = match.play(0, ending)
    assert events[1] == RoundDrawn()
    assert scores(match) == [0, 0]
    assert match.state.round == 2


def test_PR_17_the_round_goes_on_while_one_stack_has_a_card() -> None:
    match = table("rome-sight", "", stacks=LAST_CARD)
    assert kinds(match.play(0, PASS)) == ["Passed"]
    assert (match.state.round, match.state.turn) == (1, 1)


def test_PR_17_a_position_without_anything_to_draw_can_only_end_the_round() -> None:
    """Ruling: such a position exists only by hand; there `pass` says that nobody can draw."""
    match = table("rome-sight", "joker-1", phase="draw", stacks=[[]] * 5)
    assert refused(match.play, 0, draw(0)).rule == "PR-06"
    assert refused(match.play, 0, lay()).rule == "PR-06"
    (only,) = match.legal(0)
    assert kinds(match.play(0, only)) == ["Passed", "RoundDrawn", "Dealt"]
    assert scores(match) == [0, 0]


def test_PR_18_every_round_is_dealt_anew_from_all_108_cards() -> None:
    match = table(LONDON, "rome-sight", "joker-1", lists=(OSLO,))
    match.play(0, lay(LONDON, OSLO))
    state = match.state
    assert all_cards(match) == Counter(DECK)
    assert [len(player.rack) for player in state.seats] == [8, 8, 8]
    assert state.table == ()
    assert (state.phase, state.round) == ("draw", 2)


def test_PR_10_a_new_round_closes_the_table_again() -> None:
    match = table(LONDON, "rome-sight", opened=True)
    match.play(0, lay(LONDON))
    assert [player.opened for player in match.state.seats] == [False, False]


def test_PR_05_each_next_round_starts_one_seat_further_clockwise() -> None:
    racks = (LONDON, "rome-sight", "")
    match = table(*racks, starter=2, turn=0)
    match.play(0, lay(LONDON))
    assert (match.state.starter, match.state.turn) == (0, 0)
    match = table(*racks, stacks=[[]] * 5, starter=0, turn=2)
    match.play(2, PASS)
    assert (match.state.starter, match.state.turn) == (1, 1)


def test_PR_18_the_match_ends_after_the_agreed_number_of_rounds() -> None:
    match = table(LONDON, "rome-sight", options={"rounds": 1})
    events = match.play(0, lay(LONDON))
    assert events[-1] == Finished()
    assert (match.state.phase, match.state.turn) == ("over", None)
    assert not match.to_act
    assert match.outcome == Outcome((1, -1), (0,), "highest_total")
    assert match.legal(0) == []
    assert not match.game.more(match.state, 0)
    assert refused(match.play, 0, draw(0)).rule == "PR-18"
    assert refused(match.play, 1, PASS).rule == "PR-18"


def test_PR_18_the_match_goes_on_before_the_agreed_number_of_rounds() -> None:
    match = table(LONDON, "rome-sight", options={"rounds": 3}, round=2)
    events = match.play(0, lay(LONDON))
    assert isinstance(events[-1], Dealt)
    assert (match.outcome, match.state.round) == (None, 3)


def test_PR_18_equal_totals_share_the_victory() -> None:
    seats = [{"rack": ["rome-sight"], "score": 4}, {"score": 4}, {"score": -8}]
    match = table(seats=seats, stacks=[[]] * 5, options={"rounds": 1})
    match.play(0, PASS)
    assert match.outcome == Outcome((4, 4, -8), (0, 1), "shared")


def test_the_same_seed_deals_the_same_second_round() -> None:
    one, other = (table(LONDON, "rome-sight", stacks=FULL) for _ in range(2))
    assert one.play(0, lay(LONDON)) == other.play(0, lay(LONDON))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_PR_17_a_match_without_laying_is_drawn_in_every_round(players: int) -> None:
    match = quartett.start("photo_rummy", players=players, rounds=2, seed=8)
    while match.to_act:
        (seat,) = match.to_act
        match.play(seat, match.game.legal(match.state, seat)[0])
    turns = 2 * (108 - 8 * players)
    assert len(match.log) == 1 + 2 * turns
    assert match.outcome == Outcome((0,) * players, tuple(range(players)), "shared")


def test_PR_15_an_empty_rack_alone_wins_nothing() -> None:
    match = table("", "rome-sight", lists=(LONDON,), opened=True)
    assert kinds(match.play(0, PASS)) == ["Passed"]


def test_PR_18_scores_are_kept_when_the_next_round_is_dealt() -> None:
    seats = [{"rack": LONDON.split(), "score": 5}, {"rack": ["rome-sight"], "score": -2}]
    match = table(seats=seats)
    match.play(0, lay(LONDON))
    assert (match.state.round, scores(match)) == (2, [6, -3])


def test_PR_18_every_round_is_shuffled_anew() -> None:
    match = quartett.start("photo_rummy", players=2, rounds=3, seed=8)
    dealt = []
    while match.to_act:
        (seat,) = match.to_act
        dealt += [event for event in match.log[-1].events if isinstance(event, Dealt)]
        match.play(seat, match.game.legal(match.state, seat)[0])
    assert len({event.racks for event in dealt}) == 3


def test_PR_10_a_pass_opens_nothing() -> None:
    match = table("oslo-sight", "", lists=(LONDON,))
    match.play(0, PASS)
    assert not match.state.seats[0].opened
