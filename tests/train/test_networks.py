"""The networks: what they may choose, NumPy beside JAX, symmetry, and whole matches as players."""

import random
from functools import partial
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from quartett.bots import network
from quartett.bots.base import Bot
from quartett.bots.flow import master as flow_players
from quartett.bots.flow import master_net as flow_net
from quartett.bots.jericho import master as jericho_players
from quartett.bots.jericho import master_net as jericho_net
from quartett.bots.souvenirs import master as souvenirs_players
from quartett.bots.souvenirs import master_net as souvenirs_net
from quartett.core.errors import QuartettError
from quartett.core.match import Match
from quartett.core.seeds import Rng
from quartett.fast import flow_ticks, jericho, souvenirs
from quartett.fast.flow import STOP_ID
from quartett.fast.souvenirs_payouts import CODE, payouts_of
from quartett.games import get
from quartett.games.souvenirs.cards import DECK
from quartett.games.souvenirs.combinations import TABLE

GAMES: dict[str, tuple[ModuleType, ModuleType, ModuleType]] = {
    "flow": (flow_ticks, flow_net, flow_players),
    "jericho": (jericho, jericho_net, jericho_players),
    "souvenirs": (souvenirs, souvenirs_net, souvenirs_players),
}
EVERY_GAME = pytest.mark.parametrize("name", GAMES)
IN_TURN = pytest.mark.parametrize("name", ["jericho", "souvenirs"])


def weights_of(net: ModuleType) -> dict[str, network.Array]:
    """Weights by chance."""
    chance = np.random.default_rng(1)
    return {
        name: (chance.normal(size=shape) / shape[0] ** 0.5).astype(np.float32)
        for name, shape in net.SHAPES.items()
    }


def seen_in(name: str, matches: int) -> list[tuple[list[int], list[int]]]:
    """What seats to act observe in random matches, and their legal ids."""
    fast = GAMES[name][0]
    found: list[tuple[list[int], list[int]]] = []
    for number in range(matches):
        chance = random.Random(number)
        game = fast.deal(get(name).players[number % 3], chance)
        while not game.is_over() and len(found) < 120 * (number + 1):
            legal = sorted(game.legal_ids(game.turn))
            found.append((game.observe(game.turn), _choices(game, legal)))
            game.apply(game.turn, chance.choice(legal))
    return found


def _choices(game: Any, legal: list[int]) -> list[int]:
    """What a network chooses from: where hands take time, all that is possible once they are free.

    To wait is to put off a Stop.
    """
    if not isinstance(game, flow_ticks.FlowTicks):
        return legal
    ready = sorted(game.game.once_ready_ids(game.turn))
    return [*ready, flow_ticks.WAIT_ID] if STOP_ID in ready else ready


def masks_of(net: ModuleType, decisions: list[tuple[list[int], list[int]]]) -> network.Array:
    """Masks over action ids."""
    found = np.zeros((len(decisions), net.ACTIONS), bool)
    for at, (_, legal) in enumerate(decisions):
        found[at, legal] = True
    return found


@EVERY_GAME
def test_the_choices_of_a_network_are_the_legal_actions(name: str) -> None:
    net = GAMES[name][1]
    decisions = seen_in(name, 12)
    seen = np.array([each for each, _ in decisions], np.int32)
    choices = net.choices(np, seen)
    assert (choices == np.asarray(jax.jit(partial(net.choices, jnp))(jnp.array(seen)))).all()
    among = network.among(np, masks_of(net, decisions), choices)
    for at, (_, legal) in enumerate(decisions):
        assert sorted(choices[at, among[at]].tolist()) == legal


def test_what_the_network_sees_of_trumpets_is_what_they_do() -> None:
    chance = random.Random(3)
    fallen = 0
    for number in range(30):
        game = jericho.deal(3 + number % 3, chance)
        while not game.is_over():
            count = game.players
            walls = np.array(game.walls).reshape(count, 5, 6).swapaxes(0, 1)
            hit, after = jericho_net.blown(np, walls, walls.sum(-2))
            for colour in range(5):
                place = game.target(colour)
                assert np.flatnonzero(hit[colour]).tolist() == ([] if place < 0 else [place])
                lengths = game.lengths_without(colour, max(place, 0))
                assert after[colour].tolist() == lengths
                fallen += place >= 0
            game.apply(game.turn, chance.choice(game.legal_ids(game.turn)))
    assert fallen > 1000


