"""Find the best lay in Photo Rummy positions, given as JSON Lines on standard input."""

import argparse

from quartett.cli._lines import answer_lines
from quartett.core.errors import FormatError, RuleError
from quartett.core.forms import Json, parse, parse_json
from quartett.core.positions import Position, load_position
from quartett.games.photo_rummy import GAME, State
from quartett.games.photo_rummy.solver import Goal, solve
from quartett.judge import RefusedError, Reply, replying


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "--goal",
        choices=("cards", "points"),
        default="cards",
        help="fewest cards left on the rack (default), or fewest minus points",
    )


def run(arguments: argparse.Namespace) -> int:
    """Answer every line; 0 if all were ok, 1 if any was refused, 2 if any was no position."""
    return answer_lines(lambda line: solve_line(line, arguments.goal))


def solve_line(line: bytes, goal: Goal) -> Reply:
    """The answer for one position."""
    return replying(lambda: _solve(line, goal))


def _solve(line: bytes, goal: Goal) -> Json:
    position: Position = parse(Position, parse_json(line), "position")
    if position.game != GAME.id:
        raise FormatError(f"game: only {GAME.id} positions can be solved, not {position.game!r}")
    state, turn = _in_lay_phase(position)
    player = state.seats[turn]
    found = solve(state.table, player.rack, player.opened, goal)
    names = ("left", "minus", "goes_out", "moved")
    # Where nothing can be laid, the table comes back as it was given, to the letter.
    table = found.table if found.laid else state.table
    return {"ok": True, **{name: getattr(found, name) for name in names}, "table": table}


def _in_lay_phase(position: Position) -> tuple[State, int]:
    """A position in which somebody may lay, and who."""
    try:
        state = load_position(GAME, position)
        if state.phase != "lay" or state.turn is None:
            raise RuleError("PR-06", "photo_rummy.not_in_lay", phase=state.phase)
    except RuleError as error:
        raise RefusedError(None, error) from None
    return state, state.turn
