"""PR-19: who sees what."""

from typing import Any

import msgspec
import pytest

import quartett
from games.photo_rummy.tables import FULL, draw, lay, table
from playing import cards_in
from quartett.core.game import Fact, Hidden
from quartett.core.match import AnyMatch
from quartett.core.seeds import Rng
from quartett.games.photo_rummy import GAME
from quartett.games.photo_rummy.cards import JOKERS
from quartett.games.photo_rummy.events import Dealt, Drew, RoundDrawn, RoundWon

LONDON = "london-church london-sight london-delicacy"


def a_table(**state: Any) -> AnyMatch:
    return table("rome-sight joker-1", "oslo-church", "bern-palace", lists=(LONDON,), **state)


def test_PR_19_everybody_sees_table_heights_rack_sizes_and_scores() -> None:
    match = a_table(stacks=[FULL[0] + FULL[1], FULL[2], [], [], []])
    for viewer in (None, 0, 1, 2):
        view = match.view(viewer)
        assert view.table == (tuple(LONDON.split()),)
        assert view.stacks == (2, 1, 0, 0, 0)
        assert [player.rack_size for player in view.seats] == [2, 1, 1]
        assert [player.score for player in view.seats] == [0, 0, 0]
        assert [player.opened for player in view.seats] == [False] * 3


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_PR_19_only_the_owner_sees_a_rack_and_nobody_the_stacks(viewer: int | None) -> None:
    match = a_table()
    view = match.view(viewer)
    racks = [player.rack for player in match.state.seats]
    assert [player.rack for player in view.seats] == [
        rack if seat == viewer else None for seat, rack in enumerate(racks)
    ]
    own = () if viewer is None else racks[viewer]
    assert set(cards_in(GAME, view)) == {*LONDON.split(), *own}


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_PR_19_racks_are_turned_over_when_the_round_is_won(viewer: int | None) -> None:
    match = table(LONDON, "rome-sight joker-1", "oslo-church", options={"rounds": 1})
    before = match.state
    events = match.play(0, lay(LONDON))
    lay_told, won, over = GAME.told(before, events, viewer)
    assert isinstance(won, RoundWon)
    assert won.racks == ((), ("rome-sight", "joker-1"), ("oslo-church",))
    assert not cards_in(GAME, over)
    assert "rome-sight" not in cards_in(GAME, lay_told)
    assert all(each.rack is None for each in match.view(None).seats)


def test_PR_19_racks_are_turned_over_when_the_round_is_drawn() -> None:
    match = table("rome-sight", "oslo-church joker-1", options={"rounds": 1}, phase="lay")
    told = GAME.redact(RoundDrawn(), match.state, None)
    assert told == RoundDrawn((("rome-sight",), ("oslo-church", "joker-1")))


def test_PR_19_a_log_does_not_repeat_the_racks() -> None:
    assert msgspec.json.encode(RoundDrawn()) == b'{"type":"round_drawn"}'
    old = msgspec.json.decode(b'{"type":"round_won","seat":0,"points":[4,-4]}', type=RoundWon)
    assert old == RoundWon(0, (4, -4))


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_PR_19_the_deal_shows_a_viewer_only_the_own_rack(viewer: int | None) -> None:
    bare, (dealt,) = GAME.start(GAME.options_type(), 2, Rng(1))
    assert isinstance(dealt, Dealt)
    told = GAME.redact(dealt, bare, viewer)
    assert isinstance(told, Dealt)
    own = () if viewer is None else dealt.racks[viewer]
    assert set(cards_in(GAME, told)) == set(own)
    assert [len(stack) for stack in told.stacks] == [len(stack) for stack in dealt.stacks]
    assert [len(rack) for rack in told.racks] == [8, 8]


def test_PR_19_only_the_drawer_sees_the_drawn_card() -> None:
    match = a_table(phase="draw")
    before = match.state
    (drew,) = match.play(0, draw(3))
    assert GAME.redact(drew, before, 0) == Drew(0, 3, "athens-symbol")
    for viewer in (None, 1, 2):
        assert GAME.redact(drew, before, viewer) == Drew(0, 3, None)


def test_PR_19_an_event_that_is_not_named_reveals_nothing() -> None:
    class Slip(Fact, frozen=True, tag="slip"):
        card: str = "joker-1"

    event: Any = Slip()
    for viewer in (None, 0):
        assert GAME.redact(event, a_table().state, viewer) == Hidden()


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_PR_19_shuffling_what_a_viewer_cannot_see_does_not_change_the_view(
    viewer: int | None,
) -> None:
    match = quartett.start("photo_rummy", players=3, seed=2)
    for number in range(8):
        other = GAME.determinize(match.view(viewer), Rng("other", number))
        assert other != match.state
        assert GAME.view(other, viewer) == match.view(viewer)
        (seat,) = match.to_act
        match.play(seat, match.legal(seat)[-1])


def test_PR_19_a_small_position_can_be_determinized_too() -> None:
    match = a_table()
    guess = GAME.determinize(match.view(1), Rng(3))
    assert guess.seats[1] == match.state.seats[1]
    assert GAME.load(guess.options, GAME.dump(guess)) == guess
    assert set(cards_in(GAME, GAME.dump(guess)).values()) == {1}


def test_PR_19_a_determinized_rack_may_hold_any_unseen_card() -> None:
    match = quartett.start("photo_rummy", players=2, seed=17)
    found: set[str] = set()
    for number in range(80):
        found.update(GAME.determinize(match.view(0), Rng("any", number)).seats[1].rack)
    unseen = set(GAME.deck) - set(match.state.seats[0].rack)
    assert found <= unseen
    assert len(found) > 0.9 * len(unseen)
    assert found & set(JOKERS)


def test_PR_19_views_and_redacted_events_are_json_of_their_types() -> None:
    match = a_table(phase="draw")
    before = match.state
    (drew,) = match.play(0, draw(0))
    told = msgspec.json.encode(GAME.redact(drew, before, 1))
    assert msgspec.json.decode(told, type=GAME.event_type) == Drew(0, 0, None)
    seen = msgspec.json.encode(match.view(1))
    assert msgspec.json.decode(seen, type=GAME.view_type) == match.view(1)


def test_PR_19_everybody_sees_all_scores() -> None:
    match = table(seats=[{"rack": ["rome-sight"], "score": 4}, {"score": -9}])
    for viewer in (None, 0, 1):
        assert [each.score for each in match.view(viewer).seats] == [4, -9]
