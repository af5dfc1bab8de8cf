"""How far luck allows to go: the master with all cards open to it, against a level.

    python research/ceiling.py GAME [--level hard] [--players N] [--games N] [--workers N]
    python research/ceiling.py photo_rummy --sees racks

Nobody else plays like this: the bot of the first seat in each line-up is handed the real table,
draw pile included, instead of tables that could be the real one. In Photo Rummy it draws the best
of the top cards, and plays each lay to the end of the round with racks and stacks as they are. With
`--sees racks` it sees no stack: it draws by chance and knows only how likely each rival is to go
out next.
"""

import argparse
import os
from functools import partial
from importlib import import_module
from random import Random

import msgspec

from quartett import bots
from quartett.arena.match import Player, Table
from quartett.arena.run import executor
from quartett.arena.schedule import Job
from quartett.arena.stats import estimate
from quartett.bots import network
from quartett.bots.lookahead import Lookahead
from quartett.bots.photo_rummy import master as rummy
from quartett.bots.photo_rummy import master_net
from quartett.bots.photo_rummy.bits import boards_of
from quartett.bots.photo_rummy.master import odds_of
from quartett.bots.photo_rummy.master_round import Round, favourite, options_of, turned
from quartett.bots.photo_rummy.master_seen import NEAR, After
from quartett.bots.planning import Choice
from quartett.core.match import AnyMatch, Match
from quartett.fast.photo_rummy import BITS, CARD
from quartett.fast.photo_rummy_counts import Companions, Lying
from quartett.fast.photo_rummy_playout import can_go_out
from quartett.games import get
from quartett.games.photo_rummy.actions import DRAWS, PASS, Action
from quartett.games.photo_rummy.solving.board import board
from quartett.games.photo_rummy.state import State
from quartett.games.photo_rummy.view import View

NODES = 96
ORDERS = 6
"""In so many orders the stacks of Photo Rummy are drawn from in thought."""

ALERT, USUAL_DANGER = 4.0, 0.05
"""How much worse, in log-odds, passing is for whoever knows that a rival is sure to go out next,
and how likely a rival is to do so where it matters."""


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


class RummyCheat(Player):
    """A master of Photo Rummy that sees everything."""

    def choose(self, match: AnyMatch) -> Choice[object]:
        chance = Random(f"{self._seed}/{self._asked}")
        self._asked += 1
        view = match.view(self.seat)
        draws = view.phase == "draw"
        action = self._draw(match, view) if draws else self._lay(match, view, chance)
        return Choice(action, frozenset(match.once_ready(self.seat)), lambda: 0)

    def _draw(self, match: AnyMatch, view: View) -> Action:
        """The stack whose top card makes most of the rack."""
        table, opened = boards_of(view.table), view.seats[self.seat].opened
        rack = board(view.seats[self.seat].rack or ())
        known, weights = rummy.situation(view), _weights("photo_rummy")
        worth = {}
        for stack, cards in enumerate(match.state.stacks):
            if cards:
                options = options_of(known, table, rack | board(cards[-1:]), opened)
                worth[stack] = float(odds_of(weights, options).max())
        return DRAWS[max(worth, key=lambda stack: worth[stack])] if worth else PASS

    def _lay(self, match: AnyMatch, view: View, chance: Random) -> Action:
        """The lay with which the round ends best, on real racks and in some orders of drawing."""
        options = rummy.choices(view)
        ahead = Known(view, match.state, chance)
        results = [ahead.result(after) for after in options]
        return rummy.action_of(options[results.index(max(results))], options[0].table)


class RackCheat(Player):
    """A master of Photo Rummy that sees the others' racks and nothing else."""

    def choose(self, match: AnyMatch) -> Choice[object]:
        chance = Random(f"{self._seed}/{self._asked}")
        self._asked += 1
        legal = match.legal(self.seat)
        draws = match.view(self.seat).phase == "draw"
        action = chance.choice(legal) if draws else self._lay(match)
        return Choice(action, frozenset(match.once_ready(self.seat)), lambda: 0)

    def _lay(self, match: AnyMatch) -> Action:
        """The network's favourite, passing made worse by what the others are about to do."""
        options = rummy.choices(match.view(self.seat))
        odds = odds_of(_weights("photo_rummy"), options).tolist()
        if len(options) > 1 and options[0].left.bit_count() <= NEAR:
            odds[0] -= ALERT * (self._danger(match.state) - USUAL_DANGER)
        return rummy.action_of(options[favourite(options, odds)], options[0].table)

    def _danger(self, state: State) -> float:
        """How likely the most dangerous rival is to go out with the next card."""
        lying = Lying([*boards_of(state.table)])
        cards = [BITS[CARD[card]] for stack in state.stacks for card in stack]
        found = [0.0]
        for seat, player in enumerate(state.seats):
            if seat != self.seat:
                racks = [board(player.rack) | card for card in cards]
                out = [can_go_out(Companions(lying, rack), rack, player.opened) for rack in racks]
                found.append(sum(out) / len(out) if out else 0.0)
        return max(found)


