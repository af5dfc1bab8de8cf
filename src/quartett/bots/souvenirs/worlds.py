"""What a viewer sees of a Souvenirs table, as whole numbers."""

from collections import Counter

from quartett.fast.souvenirs import KIND, LINE_COUNT, PHASES, empty
from quartett.fast.souvenirs_playout import Thought, thought_of
from quartett.games.souvenirs.grid import CELL_OF, INDEX, LINE_INDEX
from quartett.games.souvenirs.kit import COUNTS_OF
from quartett.games.souvenirs.view import View


def unseen(view: View) -> list[int]:
    """The cards that the viewer sees nowhere, in a fixed order."""
    seen = Counter(view.grid.values())
    for player in view.seats:
        seen.update(player.hand or ())
    return sorted(KIND[card] for card in (COUNTS_OF[view.options.size] - seen).elements())


def seen_table(view: View) -> Thought:
    """The table as a viewer sees it; a card that is not seen is written as -1."""
    game = empty(len(view.seats), view.options)
    for name, card in view.grid.items():
        game.lay(KIND[card], INDEX[CELL_OF[name]])
    for line, booked in view.cubes.items():
        for at, seat in enumerate(booked):
            game.owners[LINE_INDEX[line] + at * LINE_COUNT] = seat
    game.hands = [
        [-1] * player.hand_size if player.hand is None else [KIND[card] for card in player.hand]
        for player in view.seats
    ]
    game.cubes = [player.cubes for player in view.seats]
    game.phase = PHASES.index(view.phase)
    game.turn = -1 if view.turn is None else view.turn
    return thought_of(game)
