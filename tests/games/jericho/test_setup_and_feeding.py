"""JE-01 to JE-08: the cards, the deal, the first card, feeding, a turn."""

from collections import Counter
from typing import Any

import pytest

import quartett
from games.jericho.tables import play, seat, supply, table, walls
from quartett.core.seeds import Rng
from quartett.games.jericho.cards import COLOURS, DECK
from quartett.games.jericho.deal import deal
from refusing import refused


def test_JE_01_the_deck_has_110_cards() -> None:
    count = Counter(DECK)
    assert count.total() == 110
    assert (count["scoring"], count["trumpet"]) == (3, 22)
    for colour in COLOURS:
        copies = {value: count[f"{colour}-{value}"] for value in range(1, 8)}
        assert copies == {1: 4, 2: 0, 3: 5, 4: 4, 5: 3, 6: 0, 7: 1}


def test_JE_01_a_card_that_does_not_exist_is_refused() -> None:
    match = table(seat("red-1"))
    assert refused(play, match, 0, "wall", "red-2").rule == "JE-01"
    assert refused(table, seat("pink-1")).rule == "JE-01"


def test_JE_01_a_card_more_often_than_printed_is_refused_by_name() -> None:
    with pytest.raises(quartett.RuleError, match=r"red-7.*2 times.*only 1"):
        table(seat("red-7"), seat("red-7"))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_JE_02_seven_cards_each_and_no_scoring_card_in_a_hand(players: int) -> None:
    match = quartett.start("jericho", players=players, seed=players)
    hands = [player.hand for player in match.state.seats]
    assert [len(hand) for hand in hands] == [7] * players
    assert not any("scoring" in hand for hand in hands)


