"""Let equal bots play many matches and write a balance report: a page with plots, and Markdown."""

import argparse
import os
from pathlib import Path

from quartett._system import write_whole
from quartett.arena.run import executor
from quartett.bots import get as get_bot
from quartett.cli._asking import add_bots, add_former, add_options, given_options, only_one
from quartett.cli._checks import check_effort, check_file, check_games
from quartett.cli._progress import with_progress
from quartett.core.texts import LANGUAGES
from quartett.games import get, names
from quartett.report.gather import Order, gather, usual_level
from quartett.report.page import html, markdown
from quartett.terminal.voice import usual_language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("game", metavar="GAME", help=", ".join(names()))
    add_bots(parser, "who plays, one level or your own as file.py:Class; default: medium")
    add_former(parser, "--bot", "bots")
    add_options(parser)
    add("--players", type=int, metavar="N", help="default: the fewest possible")
    add("--games", type=int, default=300, metavar="N", help="per question; default: 300")
    add("--seed", type=int, default=1, metavar="S", help="default: 1")
    add("--nodes", type=int, metavar="N", help="positions that searching bots examine per move")
    add("--workers", type=int, metavar="N", help="processes; default: one per core")
    add("--lang", choices=LANGUAGES, help="default: your system's language")
    add("--out", type=Path, metavar="FILE", help="the page; default: GAME-balance.html")


def run(arguments: argparse.Namespace) -> int:
    """Play, write the page, print the Markdown."""
    game = get(arguments.game)
    check_games(arguments.games)
    check_effort(arguments.nodes, arguments.workers)
    players = game.players[0] if arguments.players is None else arguments.players
    game.check_players(players)
    level = only_one("--bots", arguments.bots) or usual_level(game.id)
    options = given_options(arguments)
    game.agreed(options, players, what="--option")
    page = arguments.out or Path(f"{game.id}-balance.html")
    check_file("--out", page)
    get_bot(game.id, level, arguments.nodes)
    order = Order(
        game.id, players, arguments.games, arguments.seed, level, arguments.nodes, options
    )
    where = executor(arguments.workers or os.cpu_count() or 1)
    material = gather(order, where, with_progress)
    language = arguments.lang or usual_language()
    write_whole(page, html(material, language).encode())
    print(markdown(material, language), end="")
    return 0
