"""`quartett.policy`: what a network thinks of observations, in NumPy and JAX, and as a bot."""

import random
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import quartett.jax
from quartett import bots, policy
from quartett.core.errors import FormatError
from quartett.core.match import Match
from quartett.core.seeds import Rng
from quartett.fast import flow_ticks, jericho, souvenirs
from quartett.games import get

FAST: dict[str, Any] = {"flow": flow_ticks, "jericho": jericho, "souvenirs": souvenirs}
EVERY_GAME = pytest.mark.parametrize("name", FAST)


def seen_in(name: str, count: int) -> tuple[Any, Any]:
    """Observations of seats to act in a random match, and their masks."""
    chance = random.Random(4)
    game = FAST[name].deal(get(name).players[0], chance)
    seen: list[list[int]] = []
    masks: list[list[int]] = []
    while len(seen) < count and not game.is_over():
        seat = game.turn
        seen.append(game.observe(seat))
        masks.append(game.mask(seat))
        game.apply(seat, chance.choice(game.legal_ids(seat)))
    return np.array(seen, np.int32), np.array(masks, np.int8)


@EVERY_GAME
def test_every_action_id_has_a_logit_and_every_observation_a_value(name: str) -> None:
    seen, masks = seen_in(name, 40)
    found = policy.load(name)
    logits, value = found(seen, masks)
    assert logits.shape == masks.shape
    assert value.shape == (len(seen),)
    assert (logits[masks == 0] == np.float32(policy.ILLEGAL)).all()
    assert np.isfinite(logits).all()
    assert (np.abs(logits[masks == 1]) < 1e6).all()
    single, alone = found(seen[7], masks[7])
    assert np.abs(single - logits[7])[masks[7] == 1].max() < 1e-3
    assert alone == pytest.approx(value[7], abs=1e-4)
    likely = found.probabilities(seen, masks)
    assert likely.sum(-1) == pytest.approx(1, abs=1e-5)
    assert not likely[masks == 0].any()


@EVERY_GAME
def test_numpy_and_jax_agree_and_jax_is_compiled_and_mapped(name: str) -> None:
    seen, masks = seen_in(name, 12)
    found = policy.load(name)
    _, value = found(seen, masks)
    likely = found.probabilities(seen, masks)
    there = jax.jit(jax.vmap(found.probabilities))(jnp.array(seen), jnp.array(masks))
    expected = jax.jit(jax.vmap(found))(jnp.array(seen))[1]
    assert isinstance(there, jax.Array)
    limit = 1e-3 if name == "jericho" else 0.1  # lines and choices are rough numbers there
    assert np.abs(np.asarray(there) - likely).max() < limit
    assert np.abs(np.asarray(expected) - value).max() < limit


@pytest.mark.parametrize("name", ["jericho", "souvenirs"])
def test_the_favourite_is_what_the_bot_called_network_does(name: str) -> None:
    game, bot = get(name), bots.get(name, "network")
    match, found = Match.start(game, game.players[0], 3), policy.load(name)
    compared = 0
    while match.outcome is None and compared < 25:
        seat = min(match.to_act)
        chosen = bot.choose(match.view(seat), match.legal(seat), Rng(compared))
        table = FAST[name].from_state(match.state)
        logits, _ = found(np.array(table.observe(seat)), np.array(table.mask(seat)))
        if len(match.legal(seat)) > 1:
            mine = logits[FAST[name].id_of(table, seat, chosen)]
            assert mine == pytest.approx(logits.max(), abs=1e-3)
            compared += 1
        match.play(seat, chosen)
    assert compared >= 10


def test_a_policy_plays_the_environments_of_jax() -> None:
    env, found = quartett.jax.make("jericho"), policy.load("jericho")

    @jax.jit
    def on(state: quartett.jax.State) -> quartett.jax.State:
        logits, _ = found(state.observation, state.legal_action_mask)
        return jax.vmap(env.step)(state, jnp.argmax(logits, -1))

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), 4))
    for _ in range(128):
        state = on(state)
    assert state.terminated.all()
    assert (state.step_count > 60).all()


def test_weights_are_kept_and_play_as_bots(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    shipped = policy.load("jericho")
    turned = {name: -each for name, each in shipped.weights.items()}
    policy.save("jericho", turned, path)
    again = policy.load("jericho", path)
    assert all((again.weights[name] == each).all() for name, each in turned.items())
    match = Match.start(get("jericho"), 3, 5)
    chosen = {}
    for bot in ("network", f"{path}:network", f"{path}:master"):
        made = bots.get("jericho", bot, 4)
        chosen[bot] = made.choose(match.view(0), match.legal(0), Rng(1))
        assert chosen[bot] in match.legal(0)
    assert chosen["network"] != chosen[f"{path}:network"]


def test_weights_that_do_not_fit_are_refused_by_the_array(tmp_path: Path) -> None:
    good = dict(policy.load("jericho").weights)
    with pytest.raises(FormatError, match=r"weights: the array value\.b is missing"):
        policy.save("jericho", {k: v for k, v in good.items() if k != "value.b"}, tmp_path / "a")
    with pytest.raises(FormatError, match=r"value\.b has the shape \(2,\), not \(1,\)"):
        policy.Policy("jericho", {**good, "value.b": np.zeros(2)})
    with pytest.raises(FormatError, match="the network has no array more"):
        policy.Policy("jericho", {**good, "more": np.zeros(2)})
    assert not list(tmp_path.iterdir())
    policy.save("jericho", good, tmp_path / "jericho.npz")
    with pytest.raises(FormatError, match=r"jericho\.npz: "):
        bots.get("souvenirs", f"{tmp_path / 'jericho.npz'}:network")
    with pytest.raises(FormatError, match="weights play as network or as master"):
        bots.get("jericho", f"{tmp_path / 'jericho.npz'}:hard")
    with pytest.raises(FormatError, match="there is no file"):
        bots.get("jericho", f"{tmp_path / 'none.npz'}:network")
    with pytest.raises(FormatError, match="does not exist"):
        policy.load("jericho", tmp_path / "none.npz")


def test_a_game_whose_network_judges_tables_is_refused() -> None:
    with pytest.raises(FormatError, match="photo_rummy has no network that judges observations"):
        policy.load("photo_rummy")
