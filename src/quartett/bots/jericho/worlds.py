"""What a viewer sees of a Jericho table, as whole numbers, and what may lie in the rest."""

from collections import Counter

from quartett.fast.jericho import (
    CARDS_OF,
    KIND,
    KINDS,
    PHASES,
    SEAT_WALLS,
    SIZES,
    VALUE,
    WALL_SIZE,
    Jericho,
    empty,
)
from quartett.fast.jericho_worlds import Worlds
from quartett.games.jericho.cards import COLOURS, SCORING, TRUMPET
from quartett.games.jericho.view import View, scoring_piles_of

DECKS = [Counter(kinds) for kinds in CARDS_OF]
"""The cards that are dealt, by size."""


def known_table(view: View) -> Jericho:
    """What a viewer sees for certain; hands of others and the draw pile are empty."""
    game = empty(len(view.seats), view.options.starter, SIZES.index(view.options.size))
    for seat, player in enumerate(view.seats):
        for card in player.hand or ():
            game.draw(seat, KIND[card])
        for card in player.won:
            game.won[seat * KINDS + KIND[card]] += 1
        for colour, name in enumerate(COLOURS):
            for card in player.walls.get(name, ()):
                spot = colour * WALL_SIZE + (5 if card == TRUMPET else KIND[card] % 5)
                game.walls[seat * SEAT_WALLS + spot] += 1
                game.standing[spot] += 1
                game.lengths[seat * 5 + colour] += VALUE[KIND[card]]
        if player.face_down not in (None, "hidden"):
            game.faces[seat] = KIND[str(player.face_down)]
        game.fed[seat] = int(player.fed)
    for put in view.supply:
        if put.card is not None:
            game.supply[KIND[put.card]] += 1
            if put.by is not None:
                game.puts[put.by * KINDS + KIND[put.card]] += 1
    for card in view.removed:
        game.removed[KIND[card]] += 1
    game.round, game.starter = view.round, view.starter
    game.phase = PHASES.index(view.phase)
    game.turn = -1 if view.turn is None else view.turn
    return game


def worlds_of(view: View) -> Worlds:
    """The tables that the viewer could be sitting at."""
    assert view.viewer is not None
    return Worlds(
        known_table(view),
        view.viewer,
        unseen(view),
        hidden_faces(view),
        [player.hand_size for player in view.seats],
        [-1 if put.by is None else put.by for put in view.supply if put.card is None],
        scoring_piles_of(view),
        view.draw_pile,
    )


def unseen(view: View) -> list[int]:
    """The cards that may lie anywhere, in ascending order."""
    cards = [card for card in view.removed if card != SCORING]
    cards += [put.card for put in view.supply if put.card is not None]
    for player in view.seats:
        cards += [*(player.hand or ()), *player.won]
        cards += [card for wall in player.walls.values() for card in wall]
        if player.face_down not in (None, "hidden"):
            cards.append(str(player.face_down))
    return sorted(
        (DECKS[SIZES.index(view.options.size)] - Counter(KIND[card] for card in cards)).elements()
    )


def hidden_faces(view: View) -> list[int]:
    """The seats whose first card lies face down."""
    return [seat for seat, player in enumerate(view.seats) if player.face_down == "hidden"]
