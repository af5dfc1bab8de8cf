"""A rival who gives rounds up as the hard bot does, by its rules and after looking ahead.

Somebody who only ever meets itself never learns what to make of such a player. And nobody else may
stand in for it where it looks ahead: it holds back while another lays, where a learned one would
not, and to open early pays at a full table for no other reason.
"""

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, stdev

from quartett.bots.photo_rummy.bits import minus_of
from quartett.bots.photo_rummy.master_round import Round
from quartett.bots.photo_rummy.master_seen import After
from quartett.bots.photo_rummy.players import EARLY, Hard
from quartett.bots.photo_rummy.search import outlook
from quartett.fast.photo_rummy import BITS, CARDS
from quartett.fast.photo_rummy import board as board_of
from quartett.fast.photo_rummy_playout import Thought

FEW, DEALS = 6, 96
"""How many imagined deals are looked at at a time, and at most: about as many as hard looks at."""

DOUBT = 0.15
"""How many standard deviations a gain must be worth: with so many deals, as much as hard asks."""

SURE = 1.5
"""So many standard errors below what is asked, more deals would not bring a lay any more. It nearly
always is a pass, and whoever stopped as early for a lay would lay too often."""


def chosen(table: Round, options: list[After], chance: Random) -> int:
    """The place of its choice: to pass, or to lay most."""
    place = ruled(options)
    return int(_lays(table, options[1], chance)) if place is None else place


def ruled(options: list[After]) -> int | None:
    """The place of what the rules choose; None where they do not tell and hard looks ahead."""
    if len(options) == 1:
        return 0
    most = options[1]
    if not most.rack or minus_of(most.rack) <= _affordable(most):
        return 1
    return None if _is_alarmed(most) or most.rack.bit_count() <= Hard.close else 0


def _is_alarmed(after: After) -> bool:
    """Whether somebody who may lay anything is nearly out."""
    known = after.situation
    return any(
        opened and size <= Hard.alarming
        for opened, size in zip(known.opened[1:], known.sizes[1:], strict=True)
    )


def _affordable(after: After) -> float:
    """How many minus points may stay on the rack without putting a lead at risk."""
    known = after.situation
    lead, rounds = known.scores[0] - max(known.scores[1:]), known.rounds - known.round
    return (lead - 1) / 2 if not rounds else EARLY / rounds * lead / 2


def _lays(table: Round, most: After, chance: Random) -> bool:
    """Whether laying most looks better on imagined deals; clearly so, unless alarmed."""
    asked = -DOUBT if _is_alarmed(most) else DOUBT
    deals, gains = _gains(table, most, chance), list[float]()
    while True:
        gains += [next(deals) for _ in range(FEW)]
        spread = stdev(gains)
        gain = fmean(gains) - asked * spread
        if len(gains) >= DEALS or gain < -SURE * spread / sqrt(len(gains)):
            return gain > 0


def _gains(table: Round, most: After, chance: Random) -> Iterator[float]:
    """How much better it is to lay most than to pass, on one imagined deal after the other."""
    seat, own = table.turn, table.racks[table.turn]
    seen = sum(table.table) | own
    unseen = [card for card in range(CARDS) if not seen & BITS[card]]
    rivals = [(at, rack.bit_count()) for at, rack in enumerate(table.racks) if at != seat]
    laid = [bool(each) for each in table.opened]
    opened = [each or at == seat for at, each in enumerate(laid)]
    rounds = table.rounds - table.round
    thought = Thought(seat, [each and at != seat for at, each in enumerate(laid)])
    while True:
        cards = sorted(unseen, key=lambda _: chance.random())
        racks, place = table.racks[:], len(table.pile)
        for at, size in rivals:
            racks[at] = board_of(cards[place : place + size])
            place += size
        draws, held = cards[: len(table.pile)], racks[:]
        held[seat] = most.rack
        winner = thought.play_out([*most.table], held, opened, draws)
        laying = outlook(table.scores, winner, held, seat, rounds)
        winner = thought.play_out([*table.table], racks, laid, draws)
        yield laying - outlook(table.scores, winner, racks, seat, rounds)
