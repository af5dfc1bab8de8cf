"""The laws that every registered game keeps, shown by random play."""

import os
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quartett
from playing import STEP_MS, cards_in, finished, play_at_random, random_match, short
from quartett.core.errors import RuleError
from quartett.core.match import AnyMatch, Match
from quartett.core.positions import Position, dump_position, load_position
from quartett.core.seeds import Rng
from quartett.games import get, names
from refusing import refused

EVERY_GAME = pytest.mark.parametrize("name", names())
RUN = random.Random(os.environ.get("PYTEST_XDIST_TESTRUNUID"))
SEEDS = st.sampled_from([RUN.randrange(2**32) for _ in range(6)])
FEW = settings(max_examples=6, deadline=None)
"""Each example is a whole match, other ones in every run, which all laws look at."""


def viewers(match: AnyMatch) -> list[int | None]:
    return [None, *range(match.game.seats(match.state))]


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_the_log_folds_to_the_state_and_replays_without_chance(name: str, seed: int) -> None:
    match = finished(name, seed, **short(name))
    assert match.states()[-1] == match.state
    again = quartett.load_match(quartett.save_match(match))
    assert again.state == match.state
    assert again.log == match.log


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_positions_round_trip_after_every_action(name: str, seed: int) -> None:
    for match, _ in random_match(name, seed, **short(name)):
        text = msgspec.json.encode(dump_position(match.game, match.state))
        position = msgspec.json.decode(text, type=Position)
        assert load_position(match.game, position) == match.state


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_every_legal_action_passes_check_and_others_are_refused(name: str, seed: int) -> None:
    chance = random.Random(seed)
    known: dict[Any, None] = {}
    for match, _ in random_match(name, seed, **short(name)):
        for seat in range(match.game.seats(match.state)):
            legal = match.legal(seat)
            known |= dict.fromkeys(legal)
            for action in legal:
                match.game.check(match.state, seat, action)
            if legal:
                match.fork().play(seat, chance.choice(legal))
            others = [each for each in known if each not in legal and listed(match, each)]
            for action in chance.sample(others, min(8, len(others))):
                assert refused(match.play, seat, action).rule


def listed(match: AnyMatch, action: Any) -> bool:
    """Whether actions of this kind are all named by `legal`."""
    return type(action) not in match.game.unlisted


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_only_the_seats_to_act_have_legal_actions(name: str, seed: int) -> None:
    for match, _ in random_match(name, seed, **short(name)):
        able = {s for s in range(match.game.seats(match.state)) if match.legal(s)}
        assert able == set(match.to_act)


@pytest.mark.parametrize("name", [name for name in names() if get(name).timed])
@FEW
@given(seed=SEEDS)
def test_what_is_listed_while_hands_are_busy_is_accepted_now(name: str, seed: int) -> None:
    """Time moves in steps so small that most hands are still busy."""
    chance, match = random.Random(seed), started(name, seed)
    busy = 0
    while match.outcome is None and len(match.log) < 200:
        match.wait(match.now + chance.randrange(1, 200))
        for seat in range(match.game.seats(match.state)):
            legal, later = match.legal(seat), match.once_ready(seat)
            busy += match.ready_at(seat) > match.now
            for action in legal:
                match.fork().play(seat, action)
            for action in set(later) - set(legal):
                assert match.earliest(seat, action) == match.ready_at(seat) > match.now
                match.fork().play(seat, action, match.ready_at(seat))
                with pytest.raises(RuleError):
                    match.play(seat, action)
        if match.to_act and chance.random() < 0.7:
            seat = chance.choice(sorted(match.to_act))
            match.play(seat, chance.choice(match.legal(seat)))
    assert busy > 20


