"""The law that ties rounds with hands that take time to the way in which bots plan for real."""

from contextlib import suppress
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from numpy.typing import NDArray

from quartett.bots.planning import Choice, Hands
from quartett.core.match import AnyMatch, Match
from quartett.fast import flow as fast
from quartett.games import get
from quartett.games.flow.actions import Action, Options
from quartett.jax import flow, flow_table
from quartett.train.flow import paced

ROUNDS, DECISIONS = 48, 200
SEATS = flow.MAX_PLAYERS
Ints = NDArray[np.int32]


class Decided(NamedTuple):
    """Decisions by round: whose turn it was, what it saw and did, and when its hand arrives."""

    turn: Ints
    seen: Ints
    action: Ints
    arrives: Ints
    order: Ints
    """The order of the seats at that moment."""


class StalemateError(Exception):
    """Time itself acts, by a chance that only one side has: as far as this can be compared."""


class Script:
    """Plays a round by the rules with hands that do what was decided as arrays."""

    def __init__(self, match: AnyMatch, decided: Decided) -> None:
        self.match = match
        self.asked = 0
        self._decided = decided

    def choose(self, seat: int) -> Choice[Action]:
        """What the arrays decided, who must be asking for the same seat at the same table."""
        at = self.asked
        self.asked += 1
        assert self._decided.turn[at] == seat
        table = fast.from_state(self.match.state)
        assert table.observe(seat) == self._decided.seen[at].tolist()
        action = min(int(self._decided.action[at]), fast.STOP_ID)
        return Choice(
            fast.action_of(table, seat, action),
            frozenset(self.match.once_ready(seat)),
            lambda: int(self._decided.arrives[at]) - self.match.now,
            lambda: int(self._decided.order[at][seat]),
        )

    def act(self, seat: int, action: Action, at: int) -> None:
        """Let a seat act."""
        self.match.play(seat, action, at)

    def wait(self, at: int) -> None:
        """Let time pass."""
        wake = self.match.wake
        if wake is not None and wake <= at:
            raise StalemateError
        self.match.wait(at)


def decided(key: Array) -> tuple[paced.State, Decided]:
    """Random rounds as arrays: their beginnings, and every decision."""
    players = jnp.array(flow.PLAYERS)[jnp.arange(ROUNDS) % len(flow.PLAYERS)]
    first = jax.vmap(paced.start)(jax.random.split(key, ROUNDS), players)

    def one(state: paced.State, luck: Array) -> tuple[paced.State, Any]:
        action = paced.sample(state, luck)
        seat = jnp.maximum(state.turn, 0)
        arrives = paced.reach(state, action).arrives[seat]
        order = flow_table.order_of(state.table.key, arrives)
        seen = paced.observe(state, seat)
        found = (state.turn, seen, action, arrives, order)
        return paced.step(state, action), found

    luck = jax.random.bits(key, (DECISIONS, ROUNDS))
    _, found = lax.scan(lambda state, bits: jax.vmap(one)(state, bits), first, luck)
    return first, Decided(*found)


def match_of(state: paced.State) -> AnyMatch:
    """The same round as the rules know it."""
    table = state.table
    players = int(table.players)
    game = fast.empty(players, Options(target=1), 0)
    game.phase, game.clock, game.acted_at = fast.RUNNING, int(table.clock), int(table.acted_at)
    game.middle = [table.middle[at, : table.sizes[at]].tolist() for at in range(2)]
    game.displays = table.displays[:players].reshape(-1).tolist()
    game.piles = [table.piles[seat, : table.heights[seat]].tolist() for seat in range(players)]
    game.stolen = [[int(top)] for top in table.stolen_top[:players]]
    game.dealt = [int(table.rules.each)] * players
    return Match(get("flow"), fast.to_state(game))


def test_hands_reach_and_arrive_as_those_of_bots_do() -> None:
    first, found = jax.tree.map(np.asarray, jax.jit(decided)(jax.random.PRNGKey(5)))
    asked = 0
    for number in range(ROUNDS):
        beginning = jax.tree.map(lambda each, number=number: each[number], first)
        turns = found.turn[:, number] >= 0
        own = Decided(*(each[turns, number] for each in found))
        script = Script(match_of(beginning), own)
        hands = Hands(script, range(int(beginning.players)))
        with suppress(StalemateError):
            while script.match.outcome is None and script.asked < len(own.turn) - SEATS:
                hands.look()
                hands.go_on()
        asked += script.asked
    assert asked > 60 * ROUNDS
