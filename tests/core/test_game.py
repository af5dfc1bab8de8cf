"""What every game shares: numbers of players, seats, and who begins."""

from collections.abc import Callable

import pytest

import quartett
from quartett.core.errors import FormatError, RuleError
from quartett.core.history import begin
from quartett.core.log import FORMAT, Header, dump_log, load_header
from quartett.core.seeds import Rng
from quartett.core.texts import room_texts
from quartett.games import get, names

JERICHO = get("jericho")


def told(call: Callable[[], object]) -> str:
    """What the error says."""
    with pytest.raises(RuleError) as caught:
        call()
    return caught.value.text()


def test_three_play_unless_told_otherwise_or_the_nearest_number() -> None:
    for name in names():
        game = get(name)
        assert game.usual_players in game.players
        assert game.usual_players == min(game.players, key=lambda number: abs(number - 3))


@pytest.mark.parametrize("players", [0, 1, 6])
def test_a_wrong_number_of_players_is_told_with_the_right_ones(players: int) -> None:
    said = f"This game is for 3 to 5 players, not for {players}."
    assert told(lambda: JERICHO.check_players(players)) == said


@pytest.mark.parametrize("name", names())
def test_no_log_begins_with_a_wrong_number_of_players(name: str) -> None:
    header = Header(game=name, players=99, seed="1", options={})
    assert "not for 99" in told(lambda: begin(get(name), header))


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_exist_is_told_with_those_that_do(seat: int) -> None:
    state = quartett.start("jericho", 3, seed=1).state
    said = f"Seat {seat + 1} does not exist; the seats are 1 to 3."
    assert told(lambda: JERICHO.check_seat(state, seat)) == said


def test_lots_are_drawn_among_all_seats_and_without_chance_the_first_begins() -> None:
    lot = {"starter": "lot"}
    drawn = {JERICHO.agreed(lot, 3, Rng("lots", number)).starter for number in range(40)}
    assert drawn == {0, 1, 2}
    assert JERICHO.agreed(lot, 3).starter == 0


def test_without_time_a_seat_may_once_ready_what_it_may_now() -> None:
    match = quartett.start("jericho", 3, seed=1)
    assert match.once_ready(1) == match.legal(1)
    assert match.to_act_once_ready == match.to_act


@pytest.mark.parametrize("number", [0, FORMAT + 1])
def test_a_log_of_an_unknown_format_is_refused_by_its_number(number: int) -> None:
    text = dump_log(quartett.start("jericho", 3, seed=1).record())
    with pytest.raises(FormatError, match=f"the format {number} is unknown"):
        load_header(text.replace(f'"format":{FORMAT}'.encode(), f'"format":{number}'.encode()))


def test_a_log_of_the_first_format_is_still_read() -> None:
    text = dump_log(quartett.start("jericho", 3, seed=1).record())
    old = text.replace(f'"format":{FORMAT}'.encode(), b'"format":1')
    assert load_header(old).format == 1


def test_a_room_speaks_for_itself_and_about_a_game() -> None:
    general, about = room_texts("review", "de"), room_texts("review", "de", "jericho")
    assert "learn.title" in general
    assert "action.trumpet" in about
    assert "action.trumpet" not in general
