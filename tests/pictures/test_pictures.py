"""Pictures of a table: well-formed, whole, the same for whoever may know the same."""

import sys
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest

import quartett
import quartett.env.gymnasium
from playing import finished, short
from quartett import pictures
from quartett.env.pettingzoo import souvenirs_v0
from quartett.games import names
from quartett.pictures.raster import rgb_of
from quartett.pictures.sheet import Box, Sheet, Words

EVERY_GAME = pytest.mark.parametrize("name", names())


def moments(name: str) -> Any:
    """The beginning, the middle and the end of a match, for every number of players."""
    for players in quartett.game(name).players:
        whole = finished(name, 4, players=players, **short(name))
        for state in (*whole.states()[:: max(1, len(whole.log) // 6)], whole.state):
            yield quartett.Match(whole.game, state)


@EVERY_GAME
def test_a_picture_is_an_svg_within_its_frame(name: str) -> None:
    for match in moments(name):
        root = ElementTree.fromstring(pictures.svg(match, 1))
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        for each in root:
            if each.get("x") is not None:
                right = float(each.get("x", 0)) + float(each.get("width", 0))
                below = float(each.get("y", 0)) + float(each.get("height", 0))
                assert 0 <= float(each.get("x", 0)) <= right <= width
                assert 0 <= float(each.get("y", 0)) <= below <= height


@EVERY_GAME
def test_who_may_know_the_same_sees_the_same_picture(name: str) -> None:
    shown = 0
    for match in moments(name):
        view = match.view(0)
        for number in range(3):
            other = match.game.determinize(view, quartett.Rng("elsewhere", number))
            shown += other != match.state
            assert pictures.svg(quartett.Match(match.game, other), 0) == pictures.svg(match, 0)
    assert shown


@pytest.mark.parametrize("name", ["jericho", "photo_rummy", "souvenirs"])
def test_each_seat_sees_its_own_cards_and_no_others(name: str) -> None:
    match = quartett.start(name, seed=4, players=3)
    seen = [pictures.svg(match, seat) for seat in range(3)]
    assert len(set(seen)) == 3
    for seat in range(3):
        sheet = pictures.draw(match.game, match.state, seat, str)
        me = match.view(seat).me
        cards = len(me.rack if name == "photo_rummy" else me.hand)
        titles = [isinstance(each, Words) and " of " in each.text for each in sheet.shapes]
        own = sheet.shapes[len(titles) - titles[::-1].index(True) :]
        assert len([each for each in own if isinstance(each, Box)]) == cards


@EVERY_GAME
def test_a_picture_as_an_array_has_its_size_and_shows_what_changed(name: str) -> None:
    match = quartett.start(name, seed=4, **short(name))
    before = pictures.rgb(match, 0)
    height = ElementTree.fromstring(pictures.svg(match, 0)).get("height", "0")
    assert before.dtype == np.uint8
    assert before.shape == (round(float(height)), 720, 3)
    assert (before == pictures.rgb(match, 0)).all()
    ended = pictures.rgb(finished(name, 4, **short(name)), 0)
    assert before.shape != ended.shape or (before != ended).any()


def test_every_shape_of_a_sheet_is_in_the_array() -> None:
    sheet = Sheet()
    blank = rgb_of(sheet)
    sheet.box(10, 5, 100, 20, "#ff0000", radius=0)
    marked = rgb_of(sheet)
    assert marked[10, 50].tolist() == [255, 0, 0]
    assert (marked[:, 200:] == blank[:, 200:]).all()
    sheet.text(300, 20, "$walls", 14, "#0000ff")
    written = rgb_of(sheet)
    assert (written[:, 300:360] != marked[:, 300:360]).any()
    assert (written[:, :300] == marked[:, :300]).all()


def test_a_notebook_shows_the_picture() -> None:
    match = quartett.start("jericho", seed=4)
    assert match._repr_html_() == pictures.svg(match)


@pytest.mark.parametrize(
    "title",
    [
        "Flow",
        "Jericho",
        "JerichoSmall",
        "PhotoRummy",
        "PhotoRummySmall",
        "Souvenirs",
        "SouvenirsSmall",
    ],
)
def test_environments_render_pictures(title: str) -> None:
    name = f"quartett/{title}-v0"
    env = gymnasium.make(name, opponents="random", render_mode="rgb_array")
    env.reset(seed=1)
    shown: Any = env.render()
    assert shown.ndim == 3
    assert len(np.unique(shown)) > 20
    env = gymnasium.make(name, opponents="random", render_mode="svg")
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")


def test_pettingzoo_shows_the_table_as_the_next_agent_sees_it() -> None:
    env = souvenirs_v0.env(render_mode="svg")
    env.reset(seed=1)
    before = env.render()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert "player_0" in before
    assert env.render() != before


def test_without_matplotlib_the_extra_is_named_before_anything_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "quartett.pictures.raster", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'quartett\[plots\]'"):
        import_module("quartett.pictures.raster")
