"""Playing what a report needs: equal bots, a stronger against weaker ones, and other options."""

import msgspec

from quartett.arena.match import Record
from quartett.arena.run import Executor, Progress, play_all
from quartett.arena.schedule import Job, Setup, jobs
from quartett.arena.stats import BotSummary, tables
from quartett.bots import LEVELS, bots_of
from quartett.core.forms import Json
from quartett.report.figures import Figures, figures
from quartett.report.game_report import game_report_of

AS_IT_IS = "as_it_is"
"""What the game without an alternative is called."""


class Variant(msgspec.Struct, frozen=True):
    """One set of options: its figures, and how the stronger bot fares against weaker ones."""

    name: str
    """`as_it_is`, or the alternative's name in the game's report."""
    figures: Figures
    skill: BotSummary | None


class Material(msgspec.Struct, frozen=True):
    """Everything a report is written from: the game as it is, then the alternatives."""

    game: str
    level: str
    weaker: str | None
    variants: tuple[Variant, ...]


class Order(msgspec.Struct, frozen=True):
    """What to play for a report."""

    game: str
    players: int
    games: int
    seed: int
    level: str
    nodes: int | None = None
    options: Json = {}
    """What was agreed on; the alternatives differ from it in one thing each."""


def usual_level(game: str) -> str:
    """The bot that reports play with: medium, or the best there is below it."""
    return next(level for level in ("medium", "easy", "random") if level in bots_of(game))


def gather(order: Order, where: Executor, progress: Progress) -> Material:
    """Play all matches of a report."""
    weaker = _weaker(order)
    wanted = {AS_IT_IS: {}, **game_report_of(order.game).alternatives}
    variants = tuple(
        _variant(name, {**order.options, **options}, order, weaker, where, progress)
        for name, options in wanted.items()
    )
    return Material(order.game, order.level, weaker, variants)


def _weaker(order: Order) -> str | None:
    """The next lower level, if the game has it."""
    if order.level not in LEVELS[1:]:
        return None
    below = LEVELS[LEVELS.index(order.level) - 1]
    return below if below in bots_of(order.game) else None


def _variant(
    name: str,
    options: Json,
    order: Order,
    weaker: str | None,
    where: Executor,
    progress: Progress,
) -> Variant:
    def played(*lineup: str) -> tuple[Setup, list[Record]]:
        setup = Setup(order.game, (lineup,), order.seed, order.nodes, options)
        wanted: list[Job] = list(jobs(setup, order.games))
        watch = game_report_of(order.game).watch
        return setup, list(play_all(setup, wanted, where, watch=watch, progress=progress))

    equal = figures(*played(*[order.level] * order.players))
    if weaker is None:
        return Variant(name, equal, None)
    uneven = tables(*played(order.level, *[weaker] * (order.players - 1)))[0]
    return Variant(name, equal, uneven.bots[0])
