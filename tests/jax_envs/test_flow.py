"""The law that ties Speed & Flow's batch engine to the fast core's ticks: same chance, the same.

Matches are played in ticks by the fast core, noting choices, chance and what they led to; then all
of them are played again as arrays, in one program, and everything is compared at once.
"""

import random
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array, lax

from quartett.core.seeds import Rng
from quartett.fast import _copies
from quartett.games.flow.actions import Options
from quartett.jax import flow, flow_table

if TYPE_CHECKING:
    from quartett.fast.flow import Flow
else:  # only the plain copy can be looked into
    Flow = _copies.load("flow", "plain").Flow
FAST = _copies.load("flow", "plain")
TICKS = _copies.load("flow_ticks", "plain")
SEATS = flow.MAX_PLAYERS
BENEATH = 3
"""So many cards of each middle pile are compared at every tick, all of them at the end."""


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

    def __init__(self, players: int, seed: int, ticks: int, cards: tuple[int, ...]) -> None:
        chance = random.Random(f"flow {seed}")
        self.options = Options(cards=chance.choice(cards), target=chance.choice([12, 20, 60]))
        game = FAST.deal(players, chance, self.options)
        game.__class__, game.picks = Recorded, {}
        self.game = TICKS.FlowTicks(game)
        self.players, self.picks = players, game.picks
        self.choices: list[list[int]] = []
        self.orders: dict[int, list[int]] = {}
        self.rows = array("i", self._row())
        while not self.game.is_over() and len(self.choices) < ticks:
            self._tick(chance)
            self.rows.extend(self._row())

    def _tick(self, chance: random.Random) -> None:
        clock = self.game.game.clock
        chosen = [flow.WAIT_ID] * SEATS
        for seat in range(self.players):
            ids = sorted(self.game.legal_ids(seat))
            if chance.random() < 0.97:  # else nobody would ever be at a loss
                ids = [each for each in ids if each != FAST.STOP_ID]
            chosen[seat] = chance.choice(ids)
        acting = [seat for seat in range(self.players) if chosen[seat] < flow.WAIT_ID]
        if len(acting) > 1:
            acting = list(Rng(self.game.game.seed).apart(f"tick-{clock}").shuffled(acting))
        rest = [seat for seat in range(SEATS) if seat not in acting]
        self.orders[clock] = acting + rest
        self.choices.append(chosen)
        for seat in range(self.players):
            self.game.apply(seat, chosen[seat])

    def _row(self) -> list[int]:
        """Every number that the arrays keep too, what all may do and one seat sees."""
        game, players = self.game.game, self.players
        found = [game.phase, game.clock, game.until, game.acted_at, game.round]
        found += _padded(game.displays, 2 * SEATS, -1)
        found += _padded(game.hands, SEATS, -1)
        found += _padded([pile[-1] for pile in game.stolen], SEATS, -1)
        sizes = ([len(each) for each in piles] for piles in (game.piles, game.stolen))
        for each in (*sizes, game.points, game.busy, game.refilling):
            found += _padded(each, SEATS, 0)
        for pile in game.middle:
            found += [len(pile), *_padded(pile[-1 : -1 - BENEATH : -1], BENEATH, -1)]
        for seat in range(players):
            found += self.game.mask(seat)
        found += [0] * (flow.ACTIONS * (SEATS - players))
        seen: list[int] = self.game.observe(len(self.choices) % players)
        return found + seen

    def deals(self, rounds: int) -> list[list[int]]:
        """The shuffled cards of so many rounds, as far as there were."""
        seed, last = self.game.game.seed, self.game.game.round
        dealt = [Rng(seed).apart(f"round-{n}").shuffled(range(flow.CARDS)) for n in range(last + 1)]
        return (dealt + dealt[:1] * rounds)[:rounds]


def _padded(values: list[int], length: int, empty: int) -> list[int]:
    return values + [empty] * (length - len(values))


class Noted(NamedTuple):
    """The chance of a match, by round and by moment."""

    cards: Array
    orders: Array
    picks: Array


