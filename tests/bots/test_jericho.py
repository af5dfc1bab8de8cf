"""The Jericho bots: the lean table agrees with the rules, and the bots see what they should."""

from random import Random
from typing import Any

import pytest

import quartett
from playing import random_match
from quartett import bots
from quartett.bots.jericho.hints import reason
from quartett.bots.jericho.plays import as_play
from quartett.bots.jericho.policy import draw, play_out
from quartett.bots.jericho.table import COLOURS, NUMBER, SHOW, Table
from quartett.bots.jericho.worlds import Worlds, known_table
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.games.jericho.actions import Action, Supply, Trumpet, Wall
from quartett.games.jericho.cards import SCORING
from quartett.games.jericho.scoring import length


def lean(state: Any) -> Table:
    """A whole state as the lean table knows it."""
    table = Table(len(state.seats))
    for seat, player in enumerate(state.seats):
        table.hands[seat] = [NUMBER[card] for card in player.hand]
        table.won[seat] = len(player.won)
        for colour, wall in enumerate(player.walls):
            table.walls[seat * COLOURS + colour] = [length((card,)) for card in wall]
            table.lengths[seat * COLOURS + colour] = length(wall)
    for colour in range(COLOURS):
        table.measure(colour)
    for put in state.supply:
        table.put(NUMBER[put.card])
    table.pile = [SHOW if card == SCORING else NUMBER[card] for card in state.draw_pile]
    table.round, table.starter, table.turn = state.round, state.starter, state.turn
    return table


def figures(table: Table) -> Any:
    walls = [sorted(wall) for wall in table.walls]
    return walls, table.lengths, table.leads, table.supply, table.won


@pytest.mark.parametrize("seed", range(6))
def test_the_lean_table_plays_by_the_same_rules_as_the_game(seed: int) -> None:
    for match, _ in random_match("jericho", seed):
        state = match.state
        if state.phase != "play" or state.draw_pile[-1] == SCORING:
            continue
        for action in match.legal(state.turn):
            after = Match(match.game, state)
            after.play(state.turn, action)
            table = lean(state)
            table.play(state.turn, as_play(action))
            assert not draw(table, state.turn)
            assert figures(table) == figures(lean(after.state)), action


@pytest.mark.parametrize("seed", range(6))
def test_a_scoring_on_the_lean_table_is_that_of_the_game(seed: int) -> None:
    for match, _ in random_match("jericho", seed, players=4):
        state = match.state
        if state.phase != "play" or state.draw_pile[-1] != SCORING:
            continue
        action = match.legal(state.turn)[0]
        after = Match(match.game, state)
        after.play(state.turn, action)
        table = lean(state)
        table.play(state.turn, as_play(action))
        draw(table, state.turn)
        assert table.won == [len(player.won) for player in after.state.seats]


def test_worlds_hold_what_is_seen_and_a_scoring_card_in_each_pile_to_come() -> None:
    for match, number in random_match("jericho", 3, players=3):
        if number % 9 or match.outcome:
            continue
        worlds, known = Worlds(match.view(1)), known_table(match.view(1))
        world = worlds.deal(Random(number))
        state = match.state
        assert sorted(world.table.hands[1]) == sorted(NUMBER[c] for c in state.seats[1].hand)
        assert world.table.walls == known.walls
        assert len(world.table.pile) == len(state.draw_pile)
        assert world.table.pile.count(SHOW) == state.draw_pile.count(SCORING)
        assert [len(h) for h in world.table.hands] == [len(p.hand) for p in state.seats]


def test_a_playout_ends_with_all_three_scorings() -> None:
    *_, (match, _) = ((m, n) for m, n in random_match("jericho", 1) if n == 20)
    table = Worlds(match.view(0)).deal(Random(2)).table
    play_out(table)
    assert table.round == 3
    assert SHOW not in table.pile
    assert sum(table.won) > 0


def table_with(seats: list[dict[str, Any]], **more: Any) -> AnyMatch:
    state = {"seats": seats, "phase": "play", "draw_pile": ["red-1"] * 3, **more}
    return quartett.load({"game": "jericho", "state": state})


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_bot_takes_the_supply_that_it_fed_itself(level: str) -> None:
    fed = [{"card": card, "by": 0} for card in ["green-3", "green-3", "green-4"]]
    match = table_with(
        [
            {"hand": ["green-7", "red-7", "blue-3"], "walls": {"green": ["green-1"]}},
            {"hand": ["blue-4"], "walls": {"green": ["green-5"]}},
            {"hand": ["white-4"], "walls": {"red": ["red-5", "red-5"]}},
        ],
        supply=fed,
        draw_pile=["red-3", "blue-1", "scoring"],
        round=3,
        removed=["scoring", "scoring"],
    )
    assert bots.get("jericho", level).choose(match.view(0), match.legal(0), Rng(1)) == Wall(
        "green-7"
    )


def test_hints_name_what_an_action_does() -> None:
    match = table_with(
        [
            {"hand": ["green-4", "trumpet", "red-1"], "walls": {"green": ["green-3"]}},
            {"hand": ["blue-4"], "walls": {"green": ["green-5"], "blue": ["blue-7"]}},
            {"hand": ["white-4"]},
        ]
    )
    view = match.view(0)
    expected: dict[Action, tuple[str, int, int]] = {
        Wall("green-4"): ("takes_lead", 7, 5),
        Trumpet("green"): ("trumpet_takes_lead", 5, 0),
        Trumpet("blue"): ("trumpet_weakens", 0, 0),
    }
    for action, (key, own, other) in expected.items():
        found, about = reason(view, action)
        assert (found, about["length"], about["other"]) == (key, own, other)
    assert reason(view, Wall("red-1"))[0] == "one"
    assert reason(view, Supply("green-4"))[0] == "feed_cheap"
    assert reason(view, Supply("trumpet"))[0] == "spare_trumpet"
