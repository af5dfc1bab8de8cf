"""Between the game's actions and the lean table's plays."""

from quartett.bots.jericho.v1.table import BLOW, BUILD, NUMBER, PUT, Play
from quartett.games.jericho.actions import Action, First, Trumpet, Wall
from quartett.games.jericho.cards import INDEX


def as_play(action: Action) -> Play:
    """An action as the lean table knows it; a first card counts as built, a fed one as put."""
    if isinstance(action, Trumpet):
        return BLOW, INDEX[action.colour]
    kind = BUILD if isinstance(action, (Wall, First)) else PUT
    return kind, NUMBER[action.card]
