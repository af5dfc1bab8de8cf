"""The interface of `quartett.jax`: what every environment promises to programs written for Pgx."""

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array, lax

import quartett.jax
from quartett.core.errors import FormatError, RuleError
from quartett.env import observation_fields
from quartett.games import get
from quartett.jax import Env, State, auto_reset, flow, flow_turns
from quartett.jax.arrays import mix

MATCHES = 8
LONGEST = {"jericho": 128, "souvenirs": 56, "flow": 2000, "photo_rummy": 900}
QUICK = ("jericho", "souvenirs")
SLOW = tuple(pytest.param(name, marks=pytest.mark.long) for name in ("flow", "photo_rummy"))
OPTIONS: dict[str, dict[str, Any]] = {
    "flow": {"cards": 6, "target": 1},
    "photo_rummy": {"rounds": 1},
}


@cache
def made(name: str) -> Env:
    """An environment of a game."""
    return quartett.jax.make(name, **OPTIONS.get(name, {}))


@cache
def played(name: str) -> tuple[State, Any]:
    """Random matches to their ends and beyond: the last states, and what each step was like."""
    env = made(name)

    def tick(state: State, number: Array) -> tuple[State, Any]:
        action = env.sample(state, mix(number ^ mix(state.table.turn.astype(jnp.uint32) + 7)))
        then = env.step(state, action)
        told = (state.legal_action_mask[action], then.rewards, then.terminated, then.step_count)
        own = (state.observation == env.observe(state)).all()
        everything = then.legal_action_mask.all()
        return then, (*told, own, everything, state.current_player)

    def match(key: Array) -> tuple[State, Any]:
        numbers = jax.random.bits(key, (LONGEST[name],))
        found: tuple[State, Any] = lax.scan(tick, env.init(key), numbers)
        return found

    keys = jax.random.split(jax.random.key(5), MATCHES)
    state, told = jax.jit(jax.vmap(match))(keys)
    return state, tuple(np.asarray(each) for each in told)


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_a_match_ends_once_with_the_shares_of_the_victory_as_rewards(name: str) -> None:
    state, (legal, rewards, over, count, own, everything, player) = played(name)
    assert legal.all()
    assert own.all()
    assert over[:, -1].all()
    for at in range(MATCHES):
        end = int(np.argmax(over[at]))
        assert rewards[at, end].sum() == pytest.approx(1)
        assert not rewards[at, :end].any()
        assert not rewards[at, end + 1 :].any()
        assert (count[at, end:] == end + 1).all()
        assert everything[at, end:].all()
        assert set(player[at].tolist()) == set(range(made(name).num_players))
    assert not np.asarray(state.truncated).any()


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_shapes_and_bounds_are_those_that_are_told(name: str) -> None:
    env, state = made(name), played(name)[0]
    fields = observation_fields(name, **OPTIONS.get(name, {}))
    assert env.observation_shape == (fields[-1].stop,) == state.observation.shape[1:]
    assert (env.num_actions,) == state.legal_action_mask.shape[1:]
    assert (env.num_players,) == state.rewards.shape[1:]
    seen = np.asarray(state.observation)
    for field in fields:
        part = seen[:, field.offset : field.stop]
        assert part.min() >= field.low, field.name
        assert field.high is None or part.max() <= field.high, field.name


def test_an_illegal_action_ends_the_match_and_costs_its_player_alone() -> None:
    env = made("jericho")
    step = jax.jit(env.step)
    begun = jax.jit(env.init)(jax.random.key(1))
    state = step(begun, jnp.argmax(begun.legal_action_mask))
    assert state.current_player == 1
    wrong = [int(jnp.argmin(state.legal_action_mask)), -1, env.num_actions, env.num_actions + 200]
    for action in wrong:
        after = step(state, jnp.int32(action))
        assert after.rewards.tolist() == [0, -1, 0], action
        assert after.terminated
        assert after.legal_action_mask.all()
        assert jax.tree.all(jax.tree.map(lambda a, b: (a == b).all(), after.table, state.table))
        assert not step(after, jnp.int32(0)).rewards.any()


def test_the_key_alone_decides_a_match() -> None:
    init = jax.jit(made("jericho").init)
    one, other = (init(jax.random.key(seed)) for seed in (1, 2))
    same = init(jax.random.PRNGKey(1))  # the older kind of key
    assert (one.table.pile == same.table.pile).all()
    assert (one.table.pile != other.table.pile).any()


