"""Small Jericho and small Souvenirs as arrays are the games of the rules: the same law holds."""

import random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array, lax

import quartett.jax
from jax_envs import test_jericho, test_souvenirs
from jax_envs.law import Law, check_sampling
from quartett.core.errors import RuleError
from quartett.core.match import Match
from quartett.fast import jericho as fast_jericho
from quartett.fast import souvenirs as fast_souvenirs
from quartett.games import get
from quartett.games.jericho.deal import SMALL as JERICHO
from quartett.games.souvenirs.kit import SMALL as SOUVENIRS
from quartett.jax import jericho, souvenirs

NAMES = ("jericho", "souvenirs")
SIZE = {"size": "small"}


def begin_jericho(game: fast_jericho.Jericho) -> tuple[object, ...]:
    """A dealt match as arrays."""
    return (*test_jericho.begin(game), JERICHO.rounds, len(JERICHO.colours))


def begin_souvenirs(game: fast_souvenirs.Souvenirs) -> tuple[object, ...]:
    """A dealt match as arrays."""
    hands = np.full((souvenirs.MAX_PLAYERS, 2), -1, np.int8)
    hands[:2] = game.hands
    grid, pile = np.array(game.grid), np.zeros(souvenirs.PILE, np.int8)
    points, cubes = np.array(game.pay.table), game.cubes[0]
    return hands, grid, pile, 0, 2, game.turn, game.last_cube, points, cubes, SOUVENIRS.size


LAWS = {
    "jericho": Law(
        fast_jericho, jericho, 10, begin_jericho, test_jericho.kept_there, test_jericho.kept_here
    ),
    "souvenirs": Law(
        fast_souvenirs,
        souvenirs,
        12,
        begin_souvenirs,
        test_souvenirs.kept_there,
        test_souvenirs.kept_here,
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_legal_sets_observations_states_and_scores_are_those_of_the_rules(name: str) -> None:
    chance, rules, law = random.Random(f"small {name}"), get(name), LAWS[name]
    matches = [
        Match.start(rules, 2, seed, {"size": "small", "starter": seed % 2}) for seed in range(20)
    ]
    games = [law.fast.from_state(match.state) for match in matches]
    for number in range(236):
        given: dict[str, Any] = {"size": "small", "starter": number % 2}
        if name == "souvenirs":
            given["last_cube"] = number % 4 > 1
        games.append(law.fast.deal(2, chance, rules.parse_options(given)))
    law.holds(games, chance, matches, every=1)


def dealt(name: str, count: int) -> Any:
    """Many deals of an environment, as one state."""
    env = quartett.jax.make(f"{name}_small")
    return jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(2), count)).table


def test_small_jericho_is_dealt_as_the_rules_deal_it() -> None:
    table = dealt("jericho", 900)
    hands, piles = np.asarray(table.hands), np.asarray(table.pile)[:, :3]
    assert (hands.sum((2,)) == 3).all()
    assert (np.asarray(table.height) == 3).all()
    shows = np.argmax(piles == fast_jericho.SHOW, 1)
    assert ((piles == fast_jericho.SHOW).sum(1) == 1).all()
    assert min(np.bincount(shows)) > 240
    drawn = (piles[:, :, None] == np.arange(fast_jericho.KINDS)).sum(1)
    most = np.bincount(fast_jericho.CARDS_OF[1], minlength=fast_jericho.KINDS)
    assert (hands.sum(1) + drawn <= most).all()
    assert (hands.sum((0, 1))[most > 0] > 1600).all()


def test_small_souvenirs_is_dealt_as_the_rules_deal_it() -> None:
    table = dealt("souvenirs", 600)
    hands = np.sort(np.asarray(table.hands), -1)
    assert (hands[:, :, 0] == -1).all()
    assert not np.asarray(table.height).any()
    held = [tuple(sorted(hand[1:])) for match in hands for hand in match]
    likely = {hand: held.count(hand) / len(held) for hand in set(held)}
    ones, twos = sorted(set(fast_souvenirs.CARDS_OF["small"]))
    assert likely == pytest.approx(
        {(ones, ones): 0.2, (ones, twos): 0.6, (twos, twos): 0.2}, abs=0.05
    )
    rules = fast_souvenirs.deal(2, random.Random(1), get("souvenirs").parse_options(SIZE))
    assert (np.asarray(table.grid) == rules.grid).all()
    assert (np.asarray(table.cubes)[:, :2] == rules.cubes).all()


@pytest.mark.parametrize("name", NAMES)
def test_matches_by_the_interface_end_and_share_the_victory(name: str) -> None:
    env = quartett.jax.make(f"{name}_small")
    assert repr(env) == f"<quartett.jax.Env {name}_small-v0, 2 players>"

    def match(key: Array) -> tuple[Any, Any]:
        state: Any = env.init(key)

        def tick(state: Any, luck: Array) -> tuple[Any, Any]:
            action = env.sample(state, luck)
            then = env.step(state, action)
            return then, (state.legal_action_mask[action], then.rewards)

        return lax.scan(tick, state, jax.random.bits(key, (14,)))

    state, (legal, rewards) = jax.jit(jax.vmap(match))(jax.random.split(jax.random.key(1), 64))
    assert np.asarray(legal).all()
    assert np.asarray(state.terminated).all()
    assert np.asarray(rewards).sum((1, 2)) == pytest.approx(1)
    table: Any = jax.jit(env.init)(jax.random.key(3)).table
    check_sampling(LAWS[name].batch, table)


def test_a_small_trumpet_names_only_the_colours_that_there_are() -> None:
    table = dealt("jericho", 200)._replace(phase=jnp.full(200, fast_jericho.PLAY_PHASE, jnp.int8))
    legal = np.asarray(jax.jit(jax.vmap(jericho.legal))(table))
    blown = legal[:, fast_jericho.TRUMPET_ID : fast_jericho.SUPPLY_ID]
    assert blown[:, :2].any()
    assert not blown[:, 2:].any()


@pytest.mark.parametrize(("name", "options"), [("jericho", {}), ("photo_rummy", {"rounds": 1})])
def test_the_size_may_be_asked_for_as_an_option(name: str, options: dict[str, Any]) -> None:
    one = quartett.jax.make(name, players=2, size="small", **options)
    other = quartett.jax.make(f"{name}_small")
    states = [jax.jit(env.init)(jax.random.key(9)) for env in (one, other)]
    assert (states[0].observation == states[1].observation).all()


@pytest.mark.parametrize("name", ["jericho", "photo_rummy"])
def test_a_small_game_is_for_two(name: str) -> None:
    with pytest.raises(RuleError):
        quartett.jax.make(f"{name}_small", players=3)
