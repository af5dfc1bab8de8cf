"""Random legal play through quartett.fast, plain and compiled, beside OpenSpiel's card games.

A decision is one uniform legal choice, applied; dealing and scoring are included, forced moves are
not counted. All contestants take turns in this one process, by its own processor time; the median
counts. Then the hard bots' playouts are timed, plain and compiled, on the same tables.
"""

import random
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pyspiel

from quartett.fast import _copies

SECONDS = 2.0
ROUNDS = 3
TURNS = 8
POSITIONS = 30
COUNTED = 100
"""The number of matches used to count decisions where C++ reports none."""


Contestant = Callable[[float], float]

GIN = "OpenSpiel gin_rummy"
SPIEL = ("gin_rummy", "kuhn_poker", "leduc_poker", "crazy_eights", "hearts", "spades")
"""Card games of OpenSpiel, all in C++ and all asked from Python."""

FAST = {"jericho": 3, "souvenirs": 2, "flow_ticks": 2, "photo_rummy": 2}
TARGETS = {"jericho plain": 10.0, "jericho compiled, Python loop": 35.0}
"""The target: this many times the speed of OpenSpiel's gin rummy."""


def openspiel(name: str) -> Contestant:
    """Plays an OpenSpiel game through pyspiel."""
    game = pyspiel.load_game(name)

    def play(seconds: float) -> float:
        chance, decisions, spent = random.Random(1), 0, 0.0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                else:
                    legal = state.legal_actions()
                    decisions += len(legal) > 1
                    state.apply_action(legal[int(chance.random() * len(legal))])
        return decisions / spent

    return play


def fast_game(name: str, copy: _copies.Copy, players: int) -> Contestant:
    """Plays one copy of one of our games."""
    module = _copies.load(name, copy)

    def play(seconds: float) -> float:
        chance, decisions, spent = random.Random(1), 0, 0.0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            decisions += module.play_randomly(module.deal(players, chance), chance)
        return decisions / spent

    return play


def openspiel_alone(name: str) -> Contestant:
    """Plays an OpenSpiel game in C++ alone, with its random bots, one call per match."""
    game = pyspiel.load_game(name)
    each = sum(_decisions(game, number) for number in range(COUNTED)) / COUNTED

    def play(seconds: float) -> float:
        players = range(game.num_players())
        bots = [pyspiel.make_uniform_random_bot(player, player) for player in players]
        matches, spent = 0, 0.0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            pyspiel.evaluate_bots(game.new_initial_state(), bots, matches)
            matches += 1
        return matches * each / spent

    return play


def _decisions(game: Any, seed: int) -> int:
    """How many choices a random match has."""
    state, chance, found = game.new_initial_state(), random.Random(seed), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            legal = state.legal_actions()
            found += len(legal) > 1
            state.apply_action(chance.choice(legal))
    return found


def looped(name: str, copy: _copies.Copy, players: int) -> Contestant:
    """Plays one of our games by the loop in Python that docs/bots.md has."""
    module = _copies.load(name, copy)

    def play(seconds: float) -> float:
        chance, decisions, spent = random.Random(1), 0, 0.0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            game = module.deal(players, chance)
            while not game.is_over():
                seat = game.turn
                ids = game.legal_ids(seat)
                decisions += len(ids) > 1
                game.apply(seat, ids[int(chance.random() * len(ids))])
        return decisions / spent

    return play


def copies() -> list[_copies.Copy]:
    """The kinds of copy available on this machine."""
    return ["plain", "compiled"] if _copies.is_compiled() else ["plain"]


