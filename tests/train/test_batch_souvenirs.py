"""The law that ties the batch engine of Souvenirs to the rules: same deal, same actions."""

import random

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import pytest

from fast.fast_games import started
from quartett.core.match import AnyMatch
from quartett.fast import souvenirs as fast
from quartett.games import get
from quartett.games.souvenirs.combinations import TABLE
from quartett.train.batch import souvenirs

SEATS = souvenirs.MAX_PLAYERS
STEP = jax.jit(jax.vmap(souvenirs.step))
LEGAL = jax.jit(jax.vmap(souvenirs.legal))
OBSERVE = jax.jit(
    jax.vmap(lambda state: jax.vmap(lambda seat: souvenirs.observe(state, seat))(jnp.arange(SEATS)))
)
SHARES = jax.jit(jax.vmap(souvenirs.shares))
SCORES = jax.jit(jax.vmap(souvenirs.scores))


def table(game: fast.Souvenirs) -> souvenirs.State:
    """A dealt match as arrays; the first draw is taken back, for the arrays draw it themselves."""
    hands = np.full((SEATS, 2), -1, np.int8)
    for seat, hand in enumerate(game.hands):
        hands[seat] = hand[:2]
    pile = np.zeros(souvenirs.PILE, np.int8)
    height = len(game.pile) + 1
    pile[:height] = [*game.pile, game.hands[game.turn][2]]
    return souvenirs.begin(
        jnp.array(hands),
        game.grid[fast.MIDDLE],
        jnp.array(pile),
        height,
        game.players,
        game.turn,
        game.last_cube,
        jnp.array(game.pay.table),
    )


def check_state(state: souvenirs.State, games: list[fast.Souvenirs]) -> None:
    """Every number that the fast core keeps stands in the arrays."""
    for name in ("phase", "turn", "taken"):
        assert getattr(state, name).tolist() == [getattr(game, name) for game in games], name
    assert state.height.tolist() == [len(game.pile) for game in games]
    assert np.asarray(state.grid).tolist() == [game.grid for game in games]
    assert np.asarray(state.owners).tolist() == [game.owners for game in games]
    hands, cubes = np.asarray(state.hands).tolist(), np.asarray(state.cubes).tolist()
    for at, game in enumerate(games):
        held = [[kind for kind in hand if kind >= 0] for hand in hands[at]]
        empty = SEATS - game.players
        assert held == [*game.hands, *[[]] * empty]
        assert cubes[at] == [*game.cubes, *[0] * empty]


def play_alike(games: list[fast.Souvenirs], chance: random.Random, matches: list[AnyMatch]) -> None:
    """Play all matches to their ends, here and there, comparing everything after each action."""
    state = jax.tree.map(lambda *each: jnp.stack(each), *map(table, games))
    check_state(state, games)
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
    play_alike(games, chance, matches)


def test_legal_sets_observations_states_and_scores_are_those_of_the_rules() -> None:
    check_law(240, 16)


@pytest.mark.long
def test_the_law_holds_over_thousands_of_matches() -> None:
    check_law(3000, 90)


def test_a_dealt_match_has_every_card_once_and_the_starter_has_drawn() -> None:
    keys = jax.random.split(jax.random.key(1), 40)
    for players in souvenirs.PLAYERS:
        states = jax.jit(jax.vmap(lambda key, players=players: souvenirs.init(key, players)))(keys)
        for at in range(len(keys)):
            one = jax.tree.map(lambda each, at=at: np.asarray(each[at]), states)
            held = [kind for kind in one.hands.reshape(-1).tolist() if kind >= 0]
            pile = one.pile[: one.height].tolist()
            assert sorted([*held, *pile, int(one.grid[fast.MIDDLE])]) == sorted(fast.ONCE)
            sizes = (one.hands >= 0).sum(1).tolist()
            assert sizes == [3] + [2] * (players - 1) + [0] * (SEATS - players)


def test_a_sampled_action_is_legal_and_every_legal_one_comes_up() -> None:
    state = souvenirs.init(jax.random.key(3), 3)
    sample = jax.jit(jax.vmap(souvenirs.sample, (None, 0)))
    step, allowed = jax.jit(souvenirs.step), jax.jit(souvenirs.legal)
    luck = jax.random.bits(jax.random.key(4), (8000,))
    for number in range(6):
        found = np.asarray(sample(state, luck))
        counts = np.bincount(found, minlength=souvenirs.ACTIONS)
        legal = np.asarray(allowed(state))
        wanted = len(luck) / legal.sum()
        assert ((counts > 0) == legal).all()
        assert ((counts[legal] - wanted) ** 2 / wanted).sum() < legal.sum() + 5 * (
            2 * legal.sum()
        ) ** 0.5
        state = step(state, jnp.asarray(found[number * 600 + 99]))
