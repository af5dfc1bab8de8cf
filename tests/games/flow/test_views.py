"""FL-18: who sees what, in views and in events; and guesses at what is hidden."""

from typing import Any

import msgspec

import quartett
from games.flow.tables import DRAW, STOP, play, seat, table
from playing import cards_in, random_match
from quartett.core.game import Hidden
from quartett.core.match import AnyMatch
from quartett.core.seeds import Rng
from quartett.games.flow import GAME
from quartett.games.flow.state import State
from quartett.games.flow.view import PileView


def shown(match: AnyMatch, viewer: int | None = None) -> set[str]:
    return set(cards_in(match.game, match.view(viewer)))


def test_FL_18_everybody_sees_displays_tops_hands_and_sizes() -> None:
    match = table(
        seat("1-red-star -", hand="2-red-star", stolen="1-red-sun 2-red-sun", draw="1-red-leaf"),
        seat("- 1-blue-star", stolen="1-blue-sun"),
        middle=("4-red-moon 4-red-sun", "3-red-moon"),
    )
    for viewer in (None, 0, 1):
        view = match.view(viewer)
        assert view.viewer == viewer
        assert view.middle == (PileView("4-red-sun", 2), PileView("3-red-moon", 1))
        first = view.seats[0]
        assert (first.draw_pile, first.hand) == (1, "2-red-star")
        assert (first.display, first.stolen) == (("1-red-star", None), PileView("2-red-sun", 2))


def test_FL_18_nobody_sees_draw_piles_or_what_lies_beneath_not_even_the_own() -> None:
    match = table(
        seat("1-red-star -", stolen="1-red-sun 2-red-sun", draw="1-red-leaf 2-red-leaf"),
        seat("1-blue-star -", stolen="1-blue-sun"),
        middle=("4-red-moon 4-red-sun", "3-red-moon"),
        covered=[{"4-red-moon": 9_900}, {}],
    )
    hidden = {"1-red-leaf", "2-red-leaf", "1-red-sun", "4-red-moon"}
    for viewer in (None, 0, 1):
        assert not shown(match, viewer) & hidden
        assert b"4-red-moon" not in msgspec.json.encode(match.view(viewer))


def test_FL_18_what_is_left_is_turned_over_when_the_round_is_over() -> None:
    match = table(
        seat("1-red-star -", hand="2-red-star", draw="1-red-leaf 2-red-leaf"),
        seat("1-blue-star -"),
    )
    before = match.state
    ended: Any = match.play(1, STOP)[-1]
    assert ended.left == (), "a log leaves it out"
    left = (("1-red-star", "2-red-star", "2-red-leaf", "1-red-leaf"), ("1-blue-star",))
    for viewer in (None, 0, 1):
        told: Any = GAME.redact(ended, before, viewer)
        assert told.left == left
    assert not shown(match) & {"1-red-leaf", "2-red-leaf"}


def test_FL_18_and_FL_04_before_the_start_only_the_displays_are_face_up() -> None:
    match = quartett.start("flow", 3, seed=5)
    displays = {card for each in match.state.seats for card in each.display}
    assert shown(match) == displays
    dealt = [match.game.redact(event, match.bare, 0) for event in match.log[0].events]
    assert set(cards_in(match.game, dealt)) == displays
    match.wait(3000)
    tops = {each.stolen[-1] for each in match.state.seats} | {p[-1] for p in match.state.middle}
    assert shown(match) == displays | tops


def test_FL_18_a_drawn_card_is_face_up_for_all() -> None:
    match = table(seat("1-red-star -", draw="1-red-sun"), seat("1-blue-sun -"))
    before = match.state
    (drew,) = match.play(0, DRAW)
    assert match.game.redact(drew, before, 1) == drew


def test_FL_18_an_event_that_is_not_named_says_nothing() -> None:
    class Unheard(msgspec.Struct):
        card: str

    event: Any = Unheard("1-red-star")
    assert GAME.redact(event, table(seat("1-red-star -"), seat()).state, 0) == Hidden()


def reshuffled(state: State, number: int) -> State:
    return GAME.determinize(GAME.view(state, None), Rng("guess", number))


def test_FL_18_what_is_hidden_may_be_anything_and_the_view_stays_the_same() -> None:
    for match, number in random_match("flow", 3, players=3, target=40, cards=12):
        guess = reshuffled(match.state, number)
        for viewer in (None, 0, 1, 2):
            assert GAME.view(guess, viewer) == match.view(viewer)
        for who in range(3):
            assert list(GAME.legal(guess, who)) == match.legal(who)
        assert GAME.load(match.state.options, GAME.dump(guess)) == guess


def test_FL_18_a_guess_deals_the_hidden_cards_afresh() -> None:
    state = quartett.start("flow", 2, seed=1).state
    guesses = [reshuffled(state, number) for number in range(3)]
    assert len({guess.seats[0].draw_pile for guess in guesses}) == 3
    assert len({guess.middle for guess in guesses}) == 3


def test_events_of_a_late_play_tell_only_what_lay_open() -> None:
    match = table(
        seat("3-blue-moon 4-blue-leaf"),
        seat("1-red-sun 4-green-drop"),
        middle=("3-red-star", "1-orange-leaf"),
    )
    match.play(0, play("display-0"))
    open_before = shown(match)
    (played,) = match.play(1, play("display-0", 0, "3-red-star"))
    assert set(cards_in(match.game, played)) <= open_before


def test_FL_18_what_lies_open_stays_in_view_after_the_round() -> None:
    match = table(
        seat("1-red-star -", stolen="1-red-sun"), seat(), middle=("4-red-moon", "3-red-moon")
    )
    running = match.view(None)
    match.play(0, STOP)
    over = match.view(None)
    assert over.phase == "round_over"
    assert (over.middle, over.seats[0].stolen) == (running.middle, running.seats[0].stolen)
