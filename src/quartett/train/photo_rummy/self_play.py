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
from quartett.bots.photo_rummy.master_round import Round, favourite, turned
from quartett.bots.photo_rummy.master_seen import After, observations
from quartett.fast.photo_rummy import BITS, CARDS
from quartett.games.photo_rummy.deal import RACK_SIZE
from quartett.train.photo_rummy import paired_rollouts, scripted
from quartett.train.photo_rummy.paired_rollouts import Doubt, shares, worth

ROUNDS = 3
DEALS = 4
"""How many imagined deals each of them is tried on."""

FORCED = 0.15
"""The share of positions without a choice that is used for learning."""


class Task(NamedTuple):
    """Matches to be played by one process."""

    weights: Weights | None
    """None: everybody chooses at random."""
    rivals: Weights | None
    """What all seats but one play with in a part of the matches; None: at random."""
    players: tuple[int, ...]
    """The number of players of each match."""
    mixed: int
    """The share of matches with rivals."""
    scripted: int
    """The further share in which all seats but one give rounds up as the hard bot does."""
    curious: float
    """How likely a choice is made at random, once in a round: what came before is not learned from,
    for it came to nothing that the network meant."""
    seed: str
    tried: int = 4
    """The largest number of close choices compared per match among scripted rivals."""


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
    pairs: Array
    """Two positions after choices that looked nearly alike, where scripted rivals play."""
    better: Array
    """How much more of the victory the first of them brought, on imagined deals."""
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
        return shares(self.scores)

    def doubt(self, choices: tuple[After, After]) -> Doubt:
        """The position as it is, to try both choices later."""
        return Doubt(self.copy(), (self.starter + 1) % self.players, choices)

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
    doubts: list[Doubt] = []
    while going:
        drawn = [table.draw() for table in going]
        turns += len(going)
        for table, options, chosen in zip(
            going, drawn, _chosen(task, going, drawn, doubts, chance), strict=True
        ):
            learns = table.own in (-1, table.turn)
            if learns and (len(options) > 1 or chance.random() < FORCED):
                table.notes.append((table.turn, options[chosen]))
            table.lay(options[chosen])
        going = [table for table in going if not table.is_over()]
    most = task.tried * task.scripted
    return _learned(
        task, tables, chance.sample(doubts, most) if len(doubts) > most else doubts, turns
    )


def _chosen(
    task: Task,
    tables: list[Table],
    drawn: list[list[After]],
    doubts: list[Doubt],
    chance: Random,
) -> list[int]:
    """The place of the choice at each table; doubts among scripted rivals are noted."""
    chosen = [0] * len(tables)
    asked: dict[bool, dict[int, list[After]]] = {True: {}, False: {}}
    """Whom: the learner's network, or that of its rivals."""
    for at, (table, options) in enumerate(zip(tables, drawn, strict=True)):
        own = table.own in (-1, table.turn)
        if table.scripted and not own:
            chosen[at] = scripted.chosen(table, options, table.chance)
        elif len(options) > 1:
            explores = own and not table.explored and chance.random() < task.curious
            if explores:
                table.explore()
                chosen[at] = int(chance.random() * len(options))
            else:
                asked[own][at] = options
    for own, choices in asked.items():
        weights = task.weights if own else task.rivals
        for at, odds in _odds(weights, choices, chance):
            chosen[at] = favourite(choices[at], odds)
            learns = tables[at].scripted and tables[at].own == tables[at].turn
            if learns and (pair := paired_rollouts.close(choices[at], odds)):
                doubts.append(tables[at].doubt(pair))
    return chosen


def _odds(
    weights: Weights | None, choices: dict[int, list[After]], chance: Random
) -> Iterator[tuple[int, list[float]]]:
    """What each choice is worth; without weights, by chance."""
    rows = [each for some in choices.values() for each in some]
    if weights is None:
        odds = [chance.random() for _ in rows]
    elif rows:
        odds = master_net.evaluate(np, weights, observations(rows))[0].tolist()
    place = 0
    for at, some in choices.items():
        yield at, odds[place : place + len(some)]
        place += len(some)


def _learned(task: Task, tables: list[Table], doubts: list[Doubt], turns: int) -> Played:
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
    expected, better = known, np.zeros(0, np.float32)
    if task.weights is not None:
        expected = worth(task.weights, given, known)
        luck = Random(f"{task.seed}/tried")
        first, second = paired_rollouts.results(task.weights, doubts, DEALS, luck).mean(-1).T
        better = first - second
    pairs = np.zeros((0, 2, master_net.SEEN), np.int16)
    if doubts:
        pairs = observations([each for doubt in doubts for each in doubt.choices])
    return Played(
        observations(after),
        expected[places].astype(np.float32),
        np.array(points, np.float32),
        given,
        known,
        pairs.reshape(-1, 2, master_net.SEEN),
        better,
        np.array([table.shares()[table.own] for table in tables[: task.mixed]], np.float32),
        turns,
    )
