"""What the decisions of each step of a ladder lose, the worst above all, and how long they take.

    .venv/bin/python benchmarks/decisions.py --seconds 90

All steps are asked in the same positions, from matches among the steps up to 6. A loss is what
review's evaluator says that a choice costs beside its own, in points of 100 of the victory; in
Speed & Flow, which it does not judge, the points that a choice gives away as hard counts them.
"""

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, quantiles
from typing import NamedTuple

from quartett import bots
from quartett.arena.match import seat as seated
from quartett.arena.run import executor
from quartett.arena.schedule import Job, Setup
from quartett.bots.flow.worth import worth
from quartett.core.forms import Json
from quartett.core.game import AnyGame, GameValue
from quartett.core.seeds import Rng
from quartett.games import get, names
from quartett.games.flow.actions import STOP
from quartett.review.evaluator import evaluator_of
from quartett.review.judging import Judge

OPTIONS: dict[str, dict[str, Json]] = {"flow": {"target": 1}, "photo_rummy": {"rounds": 1}}
LEVELS = ("1", "2", "3", "4", "5", "6")
ASKED = 4
"""How many positions of a match are taken."""

DRAWS = 2
"""How often each step is asked in a position."""

WORST = 0.05
"""What part of its decisions are a step's worst."""

DEALS = 192
"""On how many imagined deals a choice is judged."""


class Decision(NamedTuple):
    """A step's choice: what it lost, and how long it took."""

    step: str
    loss: float
    ms: float


def decisions(work: tuple[str, int]) -> tuple[str, list[Decision]]:
    """What all steps do in some positions of a match."""
    game, number = get(work[0]), work[1]
    chance = Random(f"decisions {number}")
    players = game.players[0]
    lineup = tuple(chance.choice(LEVELS) for _ in range(players))
    table = seated(
        Setup(game.id, (lineup,), number, options=OPTIONS.get(game.id, {})), Job(0, 0, 0)
    )
    table.play()
    line = [each for each in table.match.history().line if each.entry.seat is not None]
    chosen = [each for each in line if len(_choices(game, each.before, each.entry.seat)) > 1]
    found: list[Decision] = []
    for each in chance.sample(chosen, min(ASKED, len(chosen))):
        found += _asked(game, each.before, each.entry.seat, each.number)
    return game.id, found


def _choices(game: AnyGame, state: GameValue, seat: int | None) -> Sequence[GameValue]:
    return [] if seat is None else game.legal(state, seat)


def _asked(game: AnyGame, state: GameValue, seat: int | None, number: int) -> Iterator[Decision]:
    assert seat is not None
    view, legal = game.view(state, seat), game.legal(state, seat)
    judge = _by_points if game.timed else _by_review(game, view, legal, number)
    known: dict[GameValue, float] = {}
    for step in bots.steps(game.id):
        for draw in range(DRAWS):
            bot, began = bots.get(game.id, step), time.perf_counter()
            action = bot.choose(view, list(legal), Rng(f"{number} {draw}"))
            ms = 1000 * (time.perf_counter() - began)
            if action not in known:
                known[action] = judge(view, legal, action)
            yield Decision(step, known[action], ms)


def _by_points(view: GameValue, legal: Sequence[GameValue], action: GameValue) -> float:
    """What an action gives away of what hard sees; when to stop is another matter."""
    if action == STOP:
        return 0.0
    return max(worth(view, each) for each in legal if each != STOP) - worth(view, action)


class _by_review:  # noqa: N801
    """What an action loses beside the evaluator's choice, on the same imagined deals."""

    def __init__(
        self, game: AnyGame, view: GameValue, legal: Sequence[GameValue], number: int
    ) -> None:
        self._judge = Judge(game, evaluator_of(game.id), "decisions", DEALS)
        self._label = f"decisions {number}"
        chance = self._judge.chance(view, number)
        evaluator = self._judge.evaluator
        self._best = evaluator.choose(game.id, view, legal, chance, evaluator.nodes)

    def __call__(self, view: GameValue, legal: Sequence[GameValue], action: GameValue) -> float:
        if self._judge.evaluator.is_same(action, self._best):
            return 0.0
        gains = self._judge.gains(view, self._best, action, self._label)
        return 100 * fmean(gain[view.viewer] for gain in gains)


def main() -> None:
    """Ask for so long, then print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--seconds", type=float, default=90.0)
    given = parser.parse_args()
    until = time.monotonic() + given.seconds
    found: dict[str, list[Decision]] = defaultdict(list)
    for game, some in executor(os.cpu_count() or 1).map(decisions, _work(given.games, until)):
        found[game] += some
        if time.monotonic() > until:
            break
    for game in sorted(found):
        _show(game, found[game])


def _work(games: Sequence[str], until: float) -> Iterator[tuple[str, int]]:
    number = 0
    while time.monotonic() < until:
        yield from ((game, number) for game in games)
        number += 1


def _show(game: str, found: Sequence[Decision]) -> None:
    print(f"\n{game}, {len(found) // len(bots.steps(game)) // DRAWS} positions\n")
    print("| step | mean loss | worst 5 % | median ms | 99 % ms |\n|---|---:|---:|---:|---:|")
    for step in bots.steps(game):
        own = [each for each in found if each.step == step]
        losses = sorted((each.loss for each in own), reverse=True)
        worst = losses[: max(1, round(WORST * len(losses)))]
        times = quantiles([each.ms for each in own], n=100)
        print(
            f"| {step} | {fmean(losses):.2f} | {fmean(worst):.1f}"
            f" | {times[49]:.2g} | {times[98]:.3g} |"
        )


if __name__ == "__main__":
    main()
