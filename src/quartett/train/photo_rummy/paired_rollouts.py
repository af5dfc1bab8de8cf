"""Two choices that look nearly alike, both played to the end of the round on imagined deals.

What comes of a match says little about a single choice in it: chance decides most. The same deals
for both choices leave chance out, and tell how much better one of them is. The others do as the
hard bot would.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import NamedTuple

import numpy as np

from quartett.bots.network import Array, Weights
from quartett.bots.photo_rummy import master_net
from quartett.bots.photo_rummy.master_round import Round, favourite, turned
from quartett.bots.photo_rummy.master_seen import After, observations
from quartett.fast.photo_rummy import BITS, CARDS
from quartett.fast.photo_rummy import board as board_of
from quartett.games.photo_rummy.deal import RACK_SIZE
from quartett.train.photo_rummy import scripted

CLOSE = 0.06
"""So near, in shares of the victory, two choices are tried."""

DECIDED = 0.03
"""Whoever expects less than this, or lacks less than this, has nothing to choose any more."""

AGAIN = 20
"""So often a rack is imagined anew that nobody would still hold."""


class Doubt(NamedTuple):
    """A position in which the seat to act has drawn, and two choices look nearly alike."""

    table: Round
    starter: int
    """Who begins the next round."""
    choices: tuple[After, After]


class _Trial(NamedTuple):
    """One choice on one imagined deal."""

    place: tuple[int, int, int]
    """The doubt, the choice and the deal."""
    table: Round
    chance: Random
    """What the others imagine when they look ahead: for both choices the same, at first."""


def close(options: Sequence[After], odds: Sequence[float]) -> tuple[After, After] | None:
    """The two best choices, if they look nearly alike while nobody has opened or can go out."""
    known = options[0].situation
    if len(options) == 1 or any(known.opened) or not all(each.rack for each in options):
        return None
    first, second = sorted(range(len(options)), key=odds.__getitem__)[:-3:-1]
    best, other = (1 / (1 + exp(-odds[at])) for at in (first, second))
    if best - other > CLOSE or not DECIDED < best < 1 - DECIDED:
        return None
    return options[first], options[second]


def results(weights: Weights, doubts: Sequence[Doubt], deals: int, chance: Random) -> Array:
    """The share of the victory that comes of both choices of each on so many imagined deals."""
    going = [
        _Trial((number, choice, deal), table.copy(), Random(luck))
        for number, doubt in enumerate(doubts)
        for deal in range(deals)
        for table, luck in [(_imagined(doubt.table, chance), chance.getrandbits(64))]
        for choice in range(2)
    ]
    chosen = [doubts[trial.place[0]].choices[trial.place[1]] for trial in going]
    ends: list[tuple[_Trial, list[int]]] = []
    while going:
        left = []
        for trial, after in zip(going, chosen, strict=True):
            points = trial.table.lay(after)
            if points is None:
                left.append(trial)
            else:
                ends.append((trial, points))
        going = left
        chosen = _chosen(weights, doubts, going)
    found = np.zeros((len(doubts), 2, deals), np.float32)
    if ends:
        places = tuple(np.array([each.place for each, _ in ends]).T)
        found[places] = _worths(weights, doubts, ends)
    return found


def _imagined(table: Round, chance: Random) -> Round:
    """The unseen cards dealt anew, so that nobody holds what hard would have laid."""
    seat, found = table.turn, table.copy()
    cards = [
        card for card in range(CARDS) if not (sum(table.table) | table.racks[seat]) & BITS[card]
    ]
    for rival, rack in enumerate(table.racks):
        if rival != seat:
            size = rack.bit_count()
            found.turn = rival
            for _ in range(AGAIN):
                chance.shuffle(cards)
                found.racks[rival] = board_of(cards[:size])
                if size == RACK_SIZE or not scripted.chosen(found, found.options(), chance):
                    break
            del cards[:size]
    chance.shuffle(cards)
    found.turn, found.pile = seat, cards[: len(table.pile)]
    return found


def _chosen(weights: Weights, doubts: Sequence[Doubt], going: list[_Trial]) -> list[After]:
    """What is done in each trial by whose turn it is."""
    found: dict[int, After] = {}
    asked: dict[int, list[After]] = {}
    for at, (place, table, chance) in enumerate(going):
        options = table.draw()
        if table.turn == doubts[place[0]].table.turn and len(options) > 1:
            asked[at] = options
        else:
            found[at] = options[scripted.chosen(table, options, chance)]
    rows = [each for options in asked.values() for each in options]
    odds = master_net.evaluate(np, weights, observations(rows))[0].tolist() if rows else []
    for at, options in asked.items():
        found[at] = options[favourite(options, odds[: len(options)])]
        del odds[: len(options)]
    return [found[at] for at in range(len(going))]


def _worths(
    weights: Weights, doubts: Sequence[Doubt], ends: list[tuple[_Trial, list[int]]]
) -> Array:
    between, won = [], []
    for trial, points in ends:
        table, starter, _ = doubts[trial.place[0]]
        scores = [had + more for had, more in zip(table.scores, points, strict=True)]
        left = table.rounds - table.round
        first = (starter - table.turn) % len(scores)
        between.append(master_net.between(left, first, turned(scores, table.turn)))
        won.append(shares(scores)[table.turn])
    return worth(weights, np.array(between, np.int16), np.array(won, np.float32))


def shares(scores: list[int]) -> list[float]:
    """Each seat's share of the victory with these totals."""
    best = max(scores)
    return [(score == best) / scores.count(best) for score in scores]


def worth(weights: Weights, between: Array, won: Array) -> Array:
    """What scores between rounds lead to as the network sees it; after the last one, what was won.

    For `between` see `master_net.between`.
    """
    odds = master_net.evaluate_scores(np, weights, between)
    return np.where(between[:, 0] == 0, won, 1 / (1 + np.exp(-odds)))
