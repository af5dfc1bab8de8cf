"""JE-15 to JE-22: scorings and the end."""

from typing import Any

import quartett
from games.jericho.tables import play, put, seat, supply, table, walls
from quartett.core.match import AnyMatch
from quartett.games.jericho.events import Scored
from refusing import refused


def score(*seats: dict[str, Any], cards: list[dict[str, Any]], **state: Any) -> AnyMatch:
    """Seat 0 supplies a trumpet and draws a scoring card; a white 1 lies beneath it."""
    first = {**seats[0], "hand": ["trumpet", "blue-5"]}
    pile = state.pop("draw_pile", ["white-1", "scoring"])
    match = table(first, *seats[1:], supply=cards, draw_pile=pile, **state)
    play(match, 0, "supply", "trumpet")
    return match


def won(match: AnyMatch) -> list[tuple[str, ...]]:
    return [player.won for player in match.state.seats]


def test_JE_15_the_scoring_card_is_shown_scored_and_replaced() -> None:
    match = score(seat(red="3"), cards=put("red-1"))
    kinds = [type(event).__name__ for event in match.log[-1].events]
    assert kinds == ["Supplied", "ScoringDrawn", "Scored", "Drew", "RoundBegan"]
    assert match.state.seats[0].hand == ("blue-5", "white-1")
    assert "scoring" in match.state.removed


def test_JE_15_there_is_no_replacement_from_an_empty_pile_or_when_the_game_is_over() -> None:
    empty = score(seat(red="3"), cards=[], draw_pile=["scoring"])
    assert empty.state.seats[0].hand == ("blue-5",)
    last = score(seat(red="3"), cards=[], round=3)
    assert last.state.seats[0].hand == ("blue-5",)
    assert last.state.draw_pile == ("white-1",)


def test_JE_15_a_scoring_card_outside_the_draw_pile_is_refused() -> None:
    for state in ({"supply": put("scoring")}, {"seats": [{"hand": ["scoring"]}, {}, {}]}):
        position = {"seats": [{"hand": ["red-1"]}, {}, {}], "phase": "play", **state}
        error = refused(quartett.load, {"game": "jericho", "state": position})
        assert error.rule == "JE-15"


def test_JE_15_two_scoring_cards_in_a_row_are_two_scorings() -> None:
    pile = ["white-1", "scoring", "scoring"]
    match = score(seat(red="3"), cards=put("red-1"), draw_pile=pile)
    assert match.state.round == 3
    assert match.state.seats[0].hand == ("blue-5", "white-1")


def test_JE_16_trumpets_in_the_supply_leave_the_game() -> None:
    match = score(seat(red="3"), cards=put("trumpet", "red-1"))
    assert match.state.removed.count("trumpet") == 2
    assert supply(match) == []


def test_JE_16_the_revealed_supply_does_not_tell_who_put_what_there() -> None:
    """JE-14, JE-23: only the own cards in the supply are known to a player."""
    shown = []
    for cards in (["blue-3", "red-3"], ["red-3", "blue-3"]):
        puts = [{"card": card, "by": who} for who, card in enumerate(cards, 1)]
        match = score(seat(red="3"), cards=puts)
        events = match.log[-1].events
        shown.append([match.game.redact(event, match.state, None) for event in events])
    assert shown[0] == shown[1]


def test_JE_17_the_longest_wall_wins_all_cards_of_its_colour() -> None:
    """Length is the sum of values, trumpets 2: 3 + 2 + 2 beats 5 + 1."""
    match = score(
        seat(red="3 t t"), seat(red="5 1"), seat(blue="1"), cards=put("red-4", "red-1", "blue-3")
    )
    assert won(match) == [("red-1", "red-4"), (), ("blue-3",)]


def test_JE_17_viewers_are_told_how_long_the_walls_were_that_decided() -> None:
    match = score(seat(red="3 t"), seat(red="3", blue="1"), cards=put("red-1"), round=3)
    told = [each for each in match.told(None) if isinstance(each, Scored)]
    assert told[-1].lengths == ({"red": 5}, {"red": 3, "blue": 1}, {})
    assert match.view(None).seats[1].lengths == {"red": 3}, "ones are won at the end"
    assert match.view(None).trumpet_length == 2
    assert all(not each.lengths for each in match.log[-1].events if isinstance(each, Scored))


def test_JE_18_tied_players_share_lowest_values_first_from_the_drawer() -> None:
    cards = put("red-7", "red-1", "red-5", "red-4", "red-3")
    match = score(seat(red="3"), seat(red="1"), seat(red="3"), cards=cards)
    assert won(match) == [("red-1", "red-4"), (), ("red-3", "red-5")]
    assert match.state.supply[0].card == "red-7"
    assert match.state.supply[0].by is None


def test_JE_18_the_order_of_sharing_begins_with_the_player_who_drew() -> None:
    seats = [seat(red="3"), seat("trumpet blue-5"), seat("blue-5", red="3")]
    match = table(*seats, turn=1, supply=put("red-1", "red-4"), draw_pile=["white-1", "scoring"])
    play(match, 1, "supply", "trumpet")
    assert won(match) == [("red-4",), (), ("red-1",)]


