"""What the decisions of each step of a ladder lose, the worst above all, and how long they take.

    .venv/bin/python benchmarks/decisions.py --seconds 90
    .venv/bin/python benchmarks/decisions.py --seconds 60 --check

All steps are asked in the same positions, from matches among the steps up to 6. A loss is what
review charges for a choice, in points of 100 of the victory; in Speed & Flow, which it does not
judge, the points that a choice gives away as hard counts them, and those that hard would make in
the time that the hand takes; there, when to call Stop is left out. The interval of the worst is
that of other positions (bootstrap). Times are processor time on one core, so other work on the
machine matters little.

With `--check` it fails if a step takes longer than allowed.
"""

import argparse
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from random import Random
from statistics import fmean, quantiles
from typing import NamedTuple

from quartett import bots
from quartett._system import use_one_core
from quartett.arena.match import seat as seated
from quartett.arena.run import executor
from quartett.arena.schedule import Job, Setup
from quartett.bots.base import STEPS, AnyBot
from quartett.bots.flow.slips import slip
from quartett.core.forms import Json
from quartett.core.game import AnyGame, GameValue
from quartett.core.log import AnyEntry
from quartett.core.seeds import Rng
from quartett.games import get, names
from quartett.games.flow.actions import STOP, Action
from quartett.games.flow.view import View
from quartett.review.evaluator import evaluator_of
from quartett.review.judging import Judge

OPTIONS: dict[str, Json] = {"flow": {"target": 1}}
LEVELS = ("1", "2", "3", "4", "5", "6")
ASKED = 4
"""Positions taken from a match."""

DRAWS = 4
"""How often each step is asked in a position."""

WORST = 0.05
"""The share of a step's decisions that count as its worst."""

DEALS = 64
"""The number of imagined deals on which a choice is judged."""

SAMPLES = 200
"""The number of bootstrap samples for an interval."""

LOOKING_AHEAD = {"jericho": 7, "souvenirs": 8, "photo_rummy": 9}
"""The first step of each game that looks ahead."""

MOST_MS, MOST_AHEAD_MS = 20, 300
"""The time within which 99 % of a step's moves must finish, and of a step that looks ahead."""

Loss = Callable[[AnyBot, GameValue, Rng], float]
"""What a bot loses by an action that it has chosen, with the chance by which it chose."""


class Decision(NamedTuple):
    """A step's choice: where, what it lost, and how long it took."""

    match: int
    step: str
    loss: float
    ms: float


class Work(NamedTuple):
    """A match whose positions are examined, and the last step that is asked."""

    game: str
    number: int
    players: int
    last: int


def decisions(work: Work) -> tuple[str, list[Decision]]:
    """What all steps do in some positions of a match."""
    game, number, players, last = get(work.game), work.number, work.players, work.last
    chance = Random(f"decisions {number}")
    lineup = tuple(chance.choice(LEVELS) for _ in range(players))
    table = seated(
        Setup(game.id, (lineup,), number, options=OPTIONS.get(game.id, {})), Job(0, 0, 0)
    )
    table.play()
    line = [each for each in table.match.history().line if each.entry.seat is not None]
    chosen = [each for each in line if _is_choice(game, each.before, each.entry)]
    found: list[Decision] = []
    for each in chance.sample(chosen, min(ASKED, len(chosen))):
        for step, loss, ms in _asked(game, each.before, each.entry.seat, each.number, last):
            found.append(Decision(number, step, loss, ms))
    return game.id, found


def _is_choice(game: AnyGame, state: GameValue, entry: AnyEntry) -> bool:
    legal = game.legal(state, entry.seat or 0)
    if game.timed:
        return len(legal) > 1 and STOP not in legal
    return evaluator_of(game.id).is_choice(entry.action, legal)


def _asked(
    game: AnyGame, state: GameValue, seat: int | None, number: int, last: int
) -> Iterator[tuple[str, float, float]]:
    assert seat is not None
    view, legal = game.view(state, seat), game.legal(state, seat)
    loss = _slips(view, legal) if game.timed else Position(game, view, legal, number).loss
    for step in list(bots.steps(game.id))[:last]:
        bot = bots.get(game.id, step)
        for draw in range(DRAWS):
            began = time.process_time()
            rng = Rng(f"{number} {draw}")
            action = bot.choose(view, list(legal), rng)
            ms = 1000 * (time.process_time() - began)
            yield step, loss(bot, action, rng), ms