def test_auto_reset_deals_anew_and_tells_how_the_match_before_ended() -> None:
    env = made("jericho")
    step, init = jax.jit(auto_reset(env.step, env.init)), jax.jit(env.init)
    begun = init(jax.random.key(1))
    illegal = jnp.argmin(begun.legal_action_mask)
    first, again, other = (step(begun, illegal, jax.random.key(seed)) for seed in (3, 3, 4))
    assert first.terminated
    assert first.rewards.tolist() == [-1, 0, 0]
    assert first.step_count == 0
    assert not first.legal_action_mask.all()
    assert (first.table.pile == again.table.pile).all()
    assert (first.table.pile != other.table.pile).any()
    after = step(first, jnp.argmax(first.legal_action_mask), jax.random.key(5))
    assert not after.terminated
    assert not after.rewards.any()
    assert after.step_count == 1


def test_refill_deals_at_most_so_many_anew_and_leaves_the_others() -> None:
    env, state = made("jericho"), played("jericho")[0]
    fresh = jax.jit(lambda state, key: quartett.jax.refill(env, state, key, 3))
    found = fresh(state, jax.random.key(9))
    assert np.asarray(found.terminated).tolist() == [False] * 3 + [True] * (MATCHES - 3)
    assert (np.asarray(found.step_count)[:3] == 0).all()
    assert (found.table.won[3:] == state.table.won[3:]).all()


def test_a_lead_can_be_the_reward() -> None:
    env = quartett.jax.make("jericho", reward="lead")
    state = played("jericho")[0]
    points = np.asarray(jax.vmap(env.scores)(state))
    found = np.asarray(jax.vmap(env._results)(state.table))
    for mine, row in zip(found, points.tolist(), strict=True):
        wanted = [own - max(row[:at] + row[at + 1 :]) for at, own in enumerate(row)]
        assert mine.tolist() == wanted


def test_what_cannot_be_made_is_refused_by_name() -> None:
    with pytest.raises(FormatError, match="game: 'chess' is not one of"):
        quartett.jax.make("chess")
    with pytest.raises(FormatError, match="reward: 'win' is not one of"):
        quartett.jax.make("jericho", reward="win")
    with pytest.raises(FormatError, match="no option `colour`"):
        quartett.jax.make("jericho", colour=1)
    with pytest.raises(RuleError):
        quartett.jax.make("jericho", players=2)
    with pytest.raises(RuleError):
        quartett.jax.make("jericho", starter=3)


def test_options_hold() -> None:
    env = quartett.jax.make("jericho", players=4, starter=2)
    assert jax.jit(env.init)(jax.random.key(1)).table.starter == 2
    table = quartett.jax.make("souvenirs", last_cube=True, starter=1)
    state = jax.jit(table.init)(jax.random.key(1))
    assert state.current_player == 1
    assert state.table.last_cube == 1


@pytest.mark.long
def test_seats_of_a_tick_choose_one_after_the_other_and_act_together() -> None:
    options = get("flow").parse_options({"cards": 6, "target": 20})
    start = jax.jit(lambda key: flow_turns.start(key, 3, 3, options))
    turn, tick = jax.jit(flow_turns.step), jax.jit(flow.step)
    sample = jax.jit(flow.sample)
    state = start(jax.random.PRNGKey(2))
    for number in range(40):
        choices = sample(state.table, jnp.uint32(number))
        wanted = tick(state.table, choices)
        for seat in range(3):
            assert state.turn == seat
            assert flow_turns.legal(state)[choices[seat]]
            state = turn(state, choices[seat])
        assert jax.tree.all(jax.tree.map(lambda a, b: (a == b).all(), state.table, wanted))


def test_auto_reset_deals_in_a_batch_what_it_deals_alone() -> None:
    env = made("jericho")
    reset = auto_reset(env.step, env.init)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), 200))
    first = states.legal_action_mask.argmax(1)
    wrong = jnp.where(jnp.arange(200) % 3 > 0, -1, first)  # most of the batch ends at once
    keys = jax.random.split(jax.random.key(6), 200)
    batch = jax.jit(jax.vmap(reset))(states, wrong, keys)
    assert np.asarray(batch.terminated).tolist() == [each % 3 > 0 for each in range(200)]
    alone = jax.jit(reset)
    for at in (0, 1, 2, 100, 199):
        one = alone(jax.tree.map(lambda each, at=at: each[at], states), wrong[at], keys[at])
        same = jax.tree.map(lambda a, b, at=at: (a == b[at]).all(), one, batch)
        assert jax.tree.all(same), at
    shared = jax.jit(jax.vmap(reset, (0, 0, None)))(states, wrong, keys[0])
    assert (shared.table.pile[1] == shared.table.pile[2]).all()
