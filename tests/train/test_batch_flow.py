"""The law that ties Speed & Flow's batch engine to the fast core's ticks: same chance, the same."""

import random
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array
from numpy.typing import NDArray

from quartett.core.seeds import Rng
from quartett.fast import _copies
from quartett.games.flow.actions import Options
from quartett.train.batch import flow

if TYPE_CHECKING:
    from quartett.fast.flow import Flow
else:  # only the plain copy can be looked into
    Flow = _copies.load("flow", "plain").Flow
FAST = _copies.load("flow", "plain")
TICKS = _copies.load("flow_ticks", "plain")
ROUNDS, MOMENTS = 60, 20_000
"""Room for the chance of a match: rounds, and ticks."""

SEATS = flow.MAX_PLAYERS
Ints = NDArray[np.int32]


class Recorded(Flow):
    """A match that notes what it picks at a stalemate, by moment."""

    picks: dict[int, int]

    def _reshuffle(self) -> None:
        good, bad = self._sorted_out(self.middle[0])
        others_good, others_bad = self._sorted_out(self.middle[1])
        pairs = len(good) * len(others_good + others_bad) + len(bad) * len(others_good)
        if pairs:
            found = Rng(self.seed).apart(f"stalemate-{self.clock}").below(pairs)
            self.picks[self.clock] = found
        super()._reshuffle()


class Tape:
    """A match of the fast core: what was chosen, the chance in it, and how the table looked."""

    def __init__(self, players: int, seed: int, ticks: int) -> None:
        chance = random.Random(f"flow {seed}")
        self.options = Options(cards=chance.choice([5, 8, 12]), target=chance.choice([20, 60]))
        game = FAST.deal(players, chance, self.options)
        game.__class__, game.picks = Recorded, {}
        self.game = TICKS.FlowTicks(game)
        self.players, self.seed, self.picks = players, game.seed, game.picks
        self.cards = np.zeros((ROUNDS, flow.CARDS), np.int32)
        for number in range(1, ROUNDS):
            shuffled = Rng(self.seed).apart(f"round-{number}").shuffled(range(flow.CARDS))
            self.cards[number] = shuffled
        self.choices: list[list[int]] = []
        self.orders: dict[int, list[int]] = {}
        self.tables = [self._table()]
        while not self.game.is_over() and len(self.choices) < ticks:
            self._tick(chance)
            self.tables.append(self._table())

    def _tick(self, chance: random.Random) -> None:
        clock = self.game.game.clock
        chosen = [flow.WAIT_ID] * flow.MAX_PLAYERS
        for seat in range(self.players):
            ids = sorted(self.game.legal_ids(seat))
            if chance.random() < 0.97:  # else nobody would ever be at a loss
                ids = [each for each in ids if each != FAST.STOP_ID]
            chosen[seat] = chance.choice(ids)
        acting = [seat for seat in range(self.players) if chosen[seat] < flow.WAIT_ID]
        if len(acting) > 1:
            acting = list(Rng(self.seed).apart(f"tick-{clock}").shuffled(acting))
        rest = [seat for seat in range(flow.MAX_PLAYERS) if seat not in acting]
        self.orders[clock] = acting + rest
        self.choices.append(chosen)
        for seat in range(self.players):
            self.game.apply(seat, chosen[seat])

    def _table(self) -> dict[str, object]:
        """Everything that the arrays keep too."""
        game, seats = self.game.game, range(self.players)
        return {
            "numbers": [game.phase, game.clock, game.until, game.acted_at, game.round],
            "piles": [list(pile) for pile in game.piles],
            "displays": list(game.displays),
            "hands": list(game.hands),
            "stolen": [(pile[-1], len(pile)) for pile in game.stolen],
            "points": list(game.points),
            "busy": list(game.busy),
            "refilling": list(game.refilling),
            "middle": [list(pile) for pile in game.middle],
            "legal": [sorted(self.game.legal_ids(seat)) for seat in seats],
            "seen": [self.game.observe(seat) for seat in seats],
        }


