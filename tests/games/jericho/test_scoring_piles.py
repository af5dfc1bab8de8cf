"""Where scoring cards are: one answer for the deal, bots, reviews, integers and batches (JE-03)."""

import pytest

from quartett.core.match import Match
from quartett.games.jericho import GAME
from quartett.games.jericho.cards import SCORING, SCORINGS
from quartett.games.jericho.deal import pile_sizes, scoring_piles


@pytest.mark.parametrize("players", GAME.players)
def test_JE_03_each_scoring_card_is_in_its_own_pile(players: int) -> None:
    piles = scoring_piles(players)
    assert len(piles) == SCORINGS
    for seed in range(50):
        pile = Match.start(GAME, players, seed).state.draw_pile
        places = [at for at, card in enumerate(pile) if card == SCORING]
        assert all(
            bottom <= at < bottom + room for at, (bottom, room) in zip(places, piles, strict=True)
        )


@pytest.mark.parametrize("players", GAME.players)
def test_JE_03_a_lower_draw_pile_leaves_less_room_and_fewer_piles(players: int) -> None:
    whole = scoring_piles(players)
    assert scoring_piles(players, sum(pile_sizes(players))) == whole
    bottom, _room = whole[-1]
    assert scoring_piles(players, bottom + 1)[-1] == (bottom, 1)
    assert scoring_piles(players, bottom) == whole[:-1]
    assert scoring_piles(players, left=1) == whole[:1]
    assert scoring_piles(players, 0) == []
