"""Let bots play against each other on duplicate deals and measure how strong they are."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from quartett._interrupted import INTERRUPTED
from quartett._system import write_whole
from quartett.arena.match import Record, check_pace
from quartett.arena.plots import check_plot, plot_shares
from quartett.arena.ray import LOCAL, Ray
from quartett.arena.run import Executor, executor, play_all
from quartett.arena.schedule import Setup, jobs, line_ups, players_for
from quartett.arena.stats import Summary, TableSummary, on_whole_deals, summarize
from quartett.arena.words import deals, matches
from quartett.bots import get as get_bot
from quartett.cli._asking import (
    add_bots,
    add_former,
    add_options,
    add_resume,
    given_options,
    given_store,
)
from quartett.cli._checks import check_effort, check_file, check_games
from quartett.cli._progress import with_progress
from quartett.core.texts import say
from quartett.games import get, names
from quartett.report.arena_page import arena_page, brief, short, signed

GOES_ON = "the same command continues from there"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("game", metavar="GAME", help=", ".join(names()))
    add_bots(parser, "levels, or your own as file.py:Class", required=True)
    add(
        "--players",
        type=int,
        metavar="N",
        help="default: one per bot; the last bot fills free seats",
    )
    add("--games", type=int, default=300, metavar="N", help="at least this many; default: 300")
    add("--seed", type=int, default=1, metavar="S", help="default: 1")
    add("--nodes", type=int, metavar="N", help="positions that searching bots examine per move")
    add("--pace", type=int, metavar="MS", help="one pace for all bots in timed games")
    add_options(parser)
    add_former(parser, "--options", "option")
    add("--workers", type=int, metavar="N", help="processes; default: one per core")
    add(
        "--ray",
        nargs="?",
        const=LOCAL,
        metavar="ADDRESS",
        help="play on this Ray cluster; without an address, start Ray on this machine",
    )
    add_resume(parser)
    add("--json", action="store_true", help="print the figures as JSON")
    add("--html", type=Path, metavar="FILE", help="write a page with plots and tables")
    add("--plot", type=Path, metavar="FILE", help="draw the win shares as .svg, .png or .pdf")


def run(arguments: argparse.Namespace) -> int:
    """Play what is missing, then print the figures."""
    import openskill.models  # noqa: F401 (what is missing is said before anything is played)

    setup = _setup(arguments)
    if arguments.html:
        check_file("--html", arguments.html)
    if arguments.plot:
        check_file("--plot", arguments.plot)
        check_plot(arguments.plot)
    store = given_store(arguments, setup)
    where = _where(arguments)
    try:
        wanted = list(jobs(setup, arguments.games))
        played = play_all(setup, wanted, where, store, progress=_told)
        records = _until_stopped(played)
        if len(records) < len(wanted):
            return _stopped(setup, records, len(wanted), arguments)
        _show(summarize(setup, records), arguments)
        # Only now: had the figures not come out, the matches would have to be played again.
        store.close(discard=arguments.resume is None)
    finally:
        store.close()
    return 0


def _told(records: Iterable[Record], total: int) -> Iterable[Record]:
    hint = f"Ctrl+C stops and shows the results so far; {GOES_ON}."
    return with_progress(records, total, hint)


def _until_stopped(played: Iterator[Record]) -> list[Record]:
    """All matches, or those played before Ctrl+C."""
    records: list[Record] = []
    with suppress(KeyboardInterrupt):
        for record in played:
            records.append(record)  # noqa: PERF402 (what is there is kept when it is stopped)
    return records


def _stopped(
    setup: Setup, records: list[Record], wanted: int, arguments: argparse.Namespace
) -> int:
    """Show the results so far, and how to continue."""
    whole = on_whole_deals(setup, records)
    if whole or arguments.json:
        _show(summarize(setup, whole, complete=False), arguments)
    print(f"Stopped after {len(records)} of {matches(wanted)}; {GOES_ON}.", file=sys.stderr)
    return INTERRUPTED


def _where(arguments: argparse.Namespace) -> Executor:
    if arguments.ray is not None:
        return Ray(arguments.ray, arguments.workers)
    return executor(arguments.workers or os.cpu_count() or 1)


def _show(summary: Summary, arguments: argparse.Namespace) -> None:
    _print_json(summary) if arguments.json else _print(summary)
    if arguments.html:
        write_whole(arguments.html, arena_page(summary).encode())
    if arguments.plot:
        plot_shares(summary, arguments.plot)
    sys.stdout.flush()


def _setup(arguments: argparse.Namespace) -> Setup:
    check_games(arguments.games)
    check_effort(arguments.nodes, arguments.workers)
    game = get(arguments.game)
    bots = list(arguments.bots)
    for bot in bots:
        get_bot(game.id, bot, arguments.nodes)
    players = players_for(game, bots, arguments.players)
    options = given_options(arguments)
    game.agreed(options, players, what="--option")
    check_pace(game, arguments.pace)
    seated = line_ups(bots, players)
    return Setup(game.id, seated, arguments.seed, arguments.nodes, options, arguments.pace)


def _print_json(summary: Summary) -> None:
    print(msgspec.json.encode(summary).decode())


def _print(summary: Summary) -> None:
    from rich.console import Console

    console, names = Console(), _names(summary)
    for table in summary.tables:
        console.print(_table(summary, table, names))
    if len(summary.ratings) > 1:
        rated = (f"{names[each.bot]} {each.mu:.1f} ± {each.sigma:.1f}" for each in summary.ratings)
        console.print("Ratings: " + ", ".join(rated))


def _names(summary: Summary) -> dict[str, str]:
    """The bots' names; for a bot in a file only its class, unless another has the same name."""
    bots = {bot for table in summary.tables for bot in table.lineup}
    alike = Counter(map(short, bots))
    return {bot: short(bot) if alike[short(bot)] == 1 else bot for bot in bots}


def _table(summary: Summary, table: TableSummary, names: Mapping[str, str]) -> object:
    from rich.table import Table

    name = say(f"{summary.setup.game}.name")
    title = f"{name}: {matches(table.games)} on {deals(table.deals)}, seed {summary.setup.seed}"
    shown = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0), pad_edge=False)
    # A long name takes several lines before a figure does, and nothing is cut off.
    shown.add_column("bot", overflow="fold")
    for heading in ("seats", "wins", "score", "lead", "ms a move"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for bot in table.bots:
        time = bot.time
        shown.add_row(
            names[bot.bot],
            str(bot.seats),
            f"{bot.share.mean:.1%} ({100 * bot.share.low:.1f}–{100 * bot.share.high:.1f})",
            f"{bot.score.mean:.1f}",
            signed(bot.lead),
            "/".join(brief(each) for each in (time.median, time.p99, time.longest)),
        )
    shown.caption = "in brackets 95 % intervals; ms a move on one core: median/99 %/longest"
    return shown