class Chance:
    """The chance of some tapes as tables; the key of a match is the number of its tape."""

    def __init__(self, tapes: list[Tape]) -> None:
        cards = np.stack([tape.cards for tape in tapes])
        orders = np.tile(np.arange(SEATS, dtype=np.int32), (len(tapes), MOMENTS, 1))
        picks = np.zeros((len(tapes), MOMENTS), np.int32)
        for number, tape in enumerate(tapes):
            for clock, order in tape.orders.items():
                orders[number, clock // 50] = order
            for clock, pick in tape.picks.items():
                picks[number, clock // 50] = pick
        self._cards, self._orders, self._picks = map(jnp.asarray, (cards, orders, picks))

    def given(self) -> flow.Chance:
        """The same as the batch engine asks for it."""
        return flow.Chance(
            lambda key, number: self._cards[key[0], number],
            lambda key, moment: self._orders[key[0], moment // 50],
            lambda key, moment, pairs: self._picks[key[0], moment // 50],
        )


def everything(state: flow.State) -> tuple[flow.State, Array, Array]:
    """A table with what its seats may do and see."""
    seen = jax.vmap(lambda seat: flow.observe(state, seat))(jnp.arange(SEATS))
    return state, flow.legal(state), seen


def table(one: flow.State, legal: Ints, seen: Ints, players: int) -> dict[str, object]:
    """What a tape notes, from the arrays."""
    seats = range(players)
    return {
        "numbers": [int(each) for each in one[3:8]],
        "piles": [one.piles[seat, : one.heights[seat]].tolist() for seat in seats],
        "displays": one.displays[:players].reshape(-1).tolist(),
        "hands": one.hands[:players].tolist(),
        "stolen": [(int(one.stolen_top[seat]), int(one.stolen[seat])) for seat in seats],
        "points": one.points[:players].tolist(),
        "busy": one.busy[:players].tolist(),
        "refilling": one.refilling[:players].tolist(),
        "middle": [one.middle[at, : one.sizes[at]].tolist() for at in range(2)],
        "legal": [np.flatnonzero(legal[seat]).tolist() for seat in seats],
        "seen": [seen[seat].tolist() for seat in seats],
    }


def check(tapes: list[Tape]) -> None:
    """Play tapes again as arrays, comparing everything after each tick."""
    chance = Chance(tapes).given()
    rules = [flow.rules_of(tape.options, tape.players) for tape in tapes]
    keys = jnp.stack([jnp.arange(len(tapes), dtype=jnp.uint32)] * 2, 1)
    begin = jax.vmap(lambda key, count, given: flow.init(key, count, SEATS, given, chance))
    players = jnp.array([tape.players for tape in tapes])
    step = jax.jit(
        lambda state, chosen: jax.vmap(lambda a, b: flow.step(a, b, chance))(state, chosen)
    )
    look = jax.jit(jax.vmap(everything))
    state = jax.jit(begin)(keys, players, jax.tree.map(lambda *each: jnp.stack(each), *rules))
    for number in range(max(len(tape.tables) for tape in tapes)):
        found = jax.tree.map(np.asarray, look(state))
        for at, tape in enumerate(tapes):
            if number < len(tape.tables):
                one = jax.tree.map(lambda each, at=at: each[at], found)
                assert table(one[0], one[1], one[2], tape.players) == tape.tables[number]
        waits = [flow.WAIT_ID] * SEATS
        chosen = [tape.choices[number] if number < len(tape.choices) else waits for tape in tapes]
        state = step(state, jnp.array(chosen))
    shares = np.asarray(jax.vmap(flow.shares)(state))
    for at, tape in enumerate(tapes):
        if tape.game.is_over():
            winners = tape.game.winners()
            wanted = [(seat in winners) / len(winners) for seat in range(SEATS)]
            assert shares[at] == pytest.approx(wanted)


def test_ticks_are_those_of_the_fast_core() -> None:
    tapes = [Tape(flow.PLAYERS[seed % 3], seed, 150) for seed in (*range(11), 27)]
    assert any(tape.picks for tape in tapes)  # the last comes to a stalemate
    assert any(tape.game.is_over() for tape in tapes)
    check(tapes)


@pytest.mark.long
def test_the_law_holds_over_many_matches() -> None:
    check([Tape(flow.PLAYERS[seed % 3], seed, 1500) for seed in range(300)])
