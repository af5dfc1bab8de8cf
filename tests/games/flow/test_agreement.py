"""What is listed and what is checked are the same, in every position of random matches."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from playing import cards_in, random_match
from quartett.core.errors import RuleError
from quartett.games.flow import GAME
from quartett.games.flow.actions import DRAW, SETS, SOURCES, STEALS, STOP, Action, Play
from quartett.games.flow.legality import can_move
from quartett.games.flow.state import State, left


def imaginable(state: State) -> list[Action]:
    """Every action with the numbers of this table, aimed at the cards on top."""
    plays = [
        Play(source, pile, cards[-1])
        for source, (pile, cards) in itertools.product(SOURCES, enumerate(state.middle))
    ]
    return [DRAW, *SETS, *plays, *itertools.chain(*STEALS), STOP]


def passes(state: State, seat: int, action: Action) -> bool:
    try:
        GAME.check(state, seat, action)
    except RuleError:
        return False
    return True


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
def test_legal_lists_exactly_what_check_lets_pass_once_hands_are_free(
    seed: int, players: int
) -> None:
    for match, _ in random_match("flow", seed, players, target=40, cards=14):
        for seat in range(players):
            legal = match.legal(seat)
            assert len(set(legal)) == len(legal)
            assert set(legal) == {
                a for a in imaginable(match.state) if passes(match.state, seat, a)
            }
            if match.state.phase == "running":
                assert can_move(match.state, seat) == any(a != STOP for a in legal)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
def test_a_table_keeps_its_promises(seed: int, players: int) -> None:
    for match, _ in random_match("flow", seed, players, target=40, cards=14):
        state = match.state
        assert set(cards_in(GAME, GAME.dump(state)).values()) == {1}
        for player in state.seats:
            assert player.hand is None or None in player.display
            assert left(player) <= player.dealt
            must = player.display == (None, None) and bool(player.draw_pile)
            assert player.refilling or not must
        for pile, covered in zip(state.middle, state.covered, strict=True):
            assert all(card in pile[:-1] for card, _ in covered)
