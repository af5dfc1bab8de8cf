"""The Flow bots: they keep to the rules, see what lies open only, and react as people do."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import quartett
from playing import random_match
from quartett import bots
from quartett.arena.match import play
from quartett.arena.schedule import Job, Setup
from quartett.bots.base import MIN_REACTION_MS
from quartett.bots.flow.hints import reason
from quartett.bots.flow.players import HARD_PACE, Easy
from quartett.bots.flow.stopping import lead, standing, would_end_the_match
from quartett.bots.flow.table import seen_table
from quartett.bots.flow.worth import gain
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.core.texts import LANGUAGES, catalogue, say
from quartett.fast.flow import Flow, id_of
from quartett.games import get
from quartett.games.flow.actions import STOP, Draw, Play, Set, Steal

LEVELS = ("easy", "medium", "hard")
SHORT = {"target": 120}
LINEUPS = (("easy", "medium", "hard"), ("hard", "random"), ("easy", "easy", "medium", "hard"))


def moments(every: int, seed: int = 5, **more: Any) -> Iterator[tuple[AnyMatch, int]]:
    """Some moments of a random match, each with all seats that may act then."""
    for match, number in random_match("flow", seed, **{**SHORT, **more}):
        if number % every == 0:
            yield from ((match, seat) for seat in match.to_act)


def table_with(seats: list[dict[str, Any]], middle: list[list[str]], **more: Any) -> AnyMatch:
    """A running round; every seat was dealt 48 cards unless it says otherwise."""
    dealt = [{"dealt": 48, **seat} for seat in seats]
    state = {"seats": dealt, "middle": middle, "phase": "running", **more}
    return quartett.load({"game": "flow", "state": state})


@pytest.mark.parametrize("lineup", LINEUPS)
def test_whole_matches_without_an_illegal_action(lineup: tuple[str, ...]) -> None:
    for rotation in range(len(lineup)):
        record = play(Setup("flow", (lineup,), 11, options=SHORT), Job(0, 0, rotation))
        assert max(record.scores) >= SHORT["target"]


@pytest.mark.parametrize("level", LEVELS)
def test_every_choice_is_one_of_the_listed(level: str) -> None:
    bot = bots.get("flow", level)
    for number, (match, seat) in enumerate(moments(4)):
        legal = match.legal(seat)
        assert bot.choose(match.view(seat), legal, Rng(number)) in legal


@pytest.mark.parametrize("level", LEVELS)
def test_FL_18_choice_and_time_do_not_hang_on_unseen_cards(level: str) -> None:
    bot = bots.get("flow", level)
    for match, seat in moments(7):
        view, legal = match.view(seat), match.legal(seat)
        other = match.game.determinize(view, Rng("swapped"))
        swapped, listed = match.game.view(other, seat), match.game.legal(other, seat)
        for number in range(3):
            chosen = bot.choose(view, legal, Rng(number))
            assert bot.choose(swapped, listed, Rng(number)) == chosen
            time = bot.reaction_ms(view, legal, Rng(number))
            assert bot.reaction_ms(swapped, listed, Rng(number)) == time


def test_the_same_seed_gives_the_same_match() -> None:
    setup = Setup("flow", (("easy", "hard"),), 4, options=SHORT)
    first, again = play(setup, Job(0, 0, 0)), play(setup, Job(0, 0, 0))
    assert (first.scores, first.actions, first.clock) == (again.scores, again.actions, again.clock)


def test_the_table_in_the_head_changes_as_the_rules_say() -> None:
    for match, seat in moments(5, players=3):
        for action in match.legal(seat):
            after = Match(match.game, match.state, 1)
            after.play(seat, action)
            if after.state.phase != "running":
                continue
            expected, found = seen_table(after.view(seat)), seen_table(match.view(seat))
            found.apply(seat, id_of(found, seat, action))
            if isinstance(action, Draw):
                expected.hands[seat] = -1  # Nobody knows the card before it is drawn.
            assert _figures(found) == _figures(expected), action


def _figures(table: Flow) -> Any:
    tops = [pile[-1:] for pile in (*table.middle, *table.stolen)]
    sizes = [len(pile) for pile in table.piles]
    return tops, sizes, table.displays, table.hands, table.refilling, table.busy


# Reactions


def times(level: str, match: AnyMatch, seat: int = 0) -> list[int]:
    bot, view, legal = bots.get("flow", level), match.view(seat), match.once_ready(seat)
    return [bot.reaction_ms(view, legal, Rng(level, number)) for number in range(301)]


def busy_table(**more: Any) -> AnyMatch:
    """A table with much to do for seat 0, which acted 1000 ms after the start."""
    return table_with(
        [
            {
                "display": ["1-red-moon", "1-red-sun"],
                "draw_pile": ["4-blue-leaf"],
                "stolen": ["1-red-star"],
                "busy_until": 1350,
            },
            {"display": ["1-green-star", "2-red-heart"]},
        ],
        [["1-red-drop"], ["1-red-leaf"]],
        **{"clock": 2000, "acted_at": 1000, **more},
    )


def quiet_table() -> AnyMatch:
    """A table on which seat 0 can only refill."""
    return table_with(
        [
            {"draw_pile": ["4-blue-leaf", "4-blue-moon"], "busy_until": 350},
            {"display": ["1-green-star", "2-red-drop"]},
        ],
        [["1-red-drop"], ["1-red-leaf"]],
        acted_at=0,
    )


@pytest.mark.parametrize("table", [busy_table, quiet_table])
def test_stronger_levels_react_faster_and_nobody_inhumanly_fast(table: Any) -> None:
    found = {level: times(level, table()) for level in LEVELS}
    medians = [median(found[level]) for level in LEVELS]
    assert all(slow > fast for slow, fast in pairwise(medians))
    assert all(MIN_REACTION_MS <= time < 8000 for each in found.values() for time in each)
    assert min(medians) > 900, "as fast as somebody who knows the game"
    assert max(medians) < 2500


@pytest.mark.parametrize("level", LEVELS)
def test_reactions_spread_like_those_of_people(level: str) -> None:
    found = times(level, busy_table())
    middle = median(found)
    assert max(found) - middle > middle - min(found), "late more often than early"
    assert len(set(found)) > 100


@pytest.mark.parametrize("level", LEVELS)
def test_more_choices_take_longer(level: str) -> None:
    assert median(times(level, busy_table())) > median(times(level, quiet_table()))


@pytest.mark.parametrize("level", LEVELS)
def test_a_table_that_another_has_changed_takes_longer(level: str) -> None:
    own = busy_table(acted_at=1000, clock=2000)
    others = busy_table(acted_at=1900, clock=2000)
    assert median(times(level, others)) > median(times(level, own))


NEWCOMER = f"{Path(__file__).parent}/flow_newcomer.py:Newcomer"


def wins_of_a_newcomer(level: str, deals: int) -> float:
    """The share of matches to 200 that a careful newcomer wins, each deal from both seats."""
    setup = Setup("flow", ((NEWCOMER, level),), 20261116, options={"target": 200})
    records = [play(setup, Job(deal, 0, seat)) for deal in range(deals) for seat in range(2)]
    # at a table for two, the rotation is the first bot's seat
    return sum(each.job.rotation in each.winners for each in records) / len(records)


def test_a_careful_newcomer_mostly_beats_easy_and_loses_to_hard() -> None:
    assert wins_of_a_newcomer("easy", 5) >= 0.7
    assert wins_of_a_newcomer("hard", 2) <= 0.25


@pytest.mark.long
def test_a_careful_newcomer_beats_easy_four_times_in_five() -> None:
    assert 0.8 <= wins_of_a_newcomer("easy", 100) <= 0.95
    assert wins_of_a_newcomer("medium", 20) <= 0.5
    assert wins_of_a_newcomer("hard", 20) <= 0.2


def test_the_opponent_of_a_practice_round_is_slow_and_never_calls_stop() -> None:
    assert median(times("practice", busy_table())) > 4000
    match = end_game(6, ["1-blue-moon", None])
    bot, view = bots.get("flow", "practice"), match.view(0)
    assert all(bot.choose(view, match.legal(0), Rng(seed)) != STOP for seed in range(40))
    assert bot.reaction_ms(view, [STOP], Rng(1)) >= 3_600_000


def test_a_level_can_be_lent_the_pace_of_another() -> None:
    class Quick(Easy):
        pace = HARD_PACE

    match = busy_table()
    view, legal = match.view(0), match.legal(0)
    hard = bots.get("flow", "hard").reaction_ms(view, legal, Rng(3))
    assert Quick().reaction_ms(view, legal, Rng(3)) == hard


# Decisions


def end_game(own: int, display: list[str | None]) -> AnyMatch:
    """Seat 0 may call Stop with `own` cards stolen; the other has stolen five."""
    fives = [f"4-{colour}-heart" for colour in ("red", "orange", "yellow", "green", "blue")]
    ones = [f"2-{colour}-leaf" for colour in ("red", "orange", "yellow", "green", "blue", "purple")]
    return table_with(
        [
            {"display": display, "stolen": ones[:own]},
            {"display": ["3-purple-sun", None], "stolen": fives, "draw_pile": []},
        ],
        [["1-red-drop"], ["1-orange-drop"]],
    )


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_FL_11_counting_bots_call_stop_when_ahead(level: str) -> None:
    match = end_game(6, ["1-blue-moon", None])
    assert bots.get("flow", level).choose(match.view(0), match.legal(0), Rng(1)) == STOP


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize("seed", range(20))
def test_FL_11_counting_bots_play_on_when_behind(level: str, seed: int) -> None:
    match = end_game(1, ["1-blue-moon", "4-green-star"])
    chosen = bots.get("flow", level).choose(match.view(0), match.legal(0), Rng(seed))
    assert isinstance(chosen, Play)


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_FL_11_nobody_calls_stop_for_a_tie(level: str) -> None:
    match = end_game(5, ["1-blue-moon", None])
    assert lead(match.view(0)) == 0
    chosen = [
        bots.get("flow", level).choose(match.view(0), match.legal(0), Rng(n)) for n in range(20)
    ]
    assert STOP not in chosen
    stuck = end_game(5, ["4-purple-moon", None])
    assert stuck.legal(0) == [STOP]
    assert median(times(level, stuck)) > 2 * median(times(level, busy_table()))


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_who_is_behind_and_can_only_stop_waits_for_a_chance(level: str) -> None:
    match = end_game(1, ["4-purple-moon", "4-green-star"])
    assert match.legal(0) == [STOP]
    assert median(times(level, match)) > 2 * median(times(level, busy_table()))
    assert bots.hint("flow", match.view(0), match.legal(0), Rng(1)) is None


def test_FL_14_what_a_stop_would_give_is_what_it_gives() -> None:
    """Told beforehand and then really called, wherever it may be called in whole matches."""
    ended = went_on = 0
    for seed, (cards, target) in enumerate(product((6, 9, 14, 20), (15, 60))):
        for match, _ in random_match("flow", seed, 3, cards=cards, target=target):
            for seat in (seat for seat in match.to_act if STOP in match.legal(seat)):
                view, before = match.view(seat), [each.score for each in match.state.seats]
                trial = match.fork()
                trial.play(seat, STOP)
                after = [each.score for each in trial.state.seats]
                over = trial.outcome is not None
                counted = after if over else [a - b for a, b in zip(after, before, strict=True)]
                own = counted.pop(seat)
                assert standing(view) == (own, max(counted))
                assert lead(view) == own - max(counted)
                assert would_end_the_match(view) == over
                ended += over
                went_on += not over and any(before)
    assert ended > 3
    assert went_on > 3, "what was won in earlier rounds decides about the last one only"


@pytest.mark.parametrize("level", ["hard", "master"])
def test_FL_15_totals_decide_about_stop_when_it_would_end_the_match(level: str) -> None:
    bot = bots.get("flow", level)
    for ahead in (False, True):
        data = get("flow").dump(end_game(6, ["1-blue-moon", None]).state)
        data["seats"][not ahead]["score"] = 490
        match = quartett.load({"game": "flow", "state": data})
        view, legal = match.view(0), match.legal(0)
        chosen, soon = bot.choose(view, legal, Rng(1)), bot.reaction_ms(view, legal, Rng(1)) < 4000
        assert (chosen == STOP and soon) == ahead


def test_FL_14_a_steal_gives_two_points_and_one_to_the_victim() -> None:
    match = busy_table()
    assert gain(match.view(0), Steal(1, 0)) == 1
    assert gain(match.view(0), Play("display-0", 0)) == 1
    assert gain(match.view(0), Draw()) == 0
    three, seat = next(moments(1, players=3))
    assert gain(three.view(seat), Steal((seat + 1) % 3, 0)) == 1.5


@pytest.mark.parametrize("level", LEVELS)
def test_a_fitting_card_in_the_hand_is_rather_played_than_laid(level: str) -> None:
    match = table_with(
        [
            {"hand": "1-blue-moon", "draw_pile": ["4-green-star"]},
            {"display": ["3-purple-sun", None]},
        ],
        [["1-red-drop"], ["4-orange-drop"]],
    )
    bot, view, legal = bots.get("flow", level), match.view(0), match.legal(0)
    chosen = Counter(type(bot.choose(view, legal, Rng(seed))) for seed in range(60))
    assert chosen[Play] > chosen[Set]
    assert level != "easy" or chosen[Set], "a child overlooks it now and then"


# Hints


@pytest.mark.parametrize("level", ["hard", "master"])
def test_hints_are_legal_and_say_why_in_six_languages(level: str) -> None:
    for match, seat in moments(9):
        legal = match.legal(seat)
        found = bots.hint("flow", match.view(seat), legal, Rng(1), level)
        if found is not None:
            assert found.action in legal
            assert found.gain >= 0
            assert found.unit == "points"
            assert all(say(found.reason, found.about, language) for language in LANGUAGES)


def test_hints_have_the_same_texts_in_every_language() -> None:
    keys = {key for key in catalogue("flow", "en") if key.startswith("hint.")}
    assert len(keys) == 12
    for language in LANGUAGES:
        texts = catalogue("flow", language)
        assert {key for key in texts if key.startswith("hint.")} == keys


def test_hints_name_what_an_action_does() -> None:
    view = busy_table().view(0)
    assert reason(view, Play("display-0", 0)) == (
        "play_next",
        {"card": "1-red-moon", "on": "1-red-drop"},
    )
    assert reason(view, Steal(1, 0)) == ("steal_deny", {"card": "1-green-star", "on": "1-red-star"})
    assert reason(view, Draw()) == ("draw", {})
    assert reason(quiet_table().view(0), Draw()) == ("refill", {})
    ahead = end_game(6, ["1-blue-moon", None]).view(0)
    assert reason(ahead, STOP) == ("stop", {"own": 59, "other": 57})
    found = bots.hint("flow", ahead, [Play("display-0", 0, "1-red-drop"), STOP], Rng(1), "hard")
    assert found is not None
    assert (found.action, found.gain) == (STOP, 2)
