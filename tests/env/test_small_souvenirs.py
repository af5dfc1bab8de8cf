"""Small Souvenirs: enumerable, tied to the rules by the same law, and open to exact methods."""

import random
from collections import Counter
from typing import Any

import gymnasium
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import external_sampling_mccfr, mcts
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from pettingzoo.test import api_test, parallel_api_test

import quartett.env.gymnasium
import quartett.env.open_spiel  # noqa: F401
from fast.fast_games import EVERY_COPY, fast, unordered
from quartett.core.errors import FormatError, RuleError
from quartett.core.forms import parse
from quartett.core.match import Match
from quartett.core.positions import Position, dump_position
from quartett.core.seeds import Rng
from quartett.env import action_names, observation_fields
from quartett.env.pettingzoo import souvenirs_small_v0
from quartett.fast import souvenirs
from quartett.fast._copies import Copy
from quartett.games import get
from quartett.games.souvenirs.kit import SMALL

RULES = get("souvenirs")
SIZE = {"size": "small"}


def small() -> Any:
    """The game as OpenSpiel has it."""
    return pyspiel.load_game("quartett_souvenirs_small")


def dealt(state: Any, chance: random.Random) -> Any:
    """The state after the deal."""
    while state.is_chance_node():
        state.apply_action(chance.choice([each for each, _ in state.chance_outcomes()]))
    return state


@EVERY_COPY
def test_the_fast_core_plays_small_matches_by_the_rules(copy: Copy) -> None:
    module, reasons = fast("souvenirs", copy), Counter[str]()
    for seed in range(200):
        chance = random.Random(seed)
        options = {**SIZE, "starter": seed % 2, "last_cube": seed % 4 > 1}
        match = Match.start(RULES, 2, seed, options)
        quick = module.from_state(match.state)
        while match.outcome is None:
            for seat in range(2):
                legal = {module.id_of(quick, seat, action) for action in match.legal(seat)}
                assert set(quick.legal_ids(seat)) == legal
            seat = quick.turn
            chosen = chance.choice(sorted(quick.legal_ids(seat)))
            match.play(seat, module.action_of(quick, seat, chosen))
            quick.apply(seat, chosen)
            assert unordered("souvenirs", module.to_state(quick)) == unordered(
                "souvenirs", match.state
            )
            imagined = RULES.determinize(match.view(seat), Rng(seed))
            assert RULES.view(imagined, seat) == match.view(seat)
            assert quick.scores() == list(match.view(seat).scores)
        assert quick.outcome() == match.outcome
        reasons[match.outcome.reason] += 1
    assert len(reasons) > 1


@EVERY_COPY
def test_the_fast_core_deals_what_a_small_game_is_played_with(copy: Copy) -> None:
    module, hands = fast("souvenirs", copy), Counter[tuple[str, ...]]()
    for seed in range(300):
        match = module.deal(2, random.Random(seed), RULES.parse_options(SIZE))
        state = module.to_state(match)
        whole = Match.start(RULES, 2, seed, SIZE).state
        assert (state.grid, state.draw_pile) == (whole.grid, whole.draw_pile)
        assert [seat.cubes for seat in state.seats] == [seat.cubes for seat in whole.seats]
        assert [len(seat.hand) for seat in state.seats] == [2, 2]
        cards = [card for seat in state.seats for card in seat.hand]
        assert not Counter([*cards, *SMALL.laid.values()]) - SMALL.counts
        hands[tuple(sorted(state.seats[0].hand))] += 1
    assert len(hands) == 3
    assert min(hands.values()) > 30


def test_a_small_grid_has_three_rows_and_three_columns() -> None:
    match = Match.start(RULES, 2, 3, SIZE)
    assert match.view(0).frame.rows == match.view(0).frame.columns == (-1, 1)
    card = match.view(0).me.hand[0]
    assert {action.at for action in match.legal(0)} == {(-1, -1), (-1, 1), (1, -1), (1, 1)}
    with pytest.raises(RuleError) as refused:
        match.play(0, {"type": "place", "card": card, "at": [2, 0]})
    assert refused.value.rule == "SO-07"
    with pytest.raises(RuleError, match="yellow-6"):
        match.play(0, {"type": "place", "card": "yellow-6", "at": [1, 1]})


def test_a_small_position_is_written_and_read_and_a_large_grid_refused() -> None:
    match = Match.start(RULES, 2, 3, SIZE)
    position = dump_position(RULES, match.state)
    again = Match.load(RULES, parse(Position, position, "position"))
    assert again.state == match.state
    wide = {**position["state"], "grid": {**position["state"]["grid"], "2,0": "red-1"}}
    with pytest.raises(RuleError) as refused:
        Match.load(RULES, parse(Position, {**position, "state": wide}, "position"))
    assert refused.value.rule == "SO-07"
    foreign = {**position["state"], "grid": {"0,0": "joker"}}
    with pytest.raises(RuleError) as refused:
        Match.load(RULES, parse(Position, {**position, "state": foreign}, "position"))
    assert refused.value.rule == "SO-01"


def test_only_two_play_a_small_game() -> None:
    for players in (1, 3, 4):
        with pytest.raises(RuleError):
            Match.start(RULES, players, 1, SIZE)
    with pytest.raises(FormatError):
        Match.start(RULES, 2, 1, {"size": "tiny"})


