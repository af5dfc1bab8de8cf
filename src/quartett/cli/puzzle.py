"""Solve a puzzle from a real match; print all of them as JSON; or mine new ones."""

import argparse
import sys
from datetime import UTC, date, datetime

import msgspec

from quartett.cli._checks import check_number
from quartett.core.errors import FormatError
from quartett.core.texts import LANGUAGES

MAX_MATCHES = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("--game", metavar="GAME", help="only this game's puzzles")
    add("--id", metavar="ID", help="this puzzle")
    add("--today", action="store_true", help="the puzzle of the day, the same for everybody (UTC)")
    add("--day", type=_day, metavar="YYYY-MM-DD", help="the puzzle of another day")
    add("--json", action="store_true", help="print puzzles as JSON, one per line")
    add("--lang", choices=LANGUAGES, help="default: your system's language; JSON has text keys")
    add("--mine", metavar="GAME", help="let bots play and print the puzzles found in their matches")
    add("--matches", type=int, default=1, metavar="N", help="with --mine; default: 1")
    add("--seed", type=int, default=1, metavar="S", help="with --mine: the first match's seed")


def run(arguments: argparse.Namespace) -> int:
    """Mine, print, or let the person solve one."""
    if arguments.mine:
        return _mine(arguments)
    from quartett.review.puzzles import Puzzle, puzzle_of_the_day, puzzles_of, with_puzzles

    games = [arguments.game] if arguments.game else with_puzzles()
    found: list[Puzzle] = [each for game in games for each in puzzles_of(game)]
    if arguments.today or arguments.day:
        day = arguments.day or datetime.now(UTC).date()
        found = [puzzle_of_the_day(day, arguments.game)]
    if arguments.id:
        found = [each for each in found if each.id == arguments.id]
        if not found:
            raise FormatError(f"there is no puzzle {arguments.id!r}")
    if arguments.json:
        for each in found:
            print(msgspec.json.encode(each.document(arguments.lang)).decode())
        return 0
    if not (arguments.id or arguments.today or arguments.day):
        found = [puzzle_of_the_day(datetime.now(UTC).date(), arguments.game)]
    return _solve(found[0], arguments.lang)


def _solve(puzzle: "object", language: str | None) -> int:
    from quartett.review.puzzles import Puzzle
    from quartett.terminal.learn import Coach
    from quartett.terminal.paint import console
    from quartett.terminal.puzzle import solve_puzzle
    from quartett.terminal.voice import usual_language

    assert isinstance(puzzle, Puzzle)
    solve_puzzle(Coach(console(), puzzle.game, language or usual_language()), puzzle)
    return 0


def _mine(arguments: argparse.Namespace) -> int:
    check_number("--matches", arguments.matches, MAX_MATCHES)
    from quartett.games import get
    from quartett.review.mining import mine
    from quartett.review.puzzles import write_puzzles

    get(arguments.mine)
    for seed in range(arguments.seed, arguments.seed + arguments.matches):
        for puzzle in mine(arguments.mine, seed):
            sys.stdout.write(write_puzzles([puzzle]).decode())
            sys.stdout.flush()
    return 0


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date like 2026-03-01") from None
