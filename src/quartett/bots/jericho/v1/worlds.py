"""Views and actions as the playouts of version 0.1 know them."""

from quartett.bots.jericho.worlds import hidden_faces, scoring_piles, unseen
from quartett.fast.jericho import KIND, PHASES
from quartett.fast.jericho_hard_1 import BLOW, PUT, Table
from quartett.fast.jericho_hard_1_worlds import Worlds
from quartett.games.jericho.actions import Action, First, Trumpet, Wall
from quartett.games.jericho.cards import COLOURS, INDEX, TRUMPET
from quartett.games.jericho.view import View


def known_table(view: View) -> Table:
    """What a viewer sees for certain, one's own hand and own supply cards included."""
    table = Table(len(view.seats))
    for seat, player in enumerate(view.seats):
        table.won[seat] = len(player.won)
        table.hands[seat] = [KIND[card] for card in player.hand or ()]
        for colour, name in enumerate(COLOURS):
            for card in player.walls.get(name, ()):
                table.stand(seat, colour, 5 if card == TRUMPET else KIND[card] % 5)
        if player.face_down not in (None, "hidden"):
            table.faces[seat] = KIND[str(player.face_down)]
    for put in view.supply:
        if put.card is not None:
            table.put(KIND[put.card])
    table.round, table.starter = view.round, view.starter
    table.turn = view.starter if view.turn is None else view.turn
    return table


def worlds_of(view: View) -> Worlds:
    """The tables that the viewer could be sitting at."""
    assert view.viewer is not None
    return Worlds(
        known_table(view),
        PHASES.index(view.phase),
        view.viewer,
        unseen(view),
        hidden_faces(view),
        [player.hand_size for player in view.seats],
        [int(player.fed) for player in view.seats],
        sum(1 for put in view.supply if put.card is None),
        scoring_piles(view),
        view.draw_pile,
    )


def as_play(action: Action) -> int:
    """An action as the lean table knows it; a first card counts as built, a fed one as put."""
    if isinstance(action, Trumpet):
        return BLOW + INDEX[action.colour]
    kind = KIND[action.card]
    return kind if isinstance(action, (Wall, First)) else PUT + kind