def started(name: str, seed: int) -> AnyMatch:
    """A match in which time has come to where somebody can act."""
    match = Match.start(get(name), get(name).players[0], seed)
    while not match.to_act_once_ready:
        match.wait(match.wake or match.now + 1)
    return match


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_cards_are_conserved_after_every_event(name: str, seed: int) -> None:
    match = finished(name, seed, **short(name))
    game, state = match.game, match.bare
    state = game.fold(state, match.log[0].events)
    in_play = cards_in(game, game.dump(state))
    for entry in match.log[1:]:
        for event in entry.events:
            state = game.evolve(state, event)
            found = cards_in(game, game.dump(state))
            assert found.total() == in_play.total(), event
    if in_play.total() == len(game.deck):
        assert cards_in(game, game.dump(state)) == in_play


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_a_determinized_state_looks_the_same_and_offers_the_same(name: str, seed: int) -> None:
    for match, number in random_match(name, seed, **short(name)):
        game = match.game
        for viewer in viewers(match):
            view = match.view(viewer)
            guess = game.determinize(view, Rng(seed, number))
            assert game.view(guess, viewer) == view
            if viewer is not None and not game.more(match.state, viewer):
                assert list(game.legal(guess, viewer)) == match.legal(viewer)


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_a_determinized_state_is_a_legal_position(name: str, seed: int) -> None:
    for match, number in random_match(name, seed, **short(name)):
        game = match.game
        viewer = number % game.seats(match.state)
        guess = game.determinize(match.view(viewer), Rng(seed, number))
        assert game.load(game.options_of(guess), game.dump(guess)) == guess


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_redacted_events_name_no_card_that_the_viewer_does_not_see(name: str, seed: int) -> None:
    match = finished(name, seed, **short(name))
    game, state = match.game, match.bare
    before: dict[int | None, set[str]] = {}
    for event in (event for entry in match.log for event in entry.events):
        after = game.evolve(state, event)
        seen = {each: {*cards_in(game, game.view(after, each))} for each in viewers(match)}
        if state is not match.bare and type(event) not in game.revealing:
            for viewer in seen:
                told = cards_in(game, game.redact(event, state, viewer))
                assert told.keys() <= before[viewer] | seen[viewer], (event, viewer)
        state, before = after, seen


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_the_deal_tells_a_viewer_only_what_the_first_view_shows(name: str, seed: int) -> None:
    match, _ = next(random_match(name, seed, **short(name)))
    dealt = match.game.fold(match.bare, match.log[0].events)
    for viewer in viewers(match):
        told = [match.game.redact(event, dealt, viewer) for event in match.log[0].events]
        seen = cards_in(match.game, match.game.view(dealt, viewer))
        assert cards_in(match.game, told).keys() <= seen.keys()


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_matches_end_and_their_scores_add_up(name: str, seed: int) -> None:
    match = finished(name, seed, **short(name))
    outcome = match.outcome
    assert outcome is not None
    assert len(outcome.scores) == match.game.seats(match.state)
    assert outcome.winners
    assert {outcome.scores[seat] for seat in outcome.winners} == {max(outcome.scores)}
    assert not match.to_act


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_the_same_seed_gives_the_same_match(name: str, seed: int) -> None:
    *_, (again, _) = play_at_random(name, seed, **short(name))
    assert quartett.save_match(again) == quartett.save_match(finished(name, seed, **short(name)))


@EVERY_GAME
@FEW
@given(seed=SEEDS)
def test_actions_events_and_views_round_trip_as_json(name: str, seed: int) -> None:
    for match, _ in random_match(name, seed, **short(name)):
        game = match.game
        for viewer in viewers(match):
            text = msgspec.json.encode(match.view(viewer))
            assert msgspec.json.decode(text, type=game.view_type) == match.view(viewer)
        for event in match.log[-1].events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=game.event_type) == event


@EVERY_GAME
def test_impossible_numbers_of_players_are_refused(name: str) -> None:
    game = get(name)
    for players in (-1, 0, game.players[0] - 1, game.players[-1] + 1, 10**9):
        with pytest.raises(RuleError, match="players"):
            Match.start(game, players)


@EVERY_GAME
def test_a_number_of_players_that_is_no_number_is_refused_by_name(name: str) -> None:
    fewest = get(name).players[0]
    for players in (str(fewest), float(fewest), True):
        with pytest.raises(quartett.FormatError, match="players: Expected `int`"):
            Match.start(get(name), players)  # type: ignore[arg-type]


@EVERY_GAME
def test_unknown_options_are_refused_by_name(name: str) -> None:
    with pytest.raises(quartett.FormatError, match="handicap"):
        quartett.start(name, players=get(name).players[0], handicap=1)


@EVERY_GAME
def test_a_seat_that_is_not_there_is_refused(name: str) -> None:
    match, _ = next(random_match(name, 1, **short(name)))
    seat = sorted(match.to_act)[0]
    action = match.legal(seat)[0]
    for nobody in (-1, 9):
        with pytest.raises(RuleError, match="seat"):
            match.play(nobody, action)
        with pytest.raises(RuleError, match="seat"):
            match.legal(nobody)
        with pytest.raises(RuleError, match="seat"):
            match.view(nobody)


def test_the_step_of_time_frees_every_hand() -> None:
    """The helper's step is longer than what it stands for, else the laws would be vacuous."""
    options = msgspec.to_builtins(get("flow").options_type()) if "flow" in names() else {}
    assert all(options.get(key, 0) <= STEP_MS for key in ("hand_ms", "grace_ms"))


def test_two_draws_from_one_source_of_chance_differ() -> None:
    rng = Rng(1)
    assert rng.below(10**9) != rng.below(10**9)
    assert rng.shuffled(range(50)) != rng.shuffled(range(50))
