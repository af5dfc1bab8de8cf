"""A rival who has learned nothing: it gives rounds up as the hard bot does.

Somebody who only ever meets itself never learns what to make of such a player.
"""

from math import exp, sqrt
from random import Random
from statistics import fmean, stdev

from quartett.bots.photo_rummy.master_round import Round
from quartett.bots.photo_rummy.master_seen import After
from quartett.bots.photo_rummy.reckon import minus_of
from quartett.fast.photo_rummy import BITS, CARDS
from quartett.fast.photo_rummy import board as board_of
from quartett.fast.photo_rummy_playout import Thought

ALARMING = 3
CLOSE = 3
EARLY = 0.3
"""As the hard bot has them; see `quartett.bots.photo_rummy.players`."""

FEW, DEALS = 12, 96
"""How many imagined deals are looked at at a time, and at most: about as many as hard looks at."""

DOUBT = 0.15
"""How many standard deviations a gain must be worth: as much as the hard bot asks."""

SURE = 3
"""After so many standard errors more deals would change nothing."""

NARROW = 3.0
WIDE = 10.0


def chosen(table: Round, options: list[After], chance: Random) -> int:
    """The place of its choice: to pass, or to lay most."""
    if len(options) == 1:
        return 0
    most = options[1]
    known = most.situation
    alarmed = any(
        opened and size <= ALARMING
        for opened, size in zip(known.opened[1:], known.sizes[1:], strict=True)
    )
    if not most.rack or minus_of(most.rack) <= _affordable(most):
        return 1
    if not alarmed and most.rack.bit_count() > CLOSE:
        return 0
    gains: list[float] = []
    while True:
        gains += [_gain(table, most, chance) for _ in range(FEW)]
        spread = stdev(gains)
        gain = fmean(gains) - (-DOUBT if alarmed else DOUBT) * spread
        if len(gains) >= DEALS or abs(gain) > SURE * spread / sqrt(len(gains)):
            return int(gain > 0)


def _affordable(after: After) -> float:
    """How many minus points may stay on the rack without putting a lead at risk."""
    known = after.situation
    lead, rounds = known.scores[0] - max(known.scores[1:]), known.rounds - known.round
    return (lead - 1) / 2 if not rounds else EARLY / rounds * lead / 2


def _gain(table: Round, most: After, chance: Random) -> float:
    """How much better it is to lay most than to pass, on one imagined deal."""
    seat, own = table.turn, table.racks[table.turn]
    seen = sum(table.table) | own
    cards = [card for card in range(CARDS) if not seen & BITS[card]]
    cards.sort(key=lambda _: chance.random())
    racks = [
        own if at == seat else board_of([cards.pop() for _ in range(rack.bit_count())])
        for at, rack in enumerate(table.racks)
    ]
    thought = Thought(seat, [bool(each) and at != seat for at, each in enumerate(table.opened)])
    found = []
    for after in (most.table, table.table):
        held, opened = racks[:], [bool(each) for each in table.opened]
        if after is most.table:
            held[seat], opened[seat] = most.rack, True
        winner = thought.play_out([*after], held, opened, cards[: len(table.pile)])
        found.append(_outlook(table, winner, held))
    return found[0] - found[1]


def _outlook(table: Round, winner: int, racks: list[int]) -> float:
    scores = table.scores[:]
    if winner >= 0:
        losses = [minus_of(rack) for rack in racks]
        losses[winner] = -sum(losses)
        scores = [score - loss for score, loss in zip(scores, losses, strict=True)]
    own = scores.pop(table.turn)
    rounds = table.rounds - table.round
    return 1 / (1 + exp((max(scores) - own) / (NARROW + WIDE * rounds**0.5)))
