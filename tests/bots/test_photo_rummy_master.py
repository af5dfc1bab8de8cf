"""Photo Rummy's learned players: what they choose from, what they see, and whole matches."""

import random
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from quartett.bots import network
from quartett.bots.photo_rummy import master, master_net
from quartett.bots.photo_rummy.master_lays import Turn
from quartett.bots.photo_rummy.master_seen import NEAR, observations
from quartett.bots.photo_rummy.players import own_opened, own_rack
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.fast import photo_rummy as fast
from quartett.games import get
from quartett.games.photo_rummy.actions import PASS, Lay
from quartett.games.photo_rummy.solver import solve
from quartett.games.photo_rummy.solving.board import board, cards_of


def by_chance() -> dict[str, network.Array]:
    """Weights of a network that knows nothing."""
    chance = np.random.default_rng(1)
    return {
        name: (chance.normal(size=shape) / shape[-2] ** 0.5).astype(np.float32)
        for name, shape in master_net.SHAPES.items()
    }


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such weights in a file."""
    path = tmp_path_factory.mktemp("weights") / "weights.npz"
    network.save(by_chance(), path)
    return path


def decisions(seed: int, laying: float) -> "list[AnyMatch]":
    """The lay decisions of a match whose players lay something at random now and then."""
    chance, match = random.Random(seed), Match.start(get("photo_rummy"), 2 + seed % 3, seed)
    found = []
    while match.outcome is None:
        seat = min(match.to_act)
        if match.state.phase == "draw":
            match.play(seat, chance.choice(list(match.legal(seat))))
            continue
        found.append(match.fork())
        player = match.state.seats[seat]
        turn = Turn([*map(board, match.state.table)], board(player.rack), player.opened)
        after = chance.choice(turn.choices()) if chance.random() < laying else ()
        lay = Lay(tuple(tuple(cards_of(bits)) for bits in after))
        match.play(seat, lay if after else PASS)
    return found


def test_every_choice_is_legal_the_first_is_to_pass_and_the_largest_lay_is_among_them() -> None:
    kinds = set()
    for seed in range(9):
        for match in decisions(seed, 0.4):
            state, seat = match.state, min(match.to_act)
            player = state.seats[seat]
            turn = Turn([*map(board, state.table)], board(player.rack), player.opened)
            choices = turn.choices()
            assert set(choices[0]) == {*map(board, state.table)}
            for table in choices[1:]:
                match.game.check(state, seat, Lay(tuple(tuple(cards_of(bits)) for bits in table)))
            most = solve(state.table, player.rack, player.opened)
            assert turn.left.bit_count() == most.left
            assert (len(choices) > 1) == bool(most.laid)
            kinds.add(len(choices))
    assert max(kinds) > 4


def test_what_the_network_reads_is_what_the_seat_observes() -> None:
    for seed in range(6):
        for match in decisions(seed, 0.4):
            seat = min(match.to_act)
            game = fast.from_state(match.state)
            seen = observations(master.choices(match.view(seat)))[0].tolist()
            wanted = game.observe(seat)
            # What it reads comes after the phase, and of the candidates only the first counts.
            assert seen[5 : master_net.SEEN - 4] == wanted[5 : master_net.SEEN - 4]
            found = game.candidates()
            rack = match.state.seats[seat].rack
            left = len(found[0].rack) if found else len(rack)
            assert seen[-3] == left


def test_the_network_is_told_how_many_cards_would_let_it_go_out() -> None:
    told: list[int] = []
    for match in decisions(2, 0.0):
        view = match.view(min(match.to_act))
        rack, opened = own_rack(view), own_opened(view)
        seen = {card for cards in view.table for card in cards} | {*rack}
        *_, left, _, number = observations(master.choices(view))[0].tolist()
        if left > NEAR or (not number and 0 in told):
            continue
        unseen = [card for card in fast.CARD if card not in seen]
        told.append(number)
        assert number == sum(solve(view.table, (*rack, card), opened).goes_out for card in unseen)
        if len(told) == 6:
            break
    assert max(told) > 0


def test_what_the_network_says_is_the_mean_of_its_members() -> None:
    matches = decisions(3, 0.4)
    seen = np.concatenate([observations(master.choices(m.view(min(m.to_act)))) for m in matches])
    weights = by_chance()
    odds, points = master_net.evaluate_members(np, weights, seen)
    assert len(odds) == len(points) == master_net.MEMBERS
    assert np.abs(odds[0] - odds[1]).max() > 0.1
    assert np.allclose(master_net.evaluate(np, weights, seen)[0], odds.mean(0))
    alike = {name: np.stack([each[1]] * master_net.MEMBERS) for name, each in weights.items()}
    assert np.allclose(master_net.evaluate(np, alike, seen)[0], odds[1], atol=1e-4)


def test_exchanging_capitals_or_categories_changes_nothing() -> None:
    matches = decisions(3, 0.4)
    seen = np.concatenate([observations(master.choices(m.view(min(m.to_act)))) for m in matches])
    odds = master_net.evaluate(np, by_chance(), seen)[0]
    chance = np.random.default_rng(2)
    for _ in range(3):
        cities, categories = chance.permutation(17), chance.permutation(6)
        photos = (6 * cities[:, None] + categories).reshape(-1)
        turned = seen.copy()
        for base in (13, 121):
            turned[:, base : base + 102] = seen[:, base + photos]
        turned[:, 229:246] = seen[:, 229 + cities]
        turned[:, 246:252] = seen[:, 246 + categories]
        assert np.abs(master_net.evaluate(np, by_chance(), turned)[0] - odds).max() < 1e-3


def test_numpy_and_jax_come_to_the_same() -> None:
    jax = pytest.importorskip("jax")
    matches = decisions(4, 0.4)
    seen = np.concatenate([observations(master.choices(m.view(min(m.to_act)))) for m in matches])
    there = jax.jit(partial(master_net.evaluate, jax.numpy))(by_chance(), seen)
    for one, two in zip(master_net.evaluate(np, by_chance(), seen), there, strict=True):
        assert np.abs(one - np.asarray(two)).max() < 1e-3
    scores = np.array([master_net.between(2, 1, [5, -5]), master_net.between(1, 0, [0, 30, -30])])
    here = master_net.evaluate_scores(np, by_chance(), scores)
    far = master_net.evaluate_scores(jax.numpy, by_chance(), scores)
    assert np.abs(here - np.asarray(far)).max() < 1e-3


@pytest.mark.parametrize("kind", [master.Network, master.Master])
def test_network_and_master_play_whole_matches_and_the_same_ones_again(
    kind: type[master.Network], weights: Path
) -> None:
    own = type("Own", (kind,), {"weights": weights})
    assert _played(own(2), 2) == _played(own(2), 2)
    _played(own(2), 3)
    _played(own(2), 4)


def _played(bot: master.Network, count: int) -> list[object]:
    match = Match.start(get("photo_rummy"), count, "learned", {"rounds": 1})
    played: list[object] = []
    while match.outcome is None:
        seat = min(match.to_act)
        action = bot.choose(match.view(seat), list(match.legal(seat)), Rng("learned", len(played)))
        match.play(seat, action)
        played.append(action)
    return played
