"""The law that ties the batch engine of Jericho to the rules: same deal, same actions, the same."""

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from fast.fast_games import started
from jax_envs.law import Law, check_sampling, padded
from quartett.fast import jericho as fast
from quartett.games import get
from quartett.games.jericho.deal import pile_sizes
from quartett.jax import jericho

SEATS = jericho.MAX_PLAYERS


def begin(game: fast.Jericho) -> tuple[object, ...]:
    """A dealt match as arrays."""
    hands = np.array(padded(game.hands, game.players, SEATS), np.int8).reshape(SEATS, -1)
    pile = np.zeros(jericho.PILE, np.int8)
    pile[: len(game.pile)] = game.pile
    return hands, pile, len(game.pile), game.players, game.starter


def kept_there(game: fast.Jericho) -> list[int]:
    """Every number that the fast core keeps."""
    players = game.players
    found = [game.phase, game.round, game.turn, game.starter, len(game.pile)]
    found += game.supply
    found += game.removed
    for each in (game.hands, game.walls, game.fed, game.puts, game.won):
        found += padded(each, players, SEATS)
    return found + padded(game.faces, players, SEATS, -1)


def kept_here(state: jericho.State) -> list[Array]:
    """The same in the arrays."""
    numbers = [state.phase, state.round, state.turn, state.starter, state.height]
    tables = [state.hands, state.walls, state.fed, state.puts, state.won, state.faces]
    return [*numbers, state.supply, state.removed, *tables]


LAW = Law(fast, jericho, 128, begin, kept_there, kept_here)


def check_law(count: int, followed: int, every: int) -> None:
    """So many random matches, some of them followed by the rules engine too."""
    chance = random.Random(f"batch {count}")
    rules = get("jericho")
    matches = [started(rules, rules.players[seed % 3], seed) for seed in range(followed)]
    games = [fast.from_state(match.state) for match in matches]
    for number in range(count - followed):
        players = rules.players[number % 3]
        options = rules.parse_options({"starter": number % players})
        games.append(fast.deal(players, chance, options))
    LAW.holds(games, chance, matches, every)


def test_legal_sets_observations_states_and_scores_are_those_of_the_rules() -> None:
    check_law(1024, 12, 3)


@pytest.mark.long
def test_the_law_holds_over_many_thousands_of_matches() -> None:
    check_law(3072, 90, 1)


def test_a_dealt_match_has_every_card_once_and_a_scoring_card_in_every_other_pile() -> None:
    keys = jax.random.split(jax.random.key(1), 60)
    deal = jax.jit(jax.vmap(jericho.start, (0, None)))
    for players in jericho.PLAYERS:
        states = deal(keys, players)
        piles, hands = np.asarray(states.pile), np.asarray(states.hands)
        height = int(states.height[0])
        assert height == sum(pile_sizes(players))
        places = set()
        for pile, hand in zip(piles, hands, strict=True):
            cards = [kind for kind in pile[:height].tolist() if kind != fast.SHOW]
            cards += [kind for kind in range(fast.KINDS) for _ in range(hand[:, kind].sum())]
            assert sorted(cards) == fast.ONCE
            assert hand.sum(1).tolist() == [7] * players + [0] * (SEATS - players)
            shows = np.flatnonzero(pile[:height] == fast.SHOW).tolist()
            sizes = pile_sizes(players)
            ends = np.cumsum(sizes)
            assert [int(np.searchsorted(ends, each, side="right")) for each in shows] == [0, 2, 4]
            places.add(tuple(shows))
        assert len(places) > 40


def test_a_sampled_action_is_legal_and_every_legal_one_comes_up() -> None:
    state = jax.jit(jericho.start, static_argnums=1)(jax.random.key(3), 3)
    go_on = jax.jit(lambda state, luck: jericho.step(state, jericho.sample(state, luck)))
    for _ in range(6):  # everybody has laid and fed a card
        state = go_on(state, jnp.uint32(7))
    check_sampling(jericho, state)
