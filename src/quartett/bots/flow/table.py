"""A table of Speed & Flow as a player has it in the head: what lies face up, and sizes of piles."""

from quartett.fast.flow import CARD, RUNNING, Flow, empty
from quartett.games.flow.view import PileView, View


def seat_of(view: View) -> int:
    """The seat whose view this is; a spectator has nothing to decide."""
    assert view.viewer is not None
    return view.viewer


def seen_table(view: View) -> Flow:
    """The table as far as it is seen: tops and sizes of piles; a card drawn stays unknown."""
    game = empty(len(view.seats), view.options, 0)
    game.phase, game.clock, game.acted_at, game.round = (
        RUNNING,
        view.clock,
        view.acted_at,
        view.round,
    )
    game.middle = [_top(pile) for pile in view.middle]
    for seat, player in enumerate(view.seats):
        for slot, card in enumerate(player.display):
            game.displays[2 * seat + slot] = -1 if card is None else CARD[card]
        game.hands[seat] = -1 if player.hand is None else CARD[player.hand]
        game.piles[seat] = [-1] * player.draw_pile
        game.stolen[seat] = _top(player.stolen)
        game.dealt[seat], game.points[seat] = player.dealt, player.score
        game.busy[seat], game.refilling[seat] = player.busy_until, int(player.refilling)
    return game


def _top(pile: PileView) -> list[int]:
    return [] if pile.top is None else [-1] * (pile.size - 1) + [CARD[pile.top]]
