"""OpenSpiel's own simulation test accepts the games, also written out and read back."""

import random
from typing import Any

import pyspiel
import pytest

import quartett.env.open_spiel

SHORT: dict[str, dict[str, Any]] = {
    "flow": {"players": 2, "target": 20, "cards": 8},
    "jericho": {"players": 3},
    "photo_rummy": {"players": 2, "rounds": 1},
    "souvenirs": {"players": 4},
}
EVERY_GAME = pytest.mark.parametrize("name", SHORT)


def loaded(name: str) -> Any:
    return pyspiel.load_game(f"quartett_{name}", SHORT[name])


def played(game: Any, seed: int, actions: int) -> Any:
    """A state after so many random actions."""
    chance, state = random.Random(seed), game.new_initial_state()
    for _ in range(actions + quartett.env.open_spiel.DIGITS):
        if not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return state


@EVERY_GAME
def test_random_sim_test(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=2, serialize=True, verbose=False)


@EVERY_GAME
def test_a_resampled_state_looks_the_same_and_can_be_played_on(name: str) -> None:
    game, chance = loaded(name), random.Random(7)
    for actions in (0, 5, 20):
        state = played(game, actions, actions)
        if state.is_terminal():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        while not other.is_terminal():
            other.apply_action(chance.choice(other.legal_actions()))
        assert sum(other.returns()) == pytest.approx(1.0)
        assert not state.is_terminal()


@EVERY_GAME
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = played(loaded(name), 3, 8)
    before, other = str(state), state.clone()
    assert str(other) == before
    other.apply_action(other.legal_actions()[-1])
    assert str(state) == before


def test_players_are_those_of_the_game() -> None:
    assert pyspiel.load_game("quartett_jericho", {"players": 5}).num_players() == 5
    assert pyspiel.load_game("quartett_souvenirs").num_players() == 2
