"""The small games: enumerable, tied to the rules by the same law, and open to exact methods."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import gymnasium
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import external_sampling_mccfr, mcts
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from pettingzoo.test import api_test, parallel_api_test

import quartett.env.gymnasium
import quartett.env.open_spiel  # noqa: F401
from fast.fast_games import EVERY_COPY, compare_choices, fast, unordered
from quartett.core.errors import FormatError, RuleError
from quartett.core.forms import Json, parse
from quartett.core.match import AnyMatch, Match
from quartett.core.positions import Position, dump_position
from quartett.core.seeds import Rng
from quartett.env import action_names, observation_fields
from quartett.env._unfolding import UNFOLDING, UNKNOWN
from quartett.fast import jericho, module_of, photo_rummy
from quartett.fast._copies import Copy
from quartett.fast._variants import VARIANTS
from quartett.games import get
from quartett.games.jericho.deal import SMALL as JERICHO
from quartett.games.photo_rummy.kit import SMALL as PHOTO_RUMMY
from quartett.games.souvenirs.kit import SMALL as SOUVENIRS

Hands = tuple[tuple[str, ...], ...]


class Small(NamedTuple):
    """What is expected of a small game."""

    counts: Counter[str]
    """How often each card is there."""
    agreed: list[Json]
    """Agreements to play it with."""
    cards_of: Callable[[Any], Hands]
    """The cards of everybody, of a state."""
    title: str
    size: tuple[int, int, int]
    """Decisions, chance nodes and ends, as docs/small_games.md has them."""
    known: list[int]
    """The information states of both players."""


def in_hands(state: Any) -> Hands:
    """The hands of a state."""
    return tuple(tuple(sorted(seat.hand)) for seat in state.seats)


def on_racks(state: Any) -> Hands:
    """The racks of a state."""
    return tuple(tuple(sorted(seat.rack)) for seat in state.seats)


STARTERS: list[Json] = [{"starter": 0}, {"starter": 1}]
GAMES = {
    "jericho": Small(
        JERICHO.counts,
        STARTERS,
        in_hands,
        "JerichoSmall",
        (19_940, 6_786, 36_210),
        [1_595, 259],
    ),
    "photo_rummy": Small(
        Counter(PHOTO_RUMMY.all_cards),
        [{"rounds": 1, "starter": 0}, {"rounds": 2, "starter": 1}],
        on_racks,
        "PhotoRummySmall",
        (10_164, 4_390, 6_966),
        [1_554, 342],
    ),
    "souvenirs": Small(
        SOUVENIRS.counts,
        [{**starter, "last_cube": last} for starter in STARTERS for last in (False, True)],
        in_hands,
        "SouvenirsSmall",
        (42_663, 4, 30_576),
        [6_067, 31_416],
    ),
}
EVERY_GAME = pytest.mark.parametrize("name", GAMES)


def test_every_small_game_is_held_to_this_law() -> None:
    assert {f"{name}_small" for name in GAMES} == VARIANTS.keys() == UNFOLDING.keys()


def started(name: str, seed: int, **agreed: object) -> AnyMatch:
    """A match of a small game."""
    return Match.start(get(name), 2, seed, {"size": "small", **agreed})


def small(name: str) -> Any:
    """The game as OpenSpiel has it."""
    return pyspiel.load_game(f"quartett_{name}_small")


def choices(state: Any) -> list[int]:
    """What may come next, by chance or by choice."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(likely for _, likely in outcomes) == pytest.approx(1)
        return [outcome for outcome, _ in outcomes]
    return list(state.legal_actions())


def going_on(state: Any, chance: random.Random) -> Iterator[Any]:
    """The state whenever a player has to decide, in a match by random choices."""
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(chance.choice(choices(state)))


@EVERY_GAME
@EVERY_COPY
def test_the_fast_core_plays_small_matches_by_the_rules(copy: Copy, name: str) -> None:
    module, rules, reasons = fast(name, copy), get(name), Counter[str]()
    for seed in range(200):
        chance, agreed = random.Random(seed), GAMES[name].agreed
        match = started(name, seed, **agreed[seed % len(agreed)])
        redealt = (seed,) if name == "photo_rummy" else ()
        quick = module.from_state(match.state, *redealt)
        while match.outcome is None:
            for seat in range(2):
                compare_choices(name, module, quick, match, seat)
            seat = quick.turn
            chosen = chance.choice(sorted(quick.legal_ids(seat)))
            match.play(seat, module.action_of(quick, seat, chosen))
            quick.apply(seat, chosen)
            assert unordered(name, module.to_state(quick)) == unordered(name, match.state)
            imagined = rules.determinize(match.view(seat), Rng(seed))
            assert rules.view(imagined, seat) == match.view(seat)
        assert quick.outcome() == match.outcome
        reasons[match.outcome.reason] += 1
    assert len(reasons) > 1