def _slips(view: View, legal: Sequence[Action]) -> Loss:
    """What is lost where the hand's time counts too."""
    return lambda bot, action, rng: slip(
        view, legal, action, bot.reaction_ms(view, list(legal), rng)
    )


class Position:
    """What review charges for choices in a position, all judged on the same imagined deals."""

    def __init__(
        self, game: AnyGame, view: GameValue, legal: Sequence[GameValue], number: int
    ) -> None:
        judge = Judge(game, evaluator_of(game.id), "decisions", DEALS)
        self._evaluator, self._seat = judge.evaluator, view.viewer
        self._tables = [
            self._evaluator.table(game.determinize(view, Rng(f"decisions {number}", deal)))
            for deal in range(DEALS)
        ]
        chance = judge.chance(view, number)
        best = self._evaluator.choose(game.id, view, legal, chance, judge.nodes)
        self._proposed = self._evaluator.proposed(game.id, view, legal)
        self._best = self._share(best)
        self._known: dict[GameValue, float] = {}

    def loss(self, bot: AnyBot, action: GameValue, rng: Rng) -> float:
        """In hundredths of the victory, no matter who makes the choice."""
        if action not in self._known:
            self._known[action] = self._charged(action)
        return self._known[action]

    def _charged(self, action: GameValue) -> float:
        """Nothing where a hint proposes it."""
        lost = 100 * (self._best - self._share(action))
        hinted = self._proposed is not None and self._evaluator.is_same(action, self._proposed)
        return min(0.0, lost) if hinted else lost

    def _share(self, action: GameValue) -> float:
        results = (self._evaluator.play_out(each, self._seat, action) for each in self._tables)
        return fmean(each.shares[self._seat] for each in results)


def worst(losses: Sequence[float]) -> float:
    """The mean of the worst losses."""
    count = max(1, round(WORST * len(losses)))
    return fmean(sorted(losses, reverse=True)[:count])


def interval(own: Sequence[Decision]) -> tuple[float, float]:
    """The 95 % bootstrap interval of the worst losses."""
    matches = [[each.loss for each in group] for _, group in groupby(own, lambda each: each.match)]
    chance = Random("interval")
    found = sorted(
        worst([loss for losses in chance.choices(matches, k=len(matches)) for loss in losses])
        for _ in range(SAMPLES)
    )
    return found[SAMPLES // 40], found[-SAMPLES // 40 - 1]


def main() -> int:
    """Ask for the given time, then print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--more-players", type=int, default=0, help="than the fewest possible")
    parser.add_argument("--to", type=int, default=STEPS, help="the last step that is asked")
    parser.add_argument("--check", action="store_true", help="fail where a step takes too long")
    given = parser.parse_args()
    use_one_core()
    until = time.monotonic() + given.seconds
    found: dict[str, list[Decision]] = defaultdict(list)
    work = _work(given.games, given.more_players, given.to, until)
    for game, some in executor(os.cpu_count() or 1).map(decisions, work):
        found[game] += some
        if time.monotonic() > until:
            break
    slow = [line for game in sorted(found) for line in _show(game, found[game])]
    print("\n" + "\n".join(slow) if slow else "\nEvery step is quick enough.")
    return 1 if slow and given.check else 0


def _work(games: Sequence[str], more: int, last: int, until: float) -> Iterator[Work]:
    number = 0
    while time.monotonic() < until:
        yield from (Work(game, number, get(game).players[more], last) for game in games)
        number += 1


def _show(game: str, found: Sequence[Decision]) -> Iterator[str]:
    """Print a table; returns a line for each step that is too slow."""
    asked = list(dict.fromkeys(each.step for each in found))
    print(f"\n{game}, {len(found) // len(asked) // DRAWS} positions\n")
    print("| step | mean loss | worst 5 % | median ms | 99 % ms |\n|---|---:|---:|---:|---:|")
    for step in asked:
        own = [each for each in found if each.step == step]
        losses, (low, high) = [each.loss for each in own], interval(own)
        times = quantiles([each.ms for each in own], n=100)
        print(
            f"| {step} | {fmean(losses):.2f} | {worst(losses):.1f} ({low:.1f}–{high:.1f})"
            f" | {times[49]:.2g} | {times[98]:.3g} |"
        )
        ahead = int(step) >= LOOKING_AHEAD.get(game, STEPS + 1)
        if times[98] > (limit := MOST_AHEAD_MS if ahead else MOST_MS):
            yield f"{game} step {step}: 99 % of moves take {times[98]:.0f} ms, not {limit}"


if __name__ == "__main__":
    sys.exit(main())
