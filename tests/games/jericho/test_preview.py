"""JE-10 to JE-13 before they happen: what a trumpet would do, as the page shows it."""

import pytest

from games.jericho.tables import play, seat, table
from quartett.games.jericho.cards import COLOURS
from quartett.games.jericho.events import Blown
from quartett.games.jericho.rules import Jericho


@pytest.mark.parametrize("colour", COLOURS)
def test_JE_11_the_preview_of_a_trumpet_is_what_then_happens(colour: str) -> None:
    match = table(
        seat("trumpet white-1", green="1", red="3"),
        seat(green="1 1 t", yellow="3 t t"),
        seat(red="3", blue="7 1"),
        draw_pile=["white-3"],
        turn=0,
    )
    game = match.game
    assert isinstance(game, Jericho)
    promised = game.preview(match.state, 0, {})[COLOURS.index(colour)]
    play(match, 0, "trumpet", colour)
    happened = match.log[-1].events[0]
    assert isinstance(happened, Blown)
    assert happened == promised
