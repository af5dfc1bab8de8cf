"""A match that is printed, or shown in a notebook, is a table that people can read."""

import re

import pytest

import quartett
from playing import finished, short
from quartett.games import names
from quartett.terminal.text_picture import drawn

EVERY_GAME = pytest.mark.parametrize("name", names())


@EVERY_GAME
def test_print_shows_the_table_as_the_seat_in_turn_sees_it(name: str) -> None:
    match = quartett.start(name, seed=4, **short(name))
    text = str(match)
    assert len(text.splitlines()) > 1
    assert "\x1b" not in text
    if match.to_act:
        assert f"To act: {', '.join(f'seat {seat}' for seat in sorted(match.to_act))}" in text
    assert repr(match).startswith("<Match of ")


@EVERY_GAME
def test_a_finished_match_says_who_won(name: str) -> None:
    match = finished(name, 4, **short(name))
    assert match.outcome is not None
    winners = ", ".join(f"seat {seat}" for seat in match.outcome.winners) or "nobody"
    assert f"The match is over. Won by {winners}." in str(match)


@EVERY_GAME
def test_as_html_it_is_the_same_table_in_colour(name: str) -> None:
    match = quartett.start(name, seed=4, **short(name))
    html = drawn(match, "html")
    assert html.startswith("<pre")
    assert "\x1b" not in html
    letters = re.sub(r"<[^>]+>", "", html)
    for each in re.findall(r"\w{4,}", str(match)):
        assert each in letters


def test_only_what_the_seat_in_turn_may_know_is_shown() -> None:
    """Two matches that look alike from a seat are drawn alike."""
    match = quartett.start("jericho", seed=4)
    view = match.view(0)
    for number in range(5):
        state = match.game.determinize(view, quartett.Rng("elsewhere", number))
        assert str(quartett.Match(match.game, state)) == str(match)