def random_play() -> None:
    """Measure all contestants in turn and print the table."""
    contestants = {f"OpenSpiel {name}": openspiel(name) for name in SPIEL}
    contestants[f"{GIN}, C++ alone"] = openspiel_alone("gin_rummy")
    for copy in copies():
        contestants[f"jericho {copy}, Python loop"] = looped("jericho", copy, FAST["jericho"])
    for name, players in FAST.items():
        for copy in copies():
            contestants[f"{name} {copy}"] = fast_game(name, copy, players)
    runs: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, play in contestants.items():
            runs[name].append(play(SECONDS))
    speed = {name: sorted(each)[ROUNDS // 2] for name, each in runs.items()}
    print(f"{'random legal play':32}{'decisions/s':>12}{'× gin_rummy':>13}   target")
    for name, each in speed.items():
        times, wanted = each / speed[GIN], TARGETS.get(name)
        said = "" if wanted is None else f"≥ {wanted:g}×: {'met' if times >= wanted else 'MISSED'}"
        print(f"{name:32}{each:12,.0f}{times:13.2f}   {said}")


def jericho_playouts(copy: _copies.Copy) -> float:
    """Playouts per second of Jericho's hard bot from the middle of a round."""
    game, playout = _copies.load("jericho", copy), _copies.load("jericho_playout", copy)
    chance = random.Random(2)
    quick = game.deal(3, chance)
    thumb = playout.Thumb(quick)
    for _ in range(25):
        thumb.step()

    def once() -> None:
        playout.Thumb(quick.copy()).play_out()

    return per_second(once)


def souvenirs_playouts(copy: _copies.Copy) -> float:
    """Playouts per second of Souvenirs' hard bot from the middle of a match."""
    game, playout = _copies.load("souvenirs", copy), _copies.load("souvenirs_playout", copy)
    quick = _middle(game)
    thought = playout.thought_of(quick)
    _, card, cell = thought.laying_gains(quick.turn)[0]
    return per_second(lambda: thought.after_laying(quick.turn, card, cell))


Position = tuple[list[list[int]], list[list[int]], list[int]]
"""Combinations, racks and the cards that will be drawn, by number."""


def photo_rummy_positions() -> list[Position]:
    """Tables for two at which both players have laid something at random."""
    game, found = _copies.load("photo_rummy", "plain"), []
    for seed in range(POSITIONS):
        chance = random.Random(seed)
        quick = game.deal(2, chance)
        while sum(quick.opened) < 2 or quick.phase != game.DRAW_PHASE:
            quick.apply(quick.turn, chance.choice(quick.legal_ids(quick.turn)))
        found.append((quick.table, quick.racks, [card for stack in quick.stacks for card in stack]))
    return found


def photo_rummy_playouts(copy: _copies.Copy) -> float:
    """Rounds played out per second by Photo Rummy's hard bot, one of the two laying what it can."""
    game, playout = _copies.load("photo_rummy", copy), _copies.load("photo_rummy_playout", copy)
    thought = playout.Thought(0, [False, True])
    positions = [
        ([game.board(cards) for cards in table], [game.board(rack) for rack in racks], draws)
        for table, racks, draws in photo_rummy_positions()
    ]

    def once() -> None:
        for table, racks, draws in positions:
            thought.play_out(table, racks[:], [True, True], draws)

    return per_second(once) * len(positions)


def _middle(game: ModuleType) -> Any:
    """The twelfth laying of a random match."""
    chance = random.Random(2)
    quick = game.deal(3, chance)
    while quick.taken < 12 or quick.phase != game.PLACE_PHASE:
        quick.apply(quick.turn, chance.choice(quick.legal_ids(quick.turn)))
    return quick


def per_second(once: Callable[[], Any]) -> float:
    """How often this can be done per second, in the fastest of several runs."""
    best = 0.0
    for _ in range(TURNS):
        done, spent, began = 0, 0.0, time.process_time()
        while (spent := time.process_time() - began) < SECONDS / 2 / TURNS:
            once()
            done += 1
        best = max(best, done / spent)
    return best


PLAYOUTS = {
    "jericho": jericho_playouts,
    "souvenirs": souvenirs_playouts,
    "photo_rummy": photo_rummy_playouts,
}
SOLVED = "photo_rummy"
"""No target: most of its time goes into exact solving, which gains little from compiling."""


def playouts() -> None:
    """Print how much faster the hard bots' compiled playouts are; all take turns."""
    print(f"\n{'hard playouts':26}{'plain/s':>12}{'compiled/s':>13}   target")
    for name, measure in PLAYOUTS.items():
        runs = [[measure(copy) for copy in copies()] for _ in range(ROUNDS)]
        found = [max(each) for each in zip(*runs, strict=True)]
        said = "nothing is compiled here"
        if len(found) == 2:
            times = found[1] / found[0]
            met = "met" if times >= 4 else "MISSED"
            said = f"{times:.1f}" if name == SOLVED else f"≥ 4×: {times:.1f}, {met}"
        print(f"{name:26}{found[0]:12,.0f}{found[-1]:13,.0f}   {said}")


if __name__ == "__main__":
    if "--playouts" not in sys.argv:
        random_play()
    playouts()
