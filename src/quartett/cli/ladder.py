"""Play each step of a game's ladder against the one below, and chart the win shares."""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from quartett._interrupted import INTERRUPTED
from quartett.arena.match import Record
from quartett.arena.run import executor, play_all
from quartett.arena.schedule import Setup, jobs
from quartett.arena.stats import Estimate, on_whole_deals, tables
from quartett.arena.words import matches
from quartett.bots.ladder import of_two, step_name, steps
from quartett.cli._asking import add_options, add_resume, given_options, given_store
from quartett.cli._checks import check_effort, check_games
from quartett.cli._progress import with_progress
from quartett.core.errors import FormatError
from quartett.core.texts import say
from quartett.games import get, names
from quartett.report.arena_page import brief

EVEN = (0.62, 0.75)
"""What a step should win against the one below, of the matches of two."""

BAR = 40
"""How wide a whole bar is."""


class Stride(msgspec.Struct, frozen=True):
    """A step's result against the one below, which has all other seats."""

    step: int
    name: str
    games: int
    share: Estimate
    """Of the matches at the table."""
    even: float
    """The share of a player as strong as the others there."""
    of_two: Estimate
    """The share that this difference in strength means in a two-player match."""
    median_ms: float
    p99_ms: float


class Ladder(msgspec.Struct, frozen=True):
    """The strides of a ladder."""

    setup: Setup
    strides: tuple[Stride, ...]
    complete: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("game", metavar="GAME", help=", ".join(names()))
    add("--players", type=int, metavar="N", help="default: the fewest possible")
    add("--games", type=int, default=60, metavar="N", help="for each step; default: 60")
    add("--seed", type=int, default=1, metavar="S", help="default: 1")
    add("--from", dest="first", type=int, default=1, metavar="N", help="the lowest step")
    add("--to", dest="last", type=int, metavar="N", help="the highest step")
    add_options(parser)
    add("--workers", type=int, metavar="N", help="processes; default: one per core")
    add_resume(parser)
    add("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play what is missing, then draw the ladder; stopped early, as far as it got."""
    setup = _setup(arguments)
    wanted = list(jobs(setup, arguments.games * len(setup.lineups)))
    store, records = given_store(arguments, setup), list[Record]()
    try:
        where = executor(arguments.workers or os.cpu_count() or 1)
        try:
            for record in play_all(setup, wanted, where, store, progress=_told):
                records.append(record)
        except KeyboardInterrupt:
            records = on_whole_deals(setup, records)
        complete = len(records) == len(wanted)
        _show(Ladder(setup, _strides(setup, records), complete), arguments)
        store.close(discard=complete and arguments.resume is None)
    finally:
        store.close()
    return 0 if complete else INTERRUPTED


def _setup(arguments: argparse.Namespace) -> Setup:
    check_games(arguments.games)
    check_effort(None, arguments.workers)
    game = get(arguments.game)
    known = list(steps(game.id))
    if not known:
        raise FormatError(f"{game.id} has no ladder")
    first, last = arguments.first, arguments.last or len(known)
    if not 1 <= first < last <= len(known):
        raise FormatError(f"--from and --to: there are steps 1 to {len(known)}")
    players = arguments.players or game.players[0]
    game.check_players(players)
    options = given_options(arguments)
    game.agreed(options, players, what="--option")
    rungs = known[first - 1 : last]
    lineups = tuple((upper, *[lower] * (players - 1)) for lower, upper in pairwise(rungs))
    return Setup(game.id, lineups, arguments.seed, options=options)


def _told(records: Iterable[Record], total: int) -> Iterable[Record]:
    return with_progress(records, total, "Ctrl+C stops and charts the results so far.")


def _strides(setup: Setup, records: Sequence[Record]) -> tuple[Stride, ...]:
    found = []
    for table in tables(setup, records):
        upper = table.bots[0]
        others = len(table.lineup) - 1
        found.append(
            Stride(
                int(upper.bot),
                step_name(setup.game, upper.bot),
                table.games,
                upper.share,
                upper.fair,
                Estimate(*(of_two(each, others) for each in msgspec.structs.astuple(upper.share))),
                upper.time.median,
                upper.time.p99,
            )
        )
    return tuple(found)


def _show(ladder: Ladder, arguments: argparse.Namespace) -> None:
    if arguments.json:
        print(msgspec.json.encode(ladder).decode())
    else:
        _draw(ladder)
    if not ladder.complete:
        print("Stopped early; the same command continues from there.", file=sys.stderr)


def _draw(ladder: Ladder) -> None:
    setup, strides = ladder.setup, ladder.strides
    title = f"{say(f'{setup.game}.name')}, {setup.players} players"
    print(f"{title}: {matches(sum(each.games for each in strides))}, seed {setup.seed}")
    print("Each step against the one below: share of the matches, and converted to two players.")
    print(f"{'':11}{'share':>6} {'interval':>12} {'of two':>7}  {'':{BAR}}  ms a move")
    for each in reversed(strides):
        share, two = each.share, each.of_two
        interval = f"{100 * share.low:.1f}–{100 * share.high:.1f}"
        time = f"{brief(each.median_ms)}/{brief(each.p99_ms)}"
        print(
            f"{each.step:2} {each.name:8}{share.mean:6.1%} {interval:>12} {two.mean:7.1%}"
            f"  {_bar(two)}  {time}"
        )
    low, high = (round(BAR * each) for each in EVEN)
    scale = "".join("|" if at in (low, high) else " " for at in range(BAR))
    print(f"{'':40}{scale.rstrip()}")
    print(f"{'':40}{'even steps are between the marks':>{high}}")


def _bar(share: Estimate) -> str:
    """The interval of a share from 0 to 1, with its middle."""
    at = [min(BAR - 1, max(0, round(BAR * each))) for each in msgspec.structs.astuple(share)]
    mean, low, high = at
    return "".join("●" if x == mean else "─" if low <= x <= high else "·" for x in range(BAR))