def noted(tapes: list[Tape]) -> tuple[Any, ...]:
    """The chance of some tapes as tables."""
    rounds = max(tape.game.game.round for tape in tapes) + 1
    moments = max(tape.game.game.clock for tape in tapes) // 50 + 1
    cards = np.array([tape.deals(rounds) for tape in tapes], np.int32)
    orders = np.tile(np.arange(SEATS, dtype=np.int8), (len(tapes), moments, 1))
    picks = np.zeros((len(tapes), moments), np.int16)
    for number, tape in enumerate(tapes):
        for clock, order in tape.orders.items():
            orders[number, clock // 50] = order
        for clock, pick in tape.picks.items():
            picks[number, clock // 50] = pick
    return cards, orders, picks


def row(state: flow.State, number: Array) -> Array:
    """What a tape notes, from the arrays."""
    places = state.sizes[:, None] - 1 - jnp.arange(BENEATH)
    beneath = jnp.take_along_axis(state.middle, jnp.maximum(places, 0), 1)
    beneath = jnp.where(places >= 0, beneath, -1)
    seen = flow.observe(state, lax.rem(number, state.players))
    parts = [
        *state[3:8],
        state.displays,
        state.hands,
        state.stolen_top,
        state.heights,
        state.stolen,
        state.points,
        state.busy,
        state.refilling,
        jnp.concatenate([state.sizes[:, None], beneath], 1),
        flow.legal(state).astype(jnp.int32),
        seen,
    ]
    return jnp.concatenate([jnp.ravel(each) for each in parts])


@jax.jit
@jax.vmap
def again(
    given: Noted, players: Array, rules: flow_table.Rules, choices: Array
) -> tuple[flow.State, Array]:
    """A match played again with the same chance: how it ends, and a row for each tick."""
    chance = flow_table.Chance(
        lambda key, number: given.cards[number],
        lambda key, moment: given.orders[moment // 50].astype(jnp.int32),
        lambda key, moment, pairs: given.picks[moment // 50].astype(jnp.int32),
    )
    state = flow.begin(jax.random.PRNGKey(0), players, SEATS, rules, chance)

    def tick(state: flow.State, numbered: tuple[Array, Array]) -> tuple[flow.State, Array]:
        number, chosen = numbered
        then = flow.step(state, chosen, chance)
        return then, row(then, number)

    found: tuple[flow.State, Array] = lax.scan(tick, state, (jnp.arange(choices.shape[0]), choices))
    return found


def check(tapes: list[Tape], ticks: int) -> None:
    """Play tapes again as arrays, comparing everything after each tick."""
    # All wait during the first countdown.
    choices = np.full((len(tapes), ticks + 1, SEATS), flow.WAIT_ID, np.int32)
    for at, tape in enumerate(tapes):
        choices[at, 1 : len(tape.choices) + 1] = tape.choices
    rules = [flow_table.rules_of(tape.options, tape.players) for tape in tapes]
    together = jax.tree.map(lambda *each: np.stack(each), *rules)
    players = np.array([tape.players for tape in tapes])
    state, rows = again(Noted(*noted(tapes)), players, together, choices)
    found, last = np.asarray(rows), jax.tree.map(np.asarray, state)
    for at, tape in enumerate(tapes):
        wanted = np.array(tape.rows).reshape(len(tape.choices) + 1, -1)
        assert np.array_equal(found[at, : len(wanted)], wanted), at
        if tape.game.is_over() or len(tape.choices) == ticks:
            game = tape.game.game
            middle = [last.middle[at, n, : last.sizes[at, n]].tolist() for n in range(2)]
            piles = [last.piles[at, n, : last.heights[at, n]].tolist() for n in range(game.players)]
            assert (middle, piles) == (game.middle, game.piles)
    shares = np.asarray(jax.jit(jax.vmap(flow.shares))(state))
    for at, tape in enumerate(tapes):
        if tape.game.is_over():
            winners = tape.game.winners()
            assert shares[at] == pytest.approx(
                [(seat in winners) / len(winners) for seat in range(SEATS)]
            )


def taped(seeds: range, ticks: int, cards: tuple[int, ...] = (5, 8, 12)) -> list[Tape]:
    """Tapes of random matches with all numbers of players."""
    return [Tape(flow.PLAYERS[seed % 3], seed, ticks, cards) for seed in seeds]


def test_ticks_are_those_of_the_fast_core() -> None:
    tapes = taped(range(1024), 32, (5,))
    assert sum(tape.game.is_over() for tape in tapes) > 20
    check(tapes, 32)


@pytest.mark.long
def test_the_law_holds_over_many_whole_matches() -> None:
    for first in range(0, 2048, 256):
        tapes = taped(range(first, first + 256), 600)
        assert sum(tape.game.is_over() for tape in tapes) > 100
        check(tapes, 600)
