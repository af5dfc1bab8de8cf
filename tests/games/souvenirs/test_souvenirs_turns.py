"""SO-01, SO-02, SO-03, SO-04, SO-05 and SO-12: cards, deal, cubes, turns and the end."""

from typing import Any

import pytest

import quartett
from games.souvenirs.tables import (
    FULL_GRID,
    book,
    card,
    cards,
    grid,
    place,
    saved,
    seat,
    skip,
    table,
)
from playing import cards_in, finished
from quartett.core.match import AnyMatch
from refusing import refused

LAST_CELL = (*FULL_GRID[:4], "o1 o5 o6 o2 .")


def last_card(cubes: int = 1, **options: Any) -> AnyMatch:
    """Seat 0 is about to fill the grid with orange-3."""
    hands = seat("o3 j", cubes=cubes), seat("p5", cubes=1)
    return table(grid(*LAST_CELL), *hands, draw_pile=cards("t6"), options=options)


def test_SO_01_thirty_number_cards_and_four_jokers() -> None:
    deck = quartett.game("souvenirs").deck
    assert len(deck) == 34
    assert deck.count("joker") == 4
    numbers = {
        f"{c}-{n}" for c in ("turquoise", "red", "yellow", "purple", "orange") for n in range(1, 7)
    }
    assert set(deck) == numbers | {"joker"}


@pytest.mark.parametrize("name", ["red-7", "red-0", "blue-1", "Joker", "", "red", "red-3 "])
def test_SO_01_a_card_that_does_not_exist_is_refused(name: str) -> None:
    match = table(grid("r1"), seat("r2"))
    assert refused(match.play, 0, {"type": "place", "card": name, "at": [1, 0]}).rule == "SO-01"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_SO_02_two_cards_each_and_one_open_in_the_grid(players: int) -> None:
    match = quartett.start("souvenirs", players=players, seed=5)
    state = saved(match)
    assert [len(each["hand"]) for each in state["seats"]] == [3] + [2] * (players - 1)
    assert list(state["grid"]) == ["0,0"]
    assert len(state["draw_pile"]) == 34 - 2 * players - 1 - 1
    assert cards_in(match.game, state) == cards_in(match.game, list(match.game.deck))


@pytest.mark.parametrize(("players", "cubes"), [(2, 4), (3, 3), (4, 3)])
def test_SO_03_three_cubes_each_and_four_with_two_players(players: int, cubes: int) -> None:
    state = saved(quartett.start("souvenirs", players=players))
    assert [each["cubes"] for each in state["seats"]] == [cubes] * players


def test_SO_03_without_a_cube_nothing_can_be_booked() -> None:
    match = table(grid("r1 r2"), seat("r3", cubes=0), seat("y1"), phase="book")
    assert refused(match.play, 0, {"type": "book", "line": "row 0"}).rule == "SO-03"
    assert [type(action).__name__ for action in match.legal(0)] == ["Pass"]


def test_SO_04_seat_0_starts_and_play_goes_clockwise() -> None:
    match = quartett.start("souvenirs", players=3, seed=1)
    turns = []
    for _ in range(4):
        (turn,) = match.to_act
        turns.append(turn)
        match.play(turn, match.legal(turn)[0])
        match.play(turn, {"type": "pass"})
    assert turns == [0, 1, 2, 0]


def test_SO_04_the_option_starter_says_who_starts() -> None:
    match = quartett.start("souvenirs", players=3, starter=2)
    assert match.to_act == {2}
    assert [player.hand_size for player in match.view().seats] == [2, 2, 3]


@pytest.mark.parametrize("starter", [-1, 2, 10**30])
def test_SO_04_a_starter_who_does_not_sit_there_is_refused(starter: int) -> None:
    with pytest.raises(quartett.RuleError, match="starter") as caught:
        quartett.start("souvenirs", players=2, starter=starter)
    assert caught.value.rule == "SO-04"


def test_SO_04_only_the_player_to_move_acts() -> None:
    match = table(grid("r1"), seat("r2"), seat("y1"))
    assert (
        refused(match.play, 1, {"type": "place", "card": "yellow-1", "at": [1, 0]}).rule == "SO-04"
    )
    assert match.legal(1) == []
    place(match, 0, "r2", 1, 0)
    assert refused(match.play, 1, {"type": "pass"}).rule == "SO-04"


