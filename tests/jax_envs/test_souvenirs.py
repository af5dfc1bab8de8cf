"""The law that ties the batch engine of Souvenirs to the rules: same deal, same actions."""

import random

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import pytest
from jax import Array

from fast.fast_games import started
from jax_envs.law import Law, check_sampling, padded
from quartett.fast import souvenirs as fast
from quartett.games import get
from quartett.games.souvenirs.combinations import TABLE
from quartett.jax import souvenirs

SEATS = souvenirs.MAX_PLAYERS


def begin(game: fast.Souvenirs) -> tuple[object, ...]:
    """A dealt match as arrays; the first draw is taken back, for the arrays draw it themselves."""
    hands = np.full((SEATS, 2), -1, np.int8)
    for seat, hand in enumerate(game.hands):
        hands[seat] = hand[:2]
    pile = np.zeros(souvenirs.PILE, np.int8)
    height = len(game.pile) + 1
    pile[:height] = [*game.pile, game.hands[game.turn][2]]
    grid, points = np.array(game.grid), np.array(game.pay.table)
    about = game.players, game.turn, game.last_cube, points, game.cubes[0], game.size
    return hands, grid, pile, height, *about


def kept_there(game: fast.Souvenirs) -> list[int]:
    """Every number that the fast core keeps."""
    found = [game.phase, game.turn, game.taken, len(game.pile)]
    found += game.grid
    found += game.owners
    found += padded(game.cubes, game.players, SEATS)
    for hand in game.hands:
        found += sorted(hand + [-1] * (souvenirs.HAND - len(hand)))
    return found + [-1] * (souvenirs.HAND * (SEATS - game.players))


def kept_here(state: souvenirs.State) -> list[Array]:
    """The same in the arrays."""
    numbers = [state.phase, state.turn, state.taken, state.height]
    return [*numbers, state.grid, state.owners, state.cubes, jnp.sort(state.hands, 1)]


LAW = Law(fast, souvenirs, 64, begin, kept_there, kept_here)


def check_law(count: int, followed: int, every: int) -> None:
    """So many random matches, some of them followed by the rules engine too."""
    chance = random.Random(f"batch {count}")
    rules = get("souvenirs")
    matches = [started(rules, rules.players[seed % 3], seed) for seed in range(followed)]
    games = [fast.from_state(match.state) for match in matches]
    points = {
        name: [chance.randrange(30), chance.randrange(30)] for name in msgspec.to_builtins(TABLE)
    }
    for number in range(count - followed):
        players = rules.players[number % 3]
        given = {"starter": number % players, "last_cube": number % 2 == 1}
        options = rules.parse_options(given | ({"points": points} if number % 5 == 4 else {}))
        games.append(fast.deal(players, chance, options))
    LAW.holds(games, chance, matches, every)


def test_legal_sets_observations_states_and_scores_are_those_of_the_rules() -> None:
    check_law(1024, 16, 3)


@pytest.mark.long
def test_the_law_holds_over_many_thousands_of_matches() -> None:
    check_law(3072, 90, 1)


def test_a_dealt_match_has_every_card_once_and_the_starter_has_drawn() -> None:
    keys = jax.random.split(jax.random.key(1), 40)
    deal = jax.jit(jax.vmap(souvenirs.start, (0, None)))
    for players in souvenirs.PLAYERS:
        states = deal(keys, players)
        for at in range(len(keys)):
            one = jax.tree.map(lambda each, at=at: np.asarray(each[at]), states)
            held = [kind for kind in one.hands.reshape(-1).tolist() if kind >= 0]
            pile = one.pile[: one.height].tolist()
            assert sorted([*held, *pile, int(one.grid[fast.MIDDLE])]) == sorted(fast.ONCE)
            sizes = (one.hands >= 0).sum(1).tolist()
            assert sizes == [3] + [2] * (players - 1) + [0] * (SEATS - players)


def test_a_sampled_action_is_legal_and_every_legal_one_comes_up() -> None:
    state = jax.jit(souvenirs.start)(jax.random.key(3), 3)
    step = jax.jit(souvenirs.step)
    for number in range(6):
        found = check_sampling(souvenirs, state)
        state = step(state, jnp.asarray(found[number * 600 + 99]))
