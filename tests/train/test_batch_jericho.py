"""The law that ties the batch engine of Jericho to the rules: same deal, same actions, the same."""

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from numpy.typing import NDArray

from fast.fast_games import started
from quartett.core.match import AnyMatch
from quartett.fast import jericho as fast
from quartett.games import get
from quartett.games.jericho.deal import pile_sizes
from quartett.train.batch import jericho

SEATS = jericho.MAX_PLAYERS
STEP = jax.jit(jax.vmap(jericho.step))
LEGAL = jax.jit(jax.vmap(jericho.legal))
OBSERVE = jax.jit(
    jax.vmap(lambda state: jax.vmap(lambda seat: jericho.observe(state, seat))(jnp.arange(SEATS)))
)
SHARES = jax.jit(jax.vmap(jericho.shares))
SCORES = jax.jit(jax.vmap(jericho.scores))


def table(game: fast.Jericho) -> jericho.State:
    """A dealt match as arrays."""
    hands = np.zeros((SEATS, fast.KINDS), np.int8)
    hands[: game.players] = np.array(game.hands).reshape(game.players, -1)
    pile = np.zeros(jericho.PILE, np.int8)
    pile[: len(game.pile)] = game.pile
    return jericho.begin(
        jnp.array(hands), jnp.array(pile), len(game.pile), game.players, game.starter
    )


def padded(values: list[int], players: int, empty: int = 0) -> NDArray[np.int64]:
    """What a fast match keeps by seat, with rows for the seats that nobody has."""
    found = np.array(values).reshape(players, -1)
    rest = np.full((SEATS - players, found.shape[1]), empty)
    return np.concatenate([found, rest])


def check_state(state: jericho.State, games: list[fast.Jericho]) -> None:
    """Every number that the fast core keeps stands in the arrays."""
    for name in ("phase", "round", "turn", "starter"):
        assert getattr(state, name).tolist() == [getattr(game, name) for game in games], name
    assert state.height.tolist() == [len(game.pile) for game in games]
    for name in ("supply", "removed"):
        assert np.asarray(getattr(state, name)).tolist() == [getattr(each, name) for each in games]
    for name, empty in (("hands", 0), ("walls", 0), ("faces", -1), ("fed", 0), ("puts", 0)):
        wanted = np.stack([padded(getattr(each, name), each.players, empty) for each in games])
        assert (np.asarray(getattr(state, name)).reshape(wanted.shape) == wanted).all(), name
    won = np.stack([padded(game.won, game.players) for game in games])
    assert (np.asarray(state.won) == won).all()


def play_alike(games: list[fast.Jericho], chance: random.Random, matches: list[AnyMatch]) -> None:
    """Play all matches to their ends, here and there, comparing everything after each action."""
    state = jax.tree.map(lambda *each: jnp.stack(each), *map(table, games))
    while not all(game.is_over() for game in games):
        masks, seen = np.asarray(LEGAL(state)), np.asarray(OBSERVE(state))
        chosen = []
        for at, game in enumerate(games):
            for seat in range(game.players):
                assert seen[at, seat].tolist() == game.observe(seat)
            if game.is_over():
                assert not masks[at].any()
                chosen.append(0)
                continue
            ids = sorted(game.legal_ids(game.turn))
            assert np.flatnonzero(masks[at]).tolist() == ids
            chosen.append(chance.choice(ids))
        for at, match in enumerate(matches):
            if match.outcome is None:
                seat = games[at].turn
                match.play(seat, fast.action_of(games[at], seat, chosen[at]))
        for game, action in zip(games, chosen, strict=True):
            if not game.is_over():
                game.apply(game.turn, action)
        state = STEP(state, jnp.array(chosen))
        check_state(state, games)
    scores, shares = np.asarray(SCORES(state)), np.asarray(SHARES(state))
    for at, game in enumerate(games):
        winners = game.winners()
        wanted = [(seat in winners) / len(winners) for seat in range(SEATS)]
        assert scores[at, : game.players].tolist() == game.scores()
        assert shares[at] == pytest.approx(wanted)
    for at, match in enumerate(matches):
        assert match.outcome is not None
        assert tuple(scores[at, : games[at].players].tolist()) == match.outcome.scores


def check_law(count: int, followed: int) -> None:
    """So many random matches, some of them followed by the rules engine too."""
    chance = random.Random(f"batch {count}")
    rules = get("jericho")
    matches = [started(rules, rules.players[seed % 3], seed) for seed in range(followed)]
    games = [fast.from_state(match.state) for match in matches]
    for number in range(count - followed):
        players = rules.players[number % 3]
        options = rules.parse_options({"starter": number % players})
        games.append(fast.deal(players, chance, options))
    play_alike(games, chance, matches)


def test_legal_sets_observations_states_and_scores_are_those_of_the_rules() -> None:
    check_law(240, 12)


@pytest.mark.long
def test_the_law_holds_over_thousands_of_matches() -> None:
    check_law(3000, 90)


def test_a_dealt_match_has_every_card_once_and_a_scoring_card_in_every_other_pile() -> None:
    keys = jax.random.split(jax.random.key(1), 60)
    for players in jericho.PLAYERS:
        states = jax.jit(jax.vmap(lambda key, players=players: jericho.init(key, players)))(keys)
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
    state = jax.jit(jericho.init, static_argnums=1)(jax.random.key(3), 3)
    go_on = jax.jit(lambda state, luck: jericho.step(state, jericho.sample(state, luck)))
    for _ in range(6):  # everybody has laid and fed a card
        state = go_on(state, jnp.uint32(7))
    luck = jax.random.bits(jax.random.key(4), (8000,))
    found = np.asarray(jax.jit(jax.vmap(jericho.sample, (None, 0)))(state, luck))
    counts = np.bincount(found, minlength=jericho.ACTIONS)
    legal = np.asarray(jericho.legal(state))
    wanted = len(luck) / legal.sum()
    assert ((counts > 0) == legal).all()
    assert ((counts[legal] - wanted) ** 2 / wanted).sum() < legal.sum() + 5 * (
        2 * legal.sum()
    ) ** 0.5
