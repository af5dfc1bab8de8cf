"""How far luck allows to go: the master with all cards open to it, against a level.

    python benchmarks/ceiling.py GAME [--level hard@1] [--players N] [--games N] [--workers N]

Nobody else plays like this: the bot of the first seat in each line-up is handed the real table,
draw pile included, instead of tables that could be the real one.
"""

import argparse
import os
from functools import partial
from importlib import import_module
from random import Random

import msgspec

from quartett import bots
from quartett.arena.match import Player, Table, play_in_turn
from quartett.arena.run import executor
from quartett.arena.schedule import Job
from quartett.arena.stats import estimate
from quartett.bots import network
from quartett.bots.lookahead import Lookahead
from quartett.bots.planning import Choice
from quartett.core.match import AnyMatch, Match
from quartett.games import get

NODES = 96


class Cheat(Player):
    """A master that sees everything."""

    def choose(self, match: AnyMatch) -> Choice[object]:
        fast = import_module(f"quartett.fast.{match.game.id}")
        part = import_module(f"quartett.bots.{match.game.id}.master")
        weights, chance = _weights(match.game.id), Random(f"{self._seed}/{self._asked}")
        self._asked += 1
        table = fast.from_state(match.state)
        ahead = Lookahead(part.master_net, weights, self.seat, table.copy, chance)
        best = ahead.search(NODES)[0].action
        action = fast.action_of(table, self.seat, best)
        return Choice(action, frozenset(match.once_ready(self.seat)), lambda: 0)


_KNOWN: dict[str, network.Weights] = {}


def _weights(game: str) -> network.Weights:
    if game not in _KNOWN:
        _KNOWN[game] = network.load(import_module(f"quartett.bots.{game}.master").WEIGHTS)
    return _KNOWN[game]


class Ceiling(msgspec.Struct, frozen=True):
    """What is played."""

    game: str
    level: str
    players: int
    seed: int


def play(setup: Ceiling, job: Job) -> tuple[int, float]:
    """The number of the deal, and the cheat's share of the victory."""
    seed = f"{setup.seed}/{job.deal}"
    own = job.rotation
    seated = [
        (Cheat if seat == own else Player)(
            bots.get(setup.game, setup.level), setup.level, seat, f"{seed}/{seat}"
        )
        for seat in range(setup.players)
    ]
    table = Table(Match.start(get(setup.game), setup.players, seed), seated)
    play_in_turn(table)
    outcome = table.match.outcome
    assert outcome is not None
    return job.deal, (own in outcome.winners) / len(outcome.winners)


def main() -> None:
    """Play, and print the share after every deal that is whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--level", default="hard@1")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=20261116)
    given = parser.parse_args()
    players = given.players or get(given.game).players[0]
    setup = Ceiling(given.game, given.level, players, given.seed)
    jobs = [Job(deal, 0, turn) for deal in range(given.games // players) for turn in range(players)]
    shares: dict[int, list[float]] = {}
    for deal, share in executor(given.workers).map(partial(play, setup), jobs):
        shares.setdefault(deal, []).append(share)
        whole = [sum(each) / players for each in shares.values() if len(each) == players]
        if len(shares[deal]) == players and len(whole) > 1:
            found = estimate(whole)
            said = f"{found.mean:.1%} ({found.low:.1%} – {found.high:.1%})"
            print(f"{len(whole) * players} matches: {said}", flush=True)


if __name__ == "__main__":
    main()
