"""However narrow the terminal is, from 40 columns on all is shown, whole and in every language."""

import io
from collections import Counter
from functools import cache

import pytest
from rich.console import Console

from playing import random_match, short
from quartett.core.match import AnyMatch
from quartett.core.texts import LANGUAGES
from quartett.games import get, names
from quartett.terminal.dealer import Dealer
from quartett.terminal.face import face_of
from quartett.terminal.fitting import FirstThatFits, Heading, Pieces, listed
from quartett.terminal.loop import show
from quartett.terminal.voice import RIVALS

WIDE = 130
WIDTHS = (40, 60, 80, 100)
LOOKS = 3
"""How many moments of a match are looked at."""


def printed(what: object, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, record=True)
    console.print(what)
    return console.export_text()


def shown(dealer: Dealer, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, record=True)
    show(console, dealer, dealer.sight())
    return console.export_text()


@cache
def moments(game: str) -> list[AnyMatch]:
    """A match of as many players as possible, played at random, at some of its moments."""
    players = get(game).players[-1]
    played = [match.fork() for match, _ in random_match(game, 4, players, **short(game))]
    return played[:: len(played) // LOOKS]


def signs(text: str) -> Counter[str]:
    """Numbers, and signs that are no letters, lines or dots: what tells one card from another."""
    return Counter(sign for sign in text if not (sign.isalpha() or sign.isspace() or sign in "─·:"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", names())
def test_a_narrow_table_shows_all_that_a_wide_one_does(game: str, language: str) -> None:
    for match in moments(game):
        dealer = Dealer(match, face_of(game, language))
        wide = shown(dealer, WIDE)
        for width in WIDTHS:
            narrow = shown(dealer, width)
            assert "…" not in narrow
            assert signs(narrow) == signs(wide), narrow
            assert all(narrow.count(name) >= wide.count(name) for name in RIVALS), narrow


def test_a_line_ends_only_between_pieces() -> None:
    pieces = Pieces(["one two", "three four", "", "five six"], indent=2)
    assert printed(pieces, 80).split("\n") == ["one two  three four  five six", ""]
    assert printed(pieces, 20).split("\n") == ["one two  three four", "  five six", ""]
    assert printed(pieces, 12).split("\n") == ["one two", "  three four", "  five six", ""]


def test_the_first_way_that_fits_is_taken_and_else_the_last() -> None:
    ways = FirstThatFits("wide and wider", "narrow", "slim")
    assert [printed(ways, width).strip() for width in (14, 13, 6, 4)] == [
        "wide and wider",
        "narrow",
        "narrow",
        "slim",
    ]


def test_a_heading_goes_on_below_where_it_is_too_long() -> None:
    heading = Heading("Game", ["round 1", "", "pile 22"])
    assert "Game  ·  round 1  ·  pile 22" in printed(heading, 40)
    assert printed(heading, 20).split("\n")[1:] == ["round 1  ·  pile 22", ""]


def test_news_goes_on_below_itself() -> None:
    assert [line.rstrip() for line in printed(listed(["one two three"]), 10).split("\n")] == [
        "• one two",
        "  three",
        "",
    ]
