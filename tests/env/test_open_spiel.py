"""OpenSpiel's own tests accept the games: simulations, written out and read back, playthroughs."""

import random
from pathlib import Path
from typing import Any

import pyspiel
import pytest

import quartett.env.open_spiel
from env.playing_through import GAMES, playthrough, recorded, replayed

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


@EVERY_GAME
def test_a_playthrough_looks_as_it_did_when_it_was_recorded(name: str, tmp_path: Path) -> None:
    text = recorded(name)
    assert text.startswith(f"game: {GAMES[name]}\n")
    assert replayed(text, tmp_path) == text


@pytest.mark.parametrize(
    "name",
    [pytest.param("jericho", marks=pytest.mark.long), "flow", "photo_rummy", "souvenirs"],
)
def test_any_playthrough_is_the_same_again(name: str, tmp_path: Path) -> None:
    text = playthrough(name, 7)
    assert "IsTerminal() = True" in text
    assert replayed(text, tmp_path) == text


@EVERY_GAME
def test_no_observer_shows_a_hand_as_public(name: str) -> None:
    game, private = loaded(name), pyspiel.PrivateInfoType
    usual = {"public_info": True, "perfect_recall": False, "private_info": private.SINGLE_PLAYER}
    assert game.make_py_observer(pyspiel.IIGObservationType(**usual)) is not None
    for other in ({"private_info": private.NONE}, {"private_info": private.ALL_PLAYERS},
                  {"public_info": False}, {"perfect_recall": True}):  # fmt: skip
        assert game.make_py_observer(pyspiel.IIGObservationType(**{**usual, **other})) is None
