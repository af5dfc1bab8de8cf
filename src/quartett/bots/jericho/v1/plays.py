"""Between the game's actions and the plays of version 0.1's playouts."""

from quartett.fast.jericho import KIND
from quartett.fast.jericho_hard_1 import BLOW, PUT
from quartett.games.jericho.actions import Action, First, Trumpet, Wall
from quartett.games.jericho.cards import INDEX


def as_play(action: Action) -> int:
    """An action as the lean table knows it; a first card counts as built, a fed one as put."""
    if isinstance(action, Trumpet):
        return BLOW + INDEX[action.colour]
    kind = KIND[action.card]
    return kind if isinstance(action, (Wall, First)) else PUT + kind
