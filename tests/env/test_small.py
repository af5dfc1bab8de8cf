"""Small Jericho: enumerable, tied to the rules by the same law, and open to exact methods."""

import random
from collections import Counter
from itertools import pairwise
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
from quartett.env._unfolding import UNKNOWN
from quartett.env.pettingzoo import jericho_small_v0
from quartett.fast import jericho
from quartett.fast._copies import Copy
from quartett.games import get
from quartett.games.jericho.deal import SMALL

RULES = get("jericho")
SIZE = {"size": "small"}


def small() -> Any:
    """The game as OpenSpiel has it."""
    return pyspiel.load_game("quartett_jericho_small")


@EVERY_COPY
def test_the_fast_core_plays_small_matches_by_the_rules(copy: Copy) -> None:
    module, reasons = fast("jericho", copy), Counter[str]()
    for seed in range(200):
        chance = random.Random(seed)
        match = Match.start(RULES, 2, seed, {**SIZE, "starter": seed % 2})
        quick = module.from_state(match.state)
        while match.outcome is None:
            for seat in range(2):
                legal = {module.id_of(quick, seat, action) for action in match.legal(seat)}
                assert set(quick.legal_ids(seat)) == legal
            seat = quick.turn
            chosen = chance.choice(sorted(quick.legal_ids(seat)))
            match.play(seat, module.action_of(quick, seat, chosen))
            quick.apply(seat, chosen)
            assert unordered("jericho", module.to_state(quick)) == unordered("jericho", match.state)
            imagined = RULES.determinize(match.view(seat), Rng(seed))
            assert RULES.view(imagined, seat) == match.view(seat)
        assert quick.outcome() == match.outcome
        reasons[match.outcome.reason] += 1
    assert len(reasons) > 1


@EVERY_COPY
def test_the_fast_core_deals_what_a_small_game_is_played_with(copy: Copy) -> None:
    module, places = fast("jericho", copy), Counter[int]()
    for seed in range(300):
        match = module.deal(2, random.Random(seed), RULES.parse_options(SIZE))
        state = module.to_state(match)
        cards = [card for seat in state.seats for card in seat.hand]
        assert [len(seat.hand) for seat in state.seats] == [3, 3]
        assert len(state.draw_pile) == 3
        assert not Counter([*cards, *state.draw_pile]) - SMALL.counts
        places[state.draw_pile.index("scoring")] += 1
    assert min(places.values()) > 60


def test_two_play_a_small_game_and_three_to_five_a_whole_one() -> None:
    for players, options in ((3, SIZE), (2, {}), (6, {}), (1, SIZE)):
        with pytest.raises(RuleError):
            Match.start(RULES, players, 1, options)
    with pytest.raises(FormatError):
        Match.start(RULES, 2, 1, {"size": "tiny"})
    match = Match.start(RULES, 2, 1, SIZE)
    with pytest.raises(RuleError, match="green"):
        RULES.check(
            match.state.__class__(match.state.options, match.state.seats, phase="play", turn=0),
            0,
            RULES.parse_action({"type": "trumpet", "colour": "green"}),
        )


def random_end(chance: random.Random) -> tuple[Any, list[int], list[int]]:
    """A state at its end, what chance decided on the way, and what the players did."""
    state = small().new_initial_state()
    decided, done = [], []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(likely for _, likely in outcomes) == pytest.approx(1)
            decided.append(chance.choice([outcome for outcome, _ in outcomes]))
            state.apply_action(decided[-1])
        else:
            done.append(chance.choice(state.legal_actions()))
            state.apply_action(done[-1])
    return state, decided, done


def test_whatever_chance_decides_the_match_goes_as_the_rules_say() -> None:
    chance = random.Random(3)
    for _ in range(150):
        state, decided, done = random_end(chance)
        again = small().new_initial_state()
        for outcome in decided[:3]:
            again.apply_action(outcome)
        table, drawn = again.match.copy(), iter(decided[3:])
        rest = Counter(jericho.CARDS_OF[1]) - Counter(decided[3:])
        rest -= Counter(
            k for s in range(2) for k in range(26) for _ in range(table.hands[26 * s + k])
        )
        spare = iter(rest.elements())
        table.pile = [
            next(drawn, next(spare)) if card == UNKNOWN else card for card in reversed(table.pile)
        ][::-1]
        match = Match.load(
            RULES, parse(Position, dump_position(RULES, jericho.to_state(table)), "position")
        )
        for action in done:
            (seat, *_) = sorted(match.to_act)
            match.play(seat, jericho.action_of(table, seat, action))
        assert match.outcome is not None
        assert state.returns() == [match.outcome.share(seat) for seat in range(2)]


