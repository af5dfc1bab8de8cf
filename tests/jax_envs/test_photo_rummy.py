"""The law that ties the batch engine of Photo Rummy to the rules: same deal, same actions."""

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.fast import photo_rummy as fast
from quartett.games import get
from quartett.games.photo_rummy.actions import Size
from quartett.games.photo_rummy.kit import KITS
from quartett.jax import photo_rummy
from quartett.jax.arrays import any_of

SEATS = photo_rummy.MAX_PLAYERS
ROUNDS = 3
LEGAL = jax.jit(jax.vmap(photo_rummy.legal))
OBSERVE = jax.jit(
    jax.vmap(
        lambda state: jax.vmap(lambda seat: photo_rummy.observe(state, seat))(np.arange(SEATS))
    )
)
SHARES = jax.jit(jax.vmap(photo_rummy.shares))


@jax.jit
def stepped(state: photo_rummy.State, action: jax.Array, decks: jax.Array) -> photo_rummy.State:
    """All matches one action on; the key of a match is its place among the decks."""

    def deal(key: jax.Array, number: jax.Array) -> jax.Array:
        return decks[key, number - 1]

    return jax.vmap(lambda one, chosen: photo_rummy.step(one, chosen, deal))(state, action)


class Alike:
    """The same matches three times: as the rules play them, in the fast core, and as arrays."""

    def __init__(self, count: int, followed: int, rounds: int, size: Size = "full") -> None:
        rules, self.kit = get("photo_rummy"), KITS[size]
        allowed = self.kit.players
        self.chance = random.Random(f"batch {count}")
        self.games: list[fast.PhotoRummy] = []
        self.matches: list[AnyMatch] = []
        for number in range(count):
            players = allowed[number % len(allowed)]
            given = {"rounds": 1 + number % rounds, "starter": number % players, "size": size}
            match = Match.start(rules, players, number, given)
            self.games.append(fast.from_state(match.state, number))
            if number < followed:
                self.matches.append(match)
        self.decks = np.zeros((count, ROUNDS, fast.CARDS), np.int32)
        for number in range(count):
            self.decks[number, 0] = self.dealt(number, 0)
        self.state = jax.vmap(
            lambda key, players, starter, rounds: photo_rummy.init(
                key,
                players,
                starter,
                rounds,
                lambda key, _: jnp.asarray(self.decks)[key, 0],
                photo_rummy.SIZES.index(size),
            )
        )(
            jnp.arange(count),
            jnp.array([game.players for game in self.games]),
            jnp.array([game.starter for game in self.games]),
            jnp.array([game.options.rounds for game in self.games]),
        )

    def dealt(self, seed: int | str, number: int) -> list[int]:
        """The cards that this entry of a match deals, before those that it does not."""
        cards = Rng(seed, number).shuffled([fast.CARD[card] for card in self.kit.cards])
        return [*cards, *(card for card in range(fast.CARDS) if card not in cards)]

    def play(self) -> None:
        """To the end, comparing everything after each action."""
        self.check_state()
        while not all(game.is_over() for game in self.games):
            chosen = self.choose()
            for at, match in enumerate(self.matches):
                if match.outcome is None:
                    seat = self.games[at].turn
                    match.play(seat, fast.action_of(self.games[at], seat, chosen[at]))
            for at, (game, action) in enumerate(zip(self.games, chosen, strict=True)):
                if not game.is_over():
                    if game.round < ROUNDS:  # the next round would be dealt by this entry
                        self.decks[at, game.round] = self.dealt(game.seed, game.number)
                    game.apply(game.turn, action)
            self.state = stepped(self.state, jnp.array(chosen), jnp.array(self.decks))
            self.check_state()
        self.check_end()

    def choose(self) -> list[int]:
        """A legal action for each match; the legal sets and observations are compared."""
        masks, seen = np.asarray(LEGAL(self.state)), np.asarray(OBSERVE(self.state))
        chosen = []
        for at, game in enumerate(self.games):
            for seat in range(game.players):
                assert seen[at, seat].tolist() == game.observe(seat)
            ids = game.legal_ids(game.turn)
            assert np.flatnonzero(masks[at]).tolist() == (ids if game.turn >= 0 else [])
            chosen.append(self.chance.choice(ids) if ids else 0)
        return chosen

    def check_state(self) -> None:
        """Every number that the fast core keeps stands in the arrays."""
        for name in ("phase", "turn", "round", "starter", "players"):
            found = getattr(self.state, name).tolist()
            assert found == [getattr(game, name) for game in self.games], name
        place, group, deck, heights, opened, points = (
            np.asarray(getattr(self.state, name))
            for name in ("place", "group", "deck", "heights", "opened", "points")
        )
        for at, game in enumerate(self.games):
            for seat in range(game.players):
                assert np.flatnonzero(place[at] == seat).tolist() == sorted(game.racks[seat])
            table = [np.flatnonzero(group[at] == n).tolist() for n in range(len(game.table))]
            assert table == [sorted(cards) for cards in game.table]
            assert (group[at] >= len(game.table)).sum() == 0
            rest = deck[at, self.kit.rack * game.players :]
            piles = enumerate(heights[at].tolist())
            stacks = [rest[n :: self.kit.stacks][:high].tolist() for n, high in piles]
            assert stacks == game.stacks
            assert opened[at, : game.players].tolist() == game.opened
            assert points[at, : game.players].tolist() == game.points

    def check_end(self) -> None:
        """Scores and outcomes are those of the rules."""
        shares = np.asarray(SHARES(self.state))
        for at, game in enumerate(self.games):
            winners = game.winners()
            wanted = [(seat in winners) / len(winners) for seat in range(SEATS)]
            assert shares[at] == pytest.approx(wanted)
        for at, match in enumerate(self.matches):
            assert match.outcome is not None
            players = self.games[at].players
            scores = np.asarray(photo_rummy.scores(self.state))[at, :players]
            assert tuple(scores.tolist()) == match.outcome.scores


