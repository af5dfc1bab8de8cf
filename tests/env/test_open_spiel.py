"""OpenSpiel's own tests accept the games: simulations, written out and read back, playthroughs."""

import pickle
import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    random_agent,
)

import quartett.env.open_spiel
from env.playing_through import GAMES, playthrough, recorded, replayed
from quartett.core.errors import FormatError
from quartett.fast.photo_rummy import LAY_ID
from quartett.games import get
from quartett.games.photo_rummy.cards import DECK

SHORT: dict[str, dict[str, Any]] = {
    "flow": {"players": 2, "target": 20, "cards": 8},
    "jericho": {"players": 3},
    "photo_rummy": {"players": 2, "rounds": 1},
    "souvenirs": {"players": 4},
}
EVERY_GAME = pytest.mark.parametrize("name", SHORT)
_LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("jericho", "souvenirs")]
EVERY_PLAYTHROUGH = pytest.mark.parametrize("name", ["flow", "photo_rummy", *_LONG])


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


@EVERY_PLAYTHROUGH
def test_a_playthrough_looks_as_it_did_when_it_was_recorded(name: str, tmp_path: Path) -> None:
    text = recorded(name)
    assert text.startswith(f"game: {GAMES[name]}\n")
    assert replayed(text, tmp_path) == text


@EVERY_PLAYTHROUGH
def test_any_playthrough_is_the_same_again(name: str, tmp_path: Path) -> None:
    text = playthrough(name, 7)
    assert "IsTerminal() = True" in text
    assert replayed(text, tmp_path) == text


@EVERY_GAME
def test_no_observer_shows_a_hand_as_public(name: str) -> None:
    game, private = loaded(name), pyspiel.PrivateInfoType
    usual = {"public_info": True, "perfect_recall": False, "private_info": private.SINGLE_PLAYER}
    for recall in (False, True):
        wanted = pyspiel.IIGObservationType(**{**usual, "perfect_recall": recall})
        assert game.make_py_observer(wanted) is not None
    for other in ({"private_info": private.NONE}, {"private_info": private.ALL_PLAYERS},
                  {"public_info": False}):  # fmt: skip
        assert game.make_py_observer(pyspiel.IIGObservationType(**{**usual, **other})) is None


@EVERY_GAME
def test_an_information_state_remembers_all_that_a_player_saw_and_did(name: str) -> None:
    game = loaded(name)
    met: dict[str, list[object]] = {}
    for seed in range(6):
        chance, state = random.Random(seed // 2), game.new_initial_state()
        pasts: list[list[object]] = [[] for _ in range(game.num_players())]
        for at in range(60):
            if state.is_terminal():
                break
            actor = state.current_player()
            legal = state.legal_actions()
            action = legal[0] if seed % 2 and at > 20 else chance.choice(legal)
            if actor >= 0:
                for player, past in enumerate(pasts):
                    now = state.observation_string(player)
                    if not past or past[-1] != now:
                        past.append(now)
                    text = state.information_state_string(player)
                    assert met.setdefault(text, past[:]) == past
                pasts[actor].append(action)
                pasts[actor].append(None)
            state.apply_action(action)
    # Whoever has the same past has the same string, and nobody else.
    assert len({str(past) for past in met.values()}) == len(met)


@pytest.mark.parametrize("name", ["jericho", "souvenirs"])
def test_the_tensor_of_an_information_state_holds_the_whole_past(name: str) -> None:
    game = loaded(name)
    state, first = played(game, 4, 0), played(game, 4, 0)
    player = state.current_player()
    before = first.observation_tensor(player)
    action = state.legal_actions()[-1]
    state.apply_action(action)
    size = len(before)
    tensor = state.information_state_tensor(player)
    assert tensor[:size] == state.observation_tensor(player)
    assert tensor[size] == action + 1
    assert tensor[size + 1 : 2 * size + 1] == before
    assert not any(tensor[2 * size + 1 :])


@EVERY_GAME
def test_resampling_keeps_the_information_state(name: str) -> None:
    state, chance = played(loaded(name), 2, 15), random.Random(1)
    player = state.current_player()
    for _ in range(5):
        other = state.resample_from_infostate(player, chance.random)
        wanted = state.information_state_string(player)
        assert other.information_state_string(player) == wanted
        again = pickle.loads(pickle.dumps(other))
        assert again.information_state_string(player) == wanted


@EVERY_GAME
def test_ismcts_runs_with_its_defaults(name: str) -> None:
    state = played(loaded(name), 3, 12)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 6)
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["jericho", "souvenirs"])
def test_mccfr_runs(name: str) -> None:
    game = loaded(name)
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    policy = solver.average_policy()
    state = played(game, 1, 0)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1.0)
    assert set(policy.action_probabilities(state)) == set(state.legal_actions())


