"""The walls: how long they are, and what a trumpet brings down."""

from quartett.games.jericho.cards import INDEX, TRUMPET, VALUE
from quartett.games.jericho.events import Fall
from quartett.games.jericho.state import State


def length(wall: tuple[str, ...]) -> int:
    """How long a wall is: the sum of its values."""
    return sum(map(VALUE.__getitem__, wall))


def falls(state: State, colour: str) -> tuple[Fall, ...]:
    """What a trumpet on a colour brings down: all cards of the highest value (JE-11, JE-13)."""
    walls = [player.walls[INDEX[colour]] for player in state.seats]
    highest = max((VALUE[card] for wall in walls for card in wall), default=0)
    return tuple(
        _fall(seat, wall, highest)
        for seat, wall in enumerate(walls)
        if any(VALUE[card] == highest for card in wall)
    )


def _fall(seat: int, wall: tuple[str, ...], highest: int) -> Fall:
    cards = tuple(card for card in wall if VALUE[card] == highest)
    kept = [card for card in wall if VALUE[card] != highest]
    bare = all(card == TRUMPET for card in kept)
    return Fall(seat, cards, len(kept) if bare else 0)


def still_has_wall(state: State, seat: int, colour: str, fallen: tuple[Fall, ...]) -> bool:
    """Whether a seat has a wall of the colour after the fall (JE-12)."""
    wall = state.seats[seat].walls[INDEX[colour]]
    loss = next((len(fall.cards) + fall.crumbled for fall in fallen if fall.seat == seat), 0)
    return len(wall) > loss
