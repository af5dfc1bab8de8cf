"""What a match promises whatever the game: copies, undo, logs that load again, plain errors."""

import copy
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quartett
from playing import random_match, short
from quartett import audit
from quartett.core import commitment
from quartett.core.log import load_log
from quartett.core.match import AnyMatch, Match
from quartett.games import flow, get, jericho, names

EVERY_GAME = pytest.mark.parametrize("name", names())
UNTIMED = pytest.mark.parametrize("name", [name for name in names() if not get(name).timed])
SEEDS = st.integers(min_value=0, max_value=2**32)
FEW = settings(max_examples=3, deadline=None)


def some_way_in(name: str, seed: int = 3, actions: int = 7) -> AnyMatch:
    """A match in which some actions have been made."""
    for match, number in random_match(name, seed, **short(name)):
        if number == actions:
            return match.fork()
    raise AssertionError("the match was over before")


def act(match: AnyMatch) -> None:
    """Any action, after time has passed where that matters."""
    if not match.to_act:
        match.wait(match.now + 400)
    seat = min(match.to_act)
    match.play(seat, match.legal(seat)[0])


@EVERY_GAME
@pytest.mark.parametrize("copied", [Match.fork, copy.copy, copy.deepcopy])
def test_a_copy_goes_its_own_way(name: str, copied: Callable[[AnyMatch], AnyMatch]) -> None:
    match = some_way_in(name)
    before, entries = match.state, len(match.log)
    other = copied(match)
    assert (other.state, other.log, other.seed) == (match.state, match.log, match.seed)
    act(other)
    assert match.state is before
    assert len(match.log) == entries
    assert len(other.log) > entries
    act(match)
    assert match.state == other.state


@EVERY_GAME
def test_a_copy_shares_the_immutable_values(name: str) -> None:
    match = some_way_in(name)
    assert copy.deepcopy(match).state is match.state
    assert copy.deepcopy(match).game is match.game


@EVERY_GAME
def test_repr_says_what_and_where(name: str) -> None:
    match = quartett.start(name, get(name).players[0], seed=5)
    assert repr(match).startswith(f"<Match of {name}: {get(name).players[0]} players, seed 5, 1 ")
    *_, (over, _) = random_match(name, 1, **short(name))
    assert "won by seat" in repr(over)


# Undo


@UNTIMED
@FEW
@given(seed=SEEDS)
def test_an_undone_action_leaves_no_trace_but_its_entries(name: str, seed: int) -> None:
    for match, _ in random_match(name, seed, **short(name)):
        if match.outcome is not None:
            break
        seat = min(match.to_act)
        trial = match.fork()
        events = trial.play(seat, trial.legal(seat)[0])
        back = trial.undone()
        assert back.state == match.state
        assert back.entries == match.entries
        assert [entry.undo for entry in back.log[-2:]] == [False, True]
        assert back.play(seat, back.legal(seat)[0]) == events, "chance came out differently"


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    match = quartett.start("jericho", 3)
    with pytest.raises(quartett.RuleError, match="no move to take back"):
        match.undo()
    assert match.to_act == {0, 1, 2}


def test_only_the_last_actor_may_undo_and_only_what_showed_nothing() -> None:
    match = quartett.start("jericho", 3, seed=7)
    match.play(1, match.legal(1)[0])
    assert match.can_undo(1)
    assert not match.can_undo(0)
    for seat in (0, 2):
        match.play(seat, match.legal(seat)[0])
    for seat in range(3):
        match.play(seat, match.legal(seat)[0])
    match.play(0, match.legal(0)[0])
    assert not match.can_undo(0), "a card was drawn"