def test_external_sampling_mccfr_visits_information_states() -> None:
    # A whole sweep of a whole game has no end: this one starts a few cards before it.
    game = loaded("souvenirs")
    state, chance = played(game, 1, 0), random.Random(2)
    while state.match.taken < 24:
        state.apply_action(chance.choice(state.legal_actions()))
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for player in range(game.num_players()):
        assert 0 <= solver._update_regrets(state.clone(), player) <= 1
    assert solver._infostates


@EVERY_GAME
def test_rl_environment_runs(name: str) -> None:
    env = rl_environment.Environment(loaded(name))
    env.seed(1)
    step, agents = (
        env.reset(),
        [
            random_agent.RandomAgent(player, env.action_spec()["num_actions"])
            for player in range(env.num_players)
        ],
    )
    for _ in range(40):
        if step.last():
            break
        step = env.step([agents[step.current_player()].step(step).action])
    assert len(step.observations["info_state"]) == env.num_players


@EVERY_GAME
def test_what_is_no_legal_action_is_refused_and_changes_nothing(name: str) -> None:
    state = played(loaded(name), 3, 5)
    before, actions = str(state), state.get_game().num_distinct_actions()
    illegal = next(id for id in range(actions) if id not in state.legal_actions())
    for wrong in (-2, actions, illegal):
        with pytest.raises(FormatError, match="action"):
            state.apply_action(wrong)
    assert str(state) == before
    assert len(state.history()) == quartett.env.open_spiel.DIGITS + 5


def test_actions_and_states_can_be_read() -> None:
    state = played(loaded("jericho"), 1, 0)
    assert state.action_to_string(0, 53) == "wall red-3"
    assert '"game": "jericho"' in str(state)
    assert loaded("flow").new_initial_state().action_to_string(0, 9) == "steal left-1 slot-0"
    assert loaded("souvenirs").new_initial_state().action_to_string(0, 2529) == "pass"
    assert loaded("photo_rummy").new_initial_state().action_to_string(1, 7) == "lay candidate-1"


@pytest.mark.parametrize(("name", "matches"), [("photo_rummy", 2), ("photo_rummy_small", 30)])
def test_a_lay_is_named_by_the_cards_that_leave_and_come_to_the_rack(
    name: str, matches: int
) -> None:
    game, chance = pyspiel.load_game(f"quartett_{name}", SHORT.get(name, {})), random.Random(3)
    told: set[str] = set()
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            for lay in (each for each in legal if player >= 0 and each >= LAY_ID):
                said = state.action_to_string(lay)
                assert state.string_to_action(said) == lay
                assert state.action_to_string(1 - player, lay) == f"lay candidate-{lay - LAY_ID}"
                before, after = (set(at.match.racks[player]) for at in (state, state.child(lay)))
                cards, _, taken = said.partition(" taking ")
                assert cards.split()[2:] == [DECK[card] for card in sorted(before - after)]
                assert taken.split() == [DECK[card] for card in sorted(after - before)]
                told.add(said)
            state.apply_action(chance.choice(legal))
    assert len(told) > 20


def test_every_option_is_a_parameter() -> None:
    game = pyspiel.load_game("quartett_souvenirs", {"players": 3, "starter": 2, "last_cube": True})
    assert played(game, 1, 0).current_player() == 2
    for name in SHORT:
        known = set(pyspiel.load_game(f"quartett_{name}").get_parameters())
        fields = set(get(name).parse_options({}).__struct_fields__)
        assert fields - {"points", "size"} <= known  # of the sizes each is a game of its own


def test_what_no_parameter_says_is_as_usual() -> None:
    for name in SHORT:
        usual = msgspec.to_builtins(get(name).parse_options({}))
        said = quartett.env.open_spiel.OPTIONS[name]
        assert {key: usual[key] or 0 for key in said} == said
