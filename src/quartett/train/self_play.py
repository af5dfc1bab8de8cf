"""Matches of Photo Rummy that a network plays against itself, many side by side, with NumPy alone.

Each worker process plays whole matches; what it hands back are the positions after its choices, and
what came of them.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from quartett.bots.network import Array, Weights
from quartett.bots.photo_rummy import master_net
from quartett.bots.photo_rummy.master_lays import Turn
from quartett.bots.photo_rummy.master_seen import After, Situation, observations
from quartett.bots.photo_rummy.reckon import minus_of
from quartett.fast.photo_rummy import BITS, CARDS
from quartett.games.photo_rummy.actions import STACKS
from quartett.games.photo_rummy.deal import RACK_SIZE

ROUNDS = 3
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


class Table:
    """One match."""

    def __init__(self, players: int, own: int, chance: Random) -> None:
        self.players, self.own, self.chance = players, own, chance
        """`own` is the only seat that learns, or -1 if all do."""
        self.round, self.starter, self.scores = 0, 0, [0] * players
        self.explored = False
        """Whether a choice of this round was made at random."""
        self.notes: list[tuple[int, After]] = []
        self.rounds: list[tuple[list[tuple[int, After]], list[int]]] = []
        """Notes and points of each round."""
        self._deal()

    def _deal(self) -> None:
        self.round += 1
        cards = list(range(CARDS))
        self.chance.shuffle(cards)
        self.racks = [sum(BITS[cards.pop()] for _ in range(RACK_SIZE)) for _ in range(self.players)]
        self.pile, self.table = cards, ()
        self.opened = [0] * self.players
        self.turn, self.explored = self.starter, False

    def explore(self) -> None:
        """A choice at random comes now."""
        self.explored = True
        self.notes.clear()

    def is_over(self) -> bool:
        return self.round > ROUNDS

    def draw(self) -> list[After]:
        """What the seat to act can leave behind, now that it has drawn."""
        seat = self.turn
        self.racks[seat] |= BITS[self.pile.pop()]
        rack, opened = self.racks[seat], bool(self.opened[seat])
        known, lying = self._situation(seat), sum(self.table)
        tables = Turn([*self.table], rack, opened).choices()
        return [
            After(known, table, (rack | lying) & ~sum(table), opened or at > 0)
            for at, table in enumerate(tables)
        ]

    def lay(self, after: After) -> None:
        """End the turn as chosen."""
        seat = self.turn
        self.table, self.racks[seat] = after.table, after.rack
        self.opened[seat] = int(after.opened)
        if not after.rack:
            losses = [minus_of(rack) for rack in self.racks]
            losses[seat] = -sum(losses)
            self._end([-loss for loss in losses])
        elif not self.pile:
            self._end([0] * self.players)
        else:
            self.turn = (seat + 1) % self.players

    def _end(self, points: list[int]) -> None:
        self.scores = [had + more for had, more in zip(self.scores, points, strict=True)]
        self.rounds.append((self.notes, points))
        self.notes = []
        self.starter = (self.starter + 1) % self.players
        self._deal()

    def shares(self) -> list[float]:
        """Each seat's share of the victory."""
        best = max(self.scores)
        winners = self.scores.count(best)
        return [(score == best) / winners for score in self.scores]

    def _situation(self, seat: int) -> Situation:
        def turned(numbers: list[int]) -> list[int]:
            return numbers[seat:] + numbers[:seat]

        height, more = divmod(len(self.pile), STACKS)
        return Situation(
            self.round,
            ROUNDS,
            [height + (at < more) for at in range(STACKS)],
            turned([rack.bit_count() for rack in self.racks]),
            turned(self.opened),
            turned(self.scores),
        )


def play(task: Task) -> Played:
    """Play all matches to their end."""
    chance = Random(task.seed)
    tables = [
        Table(players, at % players if at < task.mixed else -1, Random(f"{task.seed}/{at}"))
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
            best = _best(weights, [drawn[at] for at in places])
            for at, place in zip(places, best, strict=True):
                chosen[at] = place
    return chosen


def _best(weights: Weights, options: list[list[After]]) -> Iterator[int]:
    values, _ = master_net.evaluate(
        np, weights, observations([e for some in options for e in some])
    )
    at = 0
    for some in options:
        yield int(np.argmax(values[at : at + len(some)]))
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
        for number, (notes, gained) in enumerate(table.rounds):
            scores = [had + more for had, more in zip(scores, gained, strict=True)]
            base = len(between)
            for seat in range(table.players):
                turned = scores[seat:] + scores[:seat]
                starter = (number + 1 - seat) % table.players
                between.append(master_net.between(ROUNDS - 1 - number, starter, turned))
                won.append(shares[seat])
            for seat, each in notes:
                after.append(each)
                points.append(gained[seat])
                places.append(base + seat)
    rows, known = np.array(between, np.int16), np.array(won, np.float32)
    worth = known
    if task.weights is not None:
        odds = master_net.evaluate_scores(np, task.weights, rows)
        worth = np.where(rows[:, 0] == 0, known, 1 / (1 + np.exp(-odds)))
    return Played(
        observations(after),
        worth[places].astype(np.float32),
        np.array(points, np.float32),
        rows,
        known,
        np.array([table.shares()[table.own] for table in tables if table.own >= 0], np.float32),
        turns,
    )
