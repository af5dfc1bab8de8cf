"""The characters of Speed & Flow: one has eyes for others' cards, one for its own."""

from quartett.bots.characters import Character
from quartett.bots.flow.players import MEDIUM_PACE, Medium
from quartett.games.flow.actions import Draw, Play, Set, Steal, Stop


class Thief(Medium):
    """Looks at the others' cards first."""

    level = "thief"
    pace = MEDIUM_PACE.around(0.748, 1.095, 1.122)
    eyes = {Draw: 100, Set: 100, Play: 60, Steal: 90, Stop: 90}


class Sprinter(Medium):
    """Plays its own cards as fast as it can, and seldom looks up."""

    level = "sprinter"
    pace = MEDIUM_PACE.around(0.765, 1.095, 1.122)
    eyes = {Draw: 100, Set: 100, Play: 95, Steal: 15, Stop: 90}


CHARACTERS = (Character(Thief, 5, "Fay"), Character(Sprinter, 5, "Bo"))
