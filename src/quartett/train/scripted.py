"""A rival who has learned nothing: it gives rounds up as the hard bot does, after a shorter look.

Somebody who only ever meets itself never learns what to make of such a player.
"""

from math import exp, sqrt
from random import Random

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

DEALS = 24
DOUBT = 0.15
"""How many standard deviations a gain must be worth: as much as the hard bot asks of more deals."""

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
    gains = [_gain(table, most, chance) for _ in range(DEALS)]
    mean = sum(gains) / DEALS
    doubt = DOUBT * sqrt(sum((gain - mean) ** 2 for gain in gains) / (DEALS - 1))
    return int(mean > (-doubt if alarmed else doubt))


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
    chance.shuffle(cards)
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