def test_whatever_chance_decides_the_match_goes_as_the_rules_say() -> None:
    chance = random.Random(3)
    for _ in range(150):
        state = small().new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(likely for _, likely in outcomes) == pytest.approx(1)
            state.apply_action(chance.choice([outcome for outcome, _ in outcomes]))
        table = state.match.copy()
        position = dump_position(RULES, souvenirs.to_state(table))
        match = Match.load(RULES, parse(Position, position, "position"))
        while not state.is_terminal():
            seat, chosen = state.current_player(), chance.choice(state.legal_actions())
            assert match.to_act == {seat}
            match.play(seat, souvenirs.action_of(table, seat, chosen))
            state.apply_action(chosen)
        assert match.outcome is not None
        assert state.returns() == [match.outcome.share(seat) for seat in range(2)]


def test_the_hands_are_as_likely_as_the_rules_deal_them() -> None:
    likely, drawn = Counter[tuple[tuple[str, ...], ...]](), Counter[tuple[tuple[str, ...], ...]]()
    state = small().new_initial_state()
    for one, first in state.chance_outcomes():
        child = state.child(one)
        for other, second in child.chance_outcomes():
            table = souvenirs.to_state(child.child(other).match)
            likely[tuple(tuple(sorted(seat.hand)) for seat in table.seats)] += first * second
    for seed in range(4000):
        table = Match.start(RULES, 2, seed, SIZE).state
        drawn[tuple(tuple(sorted(seat.hand)) for seat in table.seats)] += 1
    assert drawn.keys() == likely.keys()
    assert all(abs(drawn[hands] / 4000 - chance) < 0.04 for hands, chance in likely.items())


def test_a_player_who_sees_the_same_may_do_the_same_and_remembers_everything() -> None:
    known: dict[str, tuple[list[int], tuple[str, ...]]] = {}
    chance = random.Random(8)
    for _ in range(400):
        state, pasts = dealt(small().new_initial_state(), chance), [(), ()]
        while not state.is_terminal():
            player = state.current_player()
            told = f"{player} {state.information_state_string()}"
            before = known.setdefault(told, (state.legal_actions(), pasts[player]))
            assert before == (state.legal_actions(), pasts[player])
            chosen = chance.choice(state.legal_actions())
            pasts[player] = (*pasts[player], told, str(chosen))
            state.apply_action(chosen)
    assert len(known) > 300


def test_a_resampled_state_looks_the_same_to_its_player() -> None:
    chance, others = random.Random(5), 0
    for _ in range(60):
        state = dealt(small().new_initial_state(), chance)
        while not state.is_terminal():
            player = state.current_player()
            other = state.resample_from_infostate(player, chance.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            rival = 1 - player
            others += sorted(other.match.hands[rival]) != sorted(state.match.hands[rival])
            state.apply_action(chance.choice(state.legal_actions()))
            while not other.is_terminal():
                other.apply_action(chance.choice(other.legal_actions()))
    assert others > 30


def test_a_state_is_cloned_and_kept_from_the_first_hand_on() -> None:
    chance = random.Random(2)
    for _ in range(20):
        state = small().new_initial_state()
        while not state.is_terminal():
            twin, before = state.clone(), str(state)
            kept = pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(state.get_game(), state)
            )[1]
            assert str(kept) == str(twin) == before
            dealing = state.is_chance_node()
            found = [each for each, _ in state.chance_outcomes()] if dealing else []
            action = chance.choice(found or state.legal_actions())
            twin.apply_action(action)
            assert str(state) == before
            with pytest.raises(Exception, match="action"):
                state.clone().apply_action(99_999)
            state.apply_action(action)
            assert str(twin) == str(state)


def test_algorithms_of_others_run_on_it() -> None:
    game = small()
    external_sampling_mccfr.ExternalSamplingSolver(
        game, external_sampling_mccfr.AverageType.SIMPLE
    ).iteration()
    pyspiel.OutcomeSamplingMCCFRSolver(game, seed=1).run_iteration()
    state = dealt(game.new_initial_state(), random.Random(1))
    evaluator = mcts.RandomRolloutEvaluator(random_state=None)
    bot = ISMCTSBot(game=game, uct_c=1.4, max_simulations=20, evaluator=evaluator)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.long
def test_it_is_as_large_as_the_documentation_says() -> None:
    counts, known = Counter[str](), [set[str](), set[str]()]

    def walk(state: Any) -> None:
        if state.is_terminal():
            counts["ends"] += 1
            return
        if state.is_chance_node():
            counts["chance"] += 1
            following = [outcome for outcome, _ in state.chance_outcomes()]
        else:
            counts["decisions"] += 1
            known[state.current_player()].add(state.information_state_string())
            following = state.legal_actions()
        for each in following:
            walk(state.child(each))

    walk(small().new_initial_state())
    assert counts == {"decisions": 42_663, "chance": 4, "ends": 30_576}
    assert [len(each) for each in known] == [6_067, 31_416]


def test_the_interface_of_jax_refuses_a_small_game() -> None:
    jax = pytest.importorskip("quartett.jax")
    for game in ("jericho", "souvenirs"):
        with pytest.raises(FormatError, match="size"):
            jax.make(game, players=2, size="small")


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_pettingzoo_and_gymnasium_have_it_too() -> None:
    api_test(souvenirs_small_v0.env(), num_cycles=30)
    parallel_api_test(souvenirs_small_v0.parallel_env(), num_cycles=30)
    assert souvenirs_small_v0.env().metadata["name"] == "souvenirs_small_v0"
    check_env(gymnasium.make("quartett/SouvenirsSmall-v0", opponents="random").unwrapped)
    for level in ("easy", "medium", "hard"):
        env = gymnasium.make("quartett/SouvenirsSmall-v0", opponents=level)
        for seed in range(5):
            seen, info = env.reset(seed=seed)
            over = False
            while not over:
                assert env.observation_space.contains(seen)
                seen, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert action_names("souvenirs_small") == action_names("souvenirs")
    assert observation_fields("souvenirs_small") == observation_fields("souvenirs")
