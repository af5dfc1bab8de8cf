"""JE-09 to JE-14: walls, trumpets, the supply; and the leaflet's two examples."""

from itertools import product
from typing import Any

import pytest

import quartett
from games.jericho.tables import play, seat, supply, table, walls
from playing import random_match
from quartett.core.errors import RuleError
from quartett.core.match import AnyMatch
from quartett.games.jericho.actions import Feed, First, Supply, Trumpet, Wall
from quartett.games.jericho.cards import COLOURS
from quartett.games.jericho.events import Supplied
from refusing import refused


def test_JE_09_cards_of_one_colour_are_one_wall_and_new_colours_start_walls() -> None:
    match = table(seat("green-3 red-1", green="1"), seat("blue-1"), seat("blue-3"))
    play(match, 0, "wall", "green-3")
    play(match, 1, "wall", "blue-1")
    play(match, 2, "wall", "blue-3")
    play(match, 0, "wall", "red-1")
    assert walls(match, 0) == {"green": ["green-1", "green-3"], "red": ["red-1"]}


def test_JE_09_a_trumpet_is_not_laid_as_a_wall_card() -> None:
    match = table(seat("trumpet", red="1"))
    assert refused(play, match, 0, "wall", "trumpet").rule == "JE-09"


def test_JE_09_a_card_in_a_wall_of_another_colour_is_refused() -> None:
    assert (
        refused(
            quartett.load,
            {"game": "jericho", "state": {"seats": [{"walls": {"red": ["blue-1"]}}, {}, {}]}},
        ).rule
        == "JE-09"
    )


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue", "white"])
def test_JE_10_any_colour_may_be_named_even_one_without_a_wall(colour: str) -> None:
    match = table(seat("trumpet red-1"), seat("blue-1"))
    play(match, 0, "trumpet", colour)
    assert match.state.removed == ("trumpet",)


def test_JE_10_a_colour_that_is_none_or_no_trumpet_in_hand_is_refused() -> None:
    match = table(seat("red-1"))
    assert refused(play, match, 0, "trumpet", "red").rule == "JE-10"
    assert refused(play, table(seat("trumpet")), 0, "trumpet", "purple").rule == "JE-10"


def test_JE_11_all_equally_high_cards_fall_whoever_owns_them() -> None:
    match = table(seat("trumpet", red="5 1"), seat("blue-1", red="5 5 3"), seat("blue-1", red="4"))
    play(match, 0, "trumpet", "red")
    assert supply(match) == ["red-5", "red-5", "red-5"]
    assert all(put.by is None for put in match.state.supply)
    assert walls(match, 0) == {"red": ["red-1", "trumpet"]}
    assert walls(match, 1) == {"red": ["red-3"]}
    assert walls(match, 2) == {"red": ["red-4"]}


def test_JE_11_a_trumpet_in_a_wall_counts_2_and_can_be_the_highest() -> None:
    """The leaflet's first example: Bernd's trumpet is higher than all the ones."""
    andreas, bernd = seat("trumpet", green="1"), seat("blue-1", green="1 1 t")
    match = table(andreas, bernd)
    play(match, 0, "trumpet", "green")
    assert supply(match) == ["trumpet"]
    assert walls(match, 1) == {"green": ["green-1", "green-1"]}
    assert walls(match, 0) == {"green": ["green-1", "trumpet"]}


def test_JE_12_the_trumpet_joins_the_own_wall_with_value_2() -> None:
    match = table(seat("trumpet", white="3"), seat("blue-1", white="7"))
    play(match, 0, "trumpet", "white")
    assert walls(match, 0) == {"white": ["white-3", "trumpet"]}
    assert match.view(0).seats[0].lengths == {"white": 5}


def test_JE_12_without_an_own_wall_the_trumpet_leaves_the_game() -> None:
    match = table(seat("trumpet"), seat("blue-1", white="7 3"))
    play(match, 0, "trumpet", "white")
    assert match.state.removed == ("trumpet",)
    assert walls(match, 0) == {}


def test_JE_12_the_own_wall_may_just_have_fallen() -> None:
    match = table(seat("trumpet", white="7"), seat("blue-1", white="3"))
    play(match, 0, "trumpet", "white")
    assert walls(match, 0) == {}
    assert match.state.removed == ("trumpet",)


def test_JE_13_a_wall_that_loses_its_last_stone_loses_its_trumpets() -> None:
    """The leaflet's second example: the yellow 3 falls, three trumpets leave the game."""
    andreas, bernd = seat("trumpet"), seat("blue-1", yellow="3 t t")
    match = table(andreas, bernd)
    play(match, 0, "trumpet", "yellow")
    assert supply(match) == ["yellow-3"]
    assert match.state.removed == ("trumpet", "trumpet", "trumpet")
    assert (walls(match, 0), walls(match, 1)) == ({}, {})


def test_JE_13_comes_before_the_look_for_an_own_wall() -> None:
    match = table(seat("trumpet", yellow="3 t"), seat("blue-1"))
    play(match, 0, "trumpet", "yellow")
    assert match.state.removed == ("trumpet", "trumpet")
    assert walls(match, 0) == {}


def test_JE_13_a_position_with_a_wall_of_trumpets_only_is_refused() -> None:
    assert refused(table, seat("red-1", green="t t")).rule == "JE-13"


@pytest.mark.parametrize("card", ["red-1", "trumpet"])
def test_JE_14_any_hand_card_may_go_into_the_supply_unseen(card: str) -> None:
    match = table(seat(f"{card} red-3"), seat("blue-1"))
    events = match.play(0, {"type": "supply", "card": card})
    assert [(put.card, put.by) for put in match.state.supply] == [(card, 0)]
    assert match.game.redact(events[0], match.state, 1) == Supplied(0, None)
    assert match.game.redact(events[0], match.state, 0) == events[0]


def test_JE_09_a_wall_holds_any_number_of_cards_and_there_may_be_five_walls() -> None:
    long, four = "1 1 1 1 3 3 3 3 3 4 4 4", {"yellow": "1", "green": "1", "blue": "1"}
    match = table(seat("red-4 white-1", red=long, **four), seat("blue-3"), seat("blue-3"))
    play(match, 0, "wall", "red-4")
    assert len(walls(match, 0)["red"]) == 13
    play(match, 1, "wall", "blue-3")
    play(match, 2, "wall", "blue-3")
    play(match, 0, "wall", "white-1")
    assert len(walls(match, 0)) == 5


def test_JE_10_a_colour_in_which_the_player_has_a_wall_may_be_named() -> None:
    match = table(seat("trumpet red-1", red="3 1"), seat("blue-1"))
    play(match, 0, "trumpet", "red")
    assert walls(match, 0) == {"red": ["red-1", "trumpet"]}


def test_JE_08_JE_10_legal_lists_every_action_that_passes_check() -> None:
    stones = [f"{colour}-{value}" for colour in COLOURS for value in (1, 3, 4, 5, 7)]
    kinds = product((First, Feed, Wall, Supply), [*stones, "trumpet"])
    every = [*(kind(card) for kind, card in kinds), *map(Trumpet, COLOURS)]
    for match, _ in random_match("jericho", 4, 3):
        for who in range(3):
            assert set(match.legal(who)) == {a for a in every if passes(match, who, a)}


def passes(match: AnyMatch, who: int, action: Any) -> bool:
    try:
        match.game.check(match.state, who, action)
    except RuleError:
        return False
    return True
