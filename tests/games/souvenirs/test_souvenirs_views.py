"""SO-17: who sees what, and what a view says beyond the cards."""

import random

import msgspec
import pytest

from games.souvenirs.tables import FULL_GRID, cards, grid, place, seat, skip, table
from playing import cards_in, random_match
from quartett.core.game import Hidden
from quartett.core.match import AnyMatch
from quartett.core.seeds import Rng
from quartett.core.texts import LANGUAGES, catalogue
from quartett.games.souvenirs.combinations import COMBINATIONS, Worth
from quartett.games.souvenirs.events import Dealt, Drew, Finished


def open_table() -> AnyMatch:
    hands = seat("r2 r3 j"), seat("y1 y2"), seat("o1 o2")
    cubes = {"row 0": [1], "column 1": [0, 2]}
    return table(grid("r1 t1"), *hands, draw_pile=cards("p1 p2 p3"), cubes=cubes)


def test_SO_17_a_player_sees_only_the_own_hand() -> None:
    view = open_table().view(1)
    assert [player.hand for player in view.seats] == [None, ("yellow-1", "yellow-2"), None]
    assert [player.hand_size for player in view.seats] == [3, 2, 2]
    assert view.draw_pile == 3


def test_SO_17_a_spectator_sees_no_hand() -> None:
    match = open_table()
    view = match.view()
    assert view.viewer is None
    assert all(player.hand is None for player in view.seats)
    assert cards_in(match.game, view) == {"red-1": 1, "turquoise-1": 1}


def test_SO_17_everybody_sees_the_grid_and_the_cubes() -> None:
    for viewer in (None, 0, 1, 2):
        view = open_table().view(viewer)
        assert view.grid == {"0,0": "red-1", "1,0": "turquoise-1"}
        assert view.cubes == {"row 0": (1,), "column 1": (0, 2)}
        assert [player.cubes for player in view.seats] == [2, 2, 2]


def test_SO_17_a_drawn_card_is_told_to_its_owner_only() -> None:
    match = open_table()
    place(match, 0, "j", 2, 0)
    skip(match, 0)
    before, event = match.states()[-2], match.log[-1].events[-1]
    assert event == Drew(1, "purple-3")
    told = {viewer: match.game.redact(event, before, viewer) for viewer in (None, 0, 1, 2)}
    assert told == {None: Drew(1, None), 0: Drew(1, None), 1: event, 2: Drew(1, None)}


def test_SO_17_the_deal_tells_each_player_two_cards_and_the_open_one() -> None:
    match, _ = next(random_match("souvenirs", 4, 3))
    dealt = match.log[0].events[0]
    assert isinstance(dealt, Dealt)
    for viewer in (None, 0, 1, 2):
        told = match.game.redact(dealt, match.bare, viewer)
        assert isinstance(told, Dealt)
        assert told.first == dealt.first
        assert set(told.draw_pile) == {None}
        assert len(told.draw_pile) == 27
        for who, hand in enumerate(told.hands):
            assert hand == (dealt.hands[who] if who == viewer else (None, None))


def test_SO_17_an_unknown_event_reveals_nothing() -> None:
    match = open_table()
    assert match.game.redact("something", match.state, 0) == Hidden()


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_SO_17_what_a_viewer_cannot_see_does_not_change_the_view(viewer: int | None) -> None:
    chance = random.Random(3)
    for match, _ in random_match("souvenirs", 9, 3):
        state = match.state
        unseen = [c for s, p in enumerate(state.seats) if s != viewer for c in p.hand]
        unseen += state.draw_pile
        chance.shuffle(unseen)
        seats = tuple(
            player
            if who == viewer
            else msgspec.structs.replace(player, hand=tuple(unseen.pop() for _ in player.hand))
            for who, player in enumerate(state.seats)
        )
        other = msgspec.structs.replace(state, seats=seats, draw_pile=tuple(unseen))
        assert match.game.view(other, viewer) == match.view(viewer)


def test_a_guess_deals_the_unseen_cards_afresh() -> None:
    match, _ = next(random_match("souvenirs", 1, 3))
    guesses = [match.game.determinize(match.view(0), Rng(n)) for n in range(8)]
    assert all(match.game.view(guess, 0) == match.view(0) for guess in guesses)
    assert len({guess.seats[1].hand for guess in guesses}) > 1
    deck = cards_in(match.game, list(match.game.deck))
    assert all(cards_in(match.game, match.game.dump(guess)) == deck for guess in guesses)


def test_the_view_says_what_every_line_counts_and_who_would_have_what() -> None:
    view = open_table().view(0)
    assert view.lines == {
        "row 0": Worth("pair", 2, 1),
        "column 0": Worth(None, 0, 0),
        "column 1": Worth(None, 0, 0),
    }
    assert view.scores == (0, 2, 0)
    assert view.frame.columns == (-3, 4)
    assert view.frame.rows == (-4, 4)


def test_the_view_of_a_full_grid_shows_every_line() -> None:
    match = table(grid(*FULL_GRID), seat(), phase="over", cubes={"row 2": [1]})
    view = match.view()
    assert len(view.lines) == 10
    assert view.lines["row 2"] == Worth("flush", 10, 6)
    assert view.scores == (0, 10)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_exists_in_every_language(language: str) -> None:
    texts = catalogue("souvenirs", language)
    assert texts.keys() == catalogue("souvenirs", "en").keys()
    assert all(texts.values())
    for name in (*COMBINATIONS, "nothing"):
        assert texts[f"combination.{name}"]


def test_SO_17_all_hands_are_turned_over_at_the_end() -> None:
    match = table(grid("r1 t1"), seat("r2 r3"), seat("y1"), seat(""))
    for viewer in (None, 0, 1):
        told = match.game.redact(Finished(), match.state, viewer)
        assert told == Finished((("red-2", "red-3"), ("yellow-1",), ()))
    assert msgspec.json.encode(Finished()) == b'{"type":"finished"}', "a log leaves it out"
