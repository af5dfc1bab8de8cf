"""Environments with the interface of Pgx: `init`, `step` and a state that holds everything.

All of it is pure and has fixed shapes, so that it can be compiled by `jax.jit` and mapped over many
matches by `jax.vmap`.
"""

import dataclasses
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.custom_batching import custom_vmap

from quartett.core.errors import FormatError
from quartett.core.game import GameValue

Table: TypeAlias = Any
"""The state of an engine; it has `players` and `turn`, the seat to act or -1."""


class Engine(Protocol):
    """One game as pure functions over arrays; `step` takes what `legal` lists and checks nothing.

    Action ids and observations are those of `quartett.fast`. Seats beyond the number of players
    stay empty.
    """

    @property
    def ACTIONS(self) -> int:
        """The number of action ids."""
        ...

    @property
    def OBSERVED(self) -> int:
        """The length of an observation."""
        ...

    @property
    def MAX_PLAYERS(self) -> int:
        """The largest number of players."""
        ...

    @property
    def PLAYERS(self) -> tuple[int, ...]:
        """The numbers of players."""
        ...

    def start(self, key: Array, players: Array | int, seats: int, options: GameValue) -> Table:
        """A new match with this number of seats."""
        ...

    def step(self, state: Table, action: Array) -> Table:
        """The table after a legal action of the seat to act."""
        ...

    def legal(self, state: Table) -> Array:
        """The legal ids of the seat to act."""
        ...

    def observe(self, state: Table, seat: Array) -> Array:
        """A seat's observation."""
        ...

    def sample(self, state: Table, luck: Array) -> Array:
        """A random legal id, from 32 random bits."""
        ...

    def is_over(self, state: Table) -> Array:
        """Whether the match has ended."""
        ...

    def scores(self, state: Table) -> Array:
        """The points of every seat."""
        ...

    def shares(self, state: Table) -> Array:
        """Each seat's share of the victory, were the match over now."""
        ...


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class State:
    """A match and what its next player needs to know; a pytree."""

    current_player: Array
    """The seat to act; once the match is over, the seat that acted last."""
    observation: Array
    """The current player's observation; see `quartett.env.observation_fields`."""
    legal_action_mask: Array
    """The current player's legal action ids; all of them once the match is over."""
    rewards: Array
    """Each seat's reward for the last step: its result at the end, otherwise 0."""
    terminated: Array
    """Whether the match has ended, or was ended by an illegal action."""
    truncated: Array
    """Always false: every match ends."""
    step_count: Array
    """The number of actions taken."""
    table: Table
    """The whole table, hidden cards included: not for players."""

    def replace(self, **changes: GameValue) -> "State":
        """The same state with some fields changed."""
        return dataclasses.replace(self, **changes)


Init: TypeAlias = Callable[[Array], State]
Step: TypeAlias = Callable[[State, Array, Array], State]


_NOBODY: Final = -(1 << 31)


def _lead(scores: Array, seated: Array) -> Array:
    """Each seat's lead in points over the best other."""
    seats = jnp.arange(scores.shape[0])
    other = (seats[:, None] != seats) & seated
    best = jnp.where(other, scores, _NOBODY).max(1)
    return jnp.where(seated, scores - best, 0)


REWARDS = ("share", "lead")
"""What the end of a match may be worth: a share of the victory, or the lead in points."""


