"""Random play through the public protocol, in decisions per second, beside other card libraries.

Every contestant plays whole games at random in this one process and this one run: legal actions,
a choice, the move applied, by this process's own time. Quartett goes the whole way (legal, check,
decide, evolve) and keeps all events; a `Match` keeps a log too.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel
import rlcard
from rlcard.agents import RandomAgent

import quartett
from quartett.core.seeds import Rng
from quartett.games import get

SECONDS = 3.0
HAND_IS_FREE_MS = 400
"""Every hand is free again this long after an action."""

ROUNDS = 3
"""Runs per contestant; they take turns, and the result is the median."""

Contestant = Callable[[float], float]


def quartett_game(name: str, players: int, keep: Callable[[Any], bool] | None = None) -> Contestant:
    """Plays one of our games; `keep` leaves out kinds of action."""

    def play(seconds: float) -> float:
        game, chance = get(name), random.Random(1)
        decisions = games = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            decisions += _match(game, players, games, chance, keep)
            games += 1
        return decisions / spent

    return play


def _match(game: Any, players: int, seed: int, chance: random.Random, keep: Any) -> int:
    state, events = game.start(game.options_type(), players, Rng(seed))
    state = game.fold(state, events)
    log = [events]
    while True:
        if game.timed and game.outcome(state) is None:
            due = game.now(state) + HAND_IS_FREE_MS
            wake = None if game.to_act(state) else game.wake(state)
            state = _pass_time(game, state, due if wake is None else wake, seed, log)
        if not (seats := game.to_act(state)):
            if game.timed and game.outcome(state) is None:
                continue
            return sum(1 for entry in log[1:] if entry is not None)
        seat = next(iter(seats)) if len(seats) == 1 else chance.choice(tuple(seats))
        legal = game.legal(state, seat)
        action = chance.choice(legal) if keep is None else keep(legal, chance)
        game.check(state, seat, action)
        at = game.now(state) if game.timed else 0
        events = game.decide(state, seat, action, at, Rng(seed, len(log)))
        for event in events:
            state = game.evolve(state, event)
        log.append(events)


def _pass_time(game: Any, state: Any, at: int, seed: int, log: list[Any]) -> Any:
    events = game.tick(state, at, Rng(seed, len(log)))
    return game.fold(state, events)


def matches(name: str, players: int) -> Contestant:
    """Plays one of our games as programs do, by `quartett.start` and `Match.play`."""

    def play(seconds: float) -> float:
        chance, decisions, games = random.Random(1), 0, 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            match = quartett.start(name, players=players, seed=games)
            games += 1
            while match.outcome is None:
                seat = chance.choice(tuple(match.to_act))
                match.play(seat, chance.choice(match.legal(seat)))
                decisions += 1
        return decisions / spent

    return play


def draw_and_pass(legal: Any, chance: random.Random) -> Any:
    """Photo Rummy without laying: any stack, then pass."""
    return legal[0] if legal[0].__class__.__name__ == "Pass" else chance.choice(legal)


def openspiel(name: str) -> Contestant:
    """Plays an OpenSpiel game through pyspiel."""
    game = pyspiel.load_game(name)

    def play(seconds: float) -> float:
        chance = random.Random(1)
        decisions = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                    decisions += 1
        return decisions / spent

    return play


def rlcard_game(name: str) -> Contestant:
    """Plays an RLCard game with its own random agents."""
    env = rlcard.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(seconds: float) -> float:
        decisions = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            paths, _ = env.run(is_training=False)
            decisions += sum((len(path) - 1) // 2 for path in paths)
        return decisions / spent

    return play


CONTESTANTS: dict[str, Contestant] = {
    "OpenSpiel gin_rummy": openspiel("gin_rummy"),
    "RLCard gin-rummy": rlcard_game("gin-rummy"),
    "RLCard uno": rlcard_game("uno"),
    "Match jericho (3)": matches("jericho", 3),
    "Match souvenirs (2)": matches("souvenirs", 2),
    "Quartett jericho (3)": quartett_game("jericho", 3),
    "Quartett souvenirs (2)": quartett_game("souvenirs", 2),
    "Quartett flow (2)": quartett_game("flow", 2),
    "Quartett photo_rummy (2), no lay": quartett_game("photo_rummy", 2, draw_and_pass),
}
TARGETS = {
    "Match jericho (3)": (2.0, 0.0),
    "Match souvenirs (2)": (2.0, 0.0),
    "Quartett jericho (3)": (2.0, 5.0),
    "Quartett souvenirs (2)": (2.0, 5.0),
    "Quartett flow (2)": (1.0, 0.0),
    "Quartett photo_rummy (2), no lay": (1.0, 0.0),
}
"""The target: this many times the speed of OpenSpiel's and RLCard's gin rummy."""


def main() -> None:
    """Measure all contestants in turn and print the table."""
    runs: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    for _ in range(ROUNDS):
        for name, play in CONTESTANTS.items():
            runs[name].append(play(SECONDS))
    speed = {name: sorted(each)[ROUNDS // 2] for name, each in runs.items()}
    spiel, rl = speed["OpenSpiel gin_rummy"], speed["RLCard gin-rummy"]
    print(f"{'':34}{'decisions/s':>12}{'× OpenSpiel':>13}{'× RLCard':>10}   target")
    for name, each in speed.items():
        wanted = TARGETS.get(name)
        good = "" if wanted is None else f"≥ {wanted[0]:g}× and {wanted[1]:g}×: "
        if wanted is not None:
            good += "met" if each >= wanted[0] * spiel and each >= wanted[1] * rl else "MISSED"
        print(f"{name:34}{each:12,.0f}{each / spiel:13.2f}{each / rl:10.2f}   {good}")


if __name__ == "__main__":
    main()
