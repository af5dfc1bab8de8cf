"""Let random players play many matches and show the results."""

import argparse
import os

from quartett.arena.run import executor
from quartett.arena.words import matches
from quartett.cli._asking import add_options, given_options
from quartett.cli._checks import check_effort, check_games
from quartett.cli._progress import with_progress
from quartett.core.game import AnyGame
from quartett.core.texts import say
from quartett.games import get, names
from quartett.simulation import Lengths, Summary, simulate, summarize

MANY_GAMES = 200
"""From this many matches on, several processes are quicker than one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("game", metavar="GAME", help=", ".join(names()))
    parser.add_argument("--players", type=int, metavar="N", help="default: the fewest possible")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="default: 100")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default: 1")
    add_options(parser)
    parser.add_argument("--workers", type=int, metavar="N", help="processes; default: one per core")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play, then print the statistics."""
    game = get(arguments.game)
    players = game.players[0] if arguments.players is None else arguments.players
    game.check_players(players)
    check_games(arguments.games)
    check_effort(None, arguments.workers)
    options = given_options(arguments)
    game.agreed(options, players, what="--option")
    where = executor(_workers(arguments))
    results = simulate(game, players, arguments.games, arguments.seed, options, where)
    summary = summarize(game.id, arguments.seed, with_progress(results, arguments.games))
    _print_json(summary) if arguments.json else _print(game, summary)
    return 0


def _workers(arguments: argparse.Namespace) -> int:
    """As many as asked for; none of them is worth its start where there are only a few matches."""
    if arguments.workers is not None:
        return int(arguments.workers)
    return (os.cpu_count() or 1) if arguments.games >= MANY_GAMES else 1


def _print_json(summary: Summary) -> None:
    import msgspec

    print(msgspec.json.encode(summary).decode())


def _print(game: AnyGame, summary: Summary) -> None:
    from rich.console import Console
    from rich.table import Table

    played = f"{matches(summary.games)} of {summary.players} random players, seed {summary.seed}"
    table = Table(title=f"{say(f'{game.id}.name')}: {played}", title_justify="left")
    for heading in ("seat", "wins", "share", "95 % interval", "score", "± spread"):
        table.add_column(heading, justify="right")
    for seat in summary.seats:
        table.add_row(
            str(seat.seat + 1),  # people count from 1
            f"{seat.wins:.1f}",
            f"{seat.share:.1%}",
            f"{seat.low:.1%} – {seat.high:.1%}",
            f"{seat.score:.1f}",
            f"{seat.spread:.1f}",
        )
    console = Console()
    console.print(table)
    if summary.turns is not None:
        console.print(f"Turns per match: {_spread(summary.turns)}")
    console.print(f"Actions per match: {_spread(summary.actions)}")


def _spread(lengths: Lengths) -> str:
    return f"{lengths.mean:.1f} ({lengths.fewest} to {lengths.most})"