def test_SO_05_the_draw_happens_by_itself_at_the_start_of_a_turn() -> None:
    match = table(grid("r1"), seat("r2 r3"), seat("y1 y2"), draw_pile=cards("o1 o2"))
    place(match, 0, "r2", 1, 0)
    assert saved(match)["seats"][1]["hand"] == cards("y1 y2")
    skip(match, 0)
    assert saved(match)["seats"][1]["hand"] == cards("y1 y2 o2")
    assert saved(match)["draw_pile"] == cards("o1")
    assert (saved(match)["phase"], saved(match)["turn"]) == ("place", 1)


def test_SO_05_a_turn_is_place_then_cube() -> None:
    match = table(grid("r1"), seat("r2 r3"), seat("y1"))
    assert refused(match.play, 0, {"type": "book", "line": "row 0"}).rule == "SO-05"
    assert refused(match.play, 0, {"type": "pass"}).rule == "SO-05"
    place(match, 0, "r2", 1, 0)
    assert refused(match.play, 0, {"type": "place", "card": "red-3", "at": [2, 0]}).rule == "SO-05"


def test_SO_05_only_a_hand_card_is_laid() -> None:
    match = table(grid("r1"), seat("r2"), seat("y1"))
    for other in ("y1", "r1", "j"):
        action = {"type": "place", "card": card(other), "at": [1, 0]}
        assert refused(match.play, 0, action).rule == "SO-05"


def test_SO_05_laying_is_compulsory_and_every_card_and_cell_is_listed() -> None:
    match = table(grid("r1"), seat("r2 j j"))
    found = {(action.card, action.at) for action in match.legal(0)}
    cells = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    assert found == {(name, at) for name in ("red-2", "joker") for at in cells}
    assert len(match.legal(0)) == len(found)


def test_SO_05_with_nothing_to_draw_the_turn_still_goes_left() -> None:
    match = table(grid("r1"), seat("r2 r3"), seat("y1"), seat())
    place(match, 0, "r2", 1, 0)
    skip(match, 0)
    assert match.to_act == {1}
    assert len(match.state.seats[1].hand) == 1
    place(match, 1, "y1", 2, 0)
    skip(match, 1)
    assert match.to_act == {2}
    assert match.legal(2) == []
    assert match.outcome is None


def test_SO_12_the_game_ends_at_once_when_the_grid_is_full() -> None:
    match = last_card()
    place(match, 0, "o3", 4, 4)
    assert match.to_act == set()
    assert match.outcome is not None
    assert (saved(match)["phase"], saved(match)["turn"]) == ("over", None)
    assert saved(match)["draw_pile"] == cards("t6")
    for action in ({"type": "book", "line": "row 0"}, {"type": "pass"}):
        assert refused(match.play, 0, action).rule == "SO-12"
    assert refused(match.play, 0, {"type": "place", "card": "joker", "at": [5, 4]}).rule == "SO-12"


def test_SO_12_not_before_the_grid_is_full() -> None:
    rows = (*LAST_CELL[:4], "o1 o5 o6 . .")
    match = table(grid(*rows), seat("o3", cubes=0), seat("p5"), draw_pile=cards("t6"))
    place(match, 0, "o3", 3, 4)
    assert match.outcome is None
    assert match.to_act == {1}


def test_SO_12_the_option_last_cube_lets_the_last_player_book() -> None:
    match = last_card(last_cube=True)
    place(match, 0, "o3", 4, 4)
    assert saved(match)["phase"] == "book"
    book(match, 0, "row 0")
    assert match.outcome is not None
    assert match.outcome.scores == (10, 0)


def test_SO_12_the_last_player_may_also_pass() -> None:
    match = last_card(last_cube=True)
    place(match, 0, "o3", 4, 4)
    skip(match, 0)
    assert match.outcome is not None
    assert match.outcome.scores == (0, 0)


def test_SO_12_with_last_cube_a_player_without_cubes_ends_the_game_at_once() -> None:
    match = last_card(cubes=0, last_cube=True)
    place(match, 0, "o3", 4, 4)
    assert match.outcome is not None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_SO_12_every_match_lays_24_cards(players: int) -> None:
    match = finished("souvenirs", 3, players)
    kinds = [type(entry.action).__name__ for entry in match.log]
    assert kinds.count("Place") == 24
    assert len(saved(match)["grid"]) == 25


def test_SO_02_the_cards_are_shuffled() -> None:
    one, other = (quartett.start("souvenirs", players=3, seed=seed).state for seed in (1, 2))
    assert one.seats != other.seats
    assert one.draw_pile != other.draw_pile