@UNTIMED
def test_a_log_with_undos_loads_replays_and_verifies(name: str) -> None:
    match = quartett.start(name, get(name).players[0], seed=11, **short(name))
    chance = random.Random(4)
    for _ in range(12):
        seat = min(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
        if chance.random() < 0.4:
            match.undo()
    text = quartett.save_match(match)
    again = quartett.load_match(text)
    assert (again.state, again.log, again.entries) == (match.state, match.log, match.entries)
    assert again.states()[-1] == match.state
    log = load_log(match.game, text)
    assert audit.recompute(match.game, log).state == match.state
    assert [step.after for step in audit.retell(match.game, log)][-1] == match.state


def test_an_undo_of_somebody_elses_action_is_no_true_log() -> None:
    match = quartett.start("jericho", 3, seed=7)
    match.play(1, match.legal(1)[0])
    match.undo()
    log = match.record()
    forged = msgspec.structs.replace(log.entries[-1], seat=0)
    changed = msgspec.structs.replace(log, entries=(*log.entries[:-1], forged))
    with pytest.raises(audit.Mismatch, match="another seat"):
        audit.recompute(match.game, changed)


# Logs say where they began


@EVERY_GAME
def test_a_match_begun_from_a_position_saves_loads_and_verifies(name: str) -> None:
    match = quartett.load(quartett.save(some_way_in(name)), seed=9)
    begun = match.state
    assert quartett.load_match(quartett.save_match(match)).state == begun
    for _ in range(3):
        act(match)
    text = quartett.save_match(match)
    again = quartett.load_match(text)
    assert (again.state, again.log, again.bare) == (match.state, match.log, begun)
    act(match)
    act(again)
    assert again.state == match.state, "chance goes on differently"
    log = load_log(match.game, text)
    assert audit.recompute(match.game, log).state == log_end(match, text)


def log_end(match: AnyMatch, text: bytes) -> Any:
    return quartett.load_match(text).state


def test_a_log_of_format_1_is_read_for_ever() -> None:
    match = quartett.start("jericho", 3, seed=7)
    match.play(1, match.legal(1)[0])
    lines = quartett.save_match(match).splitlines()
    old = lines[0].replace(b'"format":2', b'"format":1')
    assert old != lines[0]
    assert quartett.load_match(b"\n".join([old, *lines[1:-1]])).state == match.state


def test_a_log_of_a_later_format_is_refused_by_its_number() -> None:
    text = quartett.save_match(quartett.start("jericho", 3)).replace(b'"format":2', b'"format":7')
    with pytest.raises(quartett.FormatError, match="format 7 is unknown"):
        quartett.load_match(text)


def test_what_a_position_cannot_express_is_refused_at_once() -> None:
    state = quartett.start("jericho", 3).state
    twice = msgspec.structs.replace(state, removed=("red-7", "red-7"))
    with pytest.raises(quartett.RuleError, match="red-7"):
        Match(jericho.GAME, twice)


# Who begins


@pytest.mark.parametrize("game", ["photo_rummy", "jericho", "souvenirs"])
def test_the_lot_draws_who_begins_from_the_seed(game: str) -> None:
    drawn = [quartett.start(game, 3, seed, starter="lot") for seed in range(30)]
    starters = [match.header().options["starter"] for match in drawn]
    assert set(starters) == {0, 1, 2}
    again = [quartett.start(game, 3, seed, starter="lot") for seed in range(30)]
    assert [match.state for match in again] == [match.state for match in drawn]


def test_the_lot_leaves_the_deal_as_it_is() -> None:
    drawn = quartett.start("jericho", 3, 5, starter="lot")
    named = quartett.start("jericho", 3, 5, starter=drawn.header().options["starter"])
    assert list(named.log) == list(drawn.log)


def test_the_lot_is_no_option_where_all_begin_at_once() -> None:
    with pytest.raises(quartett.FormatError, match="flow has no option `starter`"):
        Match.start(quartett.game("flow"), 3, 5, {"starter": "lot"})


# Wrong types


def test_half_a_letter_is_refused_plainly_wherever_it_stands() -> None:
    half: Any = "\ud83d"
    match = quartett.start("jericho", 3)
    with pytest.raises(quartett.FormatError, match="options: not Unicode"):
        quartett.start("jericho", 3, starter=half)
    with pytest.raises(quartett.FormatError, match="position: not Unicode"):
        quartett.load({"game": "jericho", "state": half})
    with pytest.raises(quartett.FormatError, match=r"no action of type '\\ud83d'"):
        match.play(0, {"type": half})
    with pytest.raises(quartett.FormatError, match="seat: not Unicode"):
        match.legal(half)


@pytest.mark.parametrize("seat", ["0", 1.0, None, True])
def test_a_seat_that_is_not_a_number_is_refused_plainly(seat: Any) -> None:
    match = quartett.start("jericho", 3)
    with pytest.raises(quartett.FormatError, match="seat: Expected `int`"):
        match.legal(seat)
    with pytest.raises(quartett.FormatError, match="seat: Expected `int`"):
        match.play(seat, match.legal(0)[0])
    with pytest.raises(quartett.FormatError, match="seat: Expected `int`"):
        match.ready_at(seat)


@pytest.mark.parametrize("seed", [1.5, None, b"1", True, "\ud800", 1 << 5000, "x" * 5000])
def test_a_seed_that_no_log_could_keep_is_refused(seed: Any) -> None:
    with pytest.raises(quartett.FormatError, match="seed: "):
        quartett.start("jericho", 3, seed)
    with pytest.raises(quartett.FormatError, match="seed: "):
        quartett.load(quartett.save(quartett.start("jericho", 3)), seed)


@pytest.mark.parametrize("text", ["{}", None, 7, bytearray(b"{}")])
def test_a_log_that_is_not_bytes_is_refused_plainly(text: Any) -> None:
    with pytest.raises(quartett.FormatError, match="a log is bytes, not"):
        quartett.load_match(text)


@pytest.mark.parametrize("position", [7, None, [], "nothing", b"\xff"])
def test_a_position_that_is_none_is_refused_plainly(position: Any) -> None:
    with pytest.raises(quartett.FormatError):
        quartett.load(position)


@pytest.mark.parametrize("at", ["1", 1.5, True])
def test_a_moment_that_is_not_a_number_is_refused_plainly(at: Any) -> None:
    match = quartett.start("flow", 2)
    with pytest.raises(quartett.FormatError, match="at: Expected `int`"):
        match.wait(at)


def test_an_unknown_option_names_those_that_there_are() -> None:
    with pytest.raises(quartett.FormatError, match="no option `round`; the options are rounds, st"):
        quartett.start("photo_rummy", 2, round=1)


@pytest.mark.parametrize("name", ["chess", 7, None, "", "../flow"])
def test_an_unknown_game_names_those_that_there_are(name: Any) -> None:
    with pytest.raises(quartett.FormatError, match="the games are flow, jericho, photo_rummy, so"):
        quartett.game(name)


def test_a_position_or_log_of_another_game_is_refused_where_one_was_asked_for() -> None:
    match = quartett.start("jericho", 3)
    with pytest.raises(quartett.FormatError, match="this is jericho, not souvenirs"):
        quartett.load(quartett.save(match), game="souvenirs")
    with pytest.raises(quartett.FormatError, match="this is jericho, not flow"):
        quartett.load_match(quartett.save_match(match), game="flow")


@EVERY_GAME
def test_an_unknown_kind_of_action_names_those_that_there_are(name: str) -> None:
    match = some_way_in(name)
    kinds = [each.__struct_config__.tag for each in match.game.action_type.__args__]
    with pytest.raises(quartett.FormatError) as said:
        match.play(0, {"type": "castle"})
    text = f"action: {name} has no action of type 'castle'; the types are {', '.join(kinds)}"
    assert str(said.value) == text


def test_an_action_of_another_game_is_refused_by_its_name() -> None:
    action: Any = some_way_in("souvenirs", actions=0).legal(0)[0]
    with pytest.raises(quartett.FormatError, match="Place is not an action of jericho"):
        some_way_in("jericho").play(0, action)


@pytest.mark.parametrize("seat", [-1, 3])
def test_no_question_about_a_seat_that_is_not_there_gets_an_answer(seat: int) -> None:
    match = some_way_in("jericho")
    action = match.legal(min(match.to_act))[0]
    questions: list[Callable[[], object]] = [
        lambda: match.legal(seat),
        lambda: match.view(seat),
        lambda: match.told(seat),
        lambda: match.can_undo(seat),
        lambda: match.ready_at(seat),
        lambda: match.once_ready(seat),
        lambda: match.earliest(seat, action),
    ]
    for ask in questions:
        with pytest.raises(quartett.RuleError, match=f"Seat {seat} does not exist"):
            ask()


def test_when_an_action_is_possible_can_be_asked_in_json_too() -> None:
    match = some_way_in("flow")
    assert match.earliest(0, {"type": "stop"}) == match.earliest(0, flow.Stop())
    with pytest.raises(quartett.FormatError, match="flow has no action of type 'castle'"):
        match.earliest(0, {"type": "castle"})


def test_choosing_from_nothing_is_said_plainly() -> None:
    with pytest.raises(IndexError, match="nothing to choose from"):
        quartett.Rng("any", 1).choice([])


def test_shares_of_a_victory_add_up_to_one_also_where_nobody_won() -> None:
    shared = quartett.Outcome((5, 9, 9), (1, 2), "shared")
    assert shared.shares == (0.0, 0.5, 0.5)
    nobody = quartett.Outcome((0, 0, 0, 0), (), "given_up")
    assert nobody.shares == (0.25,) * 4


def test_what_was_renamed_still_works_and_says_what_replaced_it() -> None:
    match = quartett.start("jericho", 3)
    with pytest.warns(DeprecationWarning, match="to_act_once_ready"):
        assert match.able == match.to_act_once_ready
    with pytest.warns(DeprecationWarning, match=r"quartett\.core\.commitment"):
        old = import_module("quartett.core.deals")
    assert old.commit("x") == commitment.commit("x")