class Known:
    """The rest of a round of Photo Rummy with all cards open."""

    def __init__(self, view: View, state: State, chance: Random) -> None:
        assert view.viewer is not None
        self._view, self._seat = view, view.viewer
        self._weights = _weights("photo_rummy")
        self._rounds = [self._real(state, chance) for _ in range(ORDERS)]

    def worth(self, points: list[int]) -> float:
        """The share of the victory that the round's points lead to."""
        view = self._view
        scores = [each.score + more for each, more in zip(view.seats, points, strict=True)]
        left = view.options.rounds - view.round
        if not left:
            best = max(scores)
            return (scores[self._seat] == best) / scores.count(best)
        np, starter = network.numpy(), (view.starter + 1 - self._seat) % len(scores)
        known = master_net.between(left, starter, turned(scores, self._seat))
        odds = master_net.evaluate_scores(np, self._weights, np.array([known]))
        return float(1 / (1 + np.exp(-odds[0])))

    def _real(self, state: State, chance: Random) -> Round:
        stacks = [[CARD[card] for card in stack] for stack in state.stacks]
        order = []
        while any(stacks):
            order.append(chance.choice([stack for stack in stacks if stack]).pop())
        racks = [board(player.rack) for player in state.seats]
        opened = [int(player.opened) for player in state.seats]
        scores = [player.score for player in state.seats]
        numbers = state.round, state.options.rounds
        turn = state.turn or 0
        table = boards_of(state.table)
        return Round(table, racks, opened, order[::-1], turn, scores, numbers)

    def result(self, after: After) -> float:
        """The mean share of the victory after this choice, all going on as the network would."""
        rounds = [each.copy() for each in self._rounds]
        results = [0.0] * len(rounds)
        for at in range(len(rounds)):
            self._lay(rounds, results, at, after)
        while going := [at for at, each in enumerate(rounds) if each.turn >= 0]:
            for at in going:
                options = rounds[at].draw()
                odds = odds_of(self._weights, options).tolist()
                self._lay(rounds, results, at, options[favourite(options, odds)])
        return sum(results) / len(results)

    def _lay(self, rounds: list[Round], results: list[float], at: int, after: After) -> None:
        points = rounds[at].lay(after)
        if points is not None:
            rounds[at].turn = -1
            results[at] = self.worth(points)


_KNOWN: dict[str, network.Weights] = {}


def _weights(game: str) -> network.Weights:
    if game not in _KNOWN:
        _KNOWN[game] = network.load(import_module(f"quartett.bots.{game}.master").WEIGHTS)
    return _KNOWN[game]


CHEATS: dict[tuple[str, str], type[Player]] = {
    ("photo_rummy", "all"): RummyCheat,
    ("photo_rummy", "racks"): RackCheat,
}


class Ceiling(msgspec.Struct, frozen=True):
    """What is played."""

    game: str
    level: str
    players: int
    seed: int
    sees: str


def play(setup: Ceiling, job: Job) -> tuple[int, float]:
    """The number of the deal, and the cheat's share of the victory."""
    seed = f"{setup.seed}/{job.deal}"
    own = job.rotation
    cheat = CHEATS.get((setup.game, setup.sees), Cheat)
    seated = [
        (cheat if seat == own else Player)(
            bots.get(setup.game, setup.level), setup.level, seat, f"{seed}/{seat}"
        )
        for seat in range(setup.players)
    ]
    table = Table(Match.start(get(setup.game), setup.players, seed), seated)
    return job.deal, table.play().share(own)


def main() -> None:
    """Play, and print the share after every deal that is whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--players", type=int)
    parser.add_argument("--sees", choices=("all", "racks"), default="all")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=20261116)
    given = parser.parse_args()
    if given.sees == "racks" and given.game != "photo_rummy":
        parser.error("--sees racks is for photo_rummy")
    players = given.players or get(given.game).players[0]
    setup = Ceiling(given.game, given.level, players, given.seed, given.sees)
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
