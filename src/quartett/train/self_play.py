"""Matches of Photo Rummy that a network plays against itself, many side by side, with NumPy alone.

Each worker process plays whole matches; what it hands back are the positions after its choices, and
what came of them.
"""

from collections.abc import Iterator
from math import log
from random import Random
from typing import NamedTuple

import numpy as np

from quartett.bots.network import Array, Weights
from quartett.bots.photo_rummy import master_net
from quartett.bots.photo_rummy.master_round import Round, favourite, turned
from quartett.bots.photo_rummy.master_seen import After, observations
from quartett.fast.photo_rummy import BITS, CARDS
from quartett.games.photo_rummy.deal import RACK_SIZE
from quartett.train import scripted

ROUNDS = 3
DOUBT = 0.1
"""How far apart, in log-odds, choices must be for the better one to be sure to be made."""

FORCED = 0.15
"""So many of the positions in which there was nothing to choose are learned from."""


class Task(NamedTuple):
    """Matches to be played by one process."""

    weights: Weights | None
    """None: everybody chooses at random."""
    rivals: Weights | None
    """What all seats but one play with in a part of the matches; None: at random."""
    players: tuple[int, ...]
    """The number of players of each match."""
    mixed: int
    """In so many of them rivals play."""
    scripted: int
    """In so many further ones all seats but one give rounds up as the hard bot does."""
    curious: float
    """How likely a choice is made at random, once in a round: what came before is not learned from,
    for it came to nothing that the network meant."""
    seed: str


class Played(NamedTuple):
    """What there is to learn."""

    seen: Array
    """Positions after choices."""
    share: Array
    """The share of the victory that came of them, or that was to be expected after the round."""
    points: Array
    """The points of the round."""
    between: Array
    """Scores between rounds."""
    won: Array
    """The share of the victory that came of those."""
    rivalry: Array
    """The learner's shares in the matches against rivals."""
    turns: int


class Table(Round):
    """One match."""

    def __init__(self, players: int, own: int, scripted: bool, chance: Random) -> None:
        super().__init__((), [], [], [], 0, [0] * players, (0, ROUNDS))
        self.players, self.own, self.scripted, self.chance = players, own, scripted, chance
        """`own` is the only seat that learns, or -1 if all do."""
        self.starter, self.explored = 0, False
        """`explored` says whether a choice of this round was made at random."""
        self.notes: list[tuple[int, After]] = []
        self.ended: list[tuple[list[tuple[int, After]], list[int]]] = []
        """Notes and points of each round that is over."""
        self._deal()

    def explore(self) -> None:
        """A choice at random comes now."""
        self.explored = True
        self.notes.clear()

    def is_over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self.ended) == ROUNDS

    def lay(self, after: After) -> list[int] | None:
        """End the turn, and perhaps the round."""
        points = super().lay(after)
        if points is not None:
            self.scores = [had + more for had, more in zip(self.scores, points, strict=True)]
            self.ended.append((self.notes, points))
            self.notes, self.starter = [], (self.starter + 1) % self.players
            self._deal()
        return points

    def shares(self) -> list[float]:
        """Each seat's share of the victory."""
        best = max(self.scores)
        winners = self.scores.count(best)
        return [(score == best) / winners for score in self.scores]

    def _deal(self) -> None:
        cards = list(range(CARDS))
        self.chance.shuffle(cards)
        self.racks = [sum(BITS[cards.pop()] for _ in range(RACK_SIZE)) for _ in range(self.players)]
        self.pile, self.table, self.opened = cards, (), [0] * self.players
        self.round += 1
        self.turn, self.explored = self.starter, False


def play(task: Task) -> Played:
    """Play all matches to their end."""
    chance = Random(task.seed)
    alone = task.mixed + task.scripted
    tables = [
        Table(
            players,
            at % players if at < alone else -1,
            task.mixed <= at < alone,
            Random(f"{task.seed}/{at}"),
        )
        for at, players in enumerate(task.players)
    ]
    going, turns = tables, 0
    while going:
        drawn = [table.draw() for table in going]
        turns += len(going)
        for table, options, chosen in zip(
            going, drawn, _chosen(task, going, drawn, chance), strict=True
        ):
            learns = table.own in (-1, table.turn)
            if learns and (len(options) > 1 or chance.random() < FORCED):
                table.notes.append((table.turn, options[chosen]))
            table.lay(options[chosen])
        going = [table for table in going if not table.is_over()]
    return _learned(task, tables, turns)


def _chosen(task: Task, tables: list[Table], drawn: list[list[After]], chance: Random) -> list[int]:
    """The place of the choice at each table."""
    chosen = [0] * len(tables)
    asked: dict[bool, list[int]] = {True: [], False: []}
    for at, (table, options) in enumerate(zip(tables, drawn, strict=True)):
        own = table.own in (-1, table.turn)
        weights = task.weights if own else task.rivals
        if len(options) == 1:
            continue
        if table.scripted and not own:
            chosen[at] = scripted.chosen(table, options, chance)
            continue
        explores = own and not table.explored and chance.random() < task.curious
        if explores:
            table.explore()
        if explores or weights is None:
            chosen[at] = int(chance.random() * len(options))
        else:
            asked[own].append(at)
    for own, places in asked.items():
        weights = task.weights if own else task.rivals
        if places and weights is not None:
            doubt = DOUBT if own and task.curious else 0.0
            best = _best(weights, [drawn[at] for at in places], doubt, chance)
            for at, place in zip(places, best, strict=True):
                chosen[at] = place
    return chosen


def _best(
    weights: Weights, options: list[list[After]], doubt: float, chance: Random
) -> Iterator[int]:
    values, _ = master_net.evaluate(
        np, weights, observations([e for some in options for e in some])
    )
    odds, at = values.tolist(), 0
    for some in options:
        # The largest of odds with Gumbel's noise: nearly equal choices are nearly equally likely.
        each = [
            value - doubt * log(-log(chance.random() or 0.5)) if doubt else value
            for value in odds[at : at + len(some)]
        ]
        yield favourite(some, each)
        at += len(some)


def _learned(task: Task, tables: list[Table], turns: int) -> Played:
    after: list[After] = []
    points: list[float] = []
    between: list[list[int]] = []
    won: list[float] = []
    places: list[int] = []
    """For each position the row of `between` that it led to, or -1 - row where the match ended."""
    for table in tables:
        scores, shares = [0] * table.players, table.shares()
        for number, (notes, gained) in enumerate(table.ended):
            scores = [had + more for had, more in zip(scores, gained, strict=True)]
            rows = {}
            for seat in range(table.players) if table.own < 0 else [table.own]:
                rows[seat] = len(between)
                starter = (number + 1 - seat) % table.players
                left = ROUNDS - 1 - number
                between.append(master_net.between(left, starter, turned(scores, seat)))
                won.append(shares[seat])
            for seat, each in notes:
                after.append(each)
                points.append(gained[seat])
                places.append(rows[seat])
    given, known = np.array(between, np.int16), np.array(won, np.float32)
    worth = known
    if task.weights is not None:
        odds = master_net.evaluate_scores(np, task.weights, given)
        worth = np.where(given[:, 0] == 0, known, 1 / (1 + np.exp(-odds)))
    return Played(
        observations(after),
        worth[places].astype(np.float32),
        np.array(points, np.float32),
        given,
        known,
        np.array([table.shares()[table.own] for table in tables[: task.mixed]], np.float32),
        turns,
    )
