"""The law that ties Speed & Flow's batch engine to the fast core's ticks: same chance, the same."""

import random
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from numpy.typing import NDArray

from quartett.core.seeds import Rng
from quartett.fast import _copies
from quartett.games.flow.actions import Options
from quartett.train.batch import flow

FAST = _copies.load("flow", "plain")
TICKS = _copies.load("flow_ticks", "plain")
ROUNDS, MOMENTS = 40, 6000
"""Room for the chance of a match: rounds, and ticks."""

Ints = NDArray[np.int32]


class Tape:
    """A match of the fast core: what was chosen, the chance in it, and how the table looked."""

    def __init__(self, players: int, seed: int) -> None:
        chance = random.Random(f"flow {seed}")
        self.options = Options(cards=chance.choice([8, 12, 20]), target=chance.choice([20, 60]))
        self.game = TICKS.deal(players, chance, self.options)
        self.players, self.seed = players, self.game.game.seed
        self.cards = np.zeros((ROUNDS, flow.CARDS), np.int32)
        for number in range(1, ROUNDS):
            shuffled = Rng(self.seed).apart(f"round-{number}").shuffled(range(flow.CARDS))
            self.cards[number] = shuffled
        self.choices: list[list[int]] = []
        self.orders: dict[int, list[int]] = {}
        self.tables = [self._table()]
        while not self.game.is_over() and len(self.choices) < 1500:
            self._tick(chance)
            self.tables.append(self._table())

    def _tick(self, chance: random.Random) -> None:
        clock = self.game.game.clock
        chosen = [flow.WAIT_ID] * flow.MAX_PLAYERS
        for seat in range(self.players):
            chosen[seat] = chance.choice(sorted(self.game.legal_ids(seat)))
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


def table(state: flow.State, players: int) -> dict[str, object]:
    """The same of the arrays."""
    one = jax.tree.map(np.asarray, state)
    seats = range(players)
    legal = np.asarray(flow.legal(state))
    return {
        "numbers": [int(each) for each in state[3:8]],
        "piles": [one.piles[seat, : one.heights[seat]].tolist() for seat in seats],
        "displays": one.displays[:players].reshape(-1).tolist(),
        "hands": one.hands[:players].tolist(),
        "stolen": [(int(one.stolen_top[seat]), int(one.stolen[seat])) for seat in seats],
        "points": one.points[:players].tolist(),
        "busy": one.busy[:players].tolist(),
        "refilling": one.refilling[:players].tolist(),
        "middle": [one.middle[at, : one.sizes[at]].tolist() for at in range(2)],
        "legal": [np.flatnonzero(legal[seat]).tolist() for seat in seats],
        "seen": [np.asarray(flow.observe(state, jnp.int32(seat))).tolist() for seat in seats],
    }


def picks_of(tape: Tape, moment: Ints, pairs: Ints) -> Ints:
    """What the rules pick at a stalemate."""
    found = Rng(tape.seed).apart(f"stalemate-{int(moment)}").below(max(1, int(pairs)))
    return np.asarray(found, np.int32)


def check(tape: Tape) -> int:
    """Play a tape again as arrays; how many ticks it has."""
    orders = np.tile(np.arange(flow.MAX_PLAYERS, dtype=np.int32), (MOMENTS * 50, 1))
    for clock, order in tape.orders.items():
        orders[clock] = order
    chance = flow.Chance(
        cards=lambda key, number: jnp.asarray(tape.cards)[number],
        order=lambda key, moment: jnp.asarray(orders)[moment],
        pick=lambda key, moment, pairs: jax.pure_callback(
            partial(picks_of, tape), np.int32(0), moment, pairs
        ),
    )
    rules = flow.rules_of(tape.options, tape.players)
    state = flow.init(jax.random.PRNGKey(0), tape.players, rules=rules, chance=chance)
    step = jax.jit(partial(flow.step, chance=chance))
    assert table(state, tape.players) == tape.tables[0]
    for number, chosen in enumerate(tape.choices):
        state = step(state, jnp.array(chosen))
        assert table(state, tape.players) == tape.tables[number + 1]
    if tape.game.is_over():
        winners = tape.game.winners()
        wanted = [(seat in winners) / len(winners) for seat in range(flow.MAX_PLAYERS)]
        assert np.asarray(flow.shares(state)) == pytest.approx(wanted)
    return len(tape.choices)


def test_ticks_are_those_of_the_fast_core() -> None:
    tapes = [Tape(players, players) for players in flow.PLAYERS]
    assert sum(map(check, tapes)) > 200
