"""How a network does against the levels of its game."""

from importlib import import_module
from pathlib import Path

import msgspec

from quartett import bots
from quartett.arena.match import Player, Table
from quartett.arena.run import Executor
from quartett.core.match import Match
from quartett.games import get

LEVELS = ("medium", "hard")
DEALS = "levels"
"""Begins the seeds of all deals played here; training deals otherwise."""


class Trial(msgspec.Struct, frozen=True):
    """One match: a network in one seat, a level in the others."""

    game: str
    weights: str
    level: str
    deal: int
    seat: int


def play(trial: Trial) -> float:
    """The network's share of the victory."""
    game = get(trial.game)
    players = game.players[0]
    seed = f"{DEALS}/{trial.deal}"
    kind = import_module(f"quartett.bots.{trial.game}.master").Network
    own = type("Own", (kind,), {"weights": Path(trial.weights)})()
    seated = [
        own if seat == trial.seat else bots.get(trial.game, trial.level) for seat in range(players)
    ]
    table = Table(
        Match.start(game, players, seed),
        [Player(bot, bot.level, seat, f"{seed}/{seat}") for seat, bot in enumerate(seated)],
    )
    return table.play().share(trial.seat)


def share(game: str, weights: Path, level: str, matches: int, where: Executor) -> float:
    """The mean share of the victory over this number of matches, every deal from each seat."""
    seats = get(game).players[0]
    trials = [
        Trial(game, str(weights), level, number // seats, number % seats)
        for number in range(matches)
    ]
    return sum(where.map(play, trials)) / matches
