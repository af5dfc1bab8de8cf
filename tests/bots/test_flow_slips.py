"""In Speed & Flow, too, the worst looks at the table cost less from step to step of the ladder."""

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from quartett import bots
from quartett.arena.match import seat as seated
from quartett.arena.schedule import Job, Setup
from quartett.bots.flow.hints import hint
from quartett.bots.flow.slips import POINTS_A_SECOND, slip
from quartett.core.history import AnyStep
from quartett.core.seeds import Rng
from quartett.games import get
from quartett.games.flow.actions import STOP

GAME = get("flow")
LEVELS = ("1", "2", "3", "4", "5", "6")
"""The steps whose matches the looks are from; all steps are asked in the same ones."""
FROM_A_MATCH = 4
WORST = 0.05
"""What part of its looks are a step's worst."""


def looks(count: int, players: int) -> list[AnyStep]:
    """Moments in which a free hand has a choice, Stop not among it."""
    chance, found = Random(f"slips {players}"), list[AnyStep]()
    for deal in range(-(-count // FROM_A_MATCH)):
        lineup = tuple(chance.choice(LEVELS) for _ in range(players))
        table = seated(Setup(GAME.id, (lineup,), 90_000, options={"target": 1}), Job(deal, 0, 0))
        table.play()
        choices = [each for each in table.match.history().line if is_choice(each)]
        found += chance.sample(choices, FROM_A_MATCH)
    return found[:count]


def is_choice(each: AnyStep) -> bool:
    """Whether somebody acted then who could have done something else."""
    if each.entry.seat is None:
        return False
    legal = GAME.legal(each.before, each.entry.seat)
    return len(legal) > 1 and STOP not in legal


def worst_slips(steps: tuple[str, ...], count: int, draws: int, players: int = 2) -> list[float]:
    """The mean of each step's worst slips, in points."""
    asked: dict[str, list[float]] = {step: [] for step in steps}
    kinds = {step: bots.get("flow", step) for step in steps}
    for number, each in enumerate(looks(count, players)):
        seat = each.entry.seat
        assert seat is not None
        view, legal = GAME.view(each.before, seat), GAME.legal(each.before, seat)
        for step, bot in kinds.items():
            for draw in range(draws):
                rng = Rng(f"slips {number}", draw)
                action = bot.choose(view, list(legal), rng)
                ms = bot.reaction_ms(view, list(legal), rng)
                asked[step].append(slip(view, legal, action, ms))
    return [worst(each) for each in asked.values()]


def worst(slips: list[float]) -> float:
    """The mean of the worst."""
    return fmean(sorted(slips, reverse=True)[: max(1, round(WORST * len(slips)))])


def test_some_steps_up_the_worst_looks_cost_less() -> None:
    found = worst_slips(("1", "4", "7", "9"), 48, 5)
    assert all(upper < lower for lower, upper in pairwise(found)), found


MARGIN = 0.05
"""By how many points the looks may make a step seem worse than the one below it."""
FAR = 3
"""So many steps up there is no doubt."""


@pytest.mark.long
@pytest.mark.parametrize("players", GAME.players)
def test_the_worst_looks_cost_less_from_step_to_step(players: int) -> None:
    # Among three and four the master takes more time than hard, for choices that hard cannot count.
    steps = tuple(bots.steps("flow"))[: None if players == GAME.players[0] else -1]
    found = worst_slips(steps, 400, 10, players)
    assert all(upper < lower + MARGIN for lower, upper in pairwise(found)), found
    assert all(upper < lower for lower, upper in zip(found, found[FAR:], strict=False)), found


def test_a_slip_is_the_time_and_what_the_choice_gives_away_unless_a_hint_proposes_it() -> None:
    for each in looks(24, 3):
        assert each.entry.seat is not None
        view = GAME.view(each.before, each.entry.seat)
        legal = GAME.legal(each.before, each.entry.seat)
        slips = {action: slip(view, legal, action, 0) for action in legal}
        proposed = hint(view, legal, Rng("any"))
        assert min(slips.values()) == 0
        if proposed is not None:
            assert slips[proposed.action] == 0
        for action, lost in slips.items():
            assert slip(view, legal, action, 1000) == pytest.approx(lost + POINTS_A_SECOND)