@EVERY_GAME
@EVERY_COPY
def test_the_fast_core_deals_what_the_rules_deal(copy: Copy, name: str) -> None:
    module, options = fast(name, copy), get(name).parse_options({"size": "small"})
    told = Counter[str](), Counter[str]()
    for seed in range(400):
        dealt = module.to_state(module.deal(2, random.Random(seed), options))
        for found, state in zip(told, (dealt, started(name, seed).state), strict=True):
            assert not Counter(every_card(name, state)) - GAMES[name].counts
            found.update(beginning(name, state))
    assert told[0].keys() == told[1].keys()
    assert all(abs(told[0][each] - told[1][each]) < 90 for each in told[0])


def every_card(name: str, state: Any) -> Iterator[str]:
    """All the cards of a state."""
    for cards in GAMES[name].cards_of(state):
        yield from cards
    if name == "photo_rummy":
        for lying in (*state.table, *state.stacks):
            yield from lying
    elif name == "souvenirs":
        yield from get(name).view(state, None).grid.values()
    else:
        yield from state.draw_pile


def beginning(name: str, state: Any) -> Iterator[str]:
    """What a match begins with, in parts that each are likely."""
    for seat, cards in enumerate(GAMES[name].cards_of(state)):
        yield from (f"{seat} has {card}" for card in cards)
    if name == "photo_rummy":
        yield f"{state.table} {[seat.opened for seat in state.seats]} {[*map(len, state.stacks)]}"
    elif name == "souvenirs":
        yield f"{state.grid} {[seat.cubes for seat in state.seats]} {state.draw_pile}"
    else:
        yield f"{len(state.draw_pile)} {state.draw_pile.index('scoring')}"


@EVERY_GAME
def test_hands_are_as_likely_as_the_rules_deal_them(name: str) -> None:
    cards_of, module = GAMES[name].cards_of, module_of(name)
    likely, drawn = Counter[Any](), Counter[Any]()
    state = small(name).new_initial_state()
    for one, first in state.chance_outcomes():
        child = state.child(one)
        for other, second in child.chance_outcomes():
            hands = cards_of(module.to_state(child.child(other).match))
            for seat, hand in enumerate(hands):
                likely[seat, hand] += first * second
    for seed in range(3000):
        for seat, hand in enumerate(cards_of(started(name, seed).state)):
            drawn[seat, hand] += 1
    assert drawn.keys() == likely.keys()
    assert all(abs(drawn[hand] / 3000 - chance) < 0.03 for hand, chance in likely.items())


@EVERY_GAME
def test_only_two_play_a_small_game(name: str) -> None:
    for players in (1, 3, 4):
        with pytest.raises(RuleError):
            Match.start(get(name), players, 1, {"size": "small"})
    with pytest.raises(FormatError):
        Match.start(get(name), 2, 1, {"size": "tiny"})


@EVERY_GAME
def test_whatever_chance_decides_the_match_goes_as_the_rules_say(name: str) -> None:
    chance, module = random.Random(3), module_of(name)
    for _ in range(150):
        state: Any = small(name).new_initial_state()
        table: Any = None
        drawn: list[int] = []
        done: list[int] = []
        while not state.is_terminal():
            chosen = chance.choice(choices(state))
            if state.is_chance_node():
                drawn.append(chosen)
            else:
                table = table or state.match.copy()
                drawn = drawn if done else []
                done.append(chosen)
            state.apply_action(chosen)
        stacked(name, table, drawn)
        position = dump_position(get(name), module.to_state(table))
        match = Match.load(get(name), parse(Position, position, "position"))
        for action in done:
            (seat, *_) = sorted(match.to_act)
            chosen = module.action_of(table, seat, action)
            match.play(seat, chosen)
            table.apply(seat, action)
        assert match.outcome is not None
        assert state.returns() == [match.outcome.share(seat) for seat in range(2)]


def stacked(name: str, table: Any, drawn: list[int]) -> None:
    """Put what was drawn where it was drawn from, and below it what else there is."""
    if name == "photo_rummy":
        cards = sorted(photo_rummy.CARD[card] for card in PHOTO_RUMMY.cards)
        top = [cards[place] for place in drawn]
        held = {card for rack in table.racks for card in rack}
        table.stacks[0] = [*(set(cards) - held - set(top)), *reversed(top)]
    elif name == "jericho":
        rest = Counter(jericho.CARDS_OF[1]) - Counter(drawn)
        for at, count in enumerate(table.hands):
            rest[at % jericho.KINDS] -= count
        below = iter([*drawn, *(+rest).elements()])
        table.pile = [each if each != UNKNOWN else next(below) for each in table.pile[::-1]][::-1]


