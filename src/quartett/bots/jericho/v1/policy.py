"""What a card is worth where: the rules of thumb of the medium bot and of all playouts.

Everything is counted in cards won. The chance to win a colour is a smooth function of the lead of
one's own wall over the longest other; a play is worth what it changes in that chance, times the
cards at stake in that colour.
"""

from collections.abc import Sequence
from math import exp

from quartett.bots.jericho.v1.table import (
    BLOW,
    BRASS,
    BUILD,
    COLOUR,
    COLOURS,
    LAST_ROUND,
    PUT,
    SHOW,
    VALUE,
    Play,
    Table,
)

SPREAD = 4.0
"""How far ahead a wall must be to be fairly safe."""

FAR = 80
CHANCE = tuple(1 / (1 + exp(-lead / SPREAD)) for lead in range(-FAR, FAR + 1))
"""The chance to win a colour by lead + FAR."""

COMING = (0.0, 4.0, 3.0, 1.5)
"""Cards that a colour's supply is still expected to get, by round; walls stay, so later rounds
count."""

ONE = 0.9
"""What a card of value 1 in one's own wall is worth at the end."""

GIVEN_AWAY = 0.35
"""What a supply card that others win costs."""

HOLD_VALUE = {1: 0.12, 2: 0.45, 3: 0.22, 4: 0.3, 5: 0.4, 7: 0.55}
HOLD = tuple(HOLD_VALUE[value] for value in VALUE)
"""What a card in the hand is worth for later; a trumpet has value 2."""

BUILT = tuple((ONE if value == 1 else 0.0) - HOLD_VALUE[value] for value in VALUE)
"""What building a card is worth apart from the lead it gives."""


def best_play(table: Table, seat: int) -> Play:
    """The play that the rules of thumb like best. One long loop, for all playouts live here."""
    leads, supply, coming = table.leads, table.supply, COMING[table.round]
    base = seat * COLOURS
    hand = table.hands[seat]
    best, most = (PUT, hand[0]), -9.0
    for card in hand:
        if card == BRASS:
            continue
        colour = COLOUR[card]
        lead = leads[base + colour] + FAR
        chance = CHANCE[lead]
        gain = (CHANCE[lead + VALUE[card]] - chance) * (supply[colour] + coming) + BUILT[card]
        if gain > most:
            best, most = (BUILD, card), gain
        gain = chance * (1 + GIVEN_AWAY) - GIVEN_AWAY - HOLD[card]
        if gain > most:
            best, most = (PUT, card), gain
    if BRASS in hand:
        for colour in range(COLOURS):
            gain = blow_worth(table, seat, colour)
            if gain > most:
                best, most = (BLOW, colour), gain
    return best


def worth(table: Table, seat: int, play: Play) -> float:
    """What a play is worth by the same rules of thumb."""
    kind, what = play
    if kind == BLOW:
        return blow_worth(table, seat, what)
    if kind == PUT:
        return put_worth(table, seat, what)
    colour = COLOUR[what]
    lead = table.leads[seat * COLOURS + colour] + FAR
    stake = table.supply[colour] + COMING[table.round]
    return (CHANCE[lead + VALUE[what]] - CHANCE[lead]) * stake + BUILT[what]


def put_worth(table: Table, seat: int, card: int) -> float:
    """What it is worth to put a card into the supply."""
    if card == BRASS:
        return -HOLD[BRASS]
    chance = CHANCE[table.leads[seat * COLOURS + COLOUR[card]] + FAR]
    return chance * (1 + GIVEN_AWAY) - GIVEN_AWAY - HOLD[card]


def blow_worth(table: Table, seat: int, colour: int) -> float:
    """What a trumpet on a colour is worth: the lead it changes and the cards that fall."""
    leads, fallen = table.blown(colour)
    after = CHANCE[leads[seat] + FAR]
    before = CHANCE[table.leads[seat * COLOURS + colour] + FAR]
    falling = fallen * (after * (1 + GIVEN_AWAY) - GIVEN_AWAY)
    return (after - before) * (table.supply[colour] + COMING[table.round]) + falling - HOLD[BRASS]


def best_feed(table: Table, seat: int) -> int:
    """The hand card that costs least, or wins most, in the supply."""
    return max(table.hands[seat], key=lambda card: put_worth(table, seat, card))


def best_first(hand: Sequence[int]) -> int:
    """The first card of a layout: of the colour with the longest wall in the hand, its middle."""
    walls = [card for card in hand if card != BRASS]
    if not walls:
        return BRASS
    sums = [0] * COLOURS
    for card in walls:
        sums[COLOUR[card]] += VALUE[card]
    # Not the highest: it is the first to fall to a trumpet.
    return max(walls, key=lambda card: (sums[COLOUR[card]], -abs(VALUE[card] - 3)))


def play_out(table: Table) -> None:
    """Everybody plays by the rules of thumb until the end of the game."""
    while table.pile:
        seat = table.turn
        if table.hands[seat]:
            table.play(seat, best_play(table, seat))
        if draw(table, seat):
            return
    table.finish()


def draw(table: Table, seat: int) -> bool:
    """Draw a card; a scoring card brings a scoring and the next round. Whether the game is over."""
    card = table.pile.pop()
    if card != SHOW:
        table.hands[seat].append(card)
        table.turn = (seat + 1) % table.players
        return False
    table.score(seat)
    if table.round == LAST_ROUND:
        table.finish()
        return True
    table.round += 1
    if table.pile:
        table.hands[seat].append(table.pile.pop())
    feed_all(table)
    table.turn = (seat + 1) % table.players
    return False


def feed_all(table: Table, fed: Sequence[bool] = ()) -> None:
    """All who have not yet fed do so, each by the table as it was before (JE-06)."""
    hands = enumerate(table.hands)
    waiting = [seat for seat, hand in hands if hand and not (fed and fed[seat])]
    chosen = [best_feed(table, seat) for seat in waiting]
    for seat, card in zip(waiting, chosen, strict=True):
        table.hands[seat].remove(card)
        table.put(card)