def test_what_the_network_sees_of_lines_is_what_they_pay() -> None:
    chance, code = random.Random(5), np.array(souvenirs_net.CODES)
    pays = payouts_of(TABLE)
    points = np.array(pays.table).reshape(-1, 2)
    lines = [chance.sample(DECK, chance.randrange(6)) for _ in range(3000)]
    kinds = [[souvenirs.KIND[card] for card in line] for line in lines]
    counts = np.array([code[[0, *(kind + 1 for kind in line)]].sum(0) for line in kinds])
    first, second = souvenirs_net.worths(np, counts, points)
    sums = [sum(CODE[kind] for kind in line) for line in kinds]
    assert first.tolist() == [pays.first(each) for each in sums]
    assert second.tolist() == [pays.second(each) for each in sums]


@EVERY_GAME
def test_numpy_and_jax_come_to_the_same(name: str) -> None:
    net, decisions = GAMES[name][1], seen_in(name, 3)
    seen, weights = np.array([each for each, _ in decisions], np.int32), weights_of(net)
    logits, value = net.evaluate(np, weights, seen)
    there, expected = jax.jit(partial(net.evaluate, jnp))(weights, jnp.array(seen))
    legal = network.among(np, masks_of(net, decisions), net.choices(np, seen))
    # Where it learns, the many lines and choices are looked at with rough numbers.
    limit = 1e-3 if name == "jericho" else 0.2
    assert np.abs(np.asarray(there) - logits)[legal].max() < limit
    assert np.abs(np.asarray(expected) - value).max() < limit
    assert np.abs(net.expected(np, weights, seen) - value).max() < 1e-5


def test_exchanging_colours_exchanges_what_the_network_of_jericho_likes() -> None:
    weights = weights_of(jericho_net)
    seen = np.array([each for each, _ in seen_in("jericho", 1)], np.int16)
    logits, value = jericho_net.evaluate(np, weights, seen)
    for order in list(permutations(range(5)))[7:120:31]:
        kinds = [5 * colour + rank for colour in order for rank in range(5)]
        turned = seen.copy()
        for at in (9, 35, 61, 87):
            turned[:, at : at + 25] = seen[:, [at + kind for kind in kinds]]
        for place in range(5):
            base = 115 + 66 * place + 5
            walls = [base + 6 * colour + rank for colour in order for rank in range(6)]
            turned[:, base : base + 30] = seen[:, walls]
            turned[:, base + 30 : base + 35] = seen[:, [base + 30 + colour for colour in order]]
            won = base + 35
            turned[:, won : won + 25] = seen[:, [won + kind for kind in kinds]]
        ids = [*kinds, 25, *(26 + kind for kind in kinds), 51, *(52 + kind for kind in kinds)]
        ids += [*(77 + colour for colour in order), *(82 + kind for kind in kinds), 107]
        liked, expected = jericho_net.evaluate(np, weights, turned)
        assert np.abs(liked - logits[:, ids]).max() < 1e-3
        assert np.abs(expected - value).max() < 1e-3


@IN_TURN
def test_network_and_master_play_whole_matches_and_the_same_ones_again(
    name: str, tmp_path: Path
) -> None:
    _, net, players = GAMES[name]
    path = tmp_path / "weights.npz"
    network.save(weights_of(net), path)
    first, *others = get(name).players
    for kind in (players.Network, players.Master):
        own = type("Own", (kind,), {"weights": path})
        assert _played(name, own(4), first) == _played(name, own(4), first)
    for count in others:
        _played(name, own(2), count)


def _played(name: str, bot: Bot[object, object], count: int) -> list[object]:
    match = Match.start(get(name), count, "networks")
    played: list[object] = []
    while match.outcome is None:
        seat = min(match.to_act)
        legal = list(match.legal(seat))
        action = bot.choose(match.view(seat), legal, Rng("networks", len(played)))
        match.play(seat, action)
        played.append(action)
    return played


def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path) -> None:
    pickled = tmp_path / "pickled.npz"
    np.savez(pickled, weights=np.array([{"any": "thing"}], object))
    text = tmp_path / "text.npz"
    text.write_text("weights")
    for path in (pickled, text):
        with pytest.raises(QuartettError, match="holds no weights"):
            network.load(path)
