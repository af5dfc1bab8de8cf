"""The worst moves lose less from step to step of a ladder, as review sees it."""

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from quartett import bots
from quartett.core.history import AnyStep
from quartett.core.seeds import Rng
from quartett.games import get
from quartett.review.evaluator import evaluator_of
from quartett.review.judging import Judge
from review.matches import TURN_BASED, played

LEVELS = ("1", "2", "3", "4", "5", "6")
"""The steps whose matches the positions are from; all steps are asked in the same ones."""
FROM_A_MATCH = 4
WORST = 0.05
"""What part of its choices are a step's worst."""
SLOW = 9
"""From this step on a choice takes long, so that each is asked once in a position."""


def positions(name: str, count: int) -> list[AnyStep]:
    """Choices of players of all kinds."""
    evaluator, game, chance, found = evaluator_of(name), get(name), Random(name), list[AnyStep]()
    for seed in range(-(-count // FROM_A_MATCH)):
        levels = [chance.choice(LEVELS) for _ in range(game.players[0])]
        line = played(name, levels, 90_000 + seed).history().line
        choices = [
            each
            for each in line
            if each.entry.seat is not None
            and evaluator.is_choice(each.entry.action, game.legal(each.before, each.entry.seat))
        ]
        found += chance.sample(choices, min(FROM_A_MATCH, len(choices)))
    return found[:count]


def losses(
    name: str, steps: tuple[str, ...], count: int, draws: int, deals: int
) -> dict[str, list[float]]:
    """What review charges each step for its choices in these positions, in points of 100."""
    judge = Judge(get(name), evaluator_of(name), "worst moves", deals)
    asked: dict[str, list[float]] = {step: [] for step in steps}
    players = {step: bots.get(name, step) for step in steps}
    for number, position in enumerate(positions(name, count)):
        seat = position.entry.seat
        assert seat is not None
        view = judge.game.view(position.before, seat)
        legal, known = judge.game.legal(position.before, seat), {}
        for step, bot in players.items():
            for draw in range(1 if int(step) >= SLOW else draws):
                action = bot.choose(view, list(legal), Rng(f"worst moves {number}", draw))
                if action not in known:
                    delta = judge.choice([view], legal, action, number).delta[seat]
                    known[action] = -100 * delta
                asked[step].append(known[action])
    return asked


def worst(each: list[float]) -> float:
    """The mean of the worst losses."""
    return fmean(sorted(each, reverse=True)[: max(1, round(WORST * len(each)))])


SHORT = {"jericho": ("1", "5", "8"), "souvenirs": ("1", "4", "8"), "photo_rummy": ("2", "5", "8")}


@pytest.mark.parametrize("name", TURN_BASED)
def test_some_steps_up_the_worst_moves_lose_less(name: str) -> None:
    found = {step: worst(each) for step, each in losses(name, SHORT[name], 24, 3, 16).items()}
    for lower, upper in pairwise(SHORT[name]):
        assert found[upper] < found[lower], found


MARGIN = 2.0
"""By how many points the positions may make a step look worse than the one below it."""
FAR = 3
"""So many steps up there is no doubt."""


@pytest.mark.long
@pytest.mark.parametrize("name", TURN_BASED)
def test_the_worst_moves_lose_less_from_step_to_step(name: str) -> None:
    # A few positions decide what the worst moves of a step are, the same ones for all steps. The
    # master, who sees more than the evaluator, is held only to what leaves no doubt.
    steps = tuple(bots.steps(name))
    found = {step: worst(each) for step, each in losses(name, steps, 200, 5, 32).items()}
    for lower, upper in pairwise(steps[:SLOW]):
        assert found[upper] < found[lower] + MARGIN, found
    for lower, upper in zip(steps, steps[FAR:], strict=False):
        assert found[upper] < found[lower], found
