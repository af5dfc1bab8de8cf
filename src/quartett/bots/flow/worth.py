"""What an action is worth in points (FL-14): what it brings at once, and what it leaves behind.

Everything is counted as a lead: the own points less the mean of the others'. A card played is a
point; a card stolen is two, and one for the victim, who is rid of it.
"""

from quartett.bots.flow.table import Table, seat_of
from quartett.games.flow.actions import Action, Draw, Play, Steal
from quartett.games.flow.cards import DECK, FITS
from quartett.games.flow.view import View

LYING = (-0.1, 0.45, 0.5)
"""What a card in the display will bring its owner, by the number of middle piles it fits on."""

HELD = (0.1, 0.75, 0.8)
"""The same for a card in the hand, which nobody can steal."""

STEALABLE = 0.4
"""What a card of another display that fits on the steal pile will bring the thief."""

PLACE = 0.2
"""What a free place is worth while there are cards to draw."""

REFILLING = -0.1
"""What it costs to have to refill first (FL-10), besides that one cannot steal meanwhile."""

NOTHING: frozenset[str] = frozenset()


def gain(view: View, action: Action) -> float:
    """What an action adds to the lead at once."""
    if isinstance(action, Play):
        return 1.0
    return 2.0 - _share(view) if isinstance(action, Steal) else 0.0


def worth(view: View, action: Action) -> float:
    """What an action (other than Stop) is worth: its gain, and the lead that lies on the table."""
    table, seat = Table(view), seat_of(view)
    table.act(seat, action)
    others = sum(_prospects(table, other) for other in range(len(view.seats)) if other != seat)
    found = gain(view, action) + _prospects(table, seat) - _share(view) * others
    return found + _drawn(table) if isinstance(action, Draw) else found


def good_on(top: str | None) -> frozenset[str]:
    """The cards that may lie on a card; none where no card lies."""
    return NOTHING if top is None else FITS[top]


def _share(view: View) -> float:
    """How much a point of one of the others takes from the lead."""
    return 1 / (len(view.seats) - 1)


def _prospects(table: Table, seat: int) -> float:
    """What the cards that lie there will bring a seat."""
    first, second = (good_on(top) for top in table.tops)
    found = REFILLING if table.refilling[seat] else _steals(table, seat)
    for card in table.displays[seat]:
        if card is not None:
            found += LYING[(card in first) + (card in second)]
        elif table.piles[seat]:
            found += PLACE
    hand = table.hands[seat]
    return found if hand is None else found + HELD[(hand in first) + (hand in second)]


def _steals(table: Table, seat: int) -> float:
    good = good_on(table.stolen[seat])
    others = (cards for other, cards in enumerate(table.displays) if other != seat)
    return STEALABLE * sum((one in good) + (two in good) for one, two in others)


def _drawn(table: Table) -> float:
    """What the next card of the draw pile will bring, whichever it is."""
    first, second = (good_on(top) for top in table.tops)
    both = len(first & second)
    one = len(first) + len(second) - 2 * both
    counts = (len(DECK) - both - one, one, both)
    return sum(count * held for count, held in zip(counts, HELD, strict=True)) / len(DECK)