def test_a_player_who_sees_the_same_may_do_the_same_and_remembers_everything() -> None:
    known: dict[str, tuple[list[int], tuple[str, ...]]] = {}
    chance = random.Random(8)
    for _ in range(400):
        state, pasts = small().new_initial_state(), [(), ()]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice([each for each, _ in state.chance_outcomes()]))
                continue
            player = state.current_player()
            told = f"{player} {state.information_state_string()}"
            before = known.setdefault(told, (state.legal_actions(), pasts[player]))
            assert before == (state.legal_actions(), pasts[player])
            chosen = chance.choice(state.legal_actions())
            pasts[player] = (*pasts[player], told, str(chosen))
            state.apply_action(chosen)
    assert len(known) > 300


def test_a_resampled_state_looks_the_same_to_its_player_and_draws_anew() -> None:
    chance, others = random.Random(5), 0
    for _ in range(60):
        state = small().new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice([each for each, _ in state.chance_outcomes()]))
                continue
            player = state.current_player()
            other = state.resample_from_infostate(player, chance.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            others += other.match.hands != state.match.hands
            state.apply_action(chance.choice(state.legal_actions()))
            while not other.is_terminal():
                going = other.chance_outcomes() if other.is_chance_node() else None
                legal = [each for each, _ in going] if going else other.legal_actions()
                other.apply_action(chance.choice(legal))
    assert others > 50


def test_a_state_is_cloned_kept_and_shown_in_the_middle_of_a_draw() -> None:
    chance = random.Random(2)
    for _ in range(30):
        state = small().new_initial_state()
        while not state.is_terminal():
            twin = state.clone()
            assert str(twin) == str(state)
            kept = pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(state.get_game(), state)
            )[1]
            assert str(kept) == str(state)
            actions = (
                [each for each, _ in state.chance_outcomes()] if state.is_chance_node() else []
            )
            action = chance.choice(actions or state.legal_actions())
            before = str(state)
            twin.apply_action(action)
            assert str(state) == before
            state.apply_action(action)
            assert str(twin) == str(state)
            with pytest.raises(Exception, match="action"):
                state.clone().apply_action(999) if not state.is_terminal() else twin.apply_action(0)


def test_algorithms_of_others_run_on_it() -> None:
    game = small()
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        game, external_sampling_mccfr.AverageType.SIMPLE
    )
    solver.iteration()
    pyspiel.OutcomeSamplingMCCFRSolver(game, seed=1).run_iteration()
    state = game.new_initial_state()
    for outcome in (0, 0, 1):
        state.apply_action(state.chance_outcomes()[outcome][0])
    bot = ISMCTSBot(
        game=game,
        uct_c=1.4,
        max_simulations=20,
        evaluator=mcts.RandomRolloutEvaluator(random_state=None),
    )
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
    assert counts == {"decisions": 19_940, "chance": 6_786, "ends": 36_210}
    assert [len(each) for each in known] == [1_595, 259]


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_pettingzoo_and_gymnasium_have_it_too() -> None:
    api_test(jericho_small_v0.env(), num_cycles=30)
    parallel_api_test(jericho_small_v0.parallel_env(), num_cycles=30)
    assert jericho_small_v0.env().metadata["name"] == "jericho_small_v0"
    check_env(gymnasium.make("quartett/JerichoSmall-v0", opponents="random").unwrapped)
    for level in ("easy", "medium", "hard"):
        env = gymnasium.make("quartett/JerichoSmall-v0", opponents=level)
        for seed in range(5):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert len(action_names("jericho_small")) == jericho.ACTIONS
    fields = observation_fields("jericho_small")
    assert all(one.stop == other.offset for one, other in pairwise(fields))
    assert {each.name: each.low for each in fields}["players"] == 2
