"""JE-23: who sees what."""

from typing import Any

import msgspec

import quartett
from games.jericho.tables import put, seat, table
from quartett.core.game import Hidden
from quartett.core.seeds import Rng
from quartett.games import jericho
from quartett.games.jericho.events import Drew


def test_JE_23_a_player_sees_the_own_hand_and_the_own_cards_in_the_supply() -> None:
    cards = put("red-1", by=0) + put("blue-1", by=1) + put("green-1")
    match = table(seat("red-3"), seat("blue-3"), supply=cards, draw_pile=["white-1"])
    view = match.view(0)
    assert view.seats[0].hand == ("red-3",)
    assert (view.seats[1].hand, view.seats[1].hand_size) == (None, 1)
    assert [each.card for each in view.supply] == ["red-1", None, None]
    assert view.draw_pile == 1
    spectator = match.view(None)
    assert [each.card for each in spectator.supply] == [None, None, None]
    assert all(each.hand is None for each in spectator.seats)


def test_JE_23_a_draw_is_unseen_by_the_others() -> None:
    match = table(seat("red-3"), seat("blue-3"), draw_pile=["white-1"])
    events = match.play(0, {"type": "wall", "card": "red-3"})
    assert match.game.redact(events[1], match.state, 0) == Drew(0, "white-1", turn=1)
    assert match.game.redact(events[1], match.state, 1) == Drew(0, None, turn=1)
    assert match.game.redact(events[1], match.state, None) == Drew(0, None, turn=1)


def test_JE_23_guesses_put_scoring_cards_where_they_can_lie() -> None:
    match = quartett.start("jericho", players=4, seed=5)
    for number in range(50):
        guess = match.game.determinize(match.view(1), Rng(9, number))
        pile = guess.draw_pile
        assert pile.count("scoring") == 3
        assert "scoring" not in pile[-13:], "the top pile has none"


def test_JE_23_everybody_sees_what_was_won_and_what_left_the_game() -> None:
    match = table(
        seat("red-3", won="blue-1"), seat("blue-3", won="red-1 red-4"), removed=["trumpet"]
    )
    for viewer in (None, 0, 1):
        view = match.view(viewer)
        assert [each.won for each in view.seats] == [("blue-1",), ("red-1", "red-4"), ()]
        assert view.removed == ("trumpet",)


def test_JE_23_chosen_and_fed_cards_and_the_deal_are_told_to_their_owner_only() -> None:
    match = quartett.start("jericho", players=3, seed=1)
    (dealt,) = match.log[0].events
    assert isinstance(dealt, jericho.Dealt)
    told: Any = match.game.redact(dealt, match.bare, 1)
    assert told.hands[1] == dealt.hands[1]
    assert {*told.hands[0], *told.hands[2], *told.draw_pile} == {None}
    for phase in ("first", "feed"):
        match = table(seat("red-1 red-3"), seat("blue-1"), phase=phase)
        (event,) = match.play(0, {"type": phase, "card": "red-1"})
        for viewer, card in ((0, "red-1"), (1, None), (None, None)):
            told = match.game.redact(event, match.state, viewer)
            assert told.card == card


def test_JE_23_an_event_that_is_not_named_says_nothing() -> None:
    class Unheard(msgspec.Struct):
        card: str

    event: Any = Unheard("red-1")
    match = table(seat("red-3"))
    assert match.game.redact(event, match.state, 0) == Hidden()


def test_JE_23_all_hands_are_turned_over_after_the_final_scoring() -> None:
    match = table(seat("red-3"), seat("blue-3 green-4"), draw_pile=["scoring"], round=3)
    before = match.state
    events = match.play(0, {"type": "wall", "card": "red-3"})
    for viewer in (None, 0, 1):
        told: Any = match.game.told(before, events, viewer)
        *earlier, finished = told
        assert finished.hands == ((), ("blue-3", "green-4"), ())
        assert b"blue-3" not in msgspec.json.encode(earlier)
    assert events[-1].hands == (), "a log leaves it out"
