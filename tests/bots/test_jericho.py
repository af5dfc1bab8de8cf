"""The Jericho bots: playouts see the table right, and the bots see what they should."""

from random import Random
from typing import Any

import pytest

import quartett
from playing import random_match
from quartett import bots
from quartett.bots.jericho.hints import reason
from quartett.bots.jericho.worlds import worlds_of
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.fast.jericho import KIND, OVER, PLAY_PHASE, SHOW, deal, from_state
from quartett.fast.jericho_playout import Thumb
from quartett.games.jericho.actions import Action, Supply, Trumpet, Wall


def figures(thumb: Thumb) -> Any:
    for colour in range(5):
        thumb.look(colour)
    return thumb.leads, thumb.stakes, thumb.blown, thumb.fallen


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_the_rules_of_thumb_remember_is_what_a_fresh_look_sees(players: int) -> None:
    game = deal(players, Random(players))
    thumb = Thumb(game)
    while game.phase != OVER:
        if game.phase == PLAY_PHASE:
            assert figures(thumb) == figures(Thumb(game))
        thumb.step()
    assert game.round == 3
    assert SHOW not in game.pile
    assert sum(game.scores()) > 0


def test_a_trumpet_does_what_the_rules_of_thumb_foresee() -> None:
    for match, _ in random_match("jericho", 3):
        state = match.state
        if state.phase == "play" and "trumpet" in state.seats[state.turn].hand:
            game = from_state(state)
            thumb = Thumb(game)
            for colour, name in enumerate(("red", "yellow", "green", "blue", "white")):
                fallen = thumb.look(colour)
                after = Match(match.game, state)
                blown = after.play(state.turn, Trumpet(name))[0]
                assert isinstance(blown.falls, tuple)
                cards = [card for fall in blown.falls for card in fall.cards]
                assert fallen == len([card for card in cards if card != "trumpet"])
                then = Thumb(from_state(after.state))
                assert thumb.blown[5 * state.turn + colour] == then.leads[5 * state.turn + colour]


def test_worlds_hold_what_is_seen_and_a_scoring_card_in_each_pile_to_come() -> None:
    for match, number in random_match("jericho", 3, players=3):
        if number % 9 or match.outcome:
            continue
        world, state = worlds_of(match.view(1)).deal(Random(number)), match.state
        real = from_state(state)
        own = slice(len(real.hands) // 3, 2 * len(real.hands) // 3)
        assert world.hands[own] == real.hands[own]
        assert world.walls == real.walls
        assert len(world.pile) == len(real.pile)
        assert world.pile.count(SHOW) == real.pile.count(SHOW)
        assert sum(world.hands) == sum(real.hands)
        assert sum(world.supply) == sum(real.supply)
        assert world.observe(1) == real.observe(1)
        assert world.to_act() == real.to_act()
        assert world.turn == real.turn


def test_no_world_holds_more_of_a_kind_than_there_are() -> None:
    for match, number in random_match("jericho", 8, players=4):
        if number % 11 or match.outcome:
            continue
        world = worlds_of(match.view(2)).deal(Random(number))
        for card in ("red-7", "blue-7", "white-1"):
            kind = KIND[card]
            found = world.hands[kind::26] + world.won[kind::26] + [world.supply[kind]]
            assert sum(found) + world.pile.count(kind) <= (1 if card.endswith("7") else 4)


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