class Env:
    """One game, as `quartett.jax.make` builds it.

    An illegal action ends the match: its seat gets the `penalty`, the others 0. With
    `penalty=None` actions are trusted to be legal, which saves the check.
    """

    def __init__(
        self,
        id: str,
        engine: Engine,
        players: int,
        options: GameValue = None,
        reward: str = "share",
        penalty: float | None = -1.0,
    ) -> None:
        if reward not in REWARDS:
            raise FormatError(f"reward: {reward!r} is not one of {', '.join(REWARDS)}")
        self.id = id
        self.version = "v0"
        self.engine = engine
        self.num_players = players
        self.num_actions = engine.ACTIONS
        self.observation_shape = (engine.OBSERVED,)
        self._options = options
        self._by_lead = reward == "lead"
        self._penalty = penalty

    def __repr__(self) -> str:
        return f"<quartett.jax.Env {self.id}-{self.version}, {self.num_players} players>"

    def init(self, key: Array, players: Array | int | None = None) -> State:
        """A new match, with randomness from the key; `players` may be fewer than the seats."""
        count = self.num_players if players is None else players
        table = self.engine.start(_raw(key), count, self.num_players, self._options)
        zero = jnp.zeros(self.num_players, jnp.float32)
        number, never = jnp.zeros((), jnp.int32), jnp.zeros((), bool)
        blank = State(
            current_player=number,
            observation=zero,
            legal_action_mask=zero,
            rewards=zero,
            terminated=never,
            truncated=never,
            step_count=number,
            table=table,
        )
        return self._shown(blank)

    def step(self, state: State, action: Array, key: Array | None = None) -> State:
        """The state after an action of the current player; a match that is over stays as it is.

        All chance comes from the key that `init` got, so the key here changes nothing: it stands
        where programs written for Pgx give one.
        """
        action = jnp.asarray(action, jnp.int32)
        ended = state.terminated | state.truncated
        table = self.engine.step(state.table, action)
        over = self.engine.is_over(table)
        rewards = jnp.where(over, self._results(table), 0)
        if self._penalty is not None:
            listed = state.legal_action_mask.at[action].get(mode="fill", fill_value=False)
            illegal = ~((action >= 0) & listed)
            fined = jnp.arange(self.num_players) == state.current_player
            rewards = jnp.where(illegal, fined * jnp.float32(self._penalty), rewards)
            table = _chosen(illegal | ended, state.table, table)
            over = over | illegal
        moved = state.replace(
            table=table,
            rewards=jnp.where(ended, 0, rewards).astype(jnp.float32),
            terminated=ended | over,
            step_count=state.step_count + ~ended,
        )
        return self._shown(moved)

    def observe(self, state: State, player: Array | int | None = None) -> Array:
        """A seat's observation, by default the current player's."""
        seat = state.current_player if player is None else jnp.asarray(player, jnp.int32)
        return self.engine.observe(state.table, seat)

    def sample(self, state: State, luck: Array) -> Array:
        """A random legal action, from 32 random bits; faster than sampling from the mask.

        Each kind of choice is as likely as any other; in Souvenirs first the card, then its cell.
        """
        return self.engine.sample(state.table, luck)

    def scores(self, state: State) -> Array:
        """The points of every seat so far, as the game counts them."""
        return self.engine.scores(state.table)[: self.num_players].astype(jnp.int32)

    def shares(self, state: State) -> Array:
        """Each seat's share of the victory, were the match over now."""
        return self.engine.shares(state.table)[: self.num_players].astype(jnp.float32)

    def _results(self, table: Table) -> Array:
        if not self._by_lead:
            return self.engine.shares(table)[: self.num_players]
        seated = jnp.arange(self.num_players) < table.players
        return _lead(self.engine.scores(table)[: self.num_players].astype(jnp.int32), seated)

    def _shown(self, state: State) -> State:
        """The same state as its current player sees it."""
        turn = state.table.turn.astype(jnp.int32)
        player = jnp.where((turn < 0) | state.terminated, state.current_player, turn)
        legal = self.engine.legal(state.table)
        return state.replace(
            current_player=player,
            observation=self.engine.observe(state.table, player),
            legal_action_mask=legal | (turn < 0) | state.terminated,
        )


def _raw(key: Array) -> Array:
    """A key as plain numbers, whether it came typed or not."""
    typed = jnp.issubdtype(key.dtype, jax.dtypes.prng_key)
    return jax.random.key_data(key) if typed else key


def _chosen(test: Array, one: Table, other: Table) -> Table:
    return jax.tree.map(lambda first, second: jnp.where(test, first, second), one, other)


PARTS: Final = 64
"""In a batch, so small a part of the matches is dealt anew at a time."""


def auto_reset(step: Step, init: Init) -> Step:
    """A `step` that starts a new match where one ends, like Pgx's wrapper of that name.

    The state after the last action is that of the new match, but with the `rewards`, `terminated`
    and `truncated` of the one that ended. The key decides the new deal. Mapped over a batch by
    `jax.vmap`, it deals only for the matches that have ended.
    """
    renewed = _renewing(init)

    def stepped(state: State, action: Array, key: Array) -> State:
        dealing, going = jax.random.split(key)
        ended = state.terminated | state.truncated
        before = state.replace(
            terminated=jnp.zeros_like(state.terminated),
            truncated=jnp.zeros_like(state.truncated),
            rewards=jnp.where(ended, 0, state.rewards),
        )
        then = step(before, action, going)
        found: State = renewed(then.terminated | then.truncated, dealing, then)
        return found.replace(
            terminated=then.terminated, truncated=then.truncated, rewards=then.rewards
        )

    return stepped


def _renewing(init: Init) -> Callable[[Array, Array, State], State]:
    """A new match where one has ended; in a batch a part at a time, until all are dealt."""

    @custom_vmap
    def renewed(ended: Array, key: Array, state: State) -> State:
        found: State = _chosen(ended, init(key), state)
        return found

    @renewed.def_vmap
    def in_a_batch(
        size: int, batched: tuple[bool, bool, State], ended: Array, keys: Array, state: State
    ) -> tuple[State, State]:
        def whole(part: Array, is_batched: bool) -> Array:
            return part if is_batched else jnp.broadcast_to(part, (size, *part.shape))

        ended, keys, state = jax.tree.map(whole, (ended, keys, state), tuple(batched))
        part = max(1, size // PARTS)

        def deal(left: tuple[Array, State]) -> tuple[Array, State]:
            waiting, state = left
            (places,) = jnp.nonzero(waiting, size=part, fill_value=size)
            new = jax.vmap(init)(keys[jnp.minimum(places, size - 1)])
            state = jax.tree.map(lambda a, b: a.at[places].set(b, mode="drop"), state, new)
            return waiting.at[places].set(False, mode="drop"), state

        _, found = lax.while_loop(lambda left: left[0].any(), deal, (ended, state))
        return found, jax.tree.map(lambda _: True, found)

    return renewed
