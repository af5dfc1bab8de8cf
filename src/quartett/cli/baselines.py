"""Compare learning and searching algorithms under fixed budgets, seeds and opponents."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from quartett._system import write_whole
from quartett.cli._asking import bot_names
from quartett.cli._checks import check_number
from quartett.core.errors import FormatError, QuartettError

if TYPE_CHECKING:
    from quartett.baselines.runs import Plan

OPPONENTS = "medium"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("--games", type=bot_names, required=True, metavar="A,B,…", help="names of environments")
    add("--algorithms", type=bot_names, default=(), metavar="A,B,…", help="default: all")
    add("--opponents", default=OPPONENTS, metavar="LEVEL", help=f"default: {OPPONENTS}")
    add("--seeds", type=int, default=5, metavar="N", help="runs of each; default: 5")
    add("--steps", type=int, default=100_000, metavar="N", help="of learning; default: 100000")
    add("--simulations", type=int, default=200, metavar="N", help="a decision; default: 200")
    add("--matches", type=int, default=100, metavar="N", help="for each run; default: 100")
    add("--out", type=Path, default=Path("baselines"), metavar="DIR", help="default: baselines")


def run(arguments: argparse.Namespace) -> int:
    """Do the runs that are missing, then write the report."""
    from quartett.baselines.algorithms import LEARNING
    from quartett.baselines.page import report, rows, title_of
    from quartett.baselines.runs import Runs

    plan = _plan(arguments)
    if set(LEARNING) & set(plan.algorithms):
        _check_extra()
    folder: Path = arguments.out
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "results.json"
    runs = Runs.kept(plan, file)
    for game, algorithm, seed in list(runs.missing()):
        done = runs.take(game, algorithm, seed, file)
        print(f"{game} {algorithm} {seed}: {done.score:.1%}", flush=True)
    write_whole(folder / "report.html", report(runs).encode())
    for game in plan.games:
        _print(title_of(game), rows(runs, (game,)))
    print(f"The report is in {folder / 'report.html'}.")
    return 0


def _check_extra() -> None:
    """What is missing is said before anything runs."""
    try:
        import quartett.baselines.sb3  # noqa: F401
    except ImportError as error:
        raise QuartettError(str(error)) from None


def _print(title: str, rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    from quartett.baselines.page import HEADING

    shown = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for at, heading in enumerate(HEADING):
        shown.add_column(heading, justify="right" if at else "left", no_wrap=True)
    for row in rows:
        shown.add_row(*row)
    Console().print(shown)


def _plan(arguments: argparse.Namespace) -> "Plan":
    from quartett.baselines.algorithms import ALGORITHMS
    from quartett.baselines.runs import Plan
    from quartett.bots import get as get_bot
    from quartett.fast._variants import known_as

    for option in ("seeds", "steps", "simulations", "matches"):
        check_number(f"--{option}", getattr(arguments, option), 10**9)
    algorithms = arguments.algorithms or tuple(ALGORITHMS)
    for game in arguments.games:
        get_bot(known_as(game).game, arguments.opponents)
    for each in algorithms:
        if each not in ALGORITHMS:
            raise FormatError(f"--algorithms: {each!r} is not one of {', '.join(ALGORITHMS)}")
    return Plan(
        arguments.games,
        algorithms,
        arguments.opponents,
        arguments.seeds,
        arguments.steps,
        arguments.simulations,
        arguments.matches,
    )