def test_legal_sets_observations_states_and_scores_are_those_of_the_rules() -> None:
    Alike(18, 6, rounds=2).play()


def test_small_photo_rummy_as_arrays_is_that_of_the_rules() -> None:
    Alike(64, 24, rounds=2, size="small").play()


@pytest.mark.long
def test_the_law_holds_over_a_thousand_matches() -> None:
    Alike(1000, 60, ROUNDS).play()


def test_a_dealt_round_has_every_card_once_and_stacks_of_nearly_equal_height() -> None:
    keys = jax.random.split(jax.random.key(1), 21)
    players = np.array([photo_rummy.PLAYERS[at % 3] for at in range(len(keys))])
    states = jax.jit(jax.vmap(photo_rummy.init))(keys, players)
    assert (np.sort(states.deck, -1) == np.arange(fast.CARDS)).all()
    assert (states.heights.sum(1) == fast.CARDS - 8 * players).all()
    assert (np.ptp(states.heights, 1) <= 1).all()
    sizes = (states.place[:, None] == np.arange(SEATS)[:, None]).sum(-1)
    assert (sizes == np.where(np.arange(SEATS) < players[:, None], 8, 0)).all()


def test_a_match_of_draws_and_passes_ends_and_is_shared() -> None:
    keys = jax.random.split(jax.random.key(2), 8)
    state = jax.jit(jax.vmap(lambda key: photo_rummy.init(key, 4, 0, 2)))(keys)

    @jax.jit
    def stepped(state: photo_rummy.State, luck: jax.Array) -> photo_rummy.State:
        legal = jax.vmap(photo_rummy.legal)(state) & (np.arange(fast.ACTIONS) < fast.LAY_ID)
        return jax.vmap(photo_rummy.step)(state, jax.vmap(any_of)(legal, luck))

    turns = 0
    while (np.asarray(state.phase) != fast.OVER).any():
        luck = np.random.default_rng(turns).integers(1 << 32, size=len(keys), dtype=np.uint32)
        state, turns = stepped(state, luck), turns + 1
    assert turns == 2 * 2 * (fast.CARDS - 8 * 4)
    assert np.asarray(SHARES(state)) == pytest.approx(1 / SEATS)