@EVERY_GAME
def test_a_player_who_sees_the_same_may_do_the_same_and_remembers_everything(name: str) -> None:
    known: dict[str, tuple[list[int], tuple[str, ...]]] = {}
    chance = random.Random(8)
    for _ in range(400):
        pasts: list[tuple[str, ...]] = [(), ()]
        for state in going_on(small(name).new_initial_state(), chance):
            player = state.current_player()
            told = f"{player} {state.information_state_string()}"
            before = known.setdefault(told, (state.legal_actions(), pasts[player]))
            assert before == (state.legal_actions(), pasts[player])
            pasts[player] = (*pasts[player], told)
    assert len(known) > 300


@EVERY_GAME
def test_a_resampled_state_looks_the_same_to_its_player_and_goes_on(name: str) -> None:
    chance, others, cards_of = random.Random(5), 0, GAMES[name].cards_of
    to_state = module_of(name).to_state
    for _ in range(60):
        for state in going_on(small(name).new_initial_state(), chance):
            player = state.current_player()
            other = state.resample_from_infostate(player, chance.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            others += cards_of(to_state(other.match)) != cards_of(to_state(state.match))
            for _ in going_on(other, chance):
                pass
            assert other.is_terminal()
    assert others > 30


@EVERY_GAME
def test_a_state_is_cloned_kept_and_shown_wherever_it_is(name: str) -> None:
    chance = random.Random(2)
    for _ in range(20):
        state = small(name).new_initial_state()
        while not state.is_terminal():
            twin, before = state.clone(), str(state)
            kept = pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(state.get_game(), state)
            )[1]
            assert str(kept) == str(twin) == before
            action = chance.choice(choices(state))
            twin.apply_action(action)
            assert str(state) == before
            with pytest.raises(Exception, match="action"):
                state.clone().apply_action(99_999)
            state.apply_action(action)
            assert str(twin) == str(state)


@EVERY_GAME
def test_what_chance_decides_is_named_by_its_cards_and_nothing_else_is(name: str) -> None:
    chance, told = random.Random(4), set[str]()
    for _ in range(30):
        state = small(name).new_initial_state()
        while not state.is_terminal():
            chosen = chance.choice(choices(state))
            if state.is_chance_node():
                names = [state.action_to_string(each) for each in choices(state)]
                assert len(set(names)) == len(names)
                said = state.action_to_string(chosen)
                with pytest.raises(Exception, match="no outcome"):
                    state.action_to_string(99)
                before, seat = state.clone(), said[-1]
                state.apply_action(chosen)
                cards = said.split()[1:-2]
                if said.startswith("deal"):
                    hands = GAMES[name].cards_of(module_of(name).to_state(state.match))
                    assert sorted(cards) == [*hands[int(seat)]]
                elif said.startswith("draw"):
                    drawer = before.match.turn
                    held = module_of(name).to_state(state.match)
                    assert said.split()[1] in GAMES[name].cards_of(held)[drawer]
                told.add(said.split()[0])
            else:
                state.apply_action(chosen)
    assert (
        told
        == {
            "jericho": {"deal", "scoring", "draw"},
            "photo_rummy": {"deal", "draw"},
            "souvenirs": {"deal"},
        }[name]
    )


@EVERY_GAME
def test_algorithms_of_others_run_on_it(name: str) -> None:
    game = small(name)
    external_sampling_mccfr.ExternalSamplingSolver(
        game, external_sampling_mccfr.AverageType.SIMPLE
    ).iteration()
    pyspiel.OutcomeSamplingMCCFRSolver(game, seed=1).run_iteration()
    state = next(going_on(game.new_initial_state(), random.Random(1)))
    evaluator = mcts.RandomRolloutEvaluator(random_state=None)
    bot = ISMCTSBot(game=game, uct_c=1.4, max_simulations=20, evaluator=evaluator)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.long