@pytest.mark.parametrize("players", [2, 6])
def test_JE_02_three_to_five_players(players: int) -> None:
    with pytest.raises(quartett.RuleError, match="3 to 5"):
        quartett.start("jericho", players=players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_JE_03_six_piles_alternate_with_a_scoring_card_at_the_bottom(players: int) -> None:
    rest = 107 - 7 * players
    for seed in range(40):
        pile = deal(players, Rng(seed)).draw_pile
        assert pile.count("scoring") == 3
        places = [at for at, card in enumerate(pile) if card == "scoring"]
        low, high = rest // 6, -(-rest // 6)
        for number, place in enumerate(places):
            # Below it lie the piles under its own: two for each scoring card before it.
            assert 2 * number * low + number <= place <= (2 * number + 1) * high + number


def test_JE_03_every_place_in_a_pile_can_hold_the_scoring_card() -> None:
    bottoms = {deal(3, Rng(seed)).draw_pile.index("scoring") for seed in range(400)}
    assert bottoms == set(range(16))


def test_JE_04_the_first_card_is_chosen_by_all_and_stays_hidden() -> None:
    match = table(
        seat("red-1 red-3"), seat("blue-1 blue-3"), seat("green-1 green-3"), phase="first"
    )
    play(match, 1, "first", "blue-3")
    assert match.view(0).seats[1].face_down == "hidden"
    assert match.view(1).seats[1].face_down == "blue-3"
    assert match.to_act == {0, 2}
    assert refused(play, match, 1, "first", "blue-1").rule == "JE-04"


def test_JE_04_a_wall_card_comes_first_while_there_is_one() -> None:
    match = table(seat("trumpet red-1"), seat("trumpet trumpet"), seat("red-3"), phase="first")
    assert refused(play, match, 0, "first", "trumpet").rule == "JE-04"
    play(match, 1, "first", "trumpet")
    assert match.state.seats[1].face_down == "trumpet"


def test_JE_04_a_trumpet_laid_first_leaves_the_game_when_revealed() -> None:
    match = table(seat("red-1", face_down="trumpet"), phase="feed")
    play(match, 0, "feed", "red-1")
    assert match.state.removed == ("trumpet",)
    assert walls(match, 0) == {}


@pytest.mark.parametrize("starter", [0, 2])
def test_JE_05_the_option_names_who_starts(starter: int) -> None:
    match = quartett.start("jericho", players=3, starter=starter)
    while match.state.phase != "play":
        who = min(match.to_act)
        match.play(who, match.legal(who)[0])
    assert match.state.turn == starter


def test_JE_05_a_starter_who_does_not_sit_there_is_refused() -> None:
    assert refused(quartett.start, "jericho", players=3, starter=3).rule == "JE-05"


def test_JE_06_feeding_draws_no_replacement_and_nobody_feeds_twice() -> None:
    match = table(seat("red-1 red-3"), seat("blue-1"), phase="feed", draw_pile=["white-1"])
    play(match, 0, "feed", "red-1")
    assert match.state.seats[0].hand == ("red-3",)
    assert match.state.draw_pile == ("white-1",)
    assert [(put.card, put.by) for put in match.state.supply] == [("red-1", 0)]
    assert refused(play, match, 0, "feed", "red-3").rule == "JE-06"


def test_JE_06_a_position_in_which_a_seat_has_fed_twice_is_refused() -> None:
    twice = [{"card": "red-3", "by": 1}] * 2
    assert refused(table, seat("red-1"), seat("blue-1"), phase="feed", supply=twice).rule == "JE-06"


def test_JE_06_where_nobody_has_a_card_to_feed_the_position_stands_still_and_reads_back() -> None:
    match = table(seat("red-1"), seat("blue-1"), seat("white-1"), phase="first")
    for who, card in enumerate(("red-1", "blue-1", "white-1")):
        play(match, who, "first", card)
    assert (match.state.phase, match.to_act) == ("feed", frozenset())
    assert quartett.load(quartett.save(match)).state == match.state


def test_JE_06_nobody_plays_before_all_have_fed() -> None:
    match = table(seat("red-1"), seat("blue-1"), phase="feed")
    assert refused(play, match, 0, "wall", "red-1").rule == "JE-06"


def test_JE_06_hands_have_5_then_4_then_3_cards() -> None:
    match = quartett.start("jericho", players=4, seed=3)
    sizes: dict[int, set[int]] = {1: set(), 2: set(), 3: set()}
    while match.outcome is None:
        state = match.state
        if state.phase == "play":
            sizes[state.round].update(len(player.hand) for player in state.seats)
        who = min(match.to_act)
        match.play(who, match.legal(who)[-1])
    assert sizes == {1: {5}, 2: {4}, 3: {3}}


def test_JE_07_the_first_cards_are_revealed_when_all_have_fed() -> None:
    match = table(
        seat("red-1", face_down="green-3"),
        seat("blue-1", face_down="blue-3"),
        seat("white-1", face_down="white-3"),
        phase="feed",
    )
    play(match, 0, "feed", "red-1")
    play(match, 2, "feed", "white-1")
    assert [walls(match, who) for who in range(3)] == [{}, {}, {}]
    play(match, 1, "feed", "blue-1")
    shown = [{"green": ["green-3"]}, {"blue": ["blue-3"]}, {"white": ["white-3"]}]
    assert [walls(match, who) for who in range(3)] == shown
    assert match.state.phase == "play"


def test_JE_07_a_face_down_card_in_the_middle_of_play_is_refused() -> None:
    assert refused(table, seat("red-1", face_down="red-3")).rule == "JE-07"


def test_JE_08_one_card_is_played_one_is_drawn_and_the_turn_goes_left() -> None:
    match = table(seat("red-1 red-3"), seat("blue-1"), draw_pile=["white-1", "green-1"])
    play(match, 0, "wall", "red-1")
    assert match.state.seats[0].hand == ("red-3", "green-1")
    assert match.state.draw_pile == ("white-1",)
    assert match.state.turn == 1


def test_JE_08_only_the_player_whose_turn_it_is_plays_and_only_hand_cards() -> None:
    match = table(seat("red-1"), seat("blue-1"))
    assert refused(play, match, 1, "wall", "blue-1").rule == "JE-08"
    assert refused(play, match, 0, "wall", "blue-1").rule == "JE-08"
    assert refused(play, match, 0, "feed", "red-1").rule == "JE-08"


def test_JE_08_nothing_is_drawn_from_an_empty_pile() -> None:
    match = table(seat("red-1 red-3"), seat("blue-1"))
    play(match, 0, "supply", "red-1")
    assert match.state.seats[0].hand == ("red-3",)
    assert supply(match) == ["red-1"]
    assert match.state.turn == 1


def test_JE_08_the_turn_goes_left_to_a_seat_without_cards_too() -> None:
    match = table(seat("red-1 red-3"))
    play(match, 0, "supply", "red-1")
    assert match.to_act == {1}
    assert match.legal(1) == []


def test_JE_08_a_turn_written_where_nobody_has_one_means_nothing() -> None:
    feeding = table(seat("red-1"), seat("blue-1"), phase="feed", turn=1)
    assert feeding.state.turn is None
    assert feeding.to_act == {0, 1}
    assert table(seat("red-1"), starter=0).state.turn == 0


@pytest.mark.parametrize(
    "state",
    [
        {"supply": [{"card": "red-7", "by": None}]},
        {"seats": [seat("red-1"), seat(won="red-7"), seat("red-7")]},
        {"seats": [seat(red="7"), seat("blue-1"), seat("red-1")]},
        {"draw_pile": ["red-7"]},
        {"removed": ["red-7"]},
        {"phase": "feed", "seats": [seat("red-1", face_down="red-7"), seat("blue-1"), {}]},
    ],
)
def test_JE_01_a_card_in_two_places_is_refused_wherever_they_are(state: dict[str, Any]) -> None:
    seats = [*state.pop("seats", [{}, {}])[:2], seat("red-7")]
    with pytest.raises(quartett.RuleError, match=r"red-7.*2 times") as caught:
        table(*seats, **state)
    assert caught.value.rule == "JE-01"


def test_JE_02_the_cards_are_shuffled() -> None:
    one, other = (quartett.start("jericho", players=3, seed=seed).state for seed in (1, 2))
    assert one.seats != other.seats
    assert one.draw_pile != other.draw_pile


def test_JE_04_the_first_cards_stay_face_down_until_all_have_fed() -> None:
    match = table(
        seat("red-1 red-3"), seat("blue-1 blue-3"), seat("green-1 green-3"), phase="first"
    )
    for who, card in enumerate(("red-3", "blue-3", "green-3")):
        play(match, who, "first", card)
    assert match.state.phase == "feed"
    assert [player.face_down for player in match.state.seats] == ["red-3", "blue-3", "green-3"]
    assert [walls(match, who) for who in range(3)] == [{}, {}, {}]
    for who, card in enumerate(("red-1", "blue-1", "green-1")):
        play(match, who, "feed", card)
    assert [player.face_down for player in match.state.seats] == [None, None, None]


def test_JE_05_a_position_that_names_no_starter_follows_the_option() -> None:
    state = {"seats": [seat("red-1"), seat("blue-1"), seat("white-1")], "phase": "play"}
    match = quartett.load({"game": "jericho", "options": {"starter": 2}, "state": state})
    assert (match.state.starter, match.state.turn) == (2, 2)


@pytest.mark.parametrize("number", [0, 4])
def test_JE_06_there_are_three_rounds(number: int) -> None:
    assert refused(table, seat("red-1"), round=number).rule == "JE-06"


def test_JE_06_a_position_in_which_all_have_fed_and_nobody_plays_is_refused() -> None:
    fed = [{"card": "white-1", "by": who} for who in range(3)]
    seats = seat("red-1"), seat("blue-1"), seat("green-1")
    assert refused(table, *seats, phase="feed", supply=fed).rule == "JE-06"
    assert table(*seats, phase="feed", supply=fed[:2]).to_act == {2}


def test_JE_07_a_face_down_card_after_round_1_is_refused() -> None:
    assert (
        refused(table, seat("red-1", face_down="red-3"), seat("blue-1"), phase="feed", round=2).rule
        == "JE-07"
    )


@pytest.mark.parametrize(
    ("kind", "what"), [("wall", "red-1"), ("trumpet", "white"), ("supply", "red-1")]
)
def test_JE_08_a_card_is_drawn_after_each_of_the_three_ways(kind: str, what: str) -> None:
    match = table(seat("trumpet red-1"), seat("blue-1"), draw_pile=["white-1", "green-1"])
    play(match, 0, kind, what)
    assert match.state.seats[0].hand[-1] == "green-1"
    assert (len(match.state.draw_pile), match.state.turn) == (1, 1)
