"""Let a network learn a game by playing against itself."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from quartett._system import in_words
from quartett.arena.ray import LOCAL, Ray
from quartett.cli._checks import check_effort, check_number
from quartett.core.errors import FormatError, QuartettError
from quartett.core.game import AnyGame
from quartett.games import get, names

if TYPE_CHECKING:
    from quartett.train.run import Plan

STEPS = 2_000_000
MAX_STEPS = 10**13


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("game", metavar="GAME", help=", ".join(names()))
    add("--steps", type=int, default=STEPS, metavar="N", help=f"decisions; default: {STEPS}")
    add(
        "--minutes", type=float, metavar="M", help="stop after M minutes, even with fewer decisions"
    )
    add("--seed", type=int, default=1, metavar="S", help="default: 1")
    add("--folder", type=Path, metavar="DIR", help="where to save it; default: GAME-training")
    add("--resume", type=Path, metavar="DIR", help="continue the training in this folder")
    add("--tables", type=int, metavar="N", help="matches in parallel; default: as fits the device")
    add(
        "--matches",
        type=int,
        default=0,
        metavar="N",
        help="matches against medium and hard at the end",
    )
    add("--workers", type=int, metavar="N", help="processes for these; default: one per core")
    add("--against", type=Path, metavar="FILE", help="learn to beat these weights")
    add("--begin", type=Path, metavar="FILE", help="start from these weights, with small steps")
    add(
        "--players",
        type=_numbers,
        default=(),
        metavar="N,N,…",
        help="numbers of players, in equal parts",
    )
    add(
        "--shards",
        "--shares",
        type=int,
        metavar="N",
        help="split the tables into N shards; with --ray one per core",
    )
    add(
        "--ray",
        nargs="?",
        const=LOCAL,
        metavar="ADDRESS",
        help="let this Ray cluster play the shards; without an address, start Ray on this machine",
    )
    add("--plot", action="store_true", help="draw the curves as curves.svg in the folder")


def run(arguments: argparse.Namespace) -> int:
    """Learn, and say how it goes."""
    game = get(arguments.game)
    _check(arguments, game)
    folder = _folder(arguments, game.id)
    _check_extra()
    from quartett.train.curves import check_curves, draw
    from quartett.train.run import training_of

    if arguments.plot:
        check_curves()
    plan = _plan(arguments, game.id, folder)
    workers = arguments.workers or os.cpu_count() or 1
    with _cluster(arguments) as ray:
        training = training_of(plan, _say, workers, arguments.tables, ray)
        with _telling_how_to_go_on(folder):
            training.go()
    if arguments.matches:
        with _telling_how_to_go_on(folder):
            training.compare(arguments.matches, workers)
    if arguments.plot:
        draw(folder, folder / "curves.svg")
    print(f"The weights are in {folder / 'weights.npz'}.")
    return 0


def _check(arguments: argparse.Namespace, game: AnyGame) -> None:
    """Refuse numbers that make no sense, before anything takes its time to be imported."""
    check_number("--steps", arguments.steps, MAX_STEPS)
    check_number("--tables", arguments.tables, 1 << 20)
    check_effort(None, arguments.workers)
    check_number("--shards", arguments.shards, 4096)
    if not set(arguments.players) <= set(game.players):
        counts = ", ".join(map(str, game.players))
        raise FormatError(f"--players: {game.id} has tables for {counts} players")
    if arguments.matches:
        check_number("--matches", arguments.matches, 10_000)
    if arguments.minutes is not None and not arguments.minutes > 0:
        raise FormatError(f"--minutes must be more than 0, not {arguments.minutes:g}")


def _plan(arguments: argparse.Namespace, game: str, folder: Path) -> "Plan":
    """What is to be trained; FormatError where the files to compare with or begin from are not."""
    from quartett.train.run import Plan

    against, begin = arguments.against, arguments.begin
    if against is not None and begin is not None:
        raise FormatError("--against and --begin cannot be given together")
    for option, file in (("--against", against), ("--begin", begin)):
        if file is not None and not file.is_file():
            raise FormatError(f"{option}: the file {file} does not exist")
    return Plan(
        game,
        folder,
        arguments.steps,
        seed=arguments.seed,
        minutes=arguments.minutes,
        against=against,
        begin=begin,
        players=arguments.players,
        shards=arguments.shards or 0,
    )


def _say(line: str) -> None:
    print(line, flush=True)


@contextmanager
def _telling_how_to_go_on(folder: Path) -> Iterator[None]:
    """Whatever ends a training too early, what was kept of it can be taken up again."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"\nStopped; {_way_on(folder)}.", file=sys.stderr, end="")
        raise
    except (QuartettError, OSError) as error:
        said = in_words(error) if isinstance(error, OSError) else error
        raise QuartettError(f"{said}; {_way_on(folder)}") from None


def _way_on(folder: Path) -> str:
    kept = (folder / "checkpoint.npz").is_file()
    return f"continue with --resume {folder}" if kept else "nothing had been saved yet"


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers of players as they are written."""
    try:
        return tuple(map(int, text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not like 2,3,4") from None


def _cluster(arguments: argparse.Namespace) -> AbstractContextManager[Ray | None]:
    """The Ray that plays, if one does."""
    if arguments.ray is None:
        return nullcontext()
    return Ray(arguments.ray, arguments.shards, env={"JAX_PLATFORMS": "cpu"})


def _folder(arguments: argparse.Namespace, game: str) -> Path:
    """Where the training is kept: a new one begins in a folder that has none yet."""
    if arguments.resume is not None:
        if arguments.folder is not None:
            raise FormatError("--resume and --folder cannot be given together")
        if arguments.against is not None or arguments.begin is not None:
            raise FormatError("--resume continues as it began, without --against and --begin")
        if not (arguments.resume / "checkpoint.npz").is_file():
            raise FormatError(f"--resume: there is no training in {arguments.resume}")
        return Path(arguments.resume)
    folder = Path(arguments.folder or f"{game}-training")
    if (folder / "checkpoint.npz").exists():
        raise FormatError(
            f"{folder} already contains a training; continue it with --resume {folder}"
        )
    return folder


def _check_extra() -> None:
    try:
        import jax  # noqa: F401
    except ImportError:
        raise QuartettError("training needs JAX: pip install 'quartett[train]'") from None
