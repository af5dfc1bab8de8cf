"""FL-01 to FL-04: the cards, the deal, the countdown; and the options."""

from typing import Any

import pytest

import quartett
from games.flow.tables import DRAW, STOP, lay, play, seat, state, steal, table
from quartett.core.texts import LANGUAGES, catalogue
from quartett.games.flow.cards import DECK
from quartett.games.flow.deal import openers
from quartett.games.flow.events import Started
from refusing import refused


def test_FL_01_there_are_144_different_cards() -> None:
    assert len(set(DECK)) == len(DECK) == 144
    assert {"1-red-star", "3-red-star", "4-purple-heart", "2-orange-drop"} <= set(DECK)


@pytest.mark.parametrize(("players", "cards"), [(2, 48), (3, 48), (4, 36)])
def test_FL_02_everybody_is_dealt_the_same_number(players: int, cards: int) -> None:
    dealt = state(quartett.start("flow", players))
    for each in dealt["seats"]:
        assert each["dealt"] == cards
    lying = [card for pile in dealt["middle"] for card in pile]
    for each in dealt["seats"]:
        lying += each["draw_pile"] + each["display"] + each["stolen"]
    assert len(set(lying)) == len(lying) == players * cards


def test_FL_02_the_number_of_cards_is_an_option() -> None:
    dealt = state(quartett.start("flow", 3, cards=10))
    assert [len(each["draw_pile"]) for each in dealt["seats"]] == [6, 6, 7]
    assert {each["dealt"] for each in dealt["seats"]} == {10}


def test_FL_03_two_cards_lie_in_each_display() -> None:
    for each in state(quartett.start("flow", 4))["seats"]:
        assert len([card for card in each["display"] if card]) == 2


def test_FL_04_one_card_starts_each_steal_pile_and_two_players_lay_the_middle() -> None:
    dealt = state(quartett.start("flow", 4))
    assert [len(each["stolen"]) for each in dealt["seats"]] == [1, 1, 1, 1]
    assert [len(pile) for pile in dealt["middle"]] == [1, 1]
    assert [len(each["draw_pile"]) for each in dealt["seats"]] == [32, 32, 33, 33]


def test_FL_04_another_two_lay_the_middle_cards_each_round() -> None:
    assert [openers(4, number) for number in (1, 2, 3)] == [(0, 1), (2, 3), (0, 1)]
    assert [openers(3, number) for number in (1, 2, 3, 4)] == [(0, 1), (2, 0), (1, 2), (0, 1)]
    assert [openers(2, number) for number in (1, 2)] == [(0, 1), (0, 1)]


def test_FL_04_the_second_round_is_opened_by_the_others() -> None:
    match = table(seat("1-red-star -"), seat(), seat())
    match.play(1, STOP)
    match.wait(10_000 + 8_000)
    dealt = state(match)
    assert dealt["round"] == 2
    assert [len(each["draw_pile"]) for each in dealt["seats"]] == [44, 45, 44]


@pytest.mark.parametrize("action", [DRAW, lay(0), play("display-0"), steal(1), STOP])
def test_FL_04_nobody_can_act_in_the_countdown(action: dict[str, Any]) -> None:
    match = quartett.start("flow", 2)
    assert match.to_act == frozenset()
    assert match.legal(0) == []
    assert refused(match.play, 0, action, at=2999).rule == "FL-04"
    assert state(match)["clock"] == 0


def test_FL_04_at_its_end_all_cards_are_turned_over_and_the_game_runs() -> None:
    match = quartett.start("flow", 2)
    dealt = state(match)
    events = match.wait(3000)
    assert events == (
        Started(
            tuple(each["stolen"][0] for each in dealt["seats"]),
            tuple(pile[0] for pile in dealt["middle"]),
            3000,
        ),
    )
    running = state(match)
    assert (running["phase"], running["until"], running["acted_at"]) == ("running", None, 3000)
    assert match.to_act


def test_FL_04_an_action_at_the_very_end_of_the_countdown_counts() -> None:
    match = table(seat("1-red-star -", draw="1-blue-sun"), seat("1-blue-moon -"), phase="countdown")
    assert refused(match.play, 0, DRAW, at=12_999).rule == "FL-04"
    match.play(0, DRAW, at=13_000)
    assert state(match)["seats"][0]["hand"] == "1-blue-sun"


IMPOSSIBLE = [
    ("FL-02", "cards", 3),
    ("FL-02", "cards", 49),
    ("FL-02", "cards", -1),
    ("FL-15", "target", 0),
    ("FL-15", "target", 10**9),
    ("FL-05", "hand_ms", -1),
    ("FL-16", "grace_ms", -1),
    ("FL-13", "stalemate_ms", -1),
    ("FL-04", "countdown_ms", -1),
    ("FL-15", "pause_ms", -1),
    ("FL-15", "pause_ms", 10**9),
]


@pytest.mark.parametrize(("rule", "field", "value"), IMPOSSIBLE)
def test_impossible_options_are_refused_by_name(rule: str, field: str, value: int) -> None:
    error = refused(quartett.start, "flow", 3, **{field: value})
    assert error.rule == rule
    assert f"`{field}`" in str(error)


def test_the_outermost_possible_options_are_played() -> None:
    waits = ("hand_ms", "grace_ms", "stalemate_ms", "countdown_ms", "pause_ms")
    match = quartett.start("flow", 3, cards=4, target=1, **dict.fromkeys(waits, 0))
    match.wait(0)
    assert state(match)["phase"] in ("running", "over")
    assert state(quartett.start("flow", 2, cards=72))["seats"][0]["dealt"] == 72


def test_all_texts_exist_in_six_languages() -> None:
    for language in LANGUAGES:
        assert catalogue("flow", language).keys() == catalogue("flow", "en").keys()


def test_FL_02_the_cards_are_shuffled_anew_in_every_round() -> None:
    match = quartett.start("flow", 2, cards=4, target=100_000)
    first = state(match)["seats"]
    other = state(quartett.start("flow", 2, seed=1, cards=4))["seats"]
    assert [each["display"] for each in first] != [each["display"] for each in other]
    match.wait(3000)
    while state(match)["round"] == 1:
        match.wait(state(match)["clock"] + 1000)
        if 0 in match.to_act:
            match.play(0, match.legal(0)[0])
    assert [each["display"] for each in state(match)["seats"]] != [
        each["display"] for each in first
    ]


def test_FL_04_FL_15_countdown_and_pause_are_options() -> None:
    match = table(seat("1-red-star -"), seat(), options={"pause_ms": 500, "countdown_ms": 700})
    match.play(0, STOP)
    assert state(match)["until"] == 10_500
    match.wait(10_500)
    assert (state(match)["phase"], state(match)["until"]) == ("countdown", 11_200)
    assert state(quartett.start("flow", 2, countdown_ms=700))["until"] == 700
