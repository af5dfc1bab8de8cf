"""`view.me` is the viewer's own seat, with everything that the viewer may know of it."""

import ast
import inspect
from typing import assert_type

import msgspec
import pytest

import quartett
from playing import random_match, short
from quartett.games import get, jericho, names, photo_rummy, souvenirs

OURS = ("flow", "jericho", "photo_rummy", "souvenirs")
EVERY_GAME = pytest.mark.parametrize("name", OURS)


@EVERY_GAME
def test_a_seats_view_has_its_own_seat_through_a_whole_match(name: str) -> None:
    for match, _ in random_match(name, 21, **short(name)):
        for seat in range(match.game.seats(match.state)):
            view = match.view(seat)
            assert view.me is view.seats[seat]
            for field in ("hand", "rack"):
                if name != "flow" and hasattr(view.me, field):
                    assert getattr(view.me, field) == getattr(match.state.seats[seat], field)


@EVERY_GAME
def test_a_spectator_has_no_seat_and_is_told_so(name: str) -> None:
    with pytest.raises(quartett.QuartettError, match="a spectator has no seat"):
        _ = quartett.start(name).view().me


def test_an_editor_knows_that_the_own_cards_are_there() -> None:
    hand: tuple[str, ...] = assert_type(
        quartett.start("jericho", seed=7).view(0).me, jericho.view.OwnView
    ).hand
    rack: tuple[str, ...] = assert_type(
        quartett.start("photo_rummy", seed=7).view(0).me, photo_rummy.view.OwnView
    ).rack
    cards: tuple[str, ...] = assert_type(
        quartett.start("souvenirs", seed=7).view(0).me, souvenirs.view.OwnView
    ).hand
    assert (len(hand), len(rack), len(cards)) == (7, 8, 3)


def _silent(kind: type) -> list[str]:
    """The fields of a class after which no docstring stands."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    pairs = zip(body.body, [*body.body[1:], None], strict=True)
    return [
        f"{kind.__qualname__}.{each.target.id}"
        for each, after in pairs
        if isinstance(each, ast.AnnAssign)
        and isinstance(each.target, ast.Name)
        and not (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant))
    ]


@EVERY_GAME
def test_every_field_of_a_view_says_what_it_is(name: str) -> None:
    module = inspect.getmodule(get(name).view_type)
    kinds = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == getattr(module, "__name__", None)
        and not kind.__name__.startswith("Own")
    ]
    assert len(kinds) >= 2
    assert [field for kind in kinds for field in _silent(kind)] == []


@pytest.mark.parametrize("name", names())
def test_a_match_can_be_started_without_a_number_of_players(name: str) -> None:
    game = get(name)
    players = game.seats(quartett.start(name).state)
    assert players == game.usual_players
    assert players in game.players
