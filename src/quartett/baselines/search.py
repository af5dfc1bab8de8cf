"""Two searches that know nothing of a game but its rules: flat Monte Carlo and ISMCTS.

Both imagine the unseen cards anew for every playout, and play on at random to the end.
"""

from collections.abc import Callable
from math import log, sqrt
from random import Random
from typing import NamedTuple

from quartett.core.seeds import Rng
from quartett.env._matches import Spec
from quartett.env._rewards import shares
from quartett.fast import FastMatch
from quartett.fast.flow_ticks import WAIT_ID

EXPLORATION = 0.7
"""The constant of UCB, for shares of the victory."""


def imagined(spec: Spec, match: FastMatch, seat: int) -> Callable[[Random], FastMatch]:
    """What deals matches in which a seat would know what it knows now, and acts next."""
    game = spec.game
    view = game.view(spec.module.to_state(match), seat)

    def dealt(chance: Random) -> FastMatch:
        found = spec.taken_up(game.determinize(view, Rng(chance.getrandbits(53))))
        while found.turn != seat:  # in ticks, who chose before it is taken to wait
            found.apply(found.turn, WAIT_ID)
        return found

    return dealt


def played_out(spec: Spec, match: FastMatch, chance: Random) -> list[float]:
    """Each seat's share of the victory after random play to the end."""
    spec.module.play_randomly(match, chance)
    return shares(match)


class FlatMonteCarlo:
    """Plays every legal action out equally often, and takes the one that won most."""

    def __init__(self, spec: Spec, simulations: int) -> None:
        self._spec, self._simulations = spec, simulations

    def __call__(self, match: FastMatch, seat: int, chance: Random) -> int:
        """The id that the seat chooses."""
        legal = sorted(match.legal_ids(seat))
        won, dealt = dict.fromkeys(legal, 0.0), imagined(self._spec, match, seat)
        for _ in range(max(1, self._simulations // len(legal))):
            table = dealt(chance)
            for id in set(legal) & set(table.legal_ids(seat)):
                then = table.copy()
                then.apply(seat, id)
                won[id] += played_out(self._spec, then, chance)[seat]
        return max(legal, key=won.__getitem__)


class InformationSetSearch:
    """Single-observer ISMCTS: one tree over what the seats may do, whatever the hidden cards."""

    def __init__(self, spec: Spec, simulations: int) -> None:
        self._spec, self._simulations = spec, simulations

    def __call__(self, match: FastMatch, seat: int, chance: Random) -> int:
        """The id that the seat chooses: the one that was tried most."""
        root, dealt = Node(), imagined(self._spec, match, seat)
        for _ in range(self._simulations):
            self._descend(root, dealt(chance), chance)
        legal = sorted(match.legal_ids(seat))
        return max(legal, key=lambda id: root.children[id].visits if id in root.children else 0)

    def _descend(self, root: "Node", table: FastMatch, chance: Random) -> None:
        """Follow the tree in one imagined deal, add a node, play out, and remember the result."""
        path, node = [Step(root, -1)], root
        while table.turn >= 0:
            seat = table.turn
            id, is_new = node.chosen(table.legal_ids(seat), chance)
            table.apply(seat, id)
            node = node.children[id]
            path.append(Step(node, seat))
            if is_new:
                break
        results = played_out(self._spec, table, chance) if table.turn >= 0 else shares(table)
        for each, actor in path:
            each.visits += 1
            each.won += results[actor] if actor >= 0 else 0.0


class Step(NamedTuple):
    """A node on the way down, and the seat that led there; -1 at the root."""

    node: "Node"
    actor: int


class Node:
    """What came of an action so far: for the seat that did it."""

    __slots__ = ("available", "children", "visits", "won")

    def __init__(self) -> None:
        self.visits, self.available, self.won = 0, 0, 0.0
        self.children: dict[int, Node] = {}

    def chosen(self, legal: list[int], chance: Random) -> tuple[int, bool]:
        """An untried action of these, or the most promising; and whether it is new."""
        untried = [id for id in legal if id not in self.children]
        if untried:
            id = chance.choice(untried)
            self.children[id] = Node()
        for each in legal:
            if each in self.children:
                self.children[each].available += 1
        if untried:
            return id, True
        return max(legal, key=lambda each: self.children[each].promise()), False

    def promise(self) -> float:
        """Its mean and how little it was tried where it could have been."""
        return self.won / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)