@EVERY_GAME
def test_it_is_as_large_as_the_documentation_says(name: str) -> None:
    decisions = chances = ends = 0
    known: list[set[str]] = [set(), set()]
    waiting = [small(name).new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            ends += 1
            continue
        if state.is_chance_node():
            chances += 1
        else:
            decisions += 1
            known[state.current_player()].add(state.information_state_string())
        waiting += [state.child(each) for each in choices(state)]
    assert (decisions, chances, ends) == GAMES[name].size
    assert [len(each) for each in known] == GAMES[name].known


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@EVERY_GAME
def test_pettingzoo_and_gymnasium_have_it_too(name: str) -> None:
    module: Any = import_module(f"quartett.env.pettingzoo.{name}_small_v0")
    api_test(module.env(), num_cycles=30)
    parallel_api_test(module.parallel_env(), num_cycles=30)
    assert module.env().metadata["name"] == f"{name}_small_v0"
    id = f"quartett/{GAMES[name].title}-v0"
    check_env(gymnasium.make(id, opponents="random").unwrapped)
    for level in ("easy", "medium", "hard"):
        env = gymnasium.make(id, opponents=level)
        for seed in range(5):
            seen, info = env.reset(seed=seed)
            over = False
            while not over:
                assert env.observation_space.contains(seen)
                seen, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert action_names(f"{name}_small") == action_names(name)
    fields = observation_fields(f"{name}_small")
    assert [each.name for each in fields] == [each.name for each in observation_fields(name)]
    assert {each.name: each.low for each in fields}["players"] == 2


def test_small_jericho_has_no_green_to_blow_on() -> None:
    state = started("jericho", 1).state
    playing = state.__class__(state.options, state.seats, phase="play", turn=0)
    trumpet = get("jericho").parse_action({"type": "trumpet", "colour": "green"})
    with pytest.raises(RuleError, match="green"):
        get("jericho").check(playing, 0, trumpet)


def test_a_small_grid_has_three_rows_and_three_columns() -> None:
    match = started("souvenirs", 3)
    assert match.view(0).frame.rows == match.view(0).frame.columns == (-1, 1)
    card = match.view(0).me.hand[0]
    assert {action.at for action in match.legal(0)} == {(-1, -1), (-1, 1), (1, -1), (1, 1)}
    with pytest.raises(RuleError) as refused:
        match.play(0, {"type": "place", "card": card, "at": [2, 0]})
    assert refused.value.rule == "SO-07"
    with pytest.raises(RuleError, match="yellow-6"):
        match.play(0, {"type": "place", "card": "yellow-6", "at": [1, 1]})


def test_small_souvenirs_counts_points_as_the_whole_game_does() -> None:
    for seed in range(30):
        match, chance = started("souvenirs", seed), random.Random(seed)
        quick = module_of("souvenirs").from_state(match.state)
        while match.outcome is None:
            seat = quick.turn
            chosen = chance.choice(sorted(quick.legal_ids(seat)))
            match.play(seat, module_of("souvenirs").action_of(quick, seat, chosen))
            quick.apply(seat, chosen)
            assert quick.scores() == list(match.view(seat).scores)


def test_rows_lie_in_small_photo_rummy_in_each_round_and_everybody_has_opened() -> None:
    match = started("photo_rummy", 4, rounds=2)
    for round_ in (1, 2):
        assert match.state.round == round_
        assert match.state.table == PHOTO_RUMMY.laid
        assert all(seat.opened for seat in match.state.seats)
        assert [*map(len, match.state.stacks)] == [3, 0, 0, 0, 0]
        while match.outcome is None and match.state.round == round_:
            seat = match.state.turn
            stays = match.state.phase == "lay"
            match.play(seat, {"type": "pass"} if stays else {"type": "draw", "stack": 0})
    assert match.outcome is not None


def small_position(name: str) -> Any:
    """A position of a small game."""
    return dump_position(get(name), started(name, 3).state)


def read(name: str, position: Any, **changes: object) -> Any:
    """The state of a position with changes."""
    changed = {**position, "state": {**position["state"], **changes}}
    return Match.load(get(name), parse(Position, changed, "position")).state


@EVERY_GAME
def test_a_small_position_is_written_and_read(name: str) -> None:
    assert read(name, small_position(name)) == started(name, 3).state


@pytest.mark.parametrize(
    ("name", "changes", "rule"),
    [
        (
            "souvenirs",
            {"grid": {"0,0": "red-1", "1,0": "red-1", "2,0": "red-1", "3,0": "red-2"}},
            7,
        ),
        ("souvenirs", {"grid": {"0,0": "joker"}}, 1),
        ("photo_rummy", {"table": [["oslo-palace"] * 3]}, 1),
        ("photo_rummy", {"stacks": [["joker-2"], [], [], [], []]}, 1),
    ],
)
def test_a_position_with_cards_or_cells_that_a_small_game_lacks_is_refused(
    name: str, changes: Json, rule: int
) -> None:
    with pytest.raises(RuleError) as refused:
        read(name, small_position(name), **changes)
    assert refused.value.rule is not None
    assert int(refused.value.rule[-2:]) == rule
