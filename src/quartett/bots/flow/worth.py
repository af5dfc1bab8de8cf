"""What an action is worth in points (FL-14): what it brings at once, and what it leaves behind.

Everything is counted as a lead: one's own points less the mean of the others'. A card played is a
point; a card stolen is two, and one for the victim, who is rid of it.
"""

from operator import and_

from quartett.bots.flow.table import seat_of, seen_table
from quartett.fast.flow import CARDS, DRAW_ID, FIT, Flow, id_of
from quartett.games.flow.actions import Action, Play, Steal
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

NOTHING = [0] * (CARDS + 1)


def gain(view: View, action: Action) -> float:
    """What an action adds to the lead at once."""
    if isinstance(action, Play):
        return 1.0
    return 2.0 - _share(view) if isinstance(action, Steal) else 0.0


def worth(view: View, action: Action) -> float:
    """What an action (other than Stop) is worth: its gain, and the lead that lies on the table."""
    table, seat = seen_table(view), seat_of(view)
    return worth_at(table, seat, id_of(table, seat, action), gain(view, action))


def worth_at(table: Flow, seat: int, action: int, gain: float) -> float:
    """The same for an action of this id and gain, which it does at this table."""
    table.apply(seat, action)
    if action == DRAW_ID:
        table.hands[seat] = -1  # Nobody knows the card before it is drawn.
    others = sum(_prospects(table, other) for other in range(table.players) if other != seat)
    found = gain + _prospects(table, seat) - others * (1 / (table.players - 1))
    return found + _drawn(table) if action == DRAW_ID else found


def good_on(pile: list[int]) -> list[int]:
    """For each card, and for none at the end, whether it may lie on a pile: 1 or 0."""
    return FIT[pile[-1]] if pile else NOTHING


def _share(view: View) -> float:
    """How much a point of one of the others takes from the lead."""
    return 1 / (len(view.seats) - 1)


def _prospects(table: Flow, seat: int) -> float:
    """What the cards that lie there will bring a seat."""
    first, second = (good_on(pile) for pile in table.middle)
    found = REFILLING if table.refilling[seat] else _steals(table, seat)
    for card in table.displays[2 * seat : 2 * seat + 2]:
        if card >= 0:
            found += LYING[first[card] + second[card]]
        elif table.piles[seat]:
            found += PLACE
    hand = table.hands[seat]
    return found if hand < 0 else found + HELD[first[hand] + second[hand]]


def _steals(table: Flow, seat: int) -> float:
    good = good_on(table.stolen[seat])
    others = (at for at in range(2 * table.players) if at // 2 != seat)
    return STEALABLE * sum(good[table.displays[at]] for at in others)


def _drawn(table: Flow) -> float:
    """What the next card of the draw pile will bring, whichever it is."""
    first, second = (good_on(pile) for pile in table.middle)
    both: int = sum(map(and_, first, second))
    one = sum(first) + sum(second) - 2 * both
    counts = (CARDS - both - one, one, both)
    return sum(count * held for count, held in zip(counts, HELD, strict=True)) / CARDS
