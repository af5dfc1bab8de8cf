"""Let a network learn a game by playing against itself."""

import argparse
import os
from pathlib import Path

from quartett.cli._given import check_effort, check_number
from quartett.core.errors import FormatError, QuartettError
from quartett.games import get, names

STEPS = 2_000_000
MAX_STEPS = 10**13


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("game", metavar="GAME", help=", ".join(names()))
    add("--steps", type=int, default=STEPS, metavar="N", help=f"decisions; default: {STEPS}")
    add("--minutes", type=float, metavar="M", help="end after so long, even with fewer decisions")
    add("--seed", type=int, default=1, metavar="S", help="default: 1")
    add("--folder", type=Path, metavar="DIR", help="where it is kept; default: GAME-training")
    add("--resume", type=Path, metavar="DIR", help="go on with the training kept there")
    add("--tables", type=int, metavar="N", help="matches side by side; default: as fits the device")
    add("--matches", type=int, default=0, metavar="N", help="at the end, against each level")
    add("--workers", type=int, metavar="N", help="processes for them; default: one per core")
    add("--against", type=Path, metavar="FILE", help="learn to beat these weights instead")
    add("--plot", action="store_true", help="draw the curves as curves.svg in the folder")


def run(arguments: argparse.Namespace) -> int:
    """Learn, and say how it goes."""
    game = get(arguments.game)
    check_number("--steps", arguments.steps, MAX_STEPS)
    check_number("--tables", arguments.tables, 1 << 20)
    check_effort(None, arguments.workers)
    if arguments.matches:
        check_number("--matches", arguments.matches, 10_000)
    if arguments.minutes is not None and not arguments.minutes > 0:
        raise FormatError(f"--minutes must be more than 0, not {arguments.minutes:g}")
    folder = _folder(arguments, game.id)
    _check_extra()
    from quartett.train.curves import check_curves, draw
    from quartett.train.learner import learner_of
    from quartett.train.run import Plan, Run, device, usual_size

    learner_of(game.id)
    if arguments.plot:
        check_curves()
    size = usual_size()
    if arguments.tables is not None:
        if arguments.tables % size.parts:
            raise FormatError(f"--tables must be a multiple of {size.parts}")
        size = size._replace(matches=arguments.tables)
    against = arguments.against
    if against is not None and not against.is_file():
        raise FormatError(f"--against: the file {against} does not exist")
    plan = Plan(game.id, folder, arguments.steps, arguments.seed, arguments.minutes, size, against)
    print(f"{size.matches:,} tables on {device()}; compiling comes first.", flush=True)
    training = Run(plan, lambda line: print(line, flush=True))
    training.go()
    if arguments.matches:
        training.compare(arguments.matches, arguments.workers or os.cpu_count() or 1)
    if arguments.plot:
        draw(folder, folder / "curves.svg")
    print(f"The weights are in {folder / 'weights.npz'}.")
    return 0


def _folder(arguments: argparse.Namespace, game: str) -> Path:
    """Where the training is kept: a new one begins in a folder that has none yet."""
    if arguments.resume is not None:
        if arguments.folder is not None:
            raise FormatError("--resume and --folder cannot be given together")
        if not (arguments.resume / "checkpoint.npz").is_file():
            raise FormatError(f"--resume: there is no training in {arguments.resume}")
        return Path(arguments.resume)
    folder = Path(arguments.folder or f"{game}-training")
    if (folder / "checkpoint.npz").exists():
        raise FormatError(f"{folder} already holds a training; go on with --resume {folder}")
    return folder


def _check_extra() -> None:
    try:
        import jax  # noqa: F401
    except ImportError:
        raise QuartettError("training needs JAX: pip install 'quartett[train]'") from None