def test_JE_18_cards_that_cannot_be_shared_or_have_no_wall_stay() -> None:
    match = score(seat(red="3"), seat(red="3"), cards=put("red-1", "green-5", by=1))
    assert won(match) == [(), (), ()]
    assert supply(match) == ["red-1", "green-5"]
    assert [each.by for each in match.state.supply] == [None, None]


def test_JE_19_walls_stay_and_the_left_neighbour_begins_after_feeding() -> None:
    seats = [seat("white-3", red="3"), seat("trumpet blue-5", red="1"), seat("blue-5")]
    match = table(*seats, turn=1, draw_pile=["white-1", "scoring"])
    play(match, 1, "supply", "trumpet")
    assert (match.state.phase, match.state.round, match.state.starter) == ("feed", 2, 2)
    assert walls(match, 0) == {"red": ["red-3"]}
    play(match, 0, "feed", "white-3")
    play(match, 2, "feed", "blue-5")
    play(match, 1, "feed", "white-1")
    assert (match.state.phase, match.state.turn) == ("play", 2)


def test_JE_20_after_the_third_scoring_the_ones_in_the_own_walls_are_won() -> None:
    match = score(seat(red="3 1 1", blue="1"), seat(green="1 4"), cards=[], round=3)
    assert won(match) == [("red-1", "red-1", "blue-1"), ("green-1",), ()]
    assert walls(match, 0) == {"red": ["red-3"]}
    assert match.outcome is not None
    assert match.outcome.scores == (3, 1, 0)


def test_JE_20_the_match_goes_on_after_the_second_scoring_and_not_after_the_third() -> None:
    assert score(seat(red="3"), cards=[], round=2).outcome is None
    over = score(seat(red="3"), cards=[], round=3)
    assert over.state.phase == "over"
    assert refused(play, over, 1, "wall", "red-1").rule == "JE-20"


def test_JE_21_walls_of_trumpets_only_go_and_hands_and_supply_count_nothing() -> None:
    match = score(seat(red="1 t t"), seat("blue-7"), cards=put("green-3"), round=3)
    assert walls(match, 0) == {}
    assert match.state.removed.count("trumpet") == 3
    assert match.outcome is not None
    assert match.outcome.scores == (1, 0, 0)


def test_JE_21_the_lowest_stones_hold_a_trumpet_up() -> None:
    match = score(seat(red="3 3 t", blue="1 3 t", green="1 t"), cards=[], round=3)
    trumpet = "trumpet"
    assert walls(match, 0) == {"red": ["red-3", "red-3", trumpet], "blue": ["blue-3", trumpet]}
    assert match.state.removed.count(trumpet) == 1 + 1  # the one that was supplied before
    assert match.outcome is not None
    assert match.outcome.scores == (2, 0, 0)


def test_JE_22_most_won_cards_win_then_most_cards_in_the_walls_then_they_share() -> None:
    most = score(seat(red="1"), seat(green="4 4 4"), cards=[], round=3)
    assert most.outcome == quartett.Outcome((1, 0, 0), (0,), "most_cards")
    tie = score(seat(red="1"), seat(green="1 4"), cards=[], round=3)
    assert tie.outcome == quartett.Outcome((1, 1, 0), (1,), "tie_break")
    shared = score(seat(red="1 5"), seat(green="1 4"), cards=[], round=3)
    assert shared.outcome == quartett.Outcome((1, 1, 0), (0, 1), "shared")


def test_JE_22_the_tie_break_counts_what_lies_after_the_final_scoring() -> None:
    """Seat 0 has more cards in the walls before the ones and the bare trumpets go."""
    match = score(seat(red="1 t t t"), seat(green="1 4"), cards=[], round=3)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


def test_JE_17_the_sum_counts_not_the_number_of_cards() -> None:
    match = score(seat(red="1 1 1"), seat(red="4"), cards=put("red-3"))
    assert won(match) == [(), ("red-3",), ()]


def test_JE_18_where_nobody_has_a_wall_all_cards_stay_however_many() -> None:
    match = score(seat(red="3"), cards=put("green-1", "green-3", "green-4", "green-5"))
    assert won(match) == [(), (), ()]
    assert supply(match) == ["green-1", "green-3", "green-4", "green-5"]


def test_JE_20_the_ones_still_count_in_the_third_scoring() -> None:
    match = score(seat(red="1 1 1"), seat(red="1"), cards=put("red-5"), round=3)
    assert won(match) == [("red-5", "red-1", "red-1", "red-1"), ("red-1",), ()]


def test_JE_22_cards_count_not_their_values() -> None:
    match = score(seat(won="red-1 red-1"), seat(won="blue-7"), cards=[], round=3)
    assert match.outcome == quartett.Outcome((2, 1, 0), (0,), "most_cards")


def test_JE_22_the_tie_break_adds_up_all_walls_of_those_who_are_tied() -> None:
    """Seat 0 has the longer wall, seat 1 more cards in all; seat 2 has most but is not tied."""
    match = score(
        seat(won="red-1", green="4 4"),
        seat(won="red-1", yellow="4", blue="4", white="4"),
        seat(red="3 3 3 3"),
        cards=[],
        round=3,
    )
    assert match.outcome == quartett.Outcome((1, 1, 0), (1,), "tie_break")
